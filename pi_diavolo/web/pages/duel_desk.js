// The duel at the desk: what is awaited, the moves of this round with correction in two taps, and typed dice.

import { el, t } from "/static/common.js";
import { choose, closeSheet, openSheet, sure } from "/static/desk_choose.js";
import { look, seen, send } from "/static/desk_send.js";
import { choosing, ownTaps, pickedSoFar } from "/static/duel_choose.js";
import { elementDie, elementMark } from "/static/duel_pieces.js";

const VALUES = [1, 2, 3, 4, 5, 6];
const WAITS = ["choose", "roll_now", "rolling", "reading"];

let opened = null; // somebody has opened or closed what can be chosen for the duellists

/** What was tapped and not sent, as a part of what the desk shows. */
export const duelShown = () => pickedSoFar();

export function duelCard(snapshot, again) {
  const { duel } = snapshot;
  return el("div", { class: "desk-duel" }, el("div", {},
    el("div", { class: "card" }, el("h2", {}, awaitedText(snapshot), " ", el("small", { class: "quiet-label" }, [duel.round > 0 && t("duel_round_n", { round: duel.round }), t(`duel_step_${duel.step}`)].filter(Boolean).join(" · "))), offers(snapshot, again)),
    el("div", { class: "card" }, el("h2", {}, t("duel_trials")), trials(duel), sides(duel))),
    el("div", { class: "card" }, el("h2", {}, t("duel_moves")), el("p", { class: "quiet-label" }, t("duel_moves_how")), moves(duel.moves, duel), startAnew(snapshot)));
}

const awaitedText = ({ duel, status, status_text: text }) => (WAITS.includes(status) && duel.awaited ? duel.awaited.text : text);

/** The desk may choose for either of them, but not what is a secret. */
function offers(snapshot, again) {
  const { duel, status } = snapshot;
  if (!duel.awaited || !["choose", "roll_now"].includes(status)) return null;
  if (duel.awaited.secret) return el("p", { class: "quiet-label" }, t("duel_secret"));
  if (!duel.options.length) return null;
  const known = new Map(duel.sides.flatMap((side) => side.imps).map((one) => [one.name, one]));
  const act = (choice) => send({ kind: "choose", seat: duel.awaited.seat, choice }, duel.awaited.text);
  const open = opened ?? status === "choose";
  const toggled = (event) => (opened = event.target.open === (status === "choose") ? null : event.target.open);
  return el("details", { class: "desk-offers", open, ontoggle: toggled }, el("summary", {}, t("duel_choose_for")), choosing(duel, duel, { act, again, imps: (name) => known.get(name) ?? null }));
}

// The moves, each in two taps; `of` says of which game, and what its elements are called

function moves(made, of) {
  if (!made.length) return el("p", { class: "empty" }, t("duel_no_moves"));
  return el("ol", { class: "duel-moves" }, [...made].reverse().map((move) => el("li", { data: { move: move.number } },
    move.rolled.length ? rolled(move, of) : line(move, () => putRight(move, of)),
    move.corrected && el("span", { class: "badge" }, t("desk_corrected")))));
}

const line = (move, onclick) => el("button", { type: "button", class: "turn-line", data: { key: `move-${move.number}` }, onclick }, move.text);

const rolled = (move, of) => el("div", { class: "move-rolled" },
  line(move, () => takeBack(move, of)),
  el("span", { class: "move-dice" }, move.rolled.map((die, place) =>
    el("button", { type: "button", class: "move-die", "aria-label": t("duel_die_shows", { element: of.elements[die.element], value: die.value }), data: { key: `value-${move.number}-${place}` }, onclick: () => pickValue(move, place, of) }, elementDie(die.element, die.value), elementMark(die.element)))));

function pickValue(move, place, of) {
  const knowing = seen(), die = move.rolled[place], name = of.elements[die.element];
  const correct = (value) => () => {
    const values = move.rolled.map((one, index) => (index === place ? value : one.value));
    send({ kind: "correct_duel", move: move.number, game: of.game, values }, t("duel_die_shows", { element: name, value }), knowing);
  };
  choose(t("duel_which_value", { element: name }), VALUES.map((value) => ({
    label: String(value), picture: elementDie(die.element, value), now: value === die.value, note: value === die.value ? t("desk_now_value") : "", pick: correct(value),
  })), "six");
}

/** Another choice instead of the one that was made, as it could have been made then; or none, and it is taken back. */
async function putRight(move, of) {
  const knowing = seen();
  const then = await look(`/api/duel?move=${move.number}`);
  if (!then || then.options.length < 2) return takeBack(move, of);
  const known = new Map(then.sides.flatMap((side) => side.imps).map((one) => [one.name, one]));
  const taps = ownTaps(move.choice);
  const act = (choice) => {
    closeSheet();
    send({ kind: "correct_duel", move: move.number, game: of.game, choice }, t("duel_put_right"), knowing);
  };
  const draw = () => {
    const tapped = document.activeElement?.dataset.key;
    openSheet(move.text,
      el("p", { class: "quiet-label" }, t("duel_put_right_how")),
      choosing(then, then, { act, again: draw, imps: (name) => known.get(name) ?? null, taps }),
      el("p", { class: "sheet-end" },
        el("button", { type: "button", class: "danger", data: { key: "take-back" }, onclick: () => takeBack(move, of, knowing) }, t("duel_take_back")), " ",
        el("button", { type: "button", class: "quiet", onclick: closeSheet }, t("desk_cancel"))));
    const sheet = document.getElementById("choose");
    ([...sheet.querySelectorAll("[data-key]")].find((one) => one.dataset.key === tapped) ?? sheet.querySelector("button"))?.focus();
  };
  draw();
}

