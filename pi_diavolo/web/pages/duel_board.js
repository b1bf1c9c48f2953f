// The duel on the scoreboard: two sides facing each other, and between them the four trials.

import { api, byId, el, nameOf, show, svg, t, toast } from "/static/common.js";
import { called, draw, forget, line, mySeat, now, play } from "/static/board.js";
import { ask } from "/static/board_lobby.js";
import { elementDie, elementMark, elementSign, powersOf } from "/static/duel_pieces.js";
import { imp } from "/static/shapes.js";

const STEPS = ["roll", "imps", "reroll", "trials"];
const SAID_BY_THE_DUEL = ["roll_now", "choose"];
const TEAM = 4;
const LONG = 44; // a headline of more letters takes two lines

/** What the table waits for, where the duel says it better than the status does; else null. */
export function duelHeadline() {
  const { duel } = now;
  if (!duel) return null;
  const sub = stepLine(duel);
  if (now.over || now.status === "over") {
    if (now.winner === null) return [t("board_head_nobody"), t("duel_sub_nobody")];
    return [now.winner === mySeat ? t("board_head_you_win") : t("board_head_over", { player: called(now.winner) }), t(duel.sides.some((side) => side.left === 0) ? "duel_sub_over" : "duel_sub_rounds")];
  }
  if (now.status === "rolling") return [t("board_head_rolling"), sub];
  return SAID_BY_THE_DUEL.includes(now.status) && duel.awaited ? [duel.awaited.text, sub] : null;
}

/** Where the duel stands, for the top line. */
export const duelWhere = () => now.duel && now.duel.round > 0 && t("duel_round_n", { round: now.duel.round });

function stepLine(duel) {
  const lead = duel.lead === null || duel.round === 0 ? "" : t("duel_leads", { player: called(duel.lead) });
  return [t(`duel_step_${duel.step}`), lead].filter(Boolean).join(" · ");
}

export function showDuel() {
  const { duel } = now;
  const shown = Boolean(duel) && now.status !== "lobby";
  document.body.classList.toggle("duelling", shown);
  document.body.classList.toggle("long-call", byId("headline").textContent.length > LONG);
  show(byId("duel"), shown);
  if (now.kind === "devilish-duels") for (const id of ["centre", "players"]) show(byId(id), false);
  if (!shown) return forget(byId("duel"));
  const { moves: _moves, options: _options, ...drawn } = duel;
  draw(byId("duel"), [drawn, now.questions, now.over, now.winner, now.locked, mySeat, now.players.map((one) => [one.name, one.simulated])], () => [
    side(duel, duel.sides[0], "left"),
    el("div", { class: "arena" }, now.over ? winner(duel) : [steps(duel), arena(duel)], asked(), toTurn(duel)),
    side(duel, duel.sides[1], "right"),
  ]);
}

// The middle

const steps = (duel) => el("ol", { class: "duel-steps", "aria-label": t("duel_steps") }, STEPS.map((step, place) => {
  const here = step === duel.step;
  return el("li", { class: here ? "here" : STEPS.indexOf(duel.step) > place ? "done" : "", "aria-current": here ? "step" : null }, el("b", { "aria-hidden": "true" }, STEPS.indexOf(duel.step) > place ? "✓" : String(place + 1)), t(`duel_step_${step}`));
}));

function arena(duel) {
  const [left, right] = duel.sides;
  return el("ul", { class: "trials", "aria-label": t("duel_trials") }, duel.trials.map((trial) => {
    const held = trial.state !== "to_come" && trial.text;
    const outcome = !held ? "" : trial.winner === null ? "draw" : trial.winner === left.seat ? "left" : "right";
    return el("li", { class: `trial trial-${trial.element} trial-${trial.state} ${outcome && `won-${outcome}`}`, "aria-current": trial.state === "now" ? "step" : null, data: { element: trial.element } },
      inPlay(left, trial.element), total(trial, left, outcome === "left"),
      el("div", { class: "trial-sign" }, elementSign(trial.element, duel.elements), el("span", { class: "trial-outcome" }, sentence(trial, outcome))),
      total(trial, right, outcome === "right"), inPlay(right, trial.element));
  }));
}

