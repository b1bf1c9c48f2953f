// Choosing a move: touch a counter and see all its targets, touch a target and see the way, then one large button.

import { arrows, el, t } from "/static/common.js";
import { field } from "/static/board8_field.js";
import { counterMark, counterName, keyOfCounter, moveWords, sameCounter, sameSquare, squareName } from "/static/board8_pieces.js";

/** One place where moves are chosen, with what was touched there and not sent yet. */
export class Choosing {
  #about = "";
  #counter = null;
  #to = null;

  /** What was touched, as a part of what is drawn. */
  get touched() { return [this.#counter, this.#to]; }

  /**
   * `board` has {layout, counters, colours, moves}; `act(move)` sends one, `again()` draws anew, `about` names the decision.
   * Gives the parts: {picture, pieces, targets, go}.
   */
  parts(board, { act, again, about, label, last = null, hands = [], arriving = null }) {
    if (about !== this.#about) [this.#about, this.#counter, this.#to] = [about, null, null];
    const movable = board.counters.filter((one) => board.moves.some((move) => sameCounter(move.counter, one)));
    const counter = movable.find((one) => sameCounter(one, this.#counter)) ?? null;
    const targets = counter ? board.moves.filter((move) => sameCounter(move.counter, counter)) : [];
    const move = targets.find((one) => sameSquare(one.to, this.#to)) ?? null;
    const send = () => move && act({ counter: move.counter, to: move.to });
    const touch = (one) => () => {
      const its = board.moves.filter((each) => sameCounter(each.counter, one));
      const off = sameCounter(one, this.#counter);
      this.#counter = off ? null : { colour: one.colour, number: one.number };
      this.#to = !off && its.length === 1 ? its[0].to : null;
      again();
    };
    const aim = (target) => () => {
      if (sameSquare(target.to, this.#to)) return send();
      this.#to = target.to;
      again();
    };
    const acts = [
      ...movable.filter((one) => !targets.some((target) => sameSquare(target.to, one.square))).map((one) => ({ square: one.square, key: `counter-${keyOfCounter(one)}`, label: counterName(board, one), pressed: String(one === counter), act: touch(one) })),
      ...targets.map((target) => ({ square: target.to, key: `target-${squareName(target.to)}`, label: moveWords(board, target), pressed: String(target === move), act: aim(target) })),
    ];
    const start = acts.find((one) => one.pressed === "true") ?? acts[0];
    if (start) start.first = true;
    const chosen = move && { from: counter.square, to: move.to, colour: counter.colour };
    return {
      picture: field(board, { label, last: counter ? null : last, from: counter, movable, targets, chosen, hands, acts, arriving }),
      pieces: movable.length > 0 && group("board8-pieces", t("board8_pick_counter"), movable.map((one) =>
        el("button", { type: "button", class: "board8-piece", "aria-pressed": String(one === counter), data: { key: `piece-${keyOfCounter(one)}` }, onclick: touch(one) }, counterMark(one.colour, one.shape), el("b", { "aria-hidden": "true" }, squareName(one.square)), el("span", { class: "unseen" }, counterName(board, one)), one.must_leave && el("span", { class: "leave-tag", "aria-hidden": "true" }, "!")))),
      targets: targets.length > 0 && group("board8-targets", t("board8_pick_target"), targets.map((target) =>
        el("button", { type: "button", class: `board8-target ${target.takes ? "takes" : ""}`, "aria-pressed": String(target === move), data: { key: `to-${squareName(target.to)}` }, onclick: aim(target) },
          el("b", { "aria-hidden": "true" }, squareName(target.to)), target.takes && [el("span", { "aria-hidden": "true" }, "✕"), counterMark(target.takes.colour, shapeOf(board, target.takes))], target.promotes && el("span", { class: "crown-tag", "aria-hidden": "true" }, "♛"), el("span", { class: "unseen" }, moveWords(board, target))))),
      go: el("button", { type: "button", class: "board8-go main", disabled: !move, data: { key: "go" }, onclick: send }, goWords(board, counter, move)),
    };
  }
}

const shapeOf = (board, counter) => board.counters.find((one) => sameCounter(one, counter))?.shape ?? "flat";

function goWords(board, counter, move) {
  if (move) return moveWords(board, move, `${squareName(counter.square)} → ${squareName(move.to)}`);
  return t(counter ? "board8_pick_target" : "board8_pick_counter");
}

function group(kind, label, items) {
  const made = el("div", { class: kind, role: "group", "aria-label": label }, items);
  arrows(made);
  return made;
}
