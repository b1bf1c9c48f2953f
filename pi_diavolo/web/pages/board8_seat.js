// A player's own page in Devil's Dice: the board to touch, the own counters, and what the table wants.

import { command, el, show, t } from "/static/common.js";
import { Choosing } from "/static/board8_choose.js";
import { field, fieldLabel } from "/static/board8_field.js";
import { counterMark, lastTurn, newsSince, rollOf, squareName, toPutList } from "/static/board8_pieces.js";
import { lobbyShown, seatLobby } from "/static/seat_lobby.js";

const choosing = new Choosing();
const FEWEST = 2;
const MOST_TASKS = 3; // the board itself shows where the others are
const MAY_ACT = ["choose", "roll_now"];

let drawn = "";
let sending = false;
let called = false; // it was this seat's turn already
let walked = ""; // the turn whose counter has walked already

/** Draw the page; `flash(text)` tells what was refused, `again()` draws anew. */
export function drawBoardSeat(place, { snapshot, seat, up, flash, again }) {
  const { board } = snapshot;
  if (!board) return drawLobby(place, snapshot, seat, up, flash);
  const question = snapshot.status === "question" && snapshot.questions.find((one) => one.seat === seat);
  const mine = Boolean(question) || (board.awaited === seat && !snapshot.over && MAY_ACT.includes(snapshot.status));
  if (mine && !called && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([60, 40, 60]);
  called = mine;
  const shown = JSON.stringify([document.documentElement.lang, board, snapshot.story, up, snapshot.status, snapshot.over, snapshot.questions, snapshot.locked, choosing.touched, sending]);
  if (shown === drawn && place.firstChild) return;
  drawn = shown;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const scrolled = place.scrollTop;
  const send = async (kind, fields) => {
    if (sending) return;
    sending = true;
    again();
    const answer = await command(kind, snapshot, fields);
    sending = false;
    if (!answer.ok) flash(answer.message || t("common_refused"));
    again();
  };
  const mover = board.movers.find((one) => one.seat === seat);
  const may = mine && up && !question && board.step === "move";
  const last = lastTurn(board), fresh = `${snapshot.epoch} ${board.game} ${last?.number}`;
  const arriving = walked !== "" && walked !== fresh;
  walked = fresh;
  const hands = snapshot.simulated ? [] : board.to_put.map((task) => task.square).filter(Boolean);
  const parts = may
    ? choosing.parts(board, { act: (move) => send("move", { seat, move }), again, about: `${board.game} ${board.turn} ${board.dice.join()}`, label: fieldLabel(board), last, hands, arriving })
    : { picture: field(board, { label: fieldLabel(board), last, hands, arriving }) };
  place.classList.toggle("mine", mine);
  place.replaceChildren(...[
    head(snapshot, seat, mine, up),
    question && up && answers(question, (choice) => send("answer", { question: question.number, choice })),
    el("div", { class: "board8-place" }, parts.picture),
    may && parts.pieces,
    may && parts.targets,
    newsHere(snapshot, last),
    handsHere(board, snapshot),
    !mover ? el("p", { class: "board8-say" }, t("seat_not_in")) : !may && ownCounters(board, mover),
    snapshot.over && up && !snapshot.locked && el("button", { type: "button", class: "board8-go main", data: { key: "again" }, onclick: () => playAgain(snapshot, flash) }, t("board8_play_again")),
    last && el("p", { class: "board8-told quiet" }, last.text),
    may && parts.go,
  ].filter(Boolean));
  place.inert = sending;
  place.scrollTop = scrolled;
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** Before the game everyone sits down here, two at least. */
function drawLobby(place, snapshot, seat, up, flash) {
  const shown = JSON.stringify([document.documentElement.lang, up, lobbyShown(snapshot)]);
  if (shown === drawn && place.firstChild) return;
  drawn = shown;
  called = false;
  place.classList.remove("mine");
  const typed = place.querySelector("input")?.value ?? "";
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.inert = !up;
  const players = Math.max(FEWEST, snapshot.players.length);
  place.replaceChildren(up ? seatLobby(snapshot, seat, { players, flash, game: "board8" }) : el("p", { class: "seat-say" }, t("seat_lost")));
  const input = place.querySelector("input");
  if (input) input.value = typed;
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** The page is somebody else's, or nobody's. */
export function clearBoardSeat(place) {
  drawn = walked = "";
  called = false;
  place.replaceChildren();
  show(place, false);
}

async function playAgain(snapshot, flash) {
  const answer = await command("play_again", snapshot);
  if (!answer.ok) flash(answer.message || t("common_refused"));
}

function head(snapshot, seat, mine, up) {
  const { board } = snapshot;
  const expected = board.step === "roll_off" ? 1 : 2;
  return el("header", { class: "board8-say" },
    el("div", { class: "board8-words" },
      el("p", { class: "seat-say", role: "status", "aria-live": "assertive" }, mine && up ? el("b", { class: "board8-yours" }, t("board8_yours"), " ") : null, sentence(snapshot, seat, up)),
      mine && up && leaving(board, seat),
      passed(board, seat) && el("p", { class: "board8-passed" }, t("board8_cannot_move"))),
    !snapshot.over && el("p", { class: "board8-dice", role: "img", "aria-label": `${t("board8_roll")}: ${board.dice.join(" + ") || "–"}` }, rollOf(board.dice, expected)));
}

function sentence(snapshot, seat, up) {
  const { board } = snapshot;
  const winner = board.movers.find((one) => one.seat === board.winner);
  if (!up) return t("seat_lost");
  if (snapshot.over) return winner ? t("board8_won_by", { player: winner.name }) : t("board8_shared");
  if (!MAY_ACT.includes(snapshot.status)) return snapshot.questions[0]?.text ?? snapshot.status_text;
  return board.text || snapshot.status_text;
}

/** What the table is not sure of, this player knows best. */
const answers = (question, give) => el("div", { class: "board8-targets", role: "group", "aria-label": question.text }, question.options.map((option) =>
  el("button", { type: "button", class: "board8-target", data: { key: `answer-${question.number}-${option.choice}` }, onclick: () => give(option.choice) }, option.text)));

/** Nothing could move with the last roll, which was this seat's. */
function passed(board, seat) {
  const last = board.turns.at(-1);
  return Boolean(last?.passed) && last.seat === seat && board.step !== "over";
}

function leaving(board, seat) {
  const mine = board.movers.find((one) => one.seat === seat)?.colours ?? [];
  const overdue = board.counters.filter((one) => one.square && one.must_leave && mine.includes(one.colour));
  return overdue.length > 0 && board.step === "move" && el("p", { class: "board8-leave" }, t("board8_must_leave", { squares: overdue.map((one) => squareName(one.square)).join(", ") }));
}

function newsHere(snapshot, last) {
  const news = newsSince(snapshot, last);
  return news.length > 0 && !snapshot.over && el("section", { class: "board8-news", role: "status" }, news.map((sentence) => el("p", {}, sentence)));
}

function handsHere(board, snapshot) {
  if (!board.to_put.length || snapshot.over || snapshot.simulated) return null;
  return el("section", { class: "board8-hands", role: "status" }, el("h2", {}, t("board8_hands")), toPutList(board.to_put, MOST_TASKS));
}

function ownCounters(board, mover) {
  const counters = board.counters.filter((one) => mover.colours.includes(one.colour));
  return el("section", { class: "board8-own", role: "img", "aria-label": t("board8_left", { n: mover.left }) },
    el("span", { "aria-hidden": "true" }, t("board8_mine")), counters.map((one) => counterMark(one.colour, one.shape, one.square ? "" : "gone")), el("b", { "aria-hidden": "true" }, String(mover.left)));
}
