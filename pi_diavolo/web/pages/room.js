// Room for words on the scoreboard: the widest fonts take a sixth more than the narrowest, so what would be cut off is set smaller, a step at a time, until it fits.

const STEPS = [1, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72];
const MOST_LINES = 2.5; // two, and what a browser rounds

const lines = (node) => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight);
const hides = (node) => node.scrollHeight > node.clientHeight + 1 && getComputedStyle(node).overflowY === "hidden";

/** Where room can run out, and how that shows; the style sheets make of `--room` what suits the place. */
const PLACES = [
  ["#order-title", (title) => lines(title) > MOST_LINES],
  [".board8-side", hides],
  [".trial", hides],
  [".duel .side", (side) => hides(side) || hides(side.querySelector(".zone-in_play"))],
];

const settled = new WeakMap(); // what each place had to find room for, and how much there was

const load = (place) => `${place.clientWidth} ${place.clientHeight} ${place.textContent}`;

/** Everything as large as its place allows; costs next to nothing where nothing has changed. */
export function findRoom() {
  for (const [name, tooFull] of PLACES) for (const place of document.querySelectorAll(name)) {
    if (settled.get(place) === load(place)) continue;
    for (const step of STEPS) {
      place.style.setProperty("--room", String(step));
      if (!tooFull(place)) break;
    }
    settled.set(place, load(place));
  }
}
