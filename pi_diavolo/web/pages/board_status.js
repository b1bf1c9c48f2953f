// What the table waits for: the headline, the countdown, what needs a hand, and what happened.

import { byId, el, setText, show, svg, t } from "/static/common.js";
import { duelHeadline, duelWhere } from "/static/duel_board.js";
import { boardHeadline, boardWhere } from "/static/board8_board.js";
import { called, draw, line, mySeat, now, up } from "/static/board.js";

function headline() {
  const itsOwn = duelHeadline() ?? boardHeadline();
  if (itsOwn) return itsOwn;
  const who = now.waiting_for ?? now.roller;
  const over = now.status === "over" || now.over;
  const about = over ? (now.winner === null ? "nobody" : "over") : now.status;
  const values = { player: over ? called(now.winner) : called(who), turn: now.protest ?? now.turn };
  if (about === "over" && now.winner === mySeat) return [t("board_head_you_win"), t("board_sub_over")];
  const told = t(`board_head_${about}`, values);
  // At a simulated table nobody must look for dice or imps.
  const sub = (now.simulated && { roll_now: "roll_simulated", imps: "imps_simulated" }[about]) || about;
  const asks = about === "imps" && now.roller === null ? "" : t(`board_sub_${sub}`, values);
  // A status that this page does not know yet is told in the table's own words.
  return told === `board_head_${about}` ? [now.status_text, ""] : [told, asks];
}

export function showStatus() {
  const [head, sub] = headline();
  setText(byId("headline"), head);
  setText(byId("subline"), sub);
  const where = [now.simulated && t("board_simulated_table"), now.game !== null && t("common_game_n", now), duelWhere() ?? boardWhere() ?? (now.turn !== null && t("common_turn_n", now))];
  setText(byId("where"), where.filter(Boolean).join(" · "));
  document.title = `${head} · Pi Diavolo`;
}

const ROUND = 2 * Math.PI * 44;
const ring = {
  arc: svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-arc", "stroke-dasharray": ROUND }),
  number: el("span", { class: "ring-number" }),
};

export function buildRing() {
  byId("ring").append(
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-track" }), ring.arc),
    ring.number,
  );
}

export function tick() {
  const place = byId("ring");
  const [until, whole] = now?.status === "question" ? [now.question_until, now.question_time_s] : now?.status === "grab" ? [now.deadline, now.grab_time_s] : [null, 0];
  const counting = up && until !== null && until !== undefined;
  show(place, counting);
  if (!counting) return;
  const left = Math.max(0, until - line.clock.at());
  const share = Math.min(1, left / Math.max(whole || 20, 1));
  ring.arc.style.strokeDashoffset = String(ROUND * (1 - share));
  place.classList.toggle("ring-short", left <= 5);
  setText(ring.number, String(Math.ceil(left)));
  place.setAttribute("aria-label", t("board_seconds_left", { seconds: Math.ceil(left) }));
}

export function showFaults() {
  show(byId("faults"), now.faults.length > 0);
  draw(byId("faults"), now.faults, () => now.faults.map((fault) => el("p", { class: "fault" }, el("span", { "aria-hidden": "true" }, "⚠ "), fault)));
}

export function showStory() {
  draw(byId("story"), now.story.slice(-4), () => now.story.slice(-4).map((sentence) => el("li", {}, sentence)));
}
