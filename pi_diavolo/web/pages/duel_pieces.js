// The pieces of a duel as drawings: the elements with a shape of their own each, their dice, and imps on cards.

import { el, svg, t } from "/static/common.js";
import { die } from "/static/tray.js";

export const ELEMENTS = ["earth", "fire", "water", "air"];
export const COLOUR_OF = { earth: "green", fire: "red", water: "blue", air: "white" };

/** A colour is never the only sign: a mountain, a flame, a drop, and the wind. */
const SHAPES = {
  earth: () => svg("path", { d: "M.8 21.500 9 5.500l4.300 7.600L16 9.200l7.200 12.300Z" }),
  fire: () => svg("path", { d: "M12.600.8C14 6.500 20 9.200 20 15.200a8 8 0 0 1-16 0c0-3.200 1.800-5.200 3.100-7.600.7 1.900 1.700 3.100 2.900 3.600C10 7.300 10.400 3.700 12.600.8Z" }),
  water: () => svg("path", { d: "M12 .8c5 6.800 8 10.300 8 14.400a8 8 0 0 1-16 0C4 11.100 7 7.600 12 .8Z" }),
  air: () => svg("path", { class: "element-wind", d: "M1.500 8.500h13a3.200 3.200 0 1 0-3.200-3.200M1.500 13.200h17.600a3.200 3.200 0 1 1-3.200 3.200M1.500 18h8.300a2.500 2.500 0 1 1-2.500 2.500" }),
};

/** The shape of an element, drawn in the colour of the text round it. */
export const elementMark = (element) => svg("svg", { viewBox: "0 0 24 24", class: "element-mark", "aria-hidden": "true" }, SHAPES[element]());

/** An element's die from above: what it shows, or its element while it lies in the pool. */
export function elementDie(element, value) {
  const colour = COLOUR_OF[element];
  const face = value === null || value === undefined
    ? svg("g", { class: `die die-of-${colour}` },
        svg("rect", { x: -7.7, y: -7.7, width: 15.4, height: 15.4, rx: 3, class: `die-body die-${colour}` }),
        svg("g", { transform: "translate(-5 -5) scale(.417)", class: `die-sign pip-${colour}` }, SHAPES[element]()))
    : die(colour, value);
  return svg("svg", { viewBox: "-8.500 -8.500 17 17", class: "single-die", "aria-hidden": "true" }, face);
}

/** An element as people see it everywhere: shape, letter and name. */
export const elementSign = (element, elements) =>
  el("span", { class: `element element-${element}` }, elementMark(element), el("b", { "aria-hidden": "true" }, [...elements[element]][0]), el("span", {}, elements[element]));

/** What an imp can do, in a line for each power; its owner's own words where there are some. */
export function powersOf(card, elements) {
  if (card.text) return [card.text];
  return card.powers.map((power) => powerText(power, elements));
}

export function powerText(power, elements) {
  const moment = power.trial || !power.when.endsWith("_trial") ? power.when : `${power.when}_any`;
  const condition = power.condition === "always" ? "" : ` (${t(`duel_if_${power.condition}`)})`;
  const when = t(`duel_when_${moment}`, { trial: elements[power.trial] }) + condition;
  return t("duel_power", { when, what: power.effect.map((task) => taskText(task, elements)).join(", ") });
}

function taskText(task, elements) {
  const every = task.elements.length === ELEMENTS.length;
  const named = task.elements.map((element) => elements[element]).join("/");
  const count = task.count === null ? t("duel_count_each") : task.count === 1 ? t("duel_count_one") : t("duel_count_n", { n: task.count });
  const what = `${count} ${t(`duel_whose_${task.whose}${every ? "" : "_element"}`, { elements: named })}`;
  return t(`duel_do_${task.do}`, { what, amount: task.do === "set" ? task.amount : signed(task.amount), elements: every ? t("duel_all_elements") : named });
}

const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);
