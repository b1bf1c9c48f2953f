// The game under way: what the table asks, what can be done now, and the turn to be put right.

import { COLOURS, el, t } from "/static/common.js";
import { imp, orderDie } from "/static/shapes.js";
import { sure } from "/static/desk_choose.js";
import { pictureOfQuestion } from "/static/desk_picture.js";
import { seen, send } from "/static/desk_send.js";
import { ORDERS, turnCard, turnInHand } from "/static/desk_turn.js";
import { singleDie } from "/static/tray.js";
import { typing } from "/static/desk_typed.js";
import { boardCard, boardTyping } from "/static/board8_desk.js";
import { duelCard, duelTyping } from "/static/duel_desk.js";
import { needsYoungest } from "/static/seat_lobby.js";

const PLAYING = ["imps", "roll_now", "choose", "rolling", "reading", "grab", "question", "protest", "paused"];
const CAN_END = ["rolling", "reading", "grab", "question"];

/** Everything on the first page of the desk. */
export function gameCard(snapshot, suggestions, toPlayers, again) {
  const turn = turnInHand(snapshot);
  return el(
    "div", { class: "desk-game" },
    asked(snapshot),
    protested(snapshot),
    faults(snapshot),
    el("div", { class: "card desk-controls" }, buttons(snapshot)),
    snapshot.duel ? duelCard(snapshot, again) : snapshot.board ? boardCard(snapshot, again) : turn.turn ? theTurn(snapshot, turn, again) : el("div", { class: "card" }, el("p", { class: "empty" }, t("desk_no_game")), el("button", { type: "button", class: "main", data: { key: "to-players" }, onclick: toPlayers }, t("desk_to_players"))),
    el("div", { class: "desk-below" }, suggested(suggestions), story(snapshot)),
  );
}

function theTurn(snapshot, turn, again) {
  const which = turn.open ? t("desk_open_turn") : snapshot.looks_back || turn.ruling ? t("desk_last_turn") : "";
  return el(
    "div", { class: "card" },
    el("h2", {}, t("desk_turn_of_game", { game: turn.game, turn: turn.turn }), " ", el("small", { class: "quiet-label" }, which)),
    turn.dice.length > 0 && el("p", { class: "quiet-label" }, t("desk_tap_to_correct")),
    turnCard(turn, again),
  );
}

// What can be done now

function buttons(snapshot) {
  const { status } = snapshot;
  const playing = PLAYING.includes(status);
  const order = (kind, words, kindOf = "") => el("button", { type: "button", class: kindOf, data: { key: kind }, onclick: () => send({ kind }, words) }, words);
  return [
    status === "lobby" && start(snapshot),
    status === "over" && order("play_again", t("desk_play_again"), "main"),
    status === "imps" && order("imps_confirmed", t("desk_imps_confirmed"), "main"),
    status === "paused" ? order("resume", t("desk_resume"), "main") : playing && order("pause", t("desk_pause")),
    snapshot.duel ? duelTyping(snapshot) : snapshot.board ? boardTyping(snapshot) : typing(snapshot),
    CAN_END.includes(status) && !snapshot.duel && !snapshot.board && asking("end_turn", t("desk_end_turn"), t("desk_end_turn_sure", { turn: snapshot.turn }), t("desk_yes_end_turn")),
    snapshot.protest === null && snapshot.ruling && order("protest", t("desk_protest")),
    snapshot.corrections > 0 && order("undo", t("desk_undo")),
    snapshot.board && playing && asking("agree_end", t("board8_agree_end"), t("board8_agree_end_sure"), t("board8_yes_agree_end")),
    status === "over" && order("abandon", t("desk_other_players")),
    playing && asking("abandon", t("desk_abandon"), t("desk_abandon_sure", { game: snapshot.game }), t("desk_yes_abandon"), "danger"),
  ];
}

function asking(kind, words, question, yes, kindOf = "") {
  const ask = () => {
    const knowing = seen();
    sure(question, yes, () => send({ kind }, words, knowing));
  };
  return el("button", { type: "button", class: kindOf, data: { key: kind }, onclick: ask }, words);
}

