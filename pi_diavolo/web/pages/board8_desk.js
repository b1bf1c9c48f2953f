// Devil's Dice at the desk: the board to move on for anybody, the turns with correction by tapping, and typed dice.

import { el, t } from "/static/common.js";
import { Choosing } from "/static/board8_choose.js";
import { field, fieldLabel } from "/static/board8_field.js";
import { counterMark, lastTurn, rollOf, toPutList } from "/static/board8_pieces.js";
import { closeSheet, openSheet, sure } from "/static/desk_choose.js";
import { look, seen, send } from "/static/desk_send.js";

const VALUES = [1, 2, 3, 4, 5, 6];
const WAITS = ["choose", "roll_now", "rolling", "reading"];
const choosing = new Choosing();

/** What was touched and not sent, as a part of what the desk shows. */
export const boardShown = () => choosing.touched;

export function boardCard(snapshot, again) {
  const { board } = snapshot;
  const may = board.step === "move" && snapshot.status === "choose" && board.moves.length > 0;
  const last = lastTurn(board), tasks = snapshot.simulated ? [] : board.to_put;
  const hands = tasks.map((task) => task.square).filter(Boolean);
  const act = (move) => send({ kind: "move", seat: board.awaited, move }, moving(board));
  const parts = may
    ? choosing.parts(board, { act, again, about: `${board.game} ${board.turn} ${board.dice.join()}`, label: fieldLabel(board), last, hands })
    : { picture: field(board, { label: fieldLabel(board), last, hands }) };
  return el("div", { class: "desk-board8" },
    el("div", { class: "card" },
      el("h2", {}, WAITS.includes(snapshot.status) && board.text ? board.text : snapshot.status_text, " ", el("small", { class: "quiet-label" }, t("board8_round_of", { turn: board.turn }))),
      el("div", { class: "board8-desk-roll" }, rollOf(board.dice, board.step === "roll_off" ? 1 : 2),
        board.step === "move" && el("button", { type: "button", data: { key: "dice-wrong" }, onclick: () => putRight(snapshot, board.turn) }, t("board8_dice_wrong"))),
      el("div", { class: "board8-place" }, parts.picture),
      may && el("div", { class: "board8-act-bar" }, el("p", { class: "quiet-label" }, moving(board)), parts.pieces, parts.targets, parts.go)),
    el("div", {},
      tasks.length > 0 && el("div", { class: "card board8-hands" }, el("h2", {}, t("board8_hands")), toPutList(tasks)),
      el("div", { class: "card" }, el("h2", {}, t("board8_turns")), el("p", { class: "quiet-label" }, t("board8_turns_how")), turns(snapshot)),
      el("div", { class: "card" }, movers(board))));
}

const moving = (board) => t("board8_move_for", { player: board.movers.find((one) => one.seat === board.awaited)?.name ?? "" });

const movers = (board) => el("ul", { class: "duel-lines" }, board.movers.map((mover) => el("li", { class: mover.seat === board.awaited ? "now" : "" },
  el("b", {}, mover.name), " · ", t("board8_left", { n: mover.left }), " ", el("span", { class: "desk-counters", "aria-hidden": "true" }, board.counters.filter((one) => mover.colours.includes(one.colour)).map((one) => counterMark(one.colour, one.shape, one.square ? "" : "gone"))))));

// The turns, each to be put right

function turns(snapshot) {
  const { board } = snapshot;
  if (!board.turns.length) return el("p", { class: "empty" }, t("board8_no_turns"));
  return el("ol", { class: "board8-turns" }, [...board.turns].reverse().map((turn) => el("li", { data: { turn: turn.number } },
    el("button", { type: "button", class: "turn-line", data: { key: `board-turn-${turn.number}` }, onclick: () => putRight(snapshot, turn.number) },
      el("b", {}, String(turn.number)), el("span", { class: "turn-reason" }, turn.text),
      turn.corrected && el("span", { class: "badge" }, t("desk_corrected")), turn.struck && el("span", { class: "badge" }, t("desk_struck"))))));
}

/** The board as it was before the turn: other dice, another move, or all of it back. */
export async function putRight(snapshot, number) {
  const knowing = seen(), { board } = snapshot;
  const before = await look(`/api/board?turn=${number}`);
  const words = t("board8_put_right", { turn: number });
  const takeBack = () => sure(t("board8_take_back_sure", { turn: number }), t("board8_take_back"), () => send({ kind: "correct_board", turn: number, game: board.game, struck: true }, t("board8_take_back"), knowing));
  const back = el("button", { type: "button", class: "danger", data: { key: "take-back" }, onclick: takeBack }, t("board8_take_back"));
  const cancel = el("button", { type: "button", class: "quiet", onclick: closeSheet }, t("desk_cancel"));
  if (!before) return openSheet(words, el("p", {}, t("board8_board_lost")), el("p", { class: "sheet-end" }, back, cancel));
  sheet(words, board, before, before, { back, cancel, knowing, choice: new Choosing() });
}

