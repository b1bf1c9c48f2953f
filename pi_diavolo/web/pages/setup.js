// The set-up: from an empty table to the first roll, step by step, each with what the table sees.

import { api, banner, byId, calm, controls, el, me, onLanguage, setText, show, t, texts, toast, translate } from "/static/common.js";
import { enterPin } from "/static/pin.js";
import { STEPS } from "/static/setup_steps.js";

const EVERY_MS = 500;
const NAMES = ["camera", "light", "table", "colours", "order_die", "parts", "first_roll"];
const SIGNS = { good: "✓", fair: "!", poor: "✗", skipped: "–" };

let state = null;
let step = null;
let isDesk = false;
let shown = null; // the step's parts on the page, as its module made them
let problem = null; // what the last act of this step found wrong
let acting = false;
let round = 0; // a new one ends the loop of the old one

// ── The steps' list ────────────────────────────────────────────────────────────────────────────────

function stateOf(name) {
  const outcome = state.progress[name];
  if (!outcome) return "open";
  if (outcome.skipped) return "skipped";
  const found = outcome.findings.map((line) => line.verdict);
  return found.includes("poor") ? "poor" : found.includes("fair") ? "fair" : "good";
}

function drawSteps() {
  const list = byId("steps");
  if (!list.childElementCount) {
    list.append(el("ol", {}, NAMES.map((name) =>
      el("li", {}, el("button", { type: "button", data: { key: `step-${name}` }, onclick: () => open(name) },
        el("span", { class: "setup-number", "aria-hidden": "true" }), el("span", { class: "setup-name" }), el("span", { class: "setup-state" }))))));
  }
  NAMES.forEach((name, index) => {
    const button = list.querySelector(`[data-key="step-${name}"]`);
    const how = stateOf(name);
    const [number, label, said] = button.children;
    setText(number, SIGNS[how] ?? String(index + 1));
    setText(label, t(`setup_step_${name}`));
    setText(said, t(`setup_state_${how}`));
    button.dataset.how = how;
    if (name === step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
}

// ── The step on show ───────────────────────────────────────────────────────────────────────────────

function open(name) {
  if (step === "parts" && name !== "parts" && shown?.trying) act("parts", { do: "end" });
  step = name;
  problem = null;
  history.replaceState(null, "", `#${name}`);
  build();
  draw();
  byId("step").focus({ preventScroll: true });
  scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
  const chosen = byId("steps").querySelector("[aria-current]");
  chosen?.scrollIntoView({ block: "nearest", inline: "center", behavior: calm() ? "auto" : "smooth" });
  refresh();
}

function build() {
  const place = byId("step");
  shown = STEPS[step]({ act: (wish) => act(step, wish), next, skip, problem: () => problem });
  place.replaceChildren(
    el("h2", {}, `${NAMES.indexOf(step) + 1}. ${t(`setup_step_${step}`)}`),
    el("p", { class: "setup-about" }, t(`setup_about_${step}`)),
    shown.node,
  );
}

function draw() {
  show(byId("waking"), !state);
  show(byId("step"), Boolean(state));
  if (!state) return;
  show(byId("busy"), state.busy);
  show(byId("simulated"), state.simulated);
  drawSteps();
  shown.draw(state, { busy: state.busy || acting, problem });
}

function next() {
  const at = NAMES.indexOf(step);
  if (at + 1 < NAMES.length) open(NAMES[at + 1]);
}

async function skip() {
  await act(step, { do: "skip" });
  next();
}

// ── Asking the table ───────────────────────────────────────────────────────────────────────────────

/** Do something in a step; true where it was done. What went wrong stands on the page then. */
async function act(name, wish) {
  acting = true;
  problem = null;
  draw();
  const answer = await api("POST", `/api/setup/${name}`, { ...wish, seen: state.version });
  acting = false;
  if (!answer.ok) {
    if (answer.status === 403) return lock();
    toast(answer.message || t("common_refused"), "bad");
  } else if (!answer.data.done) {
    problem = answer.data.findings;
  }
  await refresh();
  return answer.ok && answer.data.done;
}

async function refresh() {
  const answer = await api("GET", `/api/setup?trying=${step === "parts" && shown?.trying ? 1 : 0}`);
  if (answer.status === 403) return lock();
  if (answer.status === 404) setText(byId("waking"), t("setup_no_set_up"));
  if (answer.status === 422) setText(byId("waking"), answer.message); // such as a table file that cannot be read
  banner(answer.ok || [404, 422].includes(answer.status));
  if (!answer.ok) return false;
  state = answer.data;
  if (step === null) {
    const wished = location.hash.slice(1);
    step = NAMES.includes(wished) ? wished : state.next;
    build();
  }
  draw();
  return true;
}

/** Look twice a second, while somebody looks at the page. */
async function follow() {
  const own = ++round;
  while (own === round && isDesk) {
    const began = performance.now();
    if (!document.hidden && !acting) await refresh();
    await new Promise((done) => setTimeout(done, Math.max(100, EVERY_MS - (performance.now() - began))));
  }
}

// ── The PIN ────────────────────────────────────────────────────────────────────────────────────────

function lock() {
  if (isDesk) admit(false, t("desk_pin_again"));
  return false;
}

function admit(desk, why = "") {
  isDesk = desk;
  show(byId("pin"), !desk);
  show(byId("setup"), desk);
  setText(byId("pin-wrong"), why);
  if (desk) follow();
  else {
    state = null;
    step = null;
    byId("steps").replaceChildren();
    byId("step").replaceChildren();
    byId("pin-field").focus();
  }
}

// ── Begin ──────────────────────────────────────────────────────────────────────────────────────────

await texts("setup", "desk");
document.title = `${t("setup_title")} · Pi Diavolo`;
byId("switches").append(controls());
byId("pin-form").addEventListener("submit", (event) => enterPin(event, () => admit(true)));
onLanguage(() => {
  document.title = `${t("setup_title")} · Pi Diavolo`;
  translate(document);
  if (step !== null) build();
  draw();
});
admit((await me()).desk);
