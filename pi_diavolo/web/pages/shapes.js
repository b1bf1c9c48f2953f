// The pieces as drawings: marks for the colours, imps, gems, and the faces of the Order die.

import { svg } from "/static/common.js";

/** A colour is never the only sign: each has a shape of its own. */
const MARKS = {
  black: () => svg("circle", { cx: 12, cy: 12, r: 9.5 }),
  white: () => svg("path", { d: "M12 .8 23.2 12 12 23.2.8 12Z" }),
  red: () => svg("path", { d: "M12 1.6 23.4 21.8H.6Z" }),
  gray: () => svg("rect", { x: 2.5, y: 2.5, width: 19, height: 19 }),
};
export const SIGNS = { black: "●", white: "◆", red: "▲", gray: "■" };

/** The shape of a colour, drawn in the colour of the text round it. */
export const mark = (colour, kind = "") =>
  svg("svg", { viewBox: "0 0 24 24", class: `mark ${kind}`, "aria-hidden": "true" }, MARKS[colour]());

const HORNS = "M20.5 21C12 17 9.500 9 13.500 1.500c2.500 6 7 9 13 10.500Z";
const BODY = "M32 39c12 0 18 15 20 30 .6 5-2 8-6.500 8h-27C14 77 11.400 74 12 69c2-15 8-30 20-30Z";
const TAIL = "M50 71c11 1 14-9 8.500-16.500";
const TAIL_TIP = "m52.500 57 3.500-9.500 8 6.500Z";

/** An imp with its horns; the belly carries the shape of its colour and, if given, the letter. */
export function imp(colour, letter = "") {
  const belly = letter
    ? [svg("g", { transform: "translate(17.500 51) scale(.48)" }, MARKS[colour]()),
       svg("text", { x: 40, y: 65.5, "text-anchor": "middle", class: "imp-letter" }, letter)]
    : [svg("g", { transform: "translate(23.600 49) scale(.7)" }, MARKS[colour]())];
  return svg(
    "svg", { viewBox: "3 -1 62 81", class: `imp imp-${colour}`, "aria-hidden": "true" },
    svg("path", { d: TAIL, class: "imp-tail" }), svg("path", { d: TAIL_TIP, class: "imp-skin" }),
    svg("path", { d: BODY, class: "imp-skin" }),
    svg("path", { d: HORNS, class: "imp-horn" }),
    svg("path", { d: HORNS, class: "imp-horn", transform: "matrix(-1 0 0 1 64 0)" }),
    svg("circle", { cx: 32, cy: 27, r: 15, class: "imp-skin" }),
    svg("path", { d: "M21.500 21.500l8 3.500c0 4-8 3.500-8-3.500Z", class: "imp-eye" }),
    svg("path", { d: "M42.500 21.500l-8 3.500c0 4 8 3.500 8-3.500Z", class: "imp-eye" }),
    svg("path", { d: "M24 31.500c4 5.500 12 5.500 16 0", class: "imp-grin" }),
    svg("g", { class: "imp-belly" }, belly),
  );
}

// Facets of a gem in a square of 24: the table on top, the crown's corners, and the long ones below.
const FACETS = [
  ["7,3 17,3 15,9 9,9", "table"], ["7,3 9,9 1,9", "crown-left"], ["17,3 23,9 15,9", "crown-right"],
  ["1,9 9,9 12,22", "left"], ["9,9 15,9 12,22", "middle"], ["15,9 23,9 12,22", "right"],
];
export const GEM_OUTLINE = "7,3 17,3 23,9 12,22 1,9";

/** A gem; `lost` ones are an empty setting, told apart by their outline alone. */
export const gem = (lost = false) =>
  svg("svg", { viewBox: "0 1.500 24 22", class: lost ? "gem gem-lost" : "gem", "aria-hidden": "true" },
    lost ? svg("polygon", { points: GEM_OUTLINE, class: "gem-outline" })
      : FACETS.map(([points, facet]) => svg("polygon", { points, class: `gem-${facet}` })));

/** The splinters of a gem, each its own drawing, to be thrown apart. */
export const splinters = () =>
  FACETS.map(([points, facet]) =>
    svg("svg", { viewBox: "0 1.500 24 22", class: "gem splinter", "aria-hidden": "true" },
      svg("polygon", { points, class: `gem-${facet}` })));

const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const SIGMA = [
  [6, 2], [94, 2], [94, 27], [44, 27], [70, 50], [44, 73], [94, 73], [94, 98], [6, 98], [6, 80], [38, 50], [6, 20],
];
const sigma = (left, top, scale) => `M${SIGMA.map(([x, y]) => `${left + x * scale} ${top + y * scale}`).join("L")}Z`;

/** What each face of the Order die shows, in a square of 100; the same drawings as on the sheets to print. */
const FACES = {
  greatest_sum: sigma(4, 4, 0.92),
  smallest_sum: disc(50, 50, 48) + sigma(27, 27, 0.46),
  greatest_difference: "M0 0H50L34 16 84 66 100 50V100H50L66 84 16 34 0 50Z",
  most_odd: disc(50, 25, 24) + disc(25, 73, 24) + disc(75, 73, 24),
  highest_value: "M3 20 27 48 50 8 73 48 97 20 90 72H10ZM10 80H90V94H10Z",
  closest: "M6 4H37V20H6ZM63 4H94V20H63ZM6 27H37V52a13 13 0 0 0 26 0V27H94V52a44 44 0 0 1-88 0Z",
};

/** The drawing of an order as a group in a square of 100; a question mark for a face nobody knows. */
export const orderFace = (order) =>
  order in FACES
    ? svg("path", { d: FACES[order], "fill-rule": "evenodd", class: "order-ink" })
    : svg("text", { x: 50, y: 78, "text-anchor": "middle", class: "order-ink order-unknown" }, "?");

/** The Order die from above, as a drawing of its own. */
export const orderDie = (order) =>
  svg("svg", { viewBox: "0 0 100 100", class: "order-die", "aria-hidden": "true" },
    svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 17, class: "die-body die-gray" }),
    svg("g", { transform: "translate(22 22) scale(.56)" }, orderFace(order ?? "")));
