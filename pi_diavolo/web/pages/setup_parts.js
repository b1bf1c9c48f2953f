// Buttons, bases, docks and lamps: ticked as the table feels them, or as somebody sees them shine.

import { el, setText, show, t } from "/static/common.js";
import { mark } from "/static/shapes.js";
import { actions, button, QUIET, skipButton } from "/static/setup_buttons.js";
import { findings, trouble } from "/static/setup_seen.js";

const WAIT_MS = 450; // the simulated hand lets go of one part before it takes the next
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function partName(part) {
  if (part.kind === "button") return t(`common_${part.colour}`);
  return t(`setup_part_${part.kind}`, { number: part.kind === "base" ? part.number + 1 : part.number });
}

/** One part; at a simulated table a tap on it is the hand's. */
function tile(part, desk, isTrying) {
  const sign = el("span", { class: "setup-tick", "aria-hidden": "true" });
  const said = el("span", { class: "quiet" });
  const where = el("span", { class: "setup-where" }, t(part.kind === "dock" ? "setup_channel_n" : "setup_pin_n", { pin: part.pin }));
  const node = el("button", { type: "button", class: "setup-part", data: { key: part.name }, onclick: () => desk.act({ do: "hand", part: part.name }) },
    sign, el("strong", {}, part.colour && mark(part.colour), " ", partName(part)), said, where);
  return {
    node,
    draw(news, { busy, hand }) {
      const how = news.fault ? "poor" : news.felt ? "good" : "open";
      node.dataset.how = how;
      setText(sign, { poor: "✗", good: "✓", open: "○" }[how]);
      setText(said, news.fault ? t(`setup_fault_${news.fault}`) : t(news.felt ? "setup_felt" : "setup_not_felt"));
      node.disabled = busy || !hand || !isTrying();
    },
  };
}

function lampName(lamp) {
  return t(`setup_lamp_${lamp.kind}`, { number: lamp.number, colour: lamp.colour ? t(`common_${lamp.colour}`) : "" });
}

/** One lamp, or a seat's row of gems: lit on demand, and then somebody says what they see. */
function lampRow(lamp, desk) {
  const sign = el("span", { class: "setup-tick", "aria-hidden": "true" });
  const said = el("span", { class: "quiet" });
  const light = button(`light-${lamp.name}`, t("setup_light_it"), () => desk.act({ do: "light", part: lamp.name }), QUIET);
  const yes = button(`yes-${lamp.name}`, t("setup_shines"), () => desk.act({ do: "shone", part: lamp.name, well: true }));
  const no = button(`no-${lamp.name}`, t("setup_dark"), () => desk.act({ do: "shone", part: lamp.name, well: false }), QUIET);
  const hand = button(`hand-${lamp.name}`, t("setup_hand"), () => desk.act({ do: "hand", part: lamp.name }), QUIET);
  const node = el("li", { class: "setup-lamp", data: { lamp: lamp.name } }, sign, el("p", {}, el("strong", {}, lampName(lamp)), " ", said),
    el("div", { class: "setup-lamp-do" }, light, yes, no, hand));
  return {
    node,
    draw(news, { busy, hand: simulated }) {
      const how = news.lit ? "lit" : news.shone === null ? "open" : news.shone ? "good" : "poor";
      node.dataset.how = how;
      setText(sign, { lit: "☀", open: "○", good: "✓", poor: "✗" }[how]);
      setText(said, news.lit ? t("setup_lit_now") : news.shone === null ? "" : t(news.shone ? "setup_shone_yes" : "setup_shone_no"));
      show(light, !news.lit);
      show(yes, news.lit);
      show(no, news.lit);
      show(hand, news.lit && simulated);
      for (const one of [light, yes, no, hand]) one.disabled = busy;
    },
  };
}

