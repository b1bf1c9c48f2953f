// What the table sees, for all steps: the picture with what is drawn over it, findings in words, the focus meter.

import { calm, el, number, setText, show, svg, t } from "/static/common.js";

const SIGNS = { good: "✓", fair: "!", poor: "✗", unknown: "?" };
const WIDE = 1000; // the drawing's own width; the picture may be of any size

const listed = (names) => (names.length === 2 ? t("setup_sign_of", { one: names[0], other: names[1] }) : names.join(", "));
const WORDS = {
  colours: (codes) => listed(codes.map((code) => t(`common_${code}`))),
  orders: (codes) => listed(codes.map((code) => t(`desk_order_${code}`))),
  reasons: (codes) => codes.map((code) => t(`setup_reason_${code}`)).join(", "),
};

/** What fills a finding's sentence, in the page's language. */
const told = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) =>
  [name, WORDS[name] ? WORDS[name](value) : typeof value === "number" ? number(value, 2) : value]));

/** One finding: its sign, its sentence, and what to do where it could be better. */
export function finding(line) {
  const values = told(line.values);
  const better = line.verdict === "fair" || line.verdict === "poor";
  return el("li", { class: `setup-finding setup-${line.verdict}`, data: { found: line.found } },
    el("span", { class: "setup-sign", role: "img", "aria-label": t(`setup_verdict_${line.verdict}`) }, SIGNS[line.verdict]),
    el("div", {}, el("p", {}, t(`setup_found_${line.found}`, values)),
      better && el("p", { class: "setup-do" }, t(`setup_do_${line.found}`, values))));
}

/** A list of findings that is made anew only when it says something else. */
export function findings(label = "") {
  const node = el("ul", { class: "setup-findings", "aria-live": "polite", "aria-label": label || false });
  let before = "";
  return {
    node,
    draw(lines) {
      const now = JSON.stringify([document.documentElement.lang, lines]);
      if (now === before) return;
      before = now;
      node.replaceChildren(...lines.map(finding));
    },
  };
}

/** What the last act found wrong. */
export function trouble() {
  const list = findings();
  const node = el("div", { class: "setup-problem", role: "alert", hidden: true }, el("h3", {}, t("setup_problem")), list.node);
  return {
    node,
    draw(lines) {
      const appeared = show(node, Boolean(lines?.length)) && lines?.length;
      list.draw(lines ?? []);
      if (appeared) node.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
    },
  };
}

const points = (corners, high) => corners.map(([x, y]) => `${x * WIDE},${y * high}`).join(" ");
const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);

/** A name beside a shape, inwards, so that it stays in the picture. */
function label(corners, high, text, kind) {
  const [x, y] = middle(corners);
  const side = Math.max(...corners.map((corner) => corner[0])) - Math.min(...corners.map((corner) => corner[0]));
  const inwards = x < 0.5 ? 1 : -1;
  return svg("text", { x: (x + inwards * side * 0.75) * WIDE, y: y * high + 9, class: kind, "text-anchor": inwards > 0 ? "start" : "end" }, text);
}

function marker(one, high) {
  if (!one.corners.length) return null;
  const how = one.found ? "found" : "missing";
  return svg("g", { class: `seen-marker seen-${how}` }, svg("polygon", { points: points(one.corners, high) }),
    label(one.corners, high, [one.found ? "✓" : "?", svg("tspan", { class: "seen-word" }, ` ${t(`setup_where_${one.where}`)}`)], "seen-name"));
}

function die(one, high) {
  const [x, y] = middle(one.corners);
  const shows = one.colour === "gray" ? "" : one.shows;
  return svg("g", { class: `seen-die seen-${one.colour}` }, svg("polygon", { points: points(one.corners, high) }),
    shows && svg("text", { x: x * WIDE + 26, y: y * high - 14, class: "seen-value" }, shows));
}

