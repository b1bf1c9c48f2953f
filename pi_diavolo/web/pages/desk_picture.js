// The camera's picture of the turn in hand: every die in it is a button, and a tap beside one means the nearest.

import { el, svg, t } from "/static/common.js";
import { look } from "/static/desk_send.js";
import { hang } from "/static/photo.js";

const AIR = 0.06; // round the dice, as a share of the picture
const NEAREST = 0.55; // how much of the picture is shown at least
const FINGER = 0.09; // a tap so far from a die's middle still means it, as a share of what is shown

let outlined = null; // where the dice are in the picture on show
let asking = null;

/** Learn where the dice are in this picture; true if that is news. */
export async function learnPicture(number) {
  if (number === null || number === undefined) {
    outlined = asking = null;
    return false;
  }
  if (number === asking) return false;
  asking = number;
  const found = await look(`/api/picture/outlines?picture=${number}`);
  if (number !== asking) return false;
  outlined = found;
  if (found === null) asking = null; // the next news are another try
  return true;
}

/** What is known of the picture, as a value: the turn is drawn anew when this changes. */
export const pictureShown = () => outlined?.number ?? null;

/** Is there a picture of this turn, and does it fit its dice? */
export const hasPicture = (turn) => Boolean(turn.picture) && outlined?.number === turn.picture && outlined.dice.length === turn.dice.length;

/** The picture with a button on each die: `onDie(die)`, `onOrder()`. */
export function picture(turn, { onDie, onOrder }) {
  const scale = [100 * outlined.aspect, 100];
  const things = turn.dice.map((die) => thing(outlined.dice[die.index], scale, { die, act: () => onDie(die) }));
  if (outlined.order_die) things.push(thing(outlined.order_die, scale, { act: onOrder }));
  const view = closeUp(things, scale);
  const numbers = {};
  const whole = svg("svg", { viewBox: view.join(" "), class: "desk-picture", role: "group", "aria-label": t("desk_picture") },
    photograph(turn.picture, scale),
    things.map((one) => (one.die ? dieButton(one, (numbers[one.die.colour] = (numbers[one.die.colour] ?? 0) + 1), turn) : orderButton(one, turn))));
  whole.addEventListener("click", (event) => nearest(whole, things, view, event)?.act());
  return whole;
}

function photograph(number, [width, height]) {
  const image = svg("image", { width, height, preserveAspectRatio: "none" });
  hang((address) => address && image.setAttribute("href", address), number, "");
  return image;
}

function thing(outline, [width, height], more) {
  const corners = outline.map(([x, y]) => [x * width, y * height]);
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  return { corners, middle, ...more };
}

/** A square round all dice; never so near that one cannot tell where on the table it is. */
function closeUp(things, [width, height]) {
  const xs = things.flatMap((one) => one.corners.map((corner) => corner[0])), ys = things.flatMap((one) => one.corners.map((corner) => corner[1]));
  const most = Math.min(width, height), air = AIR * most;
  const wide = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 2 * air;
  const side = Math.min(most, Math.max(NEAREST * most, wide));
  const within = (all, end) => Math.max(0, Math.min(end - side, (Math.min(...all) + Math.max(...all)) / 2 - side / 2));
  return [within(xs, width), within(ys, height), side, side];
}

function nearest(whole, things, [left, top, side], event) {
  const box = whole.getBoundingClientRect();
  const [x, y] = [left + ((event.clientX - box.left) / box.width) * side, top + ((event.clientY - box.top) / box.height) * side];
  const far = (one) => Math.hypot(one.middle[0] - x, one.middle[1] - y);
  const best = things.reduce((found, one) => (found === null || far(one) < far(found) ? one : found), null);
  return best !== null && far(best) < FINGER * side ? best : null;
}

function button(one, key, kinds, label, ...content) {
  const pressed = (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), one.act());
  return svg("g", { role: "button", tabindex: 0, "aria-label": label, class: `photo-die ${kinds.filter(Boolean).join(" ")}`, data: { key }, onkeydown: pressed },
    svg("title", {}, label), svg("polygon", { points: one.corners.map((corner) => corner.join(",")).join(" ") }), ...content);
}

function dieButton(one, number, turn) {
  const { die } = one;
  const asked = turn.asked?.includes(die.index);
  const label = t("desk_die_button", { colour: t(`desk_colour_${die.colour}`), number, value: die.value ?? "?" });
  const said = die.corrected ? `${label} ${t("desk_corrected")}` : label;
  return button(one, `die-${die.index}`, [die.maybe?.length > 0 && "doubt", asked && "asked", die.corrected && "corrected"], said, tag(one, asked ? "?" : String(die.value ?? "?")));
}

function orderButton(one, turn) {
  const face = turn.order_die?.face ?? turn.order;
  return button(one, "order-die", [turn.order_die?.corrected && "corrected"], t("desk_order_button", { order: face ? t(`desk_order_${face}`) : t("desk_order_unknown") }));
}

/** What was read, at the die's corner: a wrong reading shows at a glance. */
function tag(one, text) {
  const [right, bottom] = [Math.max(...one.corners.map((corner) => corner[0])), Math.max(...one.corners.map((corner) => corner[1]))];
  return svg("g", { transform: `translate(${right} ${bottom})`, class: "photo-tag" }, svg("circle", { r: 1.5 }), svg("text", { y: 0.75, "text-anchor": "middle" }, text));
}

/** What the camera saw of what is asked: the die alone, or the whole table. */
export function pictureOfQuestion(snapshot, question) {
  if (!snapshot.picture) return null;
  const alone = question.die !== null && question.die !== undefined ? `/die?die=${question.die}` : question.kind === "order" ? "/die" : "";
  const image = el("img", { alt: t(alone ? "desk_picture_die" : "desk_picture") });
  const frame = el("div", { class: alone ? "question-die" : "question-table" }, image);
  hang((address) => (address ? (image.src = address) : frame.remove()), snapshot.picture, alone);
  return frame;
}
