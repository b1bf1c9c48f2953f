// The Order die: six faces, each taken from the picture of this moment, each repeatable.

import { el, setText, show, t } from "/static/common.js";
import { actions, beside, button, QUIET, skipButton } from "/static/setup_buttons.js";
import { findings, keptNote, livePicture, trouble } from "/static/setup_seen.js";

/** One face: its crop once it was taken, and the button that takes it. */
function card(order, desk) {
  const name = t(`desk_order_${order}`);
  const crop = el("img", { class: "setup-crop", alt: t("setup_face_picture", { order: name }), hidden: true });
  const none = el("p", { class: "setup-nocrop quiet" }, t("setup_not_enrolled"));
  const take = button(`enrol-${order}`, t("setup_enrol"), () => desk.act({ do: "enrol", face: order }));
  const hand = button(`hand-${order}`, t("setup_hand"), lay, QUIET);
  async function lay() {
    if (await desk.act({ do: "hand", face: order })) await desk.act({ do: "enrol", face: order });
  }
  let before = null;
  return {
    node: el("li", { class: "setup-face panel", data: { order } }, el("h3", {}, name), crop, none, take, hand),
    draw(face, { busy, simulated }) {
      const taken = face.picture !== null;
      show(crop, taken);
      show(none, !taken);
      if (taken && face.picture !== before) crop.src = `/api/setup/faces/${order}?of=${face.picture}`;
      before = face.picture;
      setText(take, t(taken ? "setup_enrol_again" : "setup_enrol"));
      take.classList.toggle(QUIET, taken || simulated);
      show(hand, simulated);
      hand.classList.toggle(QUIET, taken);
      for (const one of [take, hand]) one.disabled = busy;
    },
  };
}

export function orderDie(desk) {
  const seen = livePicture();
  const lines = findings();
  const wrong = trouble();
  const kept = keptNote();
  const cards = new Map();
  const list = el("ul", { class: "setup-faces" });
  const printed = button("printed", t("setup_printed"), () => desk.act({ do: "printed" }), QUIET);
  const on = button("next", t("setup_next"), desk.next);
  const skip = skipButton(t("setup_skip"), desk.skip);
  const row = actions(on, printed);
  return {
    node: beside([seen.node, wrong.node, lines.node, kept.node], [list], row, skip),
    draw(state, { busy, problem }) {
      for (const face of state.faces) {
        if (!cards.has(face.order)) {
          cards.set(face.order, card(face.order, desk));
          list.append(cards.get(face.order).node);
        }
        cards.get(face.order).draw(face, { busy, simulated: state.simulated });
      }
      seen.draw(state.sight);
      const outcome = state.progress.order_die;
      lines.draw(outcome?.findings ?? []);
      wrong.draw(problem);
      kept.draw(state, outcome?.saved);
      const all = state.faces.every((face) => face.picture !== null);
      show(on, all || Boolean(outcome?.saved));
      on.classList.toggle(QUIET, !all);
      show(skip, !all && !outcome?.saved);
      show(printed, !state.simulated);
      show(row, !on.hidden || !printed.hidden);
      for (const one of [printed, skip]) one.disabled = busy;
    },
  };
}
