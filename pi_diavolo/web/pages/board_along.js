// Playing along at the simulated table: a visitor takes a player's place and clicks imps.

import { COLOURS, api, arrows, byId, calm, command, el, nameOf, press, setText, show, t, toast } from "/static/common.js";
import { BAD, GOOD, MAY_TAKE, MOST_GEMS, draw, forget, letter, line, mySeat, now, play, player, up, word } from "/static/board.js";
import { boardDock, boardHow, countersOf } from "/static/board8_board.js";
import { duelDock, duelHow, toOwnPage } from "/static/duel_board.js";
import { gem, imp, mark, orderDie } from "/static/shapes.js";

// Where there are only fingers, nobody has letters to press.
const FINGERS = matchMedia("(pointer: coarse) and (hover: none)");

let redraw = () => {};
let seatedAt = null; // the start of the table at which the seat was taken
let seatTaken = false; // the table says that it is this page's no more

/** What to do when the seat changes. */
export function whenSeated(act) {
  redraw = act;
}

export function showAlong() {
  const place = byId("along");
  const mine = mySeat === null ? null : player(mySeat);
  const joinable = now.players.filter((one) => one.simulated && one.still_in);
  const invites = now.simulated && !mine && joinable.length > 0 && !now.over && now.status !== "lobby";
  // At the end the winner's moment has the whole page, and "play again" with it.
  const plays = Boolean(mine) && now.status !== "lobby" && !now.over;
  document.body.classList.toggle("playing", plays);
  document.body.classList.toggle("invited", invites);
  show(place, plays || invites);
  if (place.hidden) return forget(place);
  if (mine && now.duel) return draw(place, [mySeat, mine.name, "duel"], () => duelDock(mine));
  if (mine && now.board) return draw(place, [mySeat, mine.name, "board8"], () => boardDock(mine, giveBack));
  if (mine) draw(place, [mySeat, mine.name, now.letters, "dock"], () => dock(mine));
  else draw(place, "invitation", invitation);
  if (mine) showDock(mine);
}

const invitation = () => [
  el("p", { class: "along-hint" }, t("board_play_along_hint")),
  el("button", { type: "button", class: "button button-big button-along", onclick: choosePlayer }, el("span", { "aria-hidden": "true" }, "▶ "), t("board_play_along")),
];

function choosePlayer() {
  const dialog = byId("choose");
  const choices = now.players.filter((one) => one.simulated && one.still_in);
  const anew = offerAnew();
  const parts = [
    el("h2", { id: "choose-title" }, t("board_choose")), now.duel ? duelHow() : now.board ? boardHow() : howTo(),
    el("div", { class: "choices" }, choices.map((one) => el("button", { type: "button", class: "choice", data: { seat: one.seat }, onclick: () => join(one.seat, anew?.querySelector("input").checked) },
      el("span", { class: "player-name" }, nameOf(one)),
      el("span", { class: "choice-gems", role: "img", "aria-label": now.duel ? t("duel_imps_left", { n: one.gems ?? 0 }) : now.board ? t("board8_left", { n: one.gems ?? 0 }) : t("board_gems", { gems: one.gems ?? 0, most: MOST_GEMS }) }, now.board ? countersOf(one.seat) : Array.from({ length: one.gems ?? 0 }, () => (now.duel ? imp("red") : gem())))))),
    anew,
    el("button", { type: "button", class: "button button-quiet", onclick: () => dialog.close() }, t("common_cancel")),
  ];
  dialog.replaceChildren(...parts.filter(Boolean));
  arrows(dialog.querySelector(".choices"));
  dialog.showModal();
  dialog.querySelector(".choice")?.focus();
}

/** The whole game in three lines, for whoever sees it for the first time. */
const howTo = () => el("ol", { class: "how" },
  el("li", {}, el("span", { class: "how-sign", "aria-hidden": "true" }, orderDie("greatest_sum")), t("board_how_order")),
  el("li", {}, el("span", { class: "how-sign", "aria-hidden": "true" }, imp("red")), t("board_how_imp")),
  el("li", {}, el("span", { class: "how-sign", "aria-hidden": "true" }, gem()), t("board_how_gems")));

/** A game that is well under way can be begun anew; nobody's game ends without being asked for. */
function offerAnew() {
  if ((now.turn ?? 1) <= 1 || now.locked) return null;
  return el("p", { class: "anew" }, el("label", {}, el("input", { type: "checkbox" }), " ", t(now.duel ? "duel_anew" : now.board ? "board8_anew" : "board_anew")));
}

async function join(seat, anew = false) {
  const answer = await api("POST", `/api/seat/${seat}/join`, {});
  byId("choose").close();
  if (!answer.ok) return toast(answer.message || t("common_refused"), "bad");
  if ((now.duel || now.board) && !anew) return toOwnPage(seat);
  sitAt(seat);
  if (!anew) return;
  const left = await command("abandon", now);
  const begun = left.ok ? await command("start", { decisions: left.data.decisions }) : left;
  if (!begun.ok) toast(begun.message || t("common_refused"), "bad");
  else if (now.kind !== "diavolo") toOwnPage(seat);
}

