// The board as a drawing: squares, homes, safe squares, thick lines, and what stands and moves on them.

import { calm, svg, t } from "/static/common.js";
import { counterShape, keyOfCounter, letterOf, sameCounter, sameSquare, squareName } from "/static/board8_pieces.js";

const SIDE = 10;
const EDGE = 6; // round the squares: the names of columns and rows
const REACH = 1.3; // squares: so far beside a thing it may be touched and still be meant
const MS_A_SQUARE = 90;

/**
 * The board. `shown` has {layout, counters, colours}; `marks` what is to be seen on it: `last` (a turn whose way is drawn),
 * `from` and `targets` (a touched counter and where it can go), `chosen` (the way to a target), `hands` (squares where hands
 * have something to do), and `acts`: [{square, key, label, act}] are what can be touched.
 */
export function field(shown, { label, last = null, from = null, targets = [], chosen = null, hands = [], acts = [], movable = [], arriving = null } = {}) {
  const { layout } = shown, places = placesOn(layout);
  const picture = svg("svg", { viewBox: places.viewBox, class: `board8-field ${from ? "choosing" : ""}`, role: acts.length ? "group" : "img", "aria-label": label });
  picture.append(
    ground(layout, places),
    svg("g", { class: "board8-marked" }, layout.homes.flatMap((home) => home.squares.map((square) => homeSquare(home, square, places))), layout.safe.map((square) => safeSquare(square, places))),
    lines(layout, places),
    names(layout, places),
    ...hands.map((square) => svg("rect", { x: places.left(square) - .3, y: places.top(square) - .3, width: SIDE + .6, height: SIDE + .6, rx: 2, class: "hand-square" })),
    ...(last?.move && last.came_from ? wayOf(last.came_from, last.move.to, last.move.counter.colour, shown, places, "way") : []),
    ...(chosen ? wayOf(chosen.from, chosen.to, chosen.colour, shown, places, "way way-chosen") : []),
    svg("g", { class: "board8-counters" }, shown.counters.filter((one) => one.square).map((one) => counterAt(one, { from, movable, last, arriving, shown, places }))),
    ...byName(hands).map(([square, numbers]) => handAt(square, numbers, places)),
    ...(last?.taken && last.move ? [takenAt(last.move.to, last.taken.colour, places)] : []),
    ...targets.map((target) => targetAt(target, chosen, places)),
    ...acts.map((one) => actAt(one, places)),
  );
  if (acts.length) touchable(picture, acts, places);
  return picture;
}

// Where things are drawn: row 0 is the near edge, and that is at the bottom

function placesOn(layout) {
  const [wide, high] = [layout.columns * SIDE, layout.rows * SIDE];
  const left = (square) => square.column * SIDE, top = (square) => (layout.rows - 1 - square.row) * SIDE;
  return {
    wide, high, left, top,
    x: (square) => left(square) + SIDE / 2,
    y: (square) => top(square) + SIDE / 2,
    viewBox: `${-EDGE} ${-1.5} ${wide + EDGE + 1.5} ${high + EDGE + 1.5}`,
  };
}

function ground(layout, { wide, high }) {
  const dark = [];
  for (let row = 0; row < layout.rows; row += 1) for (let column = row % 2; column < layout.columns; column += 2) dark.push(`M${column * SIDE} ${high - (row + 1) * SIDE}h${SIDE}v${SIDE}h-${SIDE}Z`);
  return svg("g", {},
    svg("rect", { x: -EDGE, y: -1.5, width: wide + EDGE + 1.5, height: high + EDGE + 1.5, rx: 2.5, class: "board8-frame" }),
    svg("rect", { width: wide, height: high, class: "board8-light" }), svg("path", { d: dark.join(""), class: "board8-dark" }));
}

const names = (layout, { high }) => svg("g", { class: "board8-names", "aria-hidden": "true" },
  Array.from({ length: layout.columns }, (_, column) => svg("text", { x: (column + .5) * SIDE, y: high + 4.4, "text-anchor": "middle" }, String.fromCharCode(97 + column))),
  Array.from({ length: layout.rows }, (_, row) => svg("text", { x: -EDGE / 2 - .1, y: high - (row + .5) * SIDE + 1.5, "text-anchor": "middle" }, String(row + 1))));

