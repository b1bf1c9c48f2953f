// The winner's moment, and another game.

import { byId, el, show, svg, t } from "/static/common.js";
import { called, draw, now, player } from "/static/board.js";
import { ask } from "/static/board_lobby.js";
import { rain, stopRain } from "/static/celebrate.js";
import { gem } from "/static/shapes.js";

export function showWinner(before) {
  const over = now.over || now.status === "over";
  show(byId("winner"), over);
  byId("centre").classList.toggle("finished", over);
  draw(byId("winner"), over && [now.winner, now.winner && player(now.winner)?.gems, now.locked, called(now.winner)], () => over && winnerPanel());
  const news = over && now.winner !== null && !(before?.over && before.winner === now.winner && before.epoch === now.epoch);
  if (news) rain(byId("rain"));
  else if (!over && before?.over) stopRain(byId("rain"));
}

function winnerPanel() {
  const again = now.locked ? null : el("button", { type: "button", class: "button button-big", onclick: () => ask("play_again", {}) }, t("board_play_again"));
  if (now.winner === null) return [el("div", { class: "winner-crown" }, gem(true)), el("p", { class: "winner-name" }, t("board_head_nobody")), again];
  const gems = player(now.winner)?.gems ?? 0;
  return [
    el("div", { class: "winner-crown", "aria-hidden": "true" }, crown()),
    el("p", { class: "winner-name" }, called(now.winner)),
    el("p", { class: "winner-gems", "aria-hidden": "true" }, Array.from({ length: gems }, () => gem())),
    again,
  ];
}

const crown = () => svg("svg", { viewBox: "0 0 100 84", class: "crown", "aria-hidden": "true" },
  svg("path", { d: "M6 22 28 46 50 4 72 46 94 22 86 68H14Z" }), svg("rect", { x: 14, y: 71, width: 72, height: 11, rx: 3 }),
  svg("circle", { cx: 6, cy: 19, r: 6 }), svg("circle", { cx: 50, cy: 6, r: 6 }), svg("circle", { cx: 94, cy: 19, r: 6 }));
