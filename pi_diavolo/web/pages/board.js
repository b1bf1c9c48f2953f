// What all parts of the scoreboard share: the newest state, the seat that is played from here, and how to draw.

import { el, language, nameOf, t } from "/static/common.js";
import { mark } from "/static/shapes.js";

export const MOST_GEMS = 5;
export const BY_PLACES = "closest"; // the order that goes by millimetres, not by pips
export const RIVALS = ["black", "white", "red"];
export const MAY_TAKE = ["rolling", "reading", "grab", "question"];
export const GOOD = ["right", "gained", "gained_at_most"];
export const BAD = ["wrong", "none"];

// Whoever imports these sees them change; only here can they be changed.
export let now = null; // the newest snapshot
export let mySeat = null; // the seat that this visitor plays
export let line = null;
export let up = true; // whether the table is heard

/** There is news; gives what was shown before. */
export function look(snapshot) {
  const before = now;
  now = snapshot;
  return before;
}

/** This visitor plays a seat, or none. */
export function play(seat) {
  mySeat = seat;
}

/** The line to the table is open. */
export function follow(opened) {
  line = opened;
}

/** The table is heard, or not. */
export function hear(isUp) {
  up = isUp;
}

const drawn = new Map();

/** Redraw a place only when what it shows has changed, so that nothing flickers and no focus is lost. */
export function draw(place, shown, make) {
  const key = JSON.stringify([language(), shown]);
  if (drawn.get(place) === key) return;
  drawn.set(place, key);
  place.replaceChildren(...[make()].flat().filter(Boolean));
}

/** Whatever is drawn there next is new. */
export const forget = (place) => drawn.delete(place);

/** All seats of the table: eight where eight can play, six elsewhere. */
export const seats = () => Array.from({ length: now.seats ?? 6 }, (_, place) => place + 1);

export const player = (seat) => now.players.find((one) => one.seat === seat);
export const called = (seat) => nameOf(player(seat), seat);
export const word = (colour) => t(`common_${colour}`);
export const letter = (colour) => (now.letters?.[colour] ?? colour[0]).toUpperCase();
export const chip = (colour, ...more) => el("span", { class: `chip chip-${colour}` }, mark(colour), el("span", {}, word(colour)), ...more);