/** The button that begins a game, and what is still wanted before. */
export function start(snapshot) {
  const few = snapshot.players.length < 2;
  const wanted = few ? t("desk_start_needs_two") : !needsYoungest(snapshot) || snapshot.players.some((player) => player.youngest) ? "" : t("desk_start_needs_youngest");
  return el(
    "span", { class: "start" },
    el("button", { type: "button", class: "main", disabled: Boolean(wanted), data: { key: "start" }, onclick: () => send({ kind: "start" }, t("desk_start")) }, t("desk_start")),
    wanted && el("small", { class: "quiet-label" }, wanted),
  );
}

// What people must decide

function asked(snapshot) {
  return snapshot.questions.map((question) =>
    el(
      "div", { class: "card question", role: "alert" },
      el("h2", {}, el("span", { class: "quiet-label" }, t("desk_question")), " ", question.text),
      pictureOfQuestion(snapshot, question),
      snapshot.question_until !== null && el("p", { class: "quiet-label", role: "timer", data: { until: snapshot.question_until } }),
      el("p", { class: "options" }, question.options.map((option) => answer(snapshot, question, option))),
    ),
  );
}

function answer(snapshot, question, option) {
  const give = () => send({ kind: "answer", question: question.number, choice: option.choice }, t("desk_what_answer", { choice: option.text }));
  return el("button", { type: "button", class: "option", data: { key: `answer-${question.number}-${option.choice}` }, onclick: give }, pictureOf(snapshot, question, option.choice), option.text);
}

/** The die's face, the imp or the order that a choice stands for, where it stands for one. */
function pictureOf(snapshot, question, choice) {
  const die = snapshot.dice.find((one) => one.index === question.die);
  if (die && /^[1-6]$/.test(choice)) return singleDie(die.colour, Number(choice));
  if (ORDERS.includes(choice)) return orderDie(choice);
  return COLOURS.includes(choice) ? imp(choice) : null;
}

function protested(snapshot) {
  if (snapshot.protest === null || snapshot.protest === undefined) return null;
  const decide = (stands, words) =>
    el("button", { type: "button", class: "option", data: { key: `protest-${stands}` }, onclick: () => send({ kind: "protest_decided", stands }, words) }, words);
  return el(
    "div", { class: "card question", role: "alert" },
    el("h2", {}, t("desk_protest_open", { turn: snapshot.protest })),
    el("p", {}, t("desk_protest_how")),
    el("p", { class: "options" }, decide(true, t("desk_protest_stands")), decide(false, t("desk_protest_struck"))),
  );
}

function faults(snapshot) {
  if (!snapshot.faults?.length) return null;
  return el("div", { class: "card faults" }, el("h2", {}, t("desk_faults")), el("ul", {}, snapshot.faults.map((fault) => el("li", {}, fault))));
}

// What may have been

function suggested(suggestions) {
  if (!suggestions?.length) return null;
  const rows = suggestions.map((one, place) =>
    el("li", {},
      el("button", { type: "button", class: `suggestion${one.changes_verdict ? " weighty" : ""}`, data: { key: `suggestion-${place}` }, onclick: () => send(withoutSeen(one.command), one.text) },
        el("span", {}, one.text),
        one.changes_verdict && el("span", { class: "badge" }, t("desk_changes_verdict")))));
  return el("div", { class: "card" }, el("h2", {}, t("desk_suggestions")), el("p", { class: "quiet-label" }, t("desk_suggestions_why")), el("ol", { class: "suggestions" }, rows));
}

const withoutSeen = ({ seen: _, ...command }) => ({ kind: "correct", ...command });

function story(snapshot) {
  if (!snapshot.story?.length) return null;
  return el("div", { class: "card story" }, el("h2", {}, t("desk_story")), el("ol", {}, [...snapshot.story].reverse().map((line) => el("li", {}, line))));
}
