// Devil's Dice on the scoreboard: the board as large as the screen allows, and beside it the roll, the last turn and everyone.

import { byId, el, nameOf, show, svg, t } from "/static/common.js";
import { called, draw, forget, mySeat, now } from "/static/board.js";
import { ask } from "/static/board_lobby.js";
import { field, fieldLabel } from "/static/board8_field.js";
import { counterMark, lastTurn, newsSince, rollOf, sameCounter, squareName, toPutList } from "/static/board8_pieces.js";

const SAID_BY_THE_BOARD = ["roll_now", "choose"];
const MOST_TASKS = 3; // more than this nobody reads across a room
const LONG = 42; // a headline of more letters takes a smaller type

let shownTurn = ""; // the turn whose counter has walked already

/** What the table waits for, where the board says it better than the status does; else null. */
export function boardHeadline() {
  const { board } = now;
  if (now.kind === "devils-dice" && now.status === "lobby") return [t("board_head_lobby"), t("board8_sub_lobby")];
  if (!board) return null;
  if (now.over || now.status === "over") return [endHead(board), endWhy(board)];
  const sub = board.step === "roll" ? "" : t(`board8_step_${board.step}`);
  if (now.status === "rolling") return [t("board_head_rolling"), sub];
  return SAID_BY_THE_BOARD.includes(now.status) && board.text ? [board.text, sub] : null;
}

/** Where the game stands, for the top line; before the first turn there is none. */
export const boardWhere = () => now.board && (now.board.turn > 0 ? t("board8_round_of", { turn: now.board.turn }) : "");

const endHead = (board) => (board.winner === null ? t("board8_shared") : board.winner === mySeat ? t("board_head_you_win") : t("board8_won_by", { player: called(board.winner) }));

/** Why the game is over; equally many counters are nobody's victory. */
export const endWhy = (board) => (board.winner === null ? t("board8_equal") : board.ended ? t(`board8_ended_${board.ended}`) : "");

export function showBoard8() {
  const { board } = now;
  const shown = Boolean(board) && now.status !== "lobby";
  document.body.classList.toggle("boarding", shown);
  document.body.classList.toggle("long-words", byId("headline").textContent.length > LONG);
  show(byId("board8"), shown);
  if (now.kind === "devils-dice") for (const id of ["centre", "players"]) show(byId(id), false);
  if (!shown) return forget(byId("board8"));
  const last = lastTurn(board), news = newsSince(now, last);
  const { turns: _turns, moves: _moves, text: _text, ...drawn } = board;
  draw(byId("board8"), [drawn, last, news, now.questions, now.over, now.locked, now.status, mySeat, now.players.map((one) => [one.name, one.phone])], () => {
    const fresh = `${now.epoch} ${board.game} ${last?.number} ${last?.corrected}`;
    const arriving = shownTurn !== "" && fresh !== shownTurn;
    shownTurn = fresh;
    const hands = needsHands(board) ? board.to_put.map((task) => task.square).filter(Boolean) : [];
    return [
      el("div", { class: "board8-place" }, field(board, { label: fieldLabel(board), last, hands, movable: movable(board), arriving })),
      el("div", { class: `board8-side ${tight(board, news) ? "tight" : ""}` },
        now.over ? winner(board) : el("div", { class: "board8-now" }, roll(board), asked() ?? lastCard(board, last)),
        news.length > 0 && !now.over && el("section", { class: "board8-news panel" }, news.map((sentence) => el("p", {}, sentence))),
        handsCard(board), movers(board), board.step === "roll_off" && !needsHands(board) && el("section", { class: "board8-first panel" }, boardHow())),
    ];
  });
}

const movable = (board) => (board.step === "move" ? board.counters.filter((one) => board.moves.some((move) => sameCounter(move.counter, one))) : []);

// The side

function roll(board) {
  const expected = board.step === "roll_off" ? 1 : 2;
  const told = board.dice.length ? board.dice.join(" + ") : t(`board8_step_${board.step}`);
  return el("section", { class: `board8-roll panel ${board.step === "move" ? "fresh" : ""}`, role: "img", "aria-label": `${t("board8_roll")}: ${told}` }, rollOf(board.dice, expected));
}

function lastCard(board, last) {
  if (!last) return el("section", { class: "board8-last panel" }, el("p", { class: "last-text" }, t("board8_no_turn")));
  return el("section", { class: "board8-last panel", "aria-label": t("board8_last") },
    el("p", { class: "last-picture", "aria-hidden": "true" }, picture(board, last)),
    el("p", { class: "last-text" }, last.text));
}

/** The turn in signs: the counter and its way, and what became of whom. */
function picture(board, last) {
  const shape = (counter) => board.counters.find((one) => sameCounter(one, counter))?.shape ?? "flat";
  return [
    last.move && [counterMark(last.move.counter.colour, shape(last.move.counter)), el("b", {}, last.came_from && `${squareName(last.came_from)} → `, squareName(last.move.to))],
    last.taken && el("span", { class: "last-taken" }, counterMark(last.taken.colour, shape(last.taken)), el("i", {}, "✕")),
    last.overdue.map((counter) => el("span", { class: "last-taken" }, counterMark(counter.colour, shape(counter)), el("i", {}, "✕"))),
    last.passed && rollOf(last.dice, last.dice.length),
  ];
}