function sheet(words, board, rolled, now, around) {
  const { back, cancel, knowing, choice } = around;
  const again = () => sheet(words, board, rolled, now, around);
  const focused = document.activeElement?.dataset?.key;
  const changed = now.dice.some((value, place) => value !== rolled.dice[place]);
  const correct = (fields, what) => {
    closeSheet();
    send({ kind: "correct_board", turn: rolled.turn, game: rolled.game, ...(changed ? { dice: now.dice } : {}), ...fields }, what, knowing);
  };
  const roll = async (place, value) => {
    const [first, second] = now.dice.map((old, other) => (other === place ? value : old));
    const other = await look(`/api/board?turn=${rolled.turn}&first=${first}&second=${second}`);
    if (other) sheet(words, board, rolled, other, around);
  };
  const view = { ...board, counters: now.counters, moves: now.moves };
  const parts = choice.parts(view, { act: (move) => correct({ move }, t("board8_other_move")), again, about: now.dice.join(), label: fieldLabel(view), last: changed ? null : played(now) });
  openSheet(words, el("div", { class: "board8-sheet" },
    el("div", { class: "board8-other-dice" }, now.dice.map((shown, place) => el("div", { role: "group", "aria-label": t("board8_die_n", { n: place + 1 }) }, VALUES.map((value) =>
      el("button", { type: "button", class: "board8-value", "aria-pressed": String(value === shown), "aria-label": t("board8_die_shows", { n: place + 1, value }), data: { key: `die-${place}-${value}` }, onclick: () => roll(place, value) }, rollOf([value], 1)))))),
    el("div", { class: "board8-place" }, parts.picture),
    el("div", { class: "board8-act-bar" }, now.moves.length ? [parts.pieces, parts.targets, parts.go] : el("p", {}, t("board8_none_fits"))),
    el("p", { class: "sheet-end" },
      changed && el("button", { type: "button", class: "main", data: { key: "dice-right" }, onclick: () => correct({}, t("board8_dice_right")) }, t("board8_dice_right")), back, cancel)));
  if (focused) document.querySelector(`#choose [data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function played(now) {
  const counter = now.played && now.counters.find((one) => one.colour === now.played.counter.colour && one.number === now.played.counter.number);
  return counter ? { move: now.played, came_from: counter.square, taken: null } : null;
}

/** An older turn, out of the list of turns. */
export const boardTurnCard = (turn, snapshot) => el("div", {},
  el("p", {}, turn.reason),
  snapshot.board && snapshot.board.game === turn.game && el("p", {}, el("button", { type: "button", class: "main", data: { key: "put-right" }, onclick: () => putRight(snapshot, turn.turn) }, t("board8_put_right", { turn: turn.turn }))));

// Dice as people read them, and the end

/** The button for it, while dice are awaited; those of simulated players lie on no table. */
export function boardTyping(snapshot) {
  const { board, status } = snapshot;
  const waits = WAITS.includes(status) && ["roll", "roll_off"].includes(board.step) && board.awaited !== null;
  if (!waits || snapshot.players.some((player) => player.simulated)) return null;
  return el("button", { type: "button", data: { key: "type-in" }, onclick: () => typeIn(board) }, t("desk_type_in"));
}

function typeIn(board) {
  const knowing = seen();
  const name = board.movers.find((one) => one.seat === board.awaited)?.name ?? "";
  const dice = Array.from({ length: board.step === "roll_off" ? 1 : 2 }, (_, place) => place + 1);
  const form = el("form", { class: "typed" },
    el("p", { class: "quiet-label" }, t("board8_typed_how", { player: name })),
    el("fieldset", {}, el("legend", {}, name), dice.map((n) => el("label", { class: "typed-die" }, el("span", {}, t("board8_die_n", { n })),
      el("select", { name: "die", required: true }, el("option", { value: "" }, "–"), VALUES.map((value) => el("option", { value }, String(value))))))),
    el("p", {}, el("button", { type: "submit", class: "main", data: { key: "typed" } }, t("board8_typed")), " ", el("button", { type: "button", class: "quiet", onclick: closeSheet }, t("desk_cancel"))));
  form.onsubmit = (event) => {
    event.preventDefault();
    closeSheet();
    send({ kind: "typed_board", dice: new FormData(form).getAll("die").map(Number) }, t("desk_type_in"), knowing);
  };
  openSheet(t("desk_type_in"), form);
  form.querySelector("select").focus();
}