const homeSquare = (home, square, { left, top }) => svg("g", { transform: `translate(${left(square)} ${top(square)})`, class: `home home-${home.colour}` },
  svg("rect", { width: SIDE, height: SIDE, class: "home-ground" }), svg("rect", { x: .9, y: .9, width: 8.2, height: 8.2, rx: 1, class: "home-outline" }),
  svg("text", { x: 5, y: 7.1, "text-anchor": "middle", class: "home-letter" }, letterOf(home.colour)));

// A shield: it is told from a red home by its shape, and from a counter by having no rim.
const safeSquare = (square, { left, top }) => svg("g", { transform: `translate(${left(square)} ${top(square)})`, class: "safe" },
  svg("rect", { width: SIDE, height: SIDE, class: "safe-ground" }), svg("rect", { x: .7, y: .7, width: 8.6, height: 8.6, class: "safe-outline" }),
  svg("path", { d: "M5 1.900 7.700 2.800V5.200C7.700 6.900 6.600 7.900 5 8.500 3.400 7.900 2.300 6.900 2.300 5.200V2.800Z", class: "safe-shield" }), svg("text", { x: 5, y: 6.500, "text-anchor": "middle", class: "safe-letter" }, "S"));

const lines = (layout, { high }) => svg("g", { class: "board8-lines" }, layout.lines.map((one) => one.across === "row"
  ? svg("path", { d: `M${one.after * SIDE} ${high - one.first * SIDE}V${high - (one.last + 1) * SIDE}` })
  : svg("path", { d: `M${one.first * SIDE} ${high - one.after * SIDE}H${(one.last + 1) * SIDE}` })));

// Counters, ways and what was taken

function counterAt(one, { from, movable, last, arriving, shown, places }) {
  const touched = sameCounter(one, from), lit = movable.some((other) => sameCounter(one, other));
  const inner = svg("g", {}, one.must_leave && svg("circle", { r: 4.9, class: "must-leave" }), (touched || lit) && svg("circle", { r: 4.9, class: touched ? "touched" : "movable" }), counterShape(one.colour, one.shape),
    one.must_leave && svg("g", { transform: "translate(3.300 -3.300)", class: "leave-sign" }, svg("circle", { r: 1.9 }), svg("text", { y: 1.15, "text-anchor": "middle" }, "!")));
  if (arriving && last?.move && sameCounter(one, last.move.counter) && !calm()) walk(inner, last, shown, places);
  return svg("g", { transform: `translate(${places.x(one.square)} ${places.y(one.square)})`, class: `counter counter-${one.shape}`, data: { counter: keyOfCounter(one), square: squareName(one.square) } }, inner);
}

/** Of the two right angles the one that leads over fewer counters. */
function cornerOf(from, to, shown) {
  const corners = [{ column: to.column, row: from.row }, { column: from.column, row: to.row }];
  const between = (value, one, other) => value >= Math.min(one, other) && value <= Math.max(one, other);
  const on = (square, one, other) => between(square.column, one.column, other.column) && between(square.row, one.row, other.row) && !sameSquare(square, from) && !sameSquare(square, to);
  const [first, second] = corners.map((corner) => shown.counters.filter(({ square }) => square && (on(square, from, corner) || on(square, corner, to))).length);
  return corners[second < first ? 1 : 0];
}

function wayOf(from, to, colour, shown, { x, y, left, top }, kind) {
  const corner = cornerOf(from, to, shown);
  const d = `M${x(from)} ${y(from)}L${x(corner)} ${y(corner)}L${x(to)} ${y(to)}`;
  return [
    svg("rect", { x: left(from) + .6, y: top(from) + .6, width: SIDE - 1.2, height: SIDE - 1.2, rx: 1.5, class: `way-from edge-of-${colour}` }),
    svg("g", { class: kind }, svg("path", { d, class: "way-case" }), svg("path", { d, class: `way-line stroke-${colour}` }), svg("path", { d, class: "way-steps" }), svg("circle", { cx: x(from), cy: y(from), r: 1.5, class: `way-start skin-${colour}` })),
    svg("rect", { x: left(to) + .5, y: top(to) + .5, width: SIDE - 1, height: SIDE - 1, rx: 1.5, class: "way-to" }),
  ];
}

function walk(inner, { came_from: from, move: { to } }, shown, { x, y }) {
  if (!from) return;
  const corner = cornerOf(from, to, shown), at = (square) => ({ transform: `translate(${x(square) - x(to)}px, ${y(square) - y(to)}px)` });
  const first = Math.abs(corner.column - from.column) + Math.abs(corner.row - from.row), all = first + Math.abs(to.column - corner.column) + Math.abs(to.row - corner.row);
  inner.animate([at(from), { ...at(corner), offset: first / all }, at(to)], { duration: all * MS_A_SQUARE, easing: "ease-in-out" });
}