/** Play this seat from now on. */
export function sitAt(seat) {
  play(seat);
  seatedAt = now?.epoch ?? null;
  seatTaken = false;
  line.setRole("seat");
  redraw();
}

/** The table took the seat away; what to make of it shows when the table is heard again. */
export function seatLost() {
  seatTaken = true;
}

/** A table that was started anew has forgotten who sat where: take the place again, or say that it is gone. */
export async function keepSeat() {
  if (mySeat === null) return;
  seatedAt ??= now.epoch;
  const seat = mySeat, anew = now.epoch !== seatedAt;
  if (!seatTaken && !anew) return;
  seatTaken = false;
  seatedAt = now.epoch;
  const answer = anew ? await api("POST", `/api/seat/${seat}/join`, {}) : { ok: false };
  if (mySeat !== seat) return;
  if (answer.ok) return sitAt(seat);
  play(null);
  line.setRole(null);
  toast(t("board_seat_lost"));
  redraw();
}

/** The simulated player goes on; the table closes this page's line as a seat by itself. */
async function giveBack() {
  const answer = await api("POST", `/api/seat/${mySeat}/leave`, {});
  if (!answer.ok) return toast(answer.message || t("common_refused"), "bad");
  play(null);
  line.setRole(null);
  toast(t("board_given_back"));
  redraw();
}

const buttons = new Map();

function dock(mine) {
  buttons.clear();
  const group = el("div", { class: "take", role: "group", "aria-label": t("board_you_are", { player: nameOf(mine) }) }, COLOURS.map((colour) => {
    const button = el("button", { type: "button", class: `take-imp take-${colour}`, data: { colour } },
      imp(colour), el("span", { class: "take-sign" }, mark(colour), el("kbd", {}, letter(colour))),
      el("span", { class: "take-word" }, word(colour)), el("span", { class: "take-left" }));
    buttons.set(colour, press(button, (event) => take(colour, event)));
    return button;
  }));
  arrows(group);
  return [el("div", { class: "dock-words", role: "status", "aria-live": "polite" }, el("p", { class: "dock-who" }, t("board_you_are", { player: nameOf(mine) })), el("p", { class: "dock-hint" }),
    el("button", { type: "button", class: "dock-leave", onclick: giveBack }, t("board_give_back"))), group];
}

function showDock(mine) {
  const place = byId("along"), open = up && MAY_TAKE.includes(now.status) && mine.still_in && !now.looks_back;
  const took = now.looks_back || mine.verdict ? null : mine.took;
  const good = GOOD.includes(mine.verdict), bad = BAD.includes(mine.verdict);
  let hint = t("board_wait_roll");
  if (!up) hint = t("common_lost");
  else if (mine.verdict && mine.result_text) hint = `${good ? "✓" : bad ? "✗" : "–"} ${mine.result_text}`;
  else if (!mine.still_in) hint = t("board_you_are_out");
  else if (took) hint = t("board_took", { colour: word(took) });
  else if (open) hint = t(now.status === "rolling" ? "board_early_hint" : FINGERS.matches ? "board_may_touch" : "board_may_take");
  setText(place.querySelector(".dock-hint"), hint);
  place.classList.toggle("dock-good", good);
  place.classList.toggle("dock-bad", bad);
  place.classList.toggle("dock-open", open && !took);
  for (const [colour, button] of buttons) {
    const { left, all } = now.imps[colour] ?? { left: 0, all: 0 };
    button.setAttribute("aria-disabled", String(!open || took !== null || left === 0));
    button.classList.toggle("taken", took === colour);
    button.classList.toggle("none-left", left === 0 && took !== colour);
    setText(button.querySelector(".take-left"), left === 0 && all > 0 ? t("board_gone") : t("board_left", { left }));
  }
}

function take(colour, event) {
  const mine = mySeat === null ? null : player(mySeat);
  if (!mine || !MAY_TAKE.includes(now.status) || (mine.took !== null && !now.looks_back)) return;
  if (!line.grab(colour, event.timeStamp)) return toast(t("board_no_line"), "bad");
  navigator.vibrate?.(25);
  if (!calm()) buttons.get(colour).animate([{ transform: "scale(.92)" }, { transform: "translateY(-6%) scale(1.06)" }, { transform: "none" }], { duration: 320, easing: "ease-out" });
}

export function answered(message) {
  if ("took" in message && !message.ok) toast(message.message, "bad");
}

export function grabKeys() {
  if (mySeat === null || !now) return {};
  const known = COLOURS.map((colour, index) => [[letter(colour).toLowerCase(), colour], [String(index + 1), colour]]).flat();
  return Object.fromEntries(known.map(([key, colour]) => [key, (event) => take(colour, event)]));
}
