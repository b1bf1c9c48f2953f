// The steps of the set-up, each with its own part of the page: made once, then drawn again and again.

import { el, setText, show, t } from "/static/common.js";
import { actions, beside, button, QUIET, skipButton } from "/static/setup_buttons.js";
import { orderDie } from "/static/setup_order_die.js";
import { parts } from "/static/setup_parts.js";
import { findings, focusMeter, keptNote, livePicture, markerList, picture, pictureOf, trouble, worst } from "/static/setup_seen.js";

/** Camera and light: what is seen now is all there is; people say when it is good enough. */
function watched(name, extras) {
  return (desk) => {
    const seen = livePicture();
    const lines = findings();
    const wrong = trouble();
    const on = button("next", t("setup_next"), accept);
    const more = extras();
    async function accept() {
      if (await desk.act({ do: "accept" })) desk.next();
    }
    return {
      node: beside(seen.node, [...more.map((extra) => extra.part.node), lines.node, wrong.node], actions(on)),
      draw(state, { busy, problem }) {
        const found = state.sight[name].length ? state.sight[name] : state.sight.camera;
        seen.draw(state.sight);
        lines.draw(found);
        for (const extra of more) extra.draw(extra.part, state.sight);
        wrong.draw(problem);
        const well = worst(found) !== "poor";
        setText(on, t(well ? "setup_next" : "setup_anyway"));
        on.classList.toggle(QUIET, !well);
        on.disabled = busy;
      },
    };
  };
}

const camera = watched("camera", () => [
  { part: focusMeter(), draw: (part, sight) => part.draw(sight.focus) },
  { part: markerList(), draw: (part, sight) => part.draw(sight.markers) },
]);

const light = watched("light", () => []);

/** The dice's widths; what somebody types stays until it is kept. */
function diceSizes() {
  const fields = ["dice_mm", "order_die_mm"].map((name) => {
    const field = el("input", { type: "number", id: `setup-${name}`, min: 10, max: 30, step: 0.1, inputmode: "decimal", oninput: () => { field.dataset.typed = "1"; } });
    return [name, field];
  });
  return {
    node: el("fieldset", { class: "setup-sizes" }, fields.map(([name, field]) => el("label", { for: field.id }, t(`setup_${name}`), field)), el("p", { class: "quiet" }, t("setup_measure"))),
    values: () => Object.fromEntries(fields.map(([name, field]) => [name, field.checkValidity() && field.value ? Number(field.value) : null])),
    isWell: () => fields.every(([, field]) => field.checkValidity() && field.value !== ""),
    kept() { for (const [, field] of fields) delete field.dataset.typed; },
    draw(state, busy) {
      for (const [name, field] of fields) {
        field.disabled = busy;
        if (!field.dataset.typed) field.value = state[name];
      }
    },
  };
}

function table(desk) {
  const seen = livePicture();
  const lines = findings();
  const wrong = trouble();
  const kept = keptNote();
  const sizes = diceSizes();
  const save = button("save", t("setup_save_table"), keep);
  async function keep() {
    if (await desk.act({ do: "save", ...sizes.values() })) sizes.kept();
  }
  const on = button("next", t("setup_next"), desk.next);
  const skip = skipButton(t("setup_skip"), desk.skip);
  return {
    node: beside(seen.node, [lines.node, sizes.node, wrong.node, kept.node], actions(save, on), skip),
    draw(state, { busy, problem }) {
      const found = state.sight.table.length ? state.sight.table : state.sight.camera;
      const saved = Boolean(state.progress.table?.saved);
      seen.draw(state.sight);
      lines.draw(found);
      wrong.draw(problem);
      kept.draw(state, saved);
      save.classList.toggle(QUIET, saved);
      sizes.draw(state, state.busy);
      save.disabled = busy || worst(found) === "poor" || !sizes.isWell();
      show(on, saved);
      show(skip, !saved);
      skip.disabled = busy;
    },
  };
}

