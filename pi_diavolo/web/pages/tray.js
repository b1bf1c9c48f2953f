// The tray from above: millimetres of the table become a drawing, each die where it lies.

import { calm, svg } from "/static/common.js";
import { orderFace } from "/static/shapes.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};
const WALL_MM = 9;
const ORDER_DIE = 1.3;
// From five metres a die in its true size is a dot: where there is room, they are drawn this much larger.
const LARGEST = 2;
const IMP = "M20.500 18C12 14 9.500 6 13.500-1.500c2.500 6 7 9 13 10.500a22 22 0 0 1 11 0c6-1.500 10.500-4.500 13-10.500C54.500 6 52 14 43.500 18a22 22 0 1 1-23 0Z";

/** A die of side 16 round the origin: its body, its pips, and a question mark while it is not read.
 * `unsure` draws a ring round it, and `doubted` a sign at its corner where there is no room for a ring. */
export function die(colour, value, { unsure = false, doubted = false, corrected = false } = {}) {
  const pips = PIPS[value] ?? [];
  return svg("g", { class: `die die-of-${colour} ${corrected ? "die-corrected" : ""}` },
    svg("rect", { x: -7.7, y: -7.7, width: 15.4, height: 15.4, rx: 3, class: `die-body die-${colour}` }),
    svg("rect", { x: -6.4, y: -6.4, width: 12.8, height: 12.8, rx: 4.6, class: "die-top" }),
    pips.map(([x, y]) => svg("circle", { cx: x * 4.1, cy: y * 4.1, r: 1.65, class: `pip pip-${colour}` })),
    pips.length ? null : svg("text", { y: 4.4, "text-anchor": "middle", class: `die-unknown pip-${colour}` }, "?"),
    unsure ? svg("circle", { r: 13, class: "die-unsure" }) : null,
    corrected ? sign("✎") : doubted ? sign("?") : null);
}

/** What people put right, or what nobody knows for sure, told at a die's corner. */
const sign = (text) => svg("g", { transform: "translate(5.1 5.1)" }, svg("circle", { r: 3, class: "pen" }), svg("text", { y: 1.9, "text-anchor": "middle", class: "pen-sign" }, text));

/** Whether a die may show another value, too. */
export const inDoubt = (one) => (one.maybe ?? []).some((value) => value !== one.value);

/** One die as a drawing of its own, for rows and buttons. */
export const singleDie = (colour, value, options) =>
  svg("svg", { viewBox: "-8.500 -8.500 17 17", class: "single-die", "aria-hidden": "true" }, die(colour, value, options));

/** The tray with what lies in it. `mood` is "still", "rolling" or "reading"; onDie(index) makes dice buttons. */
export function tray(snapshot, { mood = "still", asked = null, best = null, label = "", onDie = null, dieLabel = null } = {}) {
  const [width, height] = snapshot.tray_mm ?? [300, 300];
  const [across, down] = [width + 2 * WALL_MM, height + 2 * WALL_MM];
  const picture = svg("svg", { viewBox: `${-across / 2} ${-down / 2} ${across} ${down}`, class: `tray tray-${mood}`, role: onDie ? "group" : "img", "aria-label": label });
  picture.append(
    svg("rect", { x: -across / 2, y: -down / 2, width: across, height: down, rx: 12, class: "tray-wall" }),
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 5, class: "tray-felt" }),
    weave(width, height),
    svg("path", { d: IMP, class: "tray-imp", transform: "translate(-75 -82) scale(2.35)" }),
  );
  if (mood === "rolling") picture.append(...tumbling(snapshot, width, height));
  else if (mood === "reading") picture.append(svg("rect", { x: -width / 2, y: -4, width, height: 8, class: "tray-scan" }));
  else picture.append(...lying(snapshot, { asked, best, onDie, dieLabel }));
  return picture;
}

