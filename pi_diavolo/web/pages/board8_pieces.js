// The pieces of Devil's Dice as drawings: flat counters and pawns of eight colours, each with its letter.

import { el, svg, t } from "/static/common.js";
import { singleDie } from "/static/tray.js";

/** A colour is never the only sign: each has its letter, the one printed on the board, in every language. */
const LETTERS = { orange: "O", green: "G", red: "R", black: "K", blue: "B", white: "W", purple: "P", yellow: "Y" };

export const letterOf = (colour) => LETTERS[colour] ?? "?";

/** "c5": columns by letters, rows by numbers, both from the near left corner. */
export const squareName = ({ column, row }) => `${String.fromCharCode(97 + column)}${row + 1}`;

export const sameSquare = (one, other) => Boolean(one && other) && one.column === other.column && one.row === other.row;
export const sameCounter = (one, other) => Boolean(one && other) && one.colour === other.colour && one.number === other.number;
export const keyOfCounter = ({ colour, number }) => `${colour}-${number}`;

const letter = (colour, y, size) => svg("text", { y, "font-size": size, "text-anchor": "middle", class: `counter-letter ink-${colour}` }, letterOf(colour));

const FLAT = (colour) => [
  svg("circle", { r: 4.15, class: `counter-body skin-${colour}` }),
  svg("circle", { r: 3.3, class: `counter-ring ring-${colour}` }),
  letter(colour, 1.75, 5),
];

// Seen a little from the side, so that nobody takes it for a flat one.
const PAWN = (colour) => [
  svg("path", { d: "M-4.300 4.300C-4.200 1.900-2 1.600-1.600-1.300H-2.300V-2.100H-1.400A2.150 2.150 0 1 1 1.400-2.100H2.300V-1.300H1.600C2 1.600 4.200 1.900 4.300 4.300Z", class: `counter-body skin-${colour}` }),
  svg("path", { d: "M-4.300 4.300H4.300", class: `counter-foot ring-${colour}` }),
  letter(colour, 3.75, 4.3),
];

/** A counter round the origin, on squares of side 10. */
export const counterShape = (colour, shape) => (shape === "pawn" ? PAWN(colour) : FLAT(colour));

/** A counter as a drawing of its own, for lists and buttons. */
export const counterMark = (colour, shape = "flat", kind = "") =>
  svg("svg", { viewBox: "-5 -5.300 10 10.600", class: `counter-mark ${kind}`, "aria-hidden": "true" }, counterShape(colour, shape));

/** The roll; before it, as many dice as are to be thrown, blank. */
export const rollOf = (dice, expected = 2) =>
  Array.from({ length: Math.max(dice.length, expected) }, (_, place) => el("span", { class: `board8-die ${place in dice ? "" : "to-come"}` }, singleDie("white", dice[place] ?? 0)));

/** The latest turn that counts. */
export const lastTurn = (board) => board.turns.findLast((turn) => !turn.struck) ?? null;

/** What the table has said since the last turn or the roll: who is out, why a counter must go back. */
export function newsSince({ story, board, questions }, last, most = 2) {
  const since = board.step === "move" ? board.text : last?.text;
  if (!since) return [];
  const place = story.findLastIndex((sentence) => sentence.startsWith(since));
  return story.slice(place + 1).filter((sentence) => sentence !== board.text && ![...board.to_put, ...questions].some((one) => one.text === sentence)).slice(-most);
}

/** What hands have still to do, numbered as on the drawing. */
export function toPutList(tasks, most = tasks.length) {
  let number = 0;
  const told = tasks.slice(0, most).map((task) => el("li", {}, task.square && el("i", { "aria-hidden": "true" }, String((number += 1))), task.text));
  return el("ol", {}, told, tasks.length > most && el("li", { class: "quiet" }, t("board8_more", { n: tasks.length - most })));
}

/** "the orange pawn on c5" */
export const counterName = (board, counter) =>
  t(`board8_counter_${counter.shape}`, { colour: board.colours[counter.colour], square: counter.square ? squareName(counter.square) : "–" });

/** What a move comes to, in words: where to (or the way), what it takes, what the counter becomes. */
export function moveWords(board, move, way = t("board8_to", { square: squareName(move.to) })) {
  const more = [
    move.takes && t("board8_takes", { colour: board.colours[move.takes.colour] }),
    move.promotes && t("board8_promotes"),
    board.layout.safe.some((square) => sameSquare(square, move.to)) && t("board8_safe"),
  ];
  return [way, ...more.filter(Boolean)].join(", ");
}
