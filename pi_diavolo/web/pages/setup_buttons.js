// The buttons of the set-up's steps.

import { el } from "/static/common.js";

/** For what is not the way on. */
export const QUIET = "button-quiet";

/** A button of a step. */
export const button = (key, text, onclick, kind = "") =>
  el("button", { type: "button", class: `button ${kind}`, data: { key }, onclick }, text);

/** The row of a step's buttons; on a phone it stays in reach of the thumb. */
export const actions = (...buttons) => el("div", { class: "setup-actions" }, buttons);

/** The way past a step; never the one that the thumb finds first. */
export const skipButton = (text, onclick) => el("button", { type: "button", class: "setup-skip", data: { key: "skip" }, onclick }, text);

/** A step's page: what is seen, what is said of it, and the buttons, which a phone keeps at its lower edge. */
export const beside = (seen, said, row, skip = null) =>
  el("div", { class: "setup-two" }, el("div", { class: "setup-left" }, seen), el("div", { class: "setup-side" }, said), el("div", { class: "setup-way" }, row), skip);