/** What was beaten lies at the corner of the square, crossed out. */
const takenAt = (square, colour, { x, y }) => svg("g", { transform: `translate(${x(square) + 4.600} ${y(square) - 4.600})`, class: "taken" },
  svg("g", { transform: "scale(.62)" }, counterShape(colour, "flat")), svg("path", { d: "M-2.600-2.600 2.600 2.600M2.600-2.600-2.600 2.600", class: "taken-cross" }));

function targetAt(target, chosen, { x, y, left, top }) {
  const on = chosen && sameSquare(chosen.to, target.to);
  return svg("g", { class: `target ${target.takes ? "target-takes" : ""} ${on ? "target-chosen" : ""}`, data: { target: squareName(target.to) } },
    svg("rect", { x: left(target.to) + .4, y: top(target.to) + .4, width: SIDE - .8, height: SIDE - .8, rx: 1.5, class: "target-ground" }),
    target.takes
      ? svg("path", { d: `M${x(target.to) - 4} ${y(target.to) - 4}l8 8m0-8-8 8`, class: "target-cross" })
      : svg("circle", { cx: x(target.to), cy: y(target.to), r: 1.9, class: "target-dot" }),
    target.promotes && svg("path", { transform: `translate(${x(target.to)} ${y(target.to) - 2.800}) scale(.034) translate(-50 -42)`, d: "M6 22 28 46 50 4 72 46 94 22 86 76H14Z", class: "target-crown" }));
}

/** Each square once, with the numbers of all that is to be done there. */
function byName(hands) {
  const found = new Map();
  for (const [place, square] of hands.entries()) found.set(squareName(square), [square, [...(found.get(squareName(square))?.[1] ?? []), place + 1]]);
  return [...found.values()];
}

function handAt(square, numbers, { x, y }) {
  const wide = 4.6 + 3 * (numbers.length - 1);
  return svg("g", { transform: `translate(${x(square) - 4.200} ${y(square) + 4.200})`, class: "hand" },
    svg("rect", { x: -2.3, y: -2.3, width: wide, height: 4.6, rx: 2.3, class: "hand-number" }), svg("text", { x: wide / 2 - 2.3, y: 1.2, "text-anchor": "middle" }, numbers.join("·")));
}

// Touching

const actAt = (one, { left, top }) => svg("rect", { x: left(one.square), y: top(one.square), width: SIDE, height: SIDE, rx: 1.5, class: "board8-act", role: "button", tabindex: one.first ? 0 : -1, "aria-label": one.label, "aria-pressed": one.pressed ?? null, data: { key: one.key } });

/** A finger is wider than a square: what lies nearest is meant. With arrow keys the focus goes to what lies that way. */
function touchable(picture, acts, { x, y }) {
  const byKey = (node) => acts.find((one) => one.key === node?.dataset?.key);
  picture.addEventListener("click", (event) => (byKey(event.target) ?? nearest(event))?.act());
  picture.addEventListener("keydown", (event) => {
    const here = byKey(event.target);
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return here.act();
    }
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = towards(here, way);
    if (next) picture.querySelector(`[data-key="${CSS.escape(next.key)}"]`).focus();
  });
  function nearest(event) {
    const { x: px, y: py } = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const far = (one) => Math.hypot(x(one.square) - px, y(one.square) - py);
    const best = acts.reduce((one, other) => (one && far(one) <= far(other) ? one : other), null);
    return best && far(best) <= REACH * SIDE ? best : null;
  }
  function towards(here, [right, up]) {
    const cost = ({ square }) => {
      const along = (square.column - here.square.column) * right + (square.row - here.square.row) * up;
      const aside = Math.abs((square.column - here.square.column) * up) + Math.abs((square.row - here.square.row) * right);
      return along > 0 ? along + 2 * aside : Infinity;
    };
    const found = acts.filter((one) => cost(one) < Infinity).sort((one, other) => cost(one) - cost(other));
    return found[0] ?? null;
  }
}

/** The board in words, for whoever does not see it: each player's counters and their squares. */
export const fieldLabel = (board) => [t("board8_board"), ...board.movers.map((mover) => {
  const standing = board.counters.filter((one) => one.square && mover.colours.includes(one.colour)).map((one) => `${t(`board8_shape_${one.shape}`)} ${squareName(one.square)}`);
  return `${mover.name}: ${standing.join(", ") || "–"}`;
})].join(". ");
