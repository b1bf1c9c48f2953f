// The second tap: a sheet of large choices over the page, and the question before anything that hurts.

import { arrows, byId, el, t } from "/static/common.js";

/**
 * Let somebody choose. `choices` are {label, picture?, note?, kind?, now?, pick}; the native dialog holds the focus,
 * closes with Escape and gives the focus back.
 */
export function choose(title, choices, shape = "row") {
  const buttons = choices.map((choice) =>
    el(
      "button",
      { type: "button", class: `choice ${choice.kind ?? ""}`, "aria-current": choice.now ? "true" : null, onclick: closing(choice.pick) },
      choice.picture,
      el("span", { class: "choice-label" }, choice.label),
      choice.note && el("span", { class: "choice-note" }, choice.note),
    ),
  );
  const group = el("div", { class: `choices ${shape}` }, buttons);
  arrows(group);
  openSheet(title, group, el("button", { type: "button", class: "quiet", onclick: closing() }, t("desk_cancel")));
  // On a keyboard the number is quicker than the way to its button.
  byId("choose").onkeydown = (event) => {
    const place = choices.findIndex((choice) => choice.label === event.key);
    if (place >= 0) buttons[place].click();
  };
  (buttons[choices.findIndex((choice) => choice.now)] ?? buttons[0])?.focus();
}

/** Ask before something that cannot simply be taken back. */
export function sure(question, yes, act) {
  const no = el("button", { type: "button", class: "choice", onclick: closing() }, el("span", { class: "choice-label" }, t("desk_no")));
  const go = el("button", { type: "button", class: "choice danger", onclick: closing(act) }, el("span", { class: "choice-label" }, yes));
  openSheet(question, el("div", { class: "choices two" }, go, no));
  no.focus();
}

/** The table is out of reach: nothing may be chosen. */
export function closeSheet() {
  if (byId("choose").open) byId("choose").close();
}

/** Lay something over the page, with a title. */
export function openSheet(title, ...content) {
  const sheet = byId("choose");
  sheet.onkeydown = null;
  sheet.replaceChildren(el("h2", { id: "choose-title" }, title), ...content);
  sheet.onclick = (event) => {
    if (event.target === sheet) sheet.close(); // a tap beside the sheet; a false would keep forms from being sent
  };
  if (!sheet.open) sheet.showModal();
}

const closing = (act = () => {}) => () => {
  byId("choose").close();
  act();
};