/** A picture that is changed only once the next one is here, together with what is drawn over it. */
export function picture(alt, { live = false } = {}) {
  let image = el("img", { alt, class: "setup-image", hidden: true });
  const over = svg("svg", { class: "setup-over", "aria-hidden": "true", preserveAspectRatio: "none" });
  const none = el("p", { class: "setup-none" }, t("setup_no_picture"));
  const node = el("figure", { class: "setup-picture" }, image, over, none, live && el("figcaption", { class: "setup-live" }, t("setup_live")));
  let wanted = null;

  function drawOver(size, markers, dice) {
    const high = (WIDE * size[1]) / size[0];
    over.setAttribute("viewBox", `0 0 ${WIDE} ${high}`);
    node.style.setProperty("aspect-ratio", `${size[0]} / ${size[1]}`);
    over.replaceChildren(...[...markers.map((one) => marker(one, high)), ...dice.map((one) => die(one, high))].filter(Boolean));
  }

  return {
    node,
    draw(source, { size = null, markers = [], dice = [] } = {}) {
      show(none, !source);
      show(image, Boolean(source));
      over.style.setProperty("display", source ? "" : "none");
      if (!source || source === wanted) {
        wanted = source;
        return;
      }
      wanted = source;
      const fresh = el("img", { alt, class: "setup-image" });
      fresh.addEventListener("load", () => {
        if (wanted !== source) return;
        image.replaceWith(fresh);
        image = fresh;
        drawOver(size ?? [fresh.naturalWidth, fresh.naturalHeight], markers, dice);
      });
      fresh.addEventListener("error", () => {
        if (wanted === source) wanted = null; // it was gone before we came; the next one will do
      });
      fresh.src = source;
    },
  };
}

export const pictureOf = (numbered) => (numbered ? `/api/setup/picture.jpg?picture=${numbered}` : null);

/** The newest picture with the markers in it. */
export function livePicture() {
  const shown = picture(t("setup_picture"), { live: true });
  return { node: shown.node, draw: (sight) => shown.draw(pictureOf(sight.picture), { size: sight.size, markers: sight.markers }) };
}

/** Which markers are found, by name. */
export function markerList() {
  const node = el("ul", { class: "setup-markers", "aria-label": t("setup_markers") });
  let before = "";
  return {
    node,
    draw(markers) {
      const now = JSON.stringify(markers.map((one) => [one.where, one.found]));
      if (now === before) return;
      before = now;
      node.replaceChildren(...markers.map((one) => el("li", { class: one.found ? "found" : "missing" },
        el("span", { "aria-hidden": "true" }, one.found ? "✓" : "✗"), " ", t(`setup_where_${one.where}`), " ",
        el("span", { class: "quiet" }, t(one.found ? "setup_marker_found" : "setup_marker_missing")))));
    },
  };
}

/** How sharp the picture is: green from the middle of the bar on. */
export function focusMeter() {
  const bar = el("div", { class: "setup-bar" });
  const words = el("span", { class: "quiet" });
  const meter = el("div", { class: "setup-meter", role: "meter", "aria-label": t("setup_focus"), "aria-valuemin": 0, "aria-valuemax": 200 }, bar, el("span", { class: "setup-mark" }));
  return {
    node: el("div", { class: "setup-focus" }, el("p", {}, el("strong", {}, t("setup_focus")), " ", words), meter),
    draw(focus) {
      const percent = focus === null ? 0 : Math.min(999, Math.round(100 * focus));
      bar.style.setProperty("width", `${Math.min(100, percent / 2)}%`);
      meter.dataset.how = percent >= 100 ? "good" : "poor";
      meter.setAttribute("aria-valuenow", Math.min(200, percent));
      const said = focus === null ? t("setup_focus_unknown") : t("setup_focus_value", { percent: number(percent, 0) });
      meter.setAttribute("aria-valuetext", said);
      setText(words, said);
    },
  };
}

/** Where what was learned is kept, and who uses it. */
export function keptNote() {
  const node = el("p", { class: "setup-kept", hidden: true });
  return {
    node,
    draw(state, saved) {
      show(node, Boolean(saved && state.kept));
      if (!saved || !state.kept) return;
      const { file, taken_by_itself: byItself } = state.kept;
      const use = state.simulated ? "setup_kept_simulated" : byItself ? "setup_kept_by_itself" : "setup_kept_named";
      setText(node, `${t("setup_kept", { file })} ${t(use, { file })}`);
    },
  };
}

export const worst = (lines) => ["poor", "fair"].find((how) => lines.some((line) => line.verdict === how)) ?? "good";
