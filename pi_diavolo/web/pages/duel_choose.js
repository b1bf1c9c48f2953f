// What a duellist may choose, as large things to tap: dice, imps, powers; then one button that says what it does.

import { arrows, el, t } from "/static/common.js";
import { elementDie, elementMark, powersOf, powerText } from "/static/duel_pieces.js";

const DICE = ["roll", "pick"];

// What was tapped on this page and not sent yet, and the decision that it belongs to.
const onThePage = { picked: [], about: "" };

/** What was tapped, as a part of what is drawn. */
export const pickedSoFar = () => onThePage.picked;

/** Apart from the page's own taps, those of a sheet; `choice` is what is chosen to begin with. */
export const ownTaps = (choice) => ({ picked: [], about: "", first: choice ? [...choice.dice.map(keyOf), ...choice.imps] : [] });

const keyOf = (die) => `${die.owner}-${die.element}-${die.number}`;

/**
 * The choices of one decision. `offered` are {options, cards, pick}; `act(choice)` sends one, `again()` draws anew;
 * `imps` says what is known of an imp by its name; `taps` is where taps are kept.
 */
export function choosing(duel, offered, { act, again, imps = () => null, taps = onThePage }) {
  const { options, cards = [], pick = 0 } = offered;
  const now = JSON.stringify([duel.game, duel.round, duel.moves.map((move) => move.number), duel.awaited, options.length, cards.length]);
  if (now !== taps.about) Object.assign(taps, { about: now, picked: taps.first ?? [], first: null });
  const { picked } = taps;
  const kinds = options.map((option) => option.choice).filter((choice) => choice.kind !== "pass");
  const pass = options.some((option) => option.choice.kind === "pass");
  const kind = pick ? "team" : kinds[0]?.kind;
  const plain = (what) => act({ kind: what, dice: [], imps: [], power: null });
  const passing = pass && el("button", { type: "button", class: "duel-pass", data: { key: "pass" }, onclick: () => plain("pass") }, t(`duel_pass_${kind ?? "pick"}`));
  if (kind === "power") return el("div", { class: "duel-choosing" }, powers(duel, kinds, act, imps), el("div", { class: "duel-go" }, passing));
  if (!kind) return el("div", { class: "duel-choosing" }, el("div", { class: "duel-go" }, passing));
  const ofDice = DICE.includes(kind) && kinds.some((choice) => choice.dice.length > 0);
  const sizes = new Set(pick ? [pick] : kinds.map((choice) => (ofDice ? choice.dice : choice.imps).length));
  const most = Math.max(...sizes);
  const tap = (key, times = 1) => () => {
    const already = picked.filter((each) => each === key).length;
    if (already >= times) taps.picked = picked.filter((each) => each !== key);
    else if (most === 1) taps.picked = [key];
    else if (picked.length < most) taps.picked = [...picked, key];
    again();
  };
  const things = ofDice ? diceToPick(duel, kinds, tap, most, picked) : impsToPick(duel, pick ? cards : named(kinds, imps), tap, most, picked);
  const send = () => act(ofDice
    ? { kind, dice: picked.map(meant), imps: [], power: null }
    : { kind, dice: [], imps: picked, power: null });
  const deed = kind === "pick" ? duel.awaited?.deed ?? "pick" : kind;
  const words = t(`duel_go_${deed}`, { n: picked.length, amount: signed(duel.awaited?.amount ?? 0) });
  return el("div", { class: "duel-choosing" }, things,
    el("div", { class: "duel-go" },
      el("button", { type: "button", class: "duel-send main", disabled: !sizes.has(picked.length), data: { key: "send" }, onclick: send }, words),
      passing));
}

const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

function meant(key) {
  const [owner, element, number] = key.split("-");
  return { owner: Number(owner), element, number: Number(number) };
}

const named = (kinds, imps) => [...new Set(kinds.flatMap((choice) => choice.imps))].map((name) => imps(name) ?? { name, card: { element: null, text: "", powers: [] } });

// Of dice that make no difference only one is offered; to a finger all of them are the same.
function diceToPick(duel, kinds, tap, most, picked) {
  const offered = new Map();
  for (const choice of kinds) for (const die of choice.dice) {
    const times = choice.dice.filter((other) => keyOf(other) === keyOf(die)).length;
    offered.set(keyOf(die), Math.max(times, offered.get(keyOf(die)) ?? 0));
  }
  const all = duel.sides.flatMap((side) => side.dice);
  const same = (one, other) => one.owner === other.owner && one.element === other.element && one.zone === other.zone && one.value === other.value;
  const times = (die) => Math.max(0, ...all.filter((other) => same(die, other)).map((other) => offered.get(keyOf(other)) ?? 0));
  const groups = duel.sides.map((side) => [side, side.dice.filter((die) => times(die) > 0)]).filter(([, dice]) => dice.length);
  return groups.map(([side, dice]) => {
    const group = el("div", { class: "pick-dice", role: "group", "aria-label": t("duel_dice_of", { player: side.name }) },
      dice.map((die) => pickDie(duel, die, tap(keyOf(die), times(die)), most, picked)));
    arrows(group);
    return [groups.length > 1 || side.seat !== duel.awaited?.seat ? el("h3", {}, t("duel_dice_of", { player: side.name })) : null, group];
  });
}

function pickDie(duel, die, onclick, most, picked) {
  const count = picked.filter((each) => each === keyOf(die)).length;
  const name = duel.elements[die.element];
  const place = die.zone === "pool" ? t("duel_in_pool") : `${t("duel_in_play")} · ${die.value}`;
  return el("button", { type: "button", class: `pick-die ${die.zone}`, "aria-pressed": String(count > 0), disabled: count === 0 && picked.length >= most && most > 1, data: { key: `die-${keyOf(die)}` }, onclick },
    elementDie(die.element, die.value), el("span", { class: "pick-name" }, elementMark(die.element), name), el("small", {}, place),
    count > 0 && el("span", { class: "pick-tick", "aria-hidden": "true" }, count > 1 ? `×${count}` : "✓"));
}

function impsToPick(duel, imps, tap, most, picked) {
  const group = el("div", { class: "pick-imps", role: "group", "aria-label": t("duel_imps") }, imps.map((one) => {
    const on = picked.includes(one.name);
    return el("button", { type: "button", class: "pick-imp", "aria-pressed": String(on), disabled: !on && picked.length >= most && most > 1, data: { key: `imp-${one.name}` }, onclick: tap(one.name) },
      el("span", { class: "pick-imp-name" }, one.card.element && el("span", { class: `element-${one.card.element}` }, elementMark(one.card.element)), el("strong", {}, one.name)),
      powersOf(one.card, duel.elements).map((text) => el("small", {}, text)),
      on && el("span", { class: "pick-tick", "aria-hidden": "true" }, "✓"));
  }));
  arrows(group);
  return group;
}

function powers(duel, kinds, act, imps) {
  return el("div", { class: "pick-imps" }, kinds.map((choice) => {
    const [name] = choice.imps, card = imps(name)?.card;
    const power = card?.powers[choice.power - 1];
    return el("button", { type: "button", class: "pick-imp pick-power", data: { key: `power-${name}-${choice.power}` }, onclick: () => act(choice) },
      el("span", { class: "pick-imp-name" }, card?.element && el("span", { class: `element-${card.element}` }, elementMark(card.element)), el("strong", {}, t("duel_use", { imp: name }))),
      el("small", {}, card?.text || (power ? powerText(power, duel.elements) : "")));
  }));
}
