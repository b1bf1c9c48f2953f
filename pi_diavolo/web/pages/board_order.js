// The order, the answer with its reason, and what the table asks.

import { byId, el, setText, show, t } from "/static/common.js";
import { draw, now, word } from "/static/board.js";
import { imp, orderDie } from "/static/shapes.js";

export function showOrder() {
  const ruling = now.ruling;
  const waiting = now.order === null && ruling === null;
  draw(byId("order-sign"), now.order, () => orderDie(now.order));
  setText(byId("order-kicker"), ruling ? t("board_answer_of", ruling) : t("board_order"));
  setText(byId("order-title"), ruling ? kept(ruling.reason) : waiting ? t("board_no_order") : now.order_title || "");
  setText(byId("order-hint"), ruling ? "" : waiting ? t("board_no_order_hint") : now.order_hint || "");
  byId("order").classList.toggle("order-waits", waiting);
  byId("order").classList.toggle("order-ruled", ruling !== null);
  const answer = byId("answer");
  show(answer, ruling !== null);
  draw(answer, ruling && [ruling.answer, ruling.corrected, ruling.struck, ruling.turn], () => ruling && answerOf(ruling));
}

/** A line never breaks between a colour, its score and its unit. */
const kept = (reason) => reason.replace(/ (?=\d|mm\b)/g, "\u00a0").replace("→ ", "→\u00a0");

function answerOf(ruling) {
  const notes = [ruling.corrected && t("board_corrected"), ruling.struck && t("board_turn_struck")].filter(Boolean);
  const note = notes.length ? el("span", { class: "answer-note" }, notes.join(" · ")) : null;
  if (!ruling.answer) return el("div", { class: "answer-flag answer-none" }, note);
  return el("div", { class: `answer-flag chip-${ruling.answer}` }, imp(ruling.answer), el("strong", {}, word(ruling.answer)), note);
}

export function showQuestions() {
  const open = now.questions;
  show(byId("questions"), open.length > 0);
  byId("centre").classList.toggle("asking", open.length > 0);
  draw(byId("questions"), open, () => [...open.map((question) => el("div", { class: "question" },
    el("h2", {}, el("span", { "aria-hidden": "true", class: "question-sign" }, "?"), question.text),
    el("ul", {}, question.options.map((option) => el("li", {}, option.text))))),
    el("p", { class: "question-desk" }, el("a", { href: "/desk" }, t("board_answer_at_desk"), " →"))]);
}
