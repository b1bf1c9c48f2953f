// Turns already ruled: the list, and one of them opened to be put right with the same two taps.

import { el, nameOf, t } from "/static/common.js";
import { sign, turnCard } from "/static/desk_turn.js";
import { boardTurnCard } from "/static/board8_desk.js";
import { roundCard } from "/static/duel_desk.js";

let opened = null;
let list = [];

/** The turns of the game, newest first, or the one that was opened. */
export function turnsCard(snapshot, again) {
  const shown = list.find((turn) => turn.turn === opened);
  return shown ? one(shown, snapshot, again) : all(snapshot, again);
}

/** Take in what the table says of its turns. */
export function learnTurns(turns) {
  list = turns ?? [];
}

/** What the card shows, as a value: it is drawn anew when this changes. */
export const turnsShown = () => [opened, list];

function all(snapshot, again) {
  const open = (turn) => () => {
    opened = turn;
    again();
  };
  const rows = [...list].reverse().map((turn) =>
    el("li", {},
      el("button", { type: "button", class: "turn-line", data: { key: `turn-${turn.turn}` }, onclick: open(turn.turn) },
        el("b", {}, turn.duel ? t("duel_round_n", { round: turn.turn }) : t("desk_turn_title", { turn: turn.turn })),
        el("span", { class: "turn-reason" }, turn.reason ?? ""),
        turn.answer && sign(turn.answer, snapshot.letters),
        turn.corrected && el("span", { class: "badge" }, t("desk_corrected")),
        turn.struck && el("span", { class: "badge" }, t("desk_struck")))),
  );
  return el(
    "div", { class: "card" },
    el("h2", {}, t("desk_turns")),
    el("p", { class: "quiet-label" }, t(rows.length ? "desk_turns_pick" : "desk_turns_none")),
    rows.length > 0 && el("ol", { class: "turn-list" }, rows),
  );
}

function one(turn, snapshot, again) {
  const back = () => {
    opened = null;
    again();
  };
  return el(
    "div", { class: "card" },
    el("p", {}, el("button", { type: "button", class: "quiet", data: { key: "turns-back" }, onclick: back }, "← ", t("desk_turns_back"))),
    el("h2", {}, turn.duel ? t("duel_round_n", { round: turn.turn }) : t("desk_turn_of_game", { game: turn.game ?? snapshot.game, turn: turn.turn })),
    !turn.duel && !turn.board && el("p", { class: "quiet-label" }, t("desk_tap_to_correct")),
    turn.duel ? roundCard(turn) : turn.board ? boardTurnCard(turn, snapshot) : turnCard(asTurn(turn, snapshot)),
  );
}

function asTurn(turn, snapshot) {
  const known = (seat) => snapshot.players.find((player) => player.seat === seat);
  return {
    game: turn.game ?? snapshot.game,
    turn: turn.turn,
    order: turn.order,
    order_die: turn.order_die ?? null,
    dice: turn.dice ?? [],
    tray_mm: turn.tray_mm ?? snapshot.tray_mm,
    ruling: turn,
    open: false,
    letters: snapshot.letters,
    players: (turn.results ?? []).map((result) => ({
      time_text: "", still_in: true, ...result,
      name: result.name ?? nameOf(known(result.seat), result.seat),
      result_text: result.result_text ?? result.text,
    })),
  };
}