function asked() {
  if (!now.questions.length) return null;
  const player = now.players.find((one) => one.seat === now.questions[0].seat)?.name;
  return el("section", { class: "board8-question panel", role: "status" },
    el("p", {}, el("span", { class: "question-sign", "aria-hidden": "true" }, "?"), now.questions[0].text), el("p", { class: "quiet" }, player ? t("board8_answer_here", { player }) : t("board_answer_at_desk")));
}

/** At a simulated table nobody has to put anything anywhere. */
const needsHands = (board) => board.to_put.length > 0 && !now.over && !now.simulated;

function handsCard(board) {
  if (!needsHands(board)) return null;
  return el("section", { class: "board8-hands panel", role: "status" }, el("h2", {}, t("board8_hands")), toPutList(board.to_put, MOST_TASKS));
}

const isMany = (board) => board.movers.length > 4;

/** Two long cards, or how to play beside many players. */
const tight = (board, news) => (needsHands(board) ? news.length > 0 : board.step === "roll_off" && isMany(board));

function movers(board) {
  const many = isMany(board) ? "many" : board.movers.length > 2 ? "few" : now.over || board.counters.length > 16 ? "pair rich" : "pair";
  return el("ul", { class: `board8-movers ${many}`, "aria-label": t("board8_players") }, board.movers.map((mover) => moverRow(board, mover)));
}

function moverRow(board, mover) {
  const awaited = board.awaited === mover.seat && !now.over, out = mover.left === 0;
  const wins = now.over && winners(board).includes(mover);
  const counters = board.counters.filter((one) => mover.colours.includes(one.colour));
  return el("li", { class: `mover panel ${awaited ? "awaited" : ""} ${out ? "out" : ""} ${wins ? "wins" : ""}`, "aria-current": awaited ? "true" : null, data: { seat: mover.seat } },
    el("span", { class: "mover-head" },
      el("span", { class: "mover-sign", "aria-hidden": "true" }, awaited ? "▶" : wins ? "♛" : ""),
      el("span", { class: "mover-name" }, mover.name),
      mySeat === mover.seat && el("span", { class: "badge badge-mine" }, t("board_you")),
      board.step === "roll_off" && mover.rolled_off !== null && el("span", { class: "mover-rolled", role: "img", "aria-label": t("board8_rolled_off", { value: mover.rolled_off }) }, rollOf([mover.rolled_off], 1)),
      out ? el("span", { class: "badge badge-out" }, t("board8_out")) : el("b", { class: "mover-left", "aria-label": t("board8_left", { n: mover.left }), role: "img" }, String(mover.left))),
    el("span", { class: "mover-counters", "aria-hidden": "true" }, counters.map((one) => counterMark(one.colour, one.shape, one.square ? (one.must_leave ? "leaves" : "") : "gone"))));
}

/** Whoever has won, or those who share it with equally many counters. */
const winners = (board) => board.movers.filter((one) => (board.winner === null ? one.left === Math.max(...board.movers.map((other) => other.left)) : one.seat === board.winner));

function winner(board) {
  const again = now.locked ? null : el("button", { type: "button", class: "button button-big", onclick: () => ask("play_again", {}) }, t("board_play_again"));
  const best = winners(board);
  return el("section", { class: "board8-winner panel" },
    el("div", { class: "winner-crown", "aria-hidden": "true" }, best.map(crown)),
    el("p", { class: "winner-name" }, best.map((one) => one.name).join(" · ")),
    el("p", { class: "winner-counters", "aria-hidden": "true" }, board.counters.filter((one) => one.square && best.some((side) => side.colours.includes(one.colour))).map((one) => counterMark(one.colour, one.shape))),
    again);
}

const crown = () => svg("svg", { viewBox: "0 0 100 84", class: "crown", "aria-hidden": "true" },
  svg("path", { d: "M6 22 28 46 50 4 72 46 94 22 86 68H14Z" }), svg("rect", { x: 14, y: 71, width: 72, height: 11, rx: 3 }));

// Playing along: on the seat's own page

/** The whole game in three lines, for whoever sees it for the first time. */
export const boardHow = () => el("ol", { class: "how" },
  [["dice", "board8_how_roll"], ["pawn", "board8_how_pawn"], ["taken", "board8_how_end"]].map(([sign, text]) =>
    el("li", {}, el("span", { class: "how-sign", "aria-hidden": "true" }, sign === "dice" ? rollOf([4], 1) : counterMark(sign === "pawn" ? "orange" : "blue", sign === "pawn" ? "pawn" : "flat")), t(text))));

/** What a simulated player has left, for whoever takes the place. */
export function countersOf(seat) {
  const mover = now.board.movers.find((one) => one.seat === seat);
  return mover ? now.board.counters.filter((one) => one.square && mover.colours.includes(one.colour)).map((one) => counterMark(one.colour, one.shape)) : [];
}

/** Whoever plays from here finds the own page. */
export const boardDock = (mine, giveBack) => [
  el("p", { class: "along-hint" }, t("board_you_are", { player: nameOf(mine) })),
  el("a", { class: "button button-big button-along", href: `/seat/${mine.seat}` }, t("board8_own_page")),
  el("button", { type: "button", class: "dock-leave", onclick: giveBack }, t("board_give_back")),
];
