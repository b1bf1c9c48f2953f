// The dice as people read them, where the camera cannot: each die and the Order die, then everybody grabs.

import { el, t } from "/static/common.js";
import { closeSheet, openSheet } from "/static/desk_choose.js";
import { seen, send } from "/static/desk_send.js";
import { ORDERS, RIVALS, sign } from "/static/desk_turn.js";

const VALUES = [1, 2, 3, 4, 5, 6];
const CAN_TYPE = ["roll_now", "rolling", "reading"];

/** The button for it, while the table waits for dice; those of simulated players lie on no table. */
export function typing(snapshot) {
  if (!CAN_TYPE.includes(snapshot.status) || snapshot.players.some((player) => player.simulated)) return null;
  return el("button", { type: "button", data: { key: "type-in" }, onclick: () => typeIn(snapshot) }, t("desk_type_in"));
}

function typeIn(snapshot) {
  const knowing = seen();
  const { order_first: orderFirst, dice_per_colour: each = 3 } = snapshot.rules ?? {};
  const orderKnown = orderFirst && !snapshot.ruling && snapshot.order; // thrown alone before the others
  const dice = orderFirst && !orderKnown ? [] : RIVALS;
  const form = el(
    "form", { class: "typed" },
    el("p", { class: "quiet-label" }, t("desk_type_in_how")),
    dice.map((colour) =>
      el("fieldset", {}, el("legend", {}, sign(colour, snapshot.letters)),
        Array.from({ length: each }, (_, place) => picker(colour, t("desk_typed_die", { colour: t(`desk_colour_${colour}`), n: place + 1 }), VALUES)))),
    !orderKnown && el("fieldset", {}, el("legend", {}, t("desk_order")), picker("order", t("desk_order"), ORDERS, (order) => t(`desk_order_${order}`))),
    el("p", {},
      el("button", { type: "submit", class: "main", data: { key: "typed" } }, t("desk_typed")), " ",
      el("button", { type: "button", class: "quiet", onclick: closeSheet }, t("desk_cancel"))),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    closeSheet();
    send({ kind: "typed_in", ...filled(form, dice) }, t("desk_type_in"), knowing);
  };
  openSheet(t("desk_type_in"), form);
  form.querySelector("select").focus();
}

/** Nothing is chosen before somebody has looked: a die left out must not pass for a 1. */
function picker(name, label, values, words = String) {
  return el("select", { name, required: true, "aria-label": label }, el("option", { value: "" }, "–"), values.map((value) => el("option", { value }, words(value))));
}

function filled(form, dice) {
  const told = new FormData(form);
  const order = told.get("order");
  return { ...Object.fromEntries(dice.map((colour) => [colour, told.getAll(colour).map(Number)])), ...(order ? { order } : {}) };
}