function takeBack(move, of, knowing = seen()) {
  sure(`${move.text} ${t("duel_take_back_sure")}`, t("duel_take_back"), () => send({ kind: "correct_duel", move: move.number, game: of.game, struck: true }, t("duel_take_back"), knowing));
}

function startAnew({ duel, over }) {
  if (duel.round === 0 || over) return null;
  const ask = () => {
    const knowing = seen();
    sure(t("duel_anew_sure", { round: duel.round }), t("duel_anew_round"), () => send({ kind: "correct", turn: duel.round, game: duel.game, struck: true }, t("duel_anew_round"), knowing));
  };
  return el("p", {}, el("button", { type: "button", data: { key: "round-anew" }, onclick: ask }, t("duel_anew_round")));
}

// How it stands

const trials = (duel) => el("ul", { class: "duel-lines" }, duel.trials.map((trial) =>
  el("li", { class: trial.state === "now" ? "now" : "" }, elementMark(trial.element), " ", trial.text || `${trial.name}: ${duel.sides.map((side) => `${side.name} ${trial.totals[side.seat] ?? 0}`).join(", ")}`)));

const sides = (duel) => el("ul", { class: "duel-lines" }, duel.sides.map((side) => {
  const inPlay = side.imps.filter((one) => one.zone === "in_play").map((one) => one.name);
  const gone = side.imps.filter((one) => one.zone === "banished").map((one) => one.name);
  return el("li", {}, el("b", {}, side.name), ` · ${t("duel_imps_left", { n: side.left })}`, inPlay.length ? ` · ${t("duel_zone_in_play")}: ${inPlay.join(", ")}` : "", gone.length ? ` · ${t("duel_zone_banished")}: ${gone.join(", ")}` : "");
}));

/** An older round, out of the list of turns: its trials, its moves, and whether it counts. */
export function roundCard(turn) {
  const correct = (struck, words) => send({ kind: "correct", turn: turn.turn, game: turn.game, struck }, words);
  const strike = () => sure(t("duel_strike_sure", { round: turn.turn }), t("duel_strike"), () => correct(true, t("duel_strike")));
  return el("div", {},
    el("p", {}, turn.reason),
    el("ul", { class: "duel-lines" }, turn.duel.trials.map((trial) => el("li", {}, elementMark(trial.element), " ", trial.text))),
    turn.moves?.length > 0 && !turn.struck && [el("p", { class: "quiet-label" }, t("duel_moves_how")), moves(turn.moves, turn)],
    turn.struck ? null : el("p", {}, el("button", { type: "button", class: "danger", data: { key: "strike" }, onclick: strike }, t("duel_strike"))));
}

// Dice as people read them

/** The button for it, while dice are awaited; those of simulated players lie on no table. */
export function duelTyping(snapshot) {
  const { duel, status } = snapshot;
  const waits = WAITS.includes(status) && duel.awaited && (duel.awaited.roll.length > 0 || duel.awaited.up_to > 0);
  if (!waits || snapshot.players.some((player) => player.simulated)) return null;
  return el("button", { type: "button", data: { key: "type-in" }, onclick: () => typeIn(snapshot) }, t("desk_type_in"));
}

function typeIn({ duel }) {
  const knowing = seen(), { awaited } = duel;
  const side = duel.sides.find((one) => one.seat === awaited.seat);
  const named = awaited.roll.length > 0;
  const dice = named ? awaited.roll : duel.step === "roll_off" ? [{ element: "air", number: 1 }] : side.dice.filter((die) => die.zone === "pool");
  const all = named || duel.step === "roll_off";
  const form = el("form", { class: "typed" },
    el("p", { class: "quiet-label" }, t(all ? "duel_typed_these" : "duel_typed_some", { player: side.name, n: awaited.up_to })),
    el("fieldset", {}, el("legend", {}, side.name), dice.map((die) => el("label", { class: "typed-die" }, elementDie(die.element, null), el("span", {}, duel.elements[die.element]),
      el("select", { name: die.element, required: all, "aria-label": duel.elements[die.element] }, el("option", { value: "" }, "–"), VALUES.map((value) => el("option", { value }, String(value))))))),
    el("p", {}, el("button", { type: "submit", class: "main", data: { key: "typed" } }, t("duel_typed")), " ", el("button", { type: "button", class: "quiet", onclick: closeSheet }, t("desk_cancel"))));
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = [...form.querySelectorAll("select")].filter((field) => field.value).map((field) => [field.name, Number(field.value)]);
    if (!typed.length) return;
    closeSheet();
    send({ kind: "typed_duel", dice: typed }, t("desk_type_in"), knowing);
  };
  openSheet(t("desk_type_in"), form);
  form.querySelector("select").focus();
}