function sentence(trial, outcome) {
  if (trial.state === "now" && !outcome) return t("duel_trial_now");
  if (!outcome) return "";
  if (outcome === "draw") return t("duel_draw");
  const arrow = el("i", { "aria-hidden": "true" }, outcome === "left" ? "◀" : "▶");
  const who = t(trial.double ? "duel_wins_doubly" : "duel_wins", { player: called(trial.winner) });
  return outcome === "left" ? [arrow, " ", who] : [who, " ", arrow];
}

function total(trial, side, best) {
  const sum = trial.totals[side.seat] ?? 0;
  return el("span", { class: `trial-total ${sum > 9 ? "two-digits" : ""} ${best ? "best" : ""}`, "aria-label": t("duel_total", { player: side.name, element: trial.name, total: sum }) },
    String(sum), best && trial.double && el("small", { "aria-hidden": "true" }, "×2"));
}

function inPlay(side, element) {
  const dice = side.dice.filter((one) => one.element === element && one.zone === "in_play");
  return el("span", { class: "trial-dice" }, dice.map((one) => el("span", { class: `trial-die ${one.turn ? "turned" : ""}`, role: "img", "aria-label": String(one.value) }, elementDie(element, one.value))));
}

function asked() {
  return now.questions.map((question) => el("div", { class: "duel-question panel", role: "status" },
    el("p", {}, el("span", { class: "question-sign", "aria-hidden": "true" }, "?"), question.text), el("p", { class: "quiet" }, t("board_answer_at_desk"))));
}

const toTurn = (duel) => duel.to_turn && !now.simulated && !now.over && el("p", { class: "duel-turn panel", role: "status" }, el("span", { "aria-hidden": "true" }, "↻ "), t("duel_turn", { dice: duel.to_turn }));

function winner(duel) {
  const again = now.locked ? null : el("button", { type: "button", class: "button button-big", onclick: () => ask("play_again", {}) }, t("board_play_again"));
  const side = duel.sides.find((one) => one.seat === now.winner);
  return el("section", { class: "duel-winner panel" },
    side && el("div", { class: "winner-crown", "aria-hidden": "true" }, crown()),
    el("p", { class: "winner-name" }, side ? side.name : t("board_head_nobody")),
    el("p", { class: "duel-winner-imps", "aria-hidden": "true" }, Array.from({ length: side?.left ?? 0 }, () => imp("red"))),
    el("ul", { class: "duel-last" }, duel.trials.filter((trial) => trial.text).map((trial) => el("li", {}, trial.text))),
    again);
}

const crown = () => svg("svg", { viewBox: "0 0 100 84", class: "crown", "aria-hidden": "true" },
  svg("path", { d: "M6 22 28 46 50 4 72 46 94 22 86 68H14Z" }), svg("rect", { x: 14, y: 71, width: 72, height: 11, rx: 3 }));

// A side

