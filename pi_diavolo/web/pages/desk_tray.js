// The dice as they lie in the tray, large enough for a finger: every die is a button.

import { el, t } from "/static/common.js";
import { mark, orderDie } from "/static/shapes.js";
import { singleDie } from "/static/tray.js";

const WIDE = 13; // a die's width, in hundredths of the tray: a finger's, not the die's
const STEPS = 80;

/** The tray with a button for each die: `onDie(die, number)`, `onOrder()`. */
export function tray(turn, { onDie, onOrder }) {
  const box = el("div", { class: "desk-tray", role: "group", "aria-label": t("desk_tray") });
  const [width, height] = turn.tray_mm ?? [300, 300];
  const things = placed(turn, width, height);
  box.style.setProperty("aspect-ratio", `${width} / ${height}`);
  for (const thing of things) {
    const button = thing.die ? dieButton(thing.die, thing.number, turn.asked?.includes(thing.die.index), onDie) : orderButton(turn.order_die?.face ?? turn.order, onOrder);
    button.style.setProperty("left", `${thing.x}%`);
    button.style.setProperty("top", `${thing.y}%`);
    button.style.setProperty("width", `${thing.wide}%`);
    box.append(button);
  }
  return box;
}

function dieButton(die, number, asked, onDie) {
  const doubt = die.maybe?.length > 0;
  const label = t("desk_die_button", { colour: t(`desk_colour_${die.colour}`), number, value: die.value ?? "?" });
  return el(
    "button",
    { type: "button", class: `tray-die${doubt ? " doubt" : ""}${asked ? " asked" : ""}${die.corrected ? " corrected" : ""}`, "aria-label": die.corrected ? `${label} ${t("desk_corrected")}` : label, data: { key: `die-${die.index}` }, onclick: () => onDie(die) },
    singleDie(die.colour, die.value),
    el("span", { class: `die-tag tag-${die.colour}` }, mark(die.colour)),
    asked && el("span", { class: "die-asked", "aria-hidden": "true" }, "?"),
    die.corrected && el("span", { class: "die-corrected", "aria-hidden": "true" }, "✎"),
  );
}

function orderButton(face, onOrder) {
  const label = t("desk_order_button", { order: face ? t(`desk_order_${face}`) : t("desk_order_unknown") });
  return el("button", { type: "button", class: "tray-die tray-order", "aria-label": label, data: { key: "order-die" }, onclick: onOrder }, orderDie(face ?? "?"));
}

/** Where each button goes, in hundredths: at its die's place, and pushed apart where fingers would meet. */
function placed(turn, width, height) {
  const numbers = {};
  const dice = (turn.dice ?? []).map((die) => ({ die, number: (numbers[die.colour] = (numbers[die.colour] ?? 0) + 1), wide: WIDE }));
  const things = dice.map((thing, place) => ({ ...thing, ...spot(thing.die, width, height, place) }));
  if (turn.order_die || turn.order) things.push({ wide: WIDE + 3, ...spot(turn.order_die ?? {}, width, height, 10) });
  pushApart(things);
  return things;
}

function spot({ x, y }, width, height, place) {
  // Dice whose places nobody knows are laid out in rows.
  if (x === null || x === undefined) return { x: 22 + 28 * (place % 3), y: place > 9 ? 88 : 18 + 24 * Math.floor(place / 3) };
  return { x: 50 + (100 * x) / width, y: 50 - (100 * y) / height };
}

function pushApart(things) {
  for (let step = 0; step < STEPS; step += 1) {
    for (const [index, one] of things.entries()) {
      for (const other of things.slice(index + 1)) {
        const apart = (one.wide + other.wide) / 2 + 1.5;
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const far = Math.hypot(dx, dy) || 0.01;
        if (far >= apart) continue;
        const push = (apart - far) / 2;
        one.x -= (dx / far) * push;
        one.y -= (dy / far) * push;
        other.x += (dx / far) * push;
        other.y += (dy / far) * push;
      }
    }
    for (const thing of things) {
      const edge = thing.wide / 2 + 3; // clear of the walls
      thing.x = Math.min(100 - edge, Math.max(edge, thing.x));
      thing.y = Math.min(100 - edge, Math.max(edge, thing.y));
    }
  }
}