export function parts(desk) {
  const tiles = new Map();
  const lamps = new Map();
  const groups = el("div", { class: "setup-groups" });
  const lampList = el("ul", { class: "setup-lamps" });
  const lampGroup = el("section", { class: "setup-group panel" }, el("h3", {}, t("setup_group_lamps")), lampList);
  const wiring = el("p", { class: "quiet" });
  const lines = findings();
  const wrong = trouble();
  const begin = button("begin", t("setup_try"), start);
  const all = button("hand-all", t("setup_hand_all"), tryAll, QUIET);
  const end = button("end", t("setup_try_end"), finish);
  const on = button("next", t("setup_next"), goOn);
  const skip = skipButton(t("setup_skip"), desk.skip);
  let last = null;
  let running = false;

  const step = {
    trying: false,
    node: el("div", { class: "setup-wide" }, wiring, lines.node, wrong.node, groups, el("div", { class: "setup-way" }, actions(begin, all, end, on)), skip),
    draw,
  };

  function start() {
    return desk.act({ do: "begin" });
  }

  function finish() {
    return desk.act({ do: "end" });
  }

  async function goOn() {
    if (last.parts.length + last.lamps.length === 0) await desk.act({ do: "begin" });
    desk.next();
  }

  async function tryAll() {
    running = true;
    for (const part of last.parts.filter((one) => !one.felt)) {
      if (!(await desk.act({ do: "hand", part: part.name }))) break;
    }
    for (const lamp of last.lamps.filter((one) => one.shone === null)) {
      if (!(await desk.act({ do: "light", part: lamp.name }))) break;
      await pause(WAIT_MS / 3);
      await desk.act({ do: "hand", part: lamp.name });
    }
    await pause(WAIT_MS);
    running = false;
  }

  function group(part) {
    const key = part.kind === "button" ? `button-${part.number}` : part.kind;
    let found = groups.querySelector(`[data-group="${key}"] .setup-tiles`);
    if (!found) {
      found = el("div", { class: "setup-tiles" });
      const title = t(`setup_group_${part.kind}`, { number: part.number });
      groups.append(el("section", { class: "setup-group panel", data: { group: key } }, el("h3", {}, title), found));
    }
    return found;
  }

  function draw(state, { busy, problem }) {
    last = state;
    step.trying = state.trying; // it ends by itself when nobody looks, or a game begins
    const nothing = state.parts.length + state.lamps.length === 0;
    const held = busy || running;
    for (const part of state.parts) {
      if (!tiles.has(part.name)) {
        tiles.set(part.name, tile(part, desk, () => step.trying));
        group(part).append(tiles.get(part.name).node);
      }
      tiles.get(part.name).draw(part, { busy: held, hand: state.hand });
    }
    for (const lamp of state.lamps) {
      if (!lamps.has(lamp.name)) {
        lamps.set(lamp.name, lampRow(lamp, desk));
        lampList.append(lamps.get(lamp.name).node);
      }
      lamps.get(lamp.name).draw(lamp, { busy: held || !step.trying, hand: state.hand });
    }
    if (state.lamps.length && !lampGroup.isConnected) groups.append(lampGroup);
    setText(wiring, state.wiring ? t("setup_wiring", { name: state.wiring }) : "");
    const outcome = state.progress.parts;
    const over = Boolean(outcome && !outcome.skipped && !step.trying);
    lines.draw(nothing ? [{ found: "nothing_wired", verdict: "good", values: {} }] : over ? outcome.findings : []);
    wrong.draw(problem);
    setText(begin, t(over ? "setup_try_again" : "setup_try"));
    begin.classList.toggle(QUIET, over);
    show(begin, !nothing && !step.trying);
    show(all, !nothing && step.trying && state.hand);
    show(end, !nothing && step.trying);
    show(on, nothing || over);
    show(skip, !nothing && !over && !step.trying);
    for (const one of [begin, all, end, skip]) one.disabled = held;
    on.disabled = busy && nothing;
  }

  return step;
}
