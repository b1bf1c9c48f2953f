// A duellist's own page: the secret team, the own dice, and what may be chosen now.

import { api, command, el, show, t } from "/static/common.js";
import { choosing, pickedSoFar } from "/static/duel_choose.js";
import { elementDie, elementMark, elementSign, powersOf } from "/static/duel_pieces.js";
import { lobbyShown, seatLobby } from "/static/seat_lobby.js";

const PLAYERS = 2;

let drawn = "";
let sending = false;
let called = false; // it was this seat's turn already

/** Draw the page; `flash(text)` tells what was refused, `again()` draws anew. */
export function drawDuelSeat(place, { snapshot, seat, hand, up, flash, again }) {
  const { duel } = snapshot;
  if (!duel) return drawLobby(place, snapshot, seat, up, flash);
  const mine = duel.awaited?.seat === seat && !snapshot.over && ["choose", "roll_now"].includes(snapshot.status);
  if (mine && !called && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 40, 60]);
  called = mine;
  const shown = JSON.stringify([document.documentElement.lang, duel, hand, up, snapshot.status, snapshot.over, snapshot.questions, snapshot.locked, pickedSoFar(), sending]);
  if (shown === drawn && place.firstChild) return;
  drawn = shown;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const scrolled = place.scrollTop;
  const send = async (choice) => {
    if (sending) return;
    sending = true;
    again();
    const answer = await api("POST", "/api/commands", { kind: "choose", seen: hand.decisions, seat, choice });
    sending = false;
    if (!answer.ok) flash(answer.message || t("common_refused"));
    again();
  };
  const plays = duel.sides.some((side) => side.seat === seat);
  place.classList.toggle("mine", mine);
  place.replaceChildren(...[
    head(snapshot, mine, up),
    !plays && el("p", { class: "duel-say" }, t("seat_not_in")),
    plays && scores(duel, seat),
    mine && hand && up && offers(duel, hand, seat, send, again),
    hand && !(mine && hand.options[0]?.choice.kind === "play") && team(hand, duel),
    myDice(duel, seat),
    snapshot.over && up && !snapshot.locked && el("button", { type: "button", class: "duel-send main", data: { key: "again" }, onclick: () => playAgain(snapshot, flash) }, t("duel_play_again")),
  ].filter(Boolean));
  place.inert = sending;
  place.scrollTop = scrolled;
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function drawLobby(place, snapshot, seat, up, flash) {
  const shown = JSON.stringify([document.documentElement.lang, up, lobbyShown(snapshot)]);
  if (shown === drawn && place.firstChild) return;
  drawn = shown;
  called = false;
  const typed = place.querySelector("input")?.value ?? "";
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.classList.remove("mine");
  place.inert = !up;
  place.replaceChildren(up ? seatLobby(snapshot, seat, { players: PLAYERS, flash }) : el("p", { class: "seat-say" }, t("seat_lost")));
  const input = place.querySelector("input");
  if (input) input.value = typed;
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** The page is somebody else's, or nobody's. */
export function clearDuelSeat(place) {
  drawn = "";
  called = false;
  place.replaceChildren();
  show(place, false);
}

async function playAgain(snapshot, flash) {
  const answer = await command("play_again", snapshot);
  if (!answer.ok) flash(answer.message || t("common_refused"));
}

function head(snapshot, mine, up) {
  const { duel } = snapshot;
  const winner = duel.sides.find((side) => side.seat === snapshot.winner);
  let say = duel.awaited?.text ?? snapshot.status_text;
  if (!up) say = t("seat_lost");
  else if (snapshot.over) say = winner ? t("duel_won_by", { player: winner.name }) : t("duel_sub_nobody");
  else if (!["choose", "roll_now"].includes(snapshot.status)) say = snapshot.questions[0]?.text ?? snapshot.status_text;
  const throws = mine && duel.awaited.roll.length === 0 && duel.awaited.up_to > 0 && !snapshot.simulated && duel.step !== "roll_off";
  return el("header", { class: "duel-say" },
    el("p", { class: "duel-step quiet" }, [duel.round > 0 && t("duel_round_n", { round: duel.round }), t(`duel_step_${duel.step}`)].filter(Boolean).join(" · ")),
    el("p", { class: "seat-say", role: "status", "aria-live": "assertive" }, mine && up ? el("b", { class: "duel-yours" }, t("duel_yours"), " ") : null, say),
    throws && duel.step === "roll" ? el("p", { class: "quiet" }, t("duel_just_throw")) : null);
}

/** Both totals of each trial in one line, the own ones first. */
function scores(duel, seat) {
  const other = duel.sides.find((side) => side.seat !== seat);
  return el("ul", { class: "duel-scores", "aria-label": t("duel_trials") }, duel.trials.map((trial) => {
    const outcome = !trial.text ? "" : trial.winner === null ? "=" : trial.winner === seat ? "✓" : "✗";
    return el("li", { class: `trial-${trial.state} ${outcome === "✓" ? "good" : outcome === "✗" ? "bad" : ""}` },
      elementSign(trial.element, duel.elements),
      el("b", {}, `${trial.totals[seat] ?? 0} : ${trial.totals[other?.seat] ?? 0}`),
      el("small", {}, outcome, trial.double ? " ×2" : ""));
  }));
}

function offers(duel, hand, seat, act, again) {
  if (!hand.options.length && !hand.cards.length) return null;
  const known = new Map([...duel.sides.flatMap((side) => side.imps), ...hand.imps, ...hand.cards].map((one) => [one.name, one]));
  return choosing(duel, hand, { act, again, imps: (name) => known.get(name) ?? null });
}

const ORDER = { in_play: 0, pool: 1, banished: 2 };

function team(hand, duel) {
  if (!hand.imps.length) return null;
  const imps = [...hand.imps].sort((one, other) => ORDER[one.zone] - ORDER[other.zone]);
  return el("section", { class: "duel-team" }, el("h2", {}, t("duel_team"), " ", el("small", { class: "quiet" }, t("duel_team_secret"))),
    el("ul", { class: "team" }, imps.map((one) => el("li", { class: `team-imp ${one.zone}` },
      el("span", { class: "pick-imp-name" }, one.card.element && el("span", { class: `element-${one.card.element}` }, elementMark(one.card.element)), one.zone === "banished" ? el("s", {}, one.name) : el("strong", {}, one.name)),
      el("small", { class: "zone-tag" }, t(`duel_zone_${one.zone}`), one.used ? ` · ${t("duel_used")}` : ""),
      powersOf(one.card, duel.elements).map((text) => el("small", {}, text))))));
}

function myDice(duel, seat) {
  const side = duel.sides.find((one) => one.seat === seat);
  if (!side) return null;
  const zone = (name) => {
    const dice = side.dice.filter((die) => die.zone === name);
    return dice.length ? el("p", { class: `my-zone ${name}` }, el("small", {}, t(`duel_zone_${name}`)), dice.map((die) => el("span", { role: "img", "aria-label": `${duel.elements[die.element]} ${die.value ?? ""}` }, elementDie(die.element, die.value)))) : null;
  };
  return el("section", { class: "duel-mine" }, el("h2", {}, t("duel_my_dice")), ["in_play", "pool", "banished"].map(zone));
}