function side(duel, one, where) {
  const awaited = duel.awaited?.seat === one.seat && !now.over;
  const zone = (name, ...content) => el("div", { class: `zone zone-${name}`, role: "group", "aria-label": t(`duel_zone_${name}`) }, el("h3", {}, t(`duel_zone_${name}`)), ...content);
  const gone = one.imps.filter((each) => each.zone === "banished"), lostDice = one.dice.filter((each) => each.zone === "banished");
  return el("section", { class: `side at-${where} panel ${awaited ? "awaited" : ""} ${now.over && now.winner === one.seat ? "side-wins" : ""}`, "aria-label": one.name, data: { seat: one.seat } },
    el("header", { class: "side-head" },
      el("h2", {}, one.name),
      el("span", { class: "badges" },
        mySeat === one.seat && el("span", { class: "badge badge-mine" }, t("board_you")),
        duel.lead === one.seat && duel.round > 0 && el("span", { class: "badge badge-lead" }, el("span", { "aria-hidden": "true" }, "⚑ "), t("duel_lead")),
        awaited && el("span", { class: "badge badge-rolls", role: "img", "aria-label": t("duel_turn_of") }, "▶"))),
    el("p", { class: "side-left", role: "img", "aria-label": t("duel_imps_left", { n: one.left }) },
      Array.from({ length: TEAM }, (_, place) => el("span", { class: place < one.left ? "" : "imp-gone", "aria-hidden": "true" }, imp("red"))), el("b", { "aria-hidden": "true" }, duel.step === "teams" && !one.left ? "" : String(one.left))),
    zone("in_play", cards(one.imps.filter((each) => each.zone === "in_play"), duel, now.over ? "–" : t("duel_no_imp"))),
    zone("pool", el("p", { class: "pool-dice" }, poolDice(one, duel)), el("p", { class: "pool-imps" }, poolImps(one))),
    (gone.length > 0 || lostDice.length > 0) && zone("banished",
      el("p", { class: "banished" }, gone.map((each) => el("s", {}, each.name)), lostDice.map((each) => dieWithName(each, duel)))));
}

const dieWithName = (one, duel) => el("span", { class: "pool-die", role: "img", "aria-label": duel.elements[one.element] }, elementDie(one.element, null));

function poolDice(one, duel) {
  const dice = one.dice.filter((each) => each.zone === "pool");
  return dice.length ? dice.map((each) => dieWithName(each, duel)) : el("span", { class: "quiet" }, t("duel_no_die"));
}

function poolImps(one) {
  const known = one.imps.filter((each) => each.zone === "pool").map((each) => el("span", { class: "imp-name" }, each.name));
  const hidden = one.hidden > 0 ? el("span", { class: "imp-hidden" }, Array.from({ length: one.hidden }, () => el("i", { "aria-hidden": "true" }, "?")), el("span", {}, t(one.hidden === 1 ? "duel_hidden_1" : "duel_hidden_n", { n: one.hidden }))) : null;
  return [known, hidden];
}

function cards(imps, duel, none) {
  if (!imps.length) return el("p", { class: "no-cards quiet" }, none);
  return el("ul", { class: "cards" }, imps.map((one) => el("li", { class: `imp-card ${one.used ? "used" : ""}` },
    one.card.element ? el("span", { class: `element-${one.card.element}` }, elementMark(one.card.element)) : null,
    el("strong", {}, one.name), one.used && el("small", { class: "used-sign" }, el("span", { "aria-hidden": "true" }, "✓ "), t("duel_used")),
    powersOf(one.card, duel.elements).map((text) => el("small", { class: "power" }, text)))));
}

// Playing along: on the seat's own page, since a team is a secret

/** The whole game in three lines, for whoever sees it for the first time. */
export const duelHow = () => el("ol", { class: "how" },
  [["earth", "duel_how_roll"], ["fire", "duel_how_trials"], ["air", "duel_how_end"]].map(([element, text]) =>
    el("li", {}, el("span", { class: `how-sign element-${element}`, "aria-hidden": "true" }, elementMark(element)), t(text))));

export const toOwnPage = (seat) => location.assign(`/seat/${seat}`);

/** Whoever plays from here finds the own page, and the way out. */
export const duelDock = (mine) => [
  el("p", { class: "along-hint" }, t("board_you_are", { player: nameOf(mine) })),
  el("a", { class: "button button-big button-along", href: `/seat/${mine.seat}` }, t("duel_own_page")),
  el("button", { type: "button", class: "dock-leave", onclick: () => giveBack(mine.seat) }, t("board_give_back")),
];

async function giveBack(seat) {
  const answer = await api("POST", `/api/seat/${seat}/leave`, {});
  if (!answer.ok) return toast(answer.message || t("common_refused"), "bad");
  play(null);
  line.setRole(null);
  toast(t("board_given_back"));
}