function swatches() {
  const node = el("div", { class: "setup-swatches", hidden: true }, el("h3", {}, t("setup_learned")), el("ul", {}));
  return {
    node,
    draw(colours) {
      const names = Object.keys(colours);
      show(node, names.length > 0);
      node.lastChild.replaceChildren(...names.map((name) => el("li", {},
        el("span", { class: "setup-swatch", style: { "background-color": colours[name] }, "aria-hidden": "true" }), t(`common_${name}`))));
    },
  };
}

function colours(desk) {
  const seen = livePicture();
  const thrown = picture(t("setup_picture_thrown"));
  const known = swatches();
  const lines = findings();
  const wrong = trouble();
  const kept = keptNote();
  const hand = button("hand", t("setup_hand_throw"), () => desk.act({ do: "hand" }), QUIET);
  const learn = button("learn", t("setup_learn"), () => desk.act({ do: "learn" }));
  const on = button("next", t("setup_next"), desk.next);
  const skip = skipButton(t("setup_skip"), desk.skip);
  const result = el("div", { class: "setup-result" }, el("h3", {}, t("setup_picture_thrown")), thrown.node);
  return {
    node: beside([seen.node, result], [known.node, lines.node, wrong.node, kept.node], actions(hand, learn, on), skip),
    draw(state, { busy, problem }) {
      const outcome = state.progress.colours;
      const learned = Boolean(outcome?.saved);
      seen.draw(state.sight);
      show(result, Boolean(state.throw?.dice.length));
      if (state.throw?.dice.length) thrown.draw(pictureOf(state.throw.picture), { size: state.sight.size, dice: state.throw.dice });
      known.draw(state.colours);
      lines.draw(outcome?.findings ?? []);
      wrong.draw(problem);
      kept.draw(state, learned);
      show(hand, state.simulated);
      setText(learn, t(learned ? "setup_learn_again" : "setup_learn"));
      learn.classList.toggle(QUIET, learned);
      for (const one of [hand, learn, skip]) one.disabled = busy;
      show(on, learned);
      show(skip, !learned);
    },
  };
}

function firstRoll(desk) {
  const seen = livePicture();
  const rolled = picture(t("setup_picture_rolled"));
  const lines = findings(t("setup_certificate"));
  const sum = el("p", { class: "setup-sum" });
  const wrong = trouble();
  const hand = button("hand", t("setup_hand_throw"), () => desk.act({ do: "hand" }), QUIET);
  const read = button("read", t("setup_read"), () => desk.act({ do: "read" }));
  const start = el("a", { class: "button", href: "/desk", data: { key: "start" } }, t("setup_start"));
  const large = el("a", { target: "_blank", rel: "noopener" }, rolled.node); // on a phone its words are small
  const result = el("div", { class: "setup-result" }, el("h3", {}, t("setup_picture_rolled")), large);
  const paper = el("div", { class: "setup-certificate panel" }, el("h3", {}, t("setup_certificate")), lines.node, sum);
  return {
    node: beside([result, seen.node], [wrong.node, paper], actions(hand, read, start)),
    draw(state, { busy, problem }) {
      const outcome = state.progress.first_roll;
      const done = state.roll !== null;
      seen.draw(state.sight);
      show(result, done);
      if (done) {
        large.href = `/api/setup/roll.jpg?lang=${document.documentElement.lang}&of=${state.roll}`;
        rolled.draw(large.href);
      }
      wrong.draw(problem);
      show(paper, done);
      lines.draw(outcome?.findings ?? []);
      if (outcome) setText(sum, t(`setup_certificate_${worst(outcome.findings)}`));
      paper.dataset.how = outcome ? worst(outcome.findings) : "";
      show(hand, state.simulated);
      setText(read, t(done ? "setup_read_again" : "setup_read"));
      read.classList.toggle(QUIET, done);
      for (const one of [hand, read]) one.disabled = busy;
      show(start, done);
    },
  };
}

export const STEPS = { camera, light, table, colours, order_die: orderDie, parts, first_roll: firstRoll };