function weave(width, height) {
  const lines = [];
  for (let at = -width / 2 + 25; at < width / 2; at += 25) lines.push(`M${at} ${-height / 2}v${height}`);
  for (let at = -height / 2 + 25; at < height / 2; at += 25) lines.push(`M${-width / 2} ${at}h${width}`);
  return svg("path", { d: lines.join(""), class: "tray-weave" });
}

// The order that goes by places shows dice as large as they are.
function roomToGrow(snapshot) {
  const places = [...snapshot.dice, ...(snapshot.order_die ? [snapshot.order_die] : [])].filter((one) => one.x !== null && one.y !== null);
  if (snapshot.order === "closest") return 1;
  const gaps = places.flatMap((one, index) => places.slice(index + 1).map((other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))));
  return Math.max(1, Math.min(LARGEST, Math.min(...gaps, Infinity) / ((snapshot.die_mm ?? 16) * 1.1)));
}

function lying(snapshot, { asked, best, onDie, dieLabel }) {
  const scale = ((snapshot.die_mm ?? 16) / 16) * roomToGrow(snapshot);
  // The table says where a die lies, not how it is turned; a little turn looks thrown, but must not look measured.
  const turn = (index) => (snapshot.order === "closest" ? 0 : ((index * 47) % 25) - 12);
  const dice = snapshot.dice.filter((one) => one.x !== null && one.y !== null).map((one, order) => {
    const kinds = ["lies", asked === one.index && "die-asked", best && (best.includes(one.colour) ? "die-best" : "die-other")];
    const body = svg("g", { transform: `rotate(${turn(one.index)}) scale(${scale})` },
      die(one.colour, one.value, { unsure: inDoubt(one) || asked === one.index, corrected: one.corrected }));
    const button = onDie ? { role: "button", tabindex: 0, "aria-label": dieLabel?.(one) ?? "", onclick: () => onDie(one.index), onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), onDie(one.index)) } : {};
    return svg("g", { transform: `translate(${one.x} ${-one.y})`, class: kinds.filter(Boolean).join(" "), ...button, data: { index: one.index } },
      svg("g", { class: "dropping", style: { "animation-delay": `${order * 35}ms` } }, body));
  });
  const gray = snapshot.order_die;
  if (gray && gray.x !== null && gray.y !== null) {
    dice.push(svg("g", { transform: `translate(${gray.x} ${-gray.y})`, class: "lies" },
      svg("g", { class: "dropping" }, svg("g", { transform: `scale(${scale * ORDER_DIE})` },
        svg("rect", { x: -7.7, y: -7.7, width: 15.4, height: 15.4, rx: 3, class: "die-body die-gray" }),
        svg("g", { transform: "translate(-5 -5) scale(.1)" }, orderFace(gray.face ?? snapshot.order))))));
  }
  return dice;
}

// Nobody knows yet what they show: they tumble with any face, and none of it is what will lie there.
function tumbling(snapshot, width, height) {
  const each = snapshot.rules?.dice_per_colour ?? 3;
  const colours = ["black", "white", "red"].flatMap((colour) => Array(each).fill(colour));
  return [...colours, "gray"].map((colour, index) => {
    const body = colour === "gray"
      ? svg("g", {}, svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 3.5, class: "die-body die-gray" }))
      : die(colour, 1 + ((index * 5) % 6));
    const somewhere = () => `translate(${((Math.random() - 0.5) * width * 0.82).toFixed(1)}px, ${((Math.random() - 0.5) * height * 0.82).toFixed(1)}px)`;
    const group = svg("g", { class: "tumbles" }, svg("g", { transform: "scale(1.4)" }, body));
    if (calm()) group.style.transform = somewhere();
    else {
      const way = Array.from({ length: 6 }, (_, step) => ({ transform: `${somewhere()} rotate(${step * (index % 2 ? 190 : -230)}deg)`, easing: "ease-in-out" }));
      group.animate([...way, way[0]], { duration: 2300 + index * 140, iterations: Infinity });
    }
    return group;
  });
}
