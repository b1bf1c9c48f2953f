// The scoreboard: one picture of the table for the whole room, redrawn from each snapshot.

import {
  COLOURS, arrows, byId, calm, command, controls, el, keys, language, live, me, nameOf, number, onLanguage, press,
  setText, show, svg, t, texts, toast, api,
} from "/static/common.js";
import { rain, shatter, sparkle, stopRain } from "/static/celebrate.js";
import { gem, imp, mark, orderDie } from "/static/shapes.js";
import { singleDie, tray } from "/static/tray.js";

const MOST_GEMS = 5;
const SEATS = [1, 2, 3, 4, 5, 6];
const RIVALS = ["black", "white", "red"];
const MAY_TAKE = ["rolling", "reading", "grab", "question"];
const GOOD = ["right", "gained", "gained_at_most"], BAD = ["wrong", "none"];

// Where there are only fingers, nobody has letters to press.
const FINGERS = matchMedia("(pointer: coarse) and (hover: none)");

let now = null;        // the newest snapshot
let mySeat = null;     // the seat that this visitor plays
let line = null;
const cards = new Map();
const drawn = new Map();

/** Redraw a place only when what it shows has changed, so that nothing flickers and no focus is lost. */
function draw(place, shown, make) {
  const key = JSON.stringify([language(), shown]);
  if (drawn.get(place) === key) return;
  drawn.set(place, key);
  place.replaceChildren(...[make()].flat().filter(Boolean));
}

const player = (seat) => now.players.find((one) => one.seat === seat);
const called = (seat) => nameOf(player(seat), seat);
const word = (colour) => t(`common_${colour}`);
const letter = (colour) => (now.letters?.[colour] ?? colour[0]).toUpperCase();
const chip = (colour, ...more) => el("span", { class: `chip chip-${colour}` }, mark(colour), el("span", {}, word(colour)), ...more);

function shown(snapshot) {
  const before = now;
  now = snapshot;
  document.body.dataset.status = now.status;
  document.body.classList.toggle("looking-back", now.looks_back);
  document.body.classList.toggle("ruled", now.ruling !== null);
  showStatus();
  showFaults();
  showPlayers(before);
  showOrder();
  showQuestions();
  showRows();
  showImps();
  showTray();
  showLobby();
  showWinner(before);
  showStory();
  showAlong();
}

// ── What the table waits for ───────────────────────────────────────────────────────────────────────

function headline() {
  const who = now.waiting_for ?? now.roller;
  const over = now.status === "over" || now.over;
  const about = over ? (now.winner === null ? "nobody" : "over") : now.status;
  const values = { player: over ? called(now.winner) : called(who), turn: now.protest ?? now.turn };
  const told = t(`board_head_${about}`, values);
  const asks = about === "imps" && now.roller === null ? "" : t(`board_sub_${about}`, values);
  // A status that this page does not know yet is told in the table's own words.
  return told === `board_head_${about}` ? [now.status_text, ""] : [told, asks];
}

function showStatus() {
  const [head, sub] = headline();
  setText(byId("headline"), head);
  setText(byId("subline"), sub);
  const where = [now.simulated && t("board_simulated_table"), now.game !== null && t("common_game_n", now), now.turn !== null && t("common_turn_n", now)];
  setText(byId("where"), where.filter(Boolean).join(" · "));
  document.title = `${head} · Pi Diavolo`;
}

const ROUND = 2 * Math.PI * 44;
const ring = {
  arc: svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-arc", "stroke-dasharray": ROUND }),
  number: el("span", { class: "ring-number" }),
};

function buildRing() {
  byId("ring").append(
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-track" }), ring.arc),
    ring.number,
  );
}

function tick() {
  const place = byId("ring");
  const counting = now?.deadline !== null && now?.deadline !== undefined && ["grab", "question"].includes(now.status);
  show(place, counting);
  if (!counting) return;
  const left = Math.max(0, now.deadline - line.clock.at());
  const share = Math.min(1, left / Math.max(now.grab_time_s || 20, 1));
  ring.arc.style.strokeDashoffset = String(ROUND * (1 - share));
  place.classList.toggle("ring-short", left <= 5);
  setText(ring.number, String(Math.ceil(left)));
  place.setAttribute("aria-label", t("board_seconds_left", { seconds: Math.ceil(left) }));
}

function showFaults() {
  show(byId("faults"), now.faults.length > 0);
  draw(byId("faults"), now.faults, () => now.faults.map((fault) => el("p", { class: "fault" }, el("span", { "aria-hidden": "true" }, "⚠ "), fault)));
}

// ── The players round the table ────────────────────────────────────────────────────────────────────

/** Clockwise seen from above: the first half down the right side, the rest up the left. */
function placed(players) {
  const half = Math.ceil(players.length / 2);
  return players.map((one, index) => (index < half ? ["right", index + 1] : ["left", players.length - index]));
}

function showPlayers(before) {
  const list = byId("players");
  const seats = now.players.map((one) => one.seat);
  for (const [seat, card] of cards) if (!seats.includes(seat)) { card.root.remove(); cards.delete(seat); }
  const places = placed(now.players);
  now.players.forEach((one, index) => {
    if (!cards.has(one.seat)) cards.set(one.seat, playerCard());
    const card = cards.get(one.seat);
    if (list.children[index] !== card.root) list.insertBefore(card.root, list.children[index] ?? null);
    card.root.dataset.side = places[index][0];
    card.root.style.setProperty("--row", places[index][1]);
    card.update(one, before);
  });
  byId("main").style.setProperty("--rows", String(Math.max(1, Math.ceil(seats.length / 2))));
  byId("main").dataset.players = String(seats.length);
}

function playerCard() {
  const name = el("span", { class: "player-name" }), badges = el("span", { class: "badges" });
  const gems = el("p", { class: "gems", role: "img" }), change = el("p"), deed = el("p", { class: "deed" }), verdict = el("p", { class: "verdict" });
  const root = el("li", { class: "player panel" }, el("h2", { class: "player-head" }, name, badges), el("div", { class: "gems-line" }, gems, change), el("div", { class: "player-deed" }, deed, verdict));
  let count = null;
  return {
    root,
    update(one, before) {
      setText(name, nameOf(one));
      const kinds = { rolls: now.roller === one.seat && !now.over, out: !one.still_in, mine: mySeat === one.seat, wins: now.over && now.winner === one.seat,
        good: GOOD.includes(one.verdict), bad: BAD.includes(one.verdict), took: one.took !== null };
      for (const [kind, on] of Object.entries(kinds)) root.classList.toggle(`player-${kind}`, on);
      draw(badges, [kinds, one.youngest, one.phone, one.simulated, now.status === "lobby"], () => badgesOf(one, kinds));
      showGems(gems, one, count, before);
      count = one.gems;
      draw(deed, [one.took, one.time_text, one.early, one.gone, kinds.out, one.verdict], () => deedOf(one, kinds));
      draw(change, one.change, () => changeOf(one.change));
      draw(verdict, one.verdict, () => verdictOf(one.verdict));
    },
  };
}

const badge = (kind, sign, text) => el("span", { class: `badge badge-${kind}`, title: text }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "badge-text" }, text));

function badgesOf(one, kinds) {
  return [
    kinds.wins && badge("wins", "♛", ""),
    kinds.mine && badge("mine", "★", t("board_you")),
    kinds.rolls && badge("rolls", "⚄", t("board_rolls")),
    kinds.out && badge("out", "✕", t("board_out")),
    one.youngest && now.status === "lobby" && badge("youngest", "★", t("board_youngest")),
    one.phone && !kinds.mine && badge("phone", "✆", t("board_phone")),
  ];
}

function showGems(place, one, count, before) {
  const known = one.gems !== null;
  show(place, known);
  if (!known) return;
  const most = Math.max(MOST_GEMS, one.gems);
  while (place.children.length < most) place.append(el("span", { class: "setting" }));
  while (place.children.length > most) place.lastChild.remove();
  place.setAttribute("aria-label", t("board_gems", { gems: one.gems, most }));
  [...place.children].forEach((setting, index) => {
    const full = index < one.gems;
    if (setting.dataset.full === String(full)) return;
    setting.dataset.full = String(full);
    setting.replaceChildren(gem(!full));
    // The first look at a game and a new game show gems as they are; only what people saw change moves.
    if (count === null || !before || before.game !== now.game || before.epoch !== now.epoch) return;
    if (full) sparkle(setting);
    else shatter(setting);
  });
}

function deedOf(one, kinds) {
  if (one.took) {
    const time = one.early ? el("span", { class: "early" }, t("board_early")) : one.time_text && el("span", { class: "time" }, one.time_text);
    return [chip(one.took), time];
  }
  if (one.gone) return el("span", { class: "gone" }, chip(one.gone), " ", t("board_gone"));
  if (one.verdict || kinds.out || !MAY_TAKE.includes(now.status)) return null;
  return el("span", { class: "thinking" }, t("board_thinking"));
}

const changeOf = (change) => Boolean(change) && el("span", { class: `change change-${change > 0 ? "good" : "bad"}` }, change > 0 ? `+${change}` : `−${-change}`);

function verdictOf(verdict) {
  if (!verdict) return null;
  const good = GOOD.includes(verdict), bad = BAD.includes(verdict);
  return el("span", { class: `pill pill-${good ? "good" : bad ? "bad" : "plain"}` },
    el("span", { class: "pill-sign", "aria-hidden": "true" }, good ? "✓" : bad ? "✗" : "–"), el("span", {}, t(`board_${verdict}`)));
}

// ── The order and the answer ───────────────────────────────────────────────────────────────────────

function showOrder() {
  const ruling = now.ruling;
  const waiting = now.order === null && ruling === null;
  draw(byId("order-sign"), now.order, () => orderDie(now.order));
  setText(byId("order-kicker"), ruling ? t("board_answer_of", ruling) : t("board_order"));
  setText(byId("order-title"), ruling ? kept(ruling.reason) : waiting ? t("board_no_order") : now.order_title || "");
  setText(byId("order-hint"), ruling ? "" : waiting ? t("board_no_order_hint") : now.order_hint || "");
  byId("order").classList.toggle("order-waits", waiting);
  byId("order").classList.toggle("order-ruled", ruling !== null);
  const answer = byId("answer");
  show(answer, ruling !== null);
  draw(answer, ruling && [ruling.answer, ruling.corrected, ruling.struck, ruling.turn], () => ruling && answerOf(ruling));
}

/** A line never breaks between a colour and its score. */
const kept = (reason) => reason.replace(/ (?=\d)/g, "\u00a0").replace("→ ", "→\u00a0");

function answerOf(ruling) {
  const notes = [ruling.corrected && t("board_corrected"), ruling.struck && t("board_turn_struck")].filter(Boolean);
  const note = notes.length ? el("span", { class: "answer-note" }, notes.join(" · ")) : null;
  if (!ruling.answer) return el("div", { class: "answer-flag answer-none" }, note);
  return el("div", { class: `answer-flag chip-${ruling.answer}` }, imp(ruling.answer), el("strong", {}, word(ruling.answer)), note);
}

function showQuestions() {
  const open = now.questions;
  show(byId("questions"), open.length > 0);
  byId("centre").classList.toggle("asking", open.length > 0);
  draw(byId("questions"), open, () => open.map((question) => el("div", { class: "question" },
    el("h2", {}, el("span", { "aria-hidden": "true", class: "question-sign" }, "?"), question.text),
    el("ul", {}, question.options.map((option) => el("li", {}, option.text))),
    el("a", { href: "/desk", class: "question-desk" }, t("board_answer_at_desk"), " →"))));
}

// ── Dice, imps, tray ───────────────────────────────────────────────────────────────────────────────

function showRows() {
  const { dice, ruling } = now;
  draw(byId("rows"), [dice.map((one) => [one.index, one.colour, one.value, one.maybe]), ruling?.scores, ruling?.best, now.rules?.dice_per_colour, now.letters], () => {
    const each = now.rules?.dice_per_colour ?? 3;
    return RIVALS.map((colour) => {
      const mine = dice.filter((one) => one.colour === colour);
      const score = ruling?.scores?.[colour], best = ruling?.best?.includes(colour);
      const words = [word(colour), mine.map((one) => one.value ?? "?").join(", ")].join(": ");
      return el("div", { class: `row ${best ? "row-best" : ""} ${ruling && !best ? "row-other" : ""}`, role: "img", "aria-label": score === undefined || score === null ? words : `${words} → ${number(score)}` },
        el("span", { class: "row-mark" }, mark(colour, `mark-${colour}`), el("span", { class: "row-letter" }, letter(colour))),
        el("span", { class: "row-dice" }, mine.length
          ? mine.map((one) => singleDie(colour, one.value, {}))
          : Array.from({ length: each }, () => el("span", { class: "no-die" }))),
        el("span", { class: "row-score" }, score === undefined || score === null ? "" : number(score), best ? el("span", { class: "row-star", "aria-hidden": "true" }, "★") : null));
    });
  });
}

function showImps() {
  const bases = now.status === "imps" && now.places?.some((colour) => colour !== null);
  draw(byId("imps"), [bases ? now.places : null, now.imps], () => (bases ? [el("h2", {}, t("board_bases")), basesRow()] : [el("h2", {}, t("board_imps")), impsLeft()]));
}

const impsLeft = () => el("ul", { class: "imps-left" }, COLOURS.filter((colour) => (now.imps[colour]?.all ?? 0) > 0).map((colour) => {
  const { all, left } = now.imps[colour];
  return el("li", { "aria-label": t("board_imps_left", { colour: word(colour), all, left }), class: left ? "" : "all-gone" },
    el("span", { class: "imps-figures", "aria-hidden": "true" }, Array.from({ length: all }, (_, index) => el("span", { class: index < left ? "" : "imp-taken" }, imp(colour)))));
}));

const basesRow = () => el("ol", { class: "bases" }, now.places.map((colour, base) =>
  el("li", { "aria-label": colour ? t("board_base", { base: base + 1, colour: word(colour) }) : t("board_base_empty", { base: base + 1 }) },
    colour ? imp(colour) : el("span", { class: "no-imp" }), el("span", { class: "base-number", "aria-hidden": "true" }, String(base + 1)))));

function showTray() {
  const mood = now.status === "rolling" ? "rolling" : now.status === "reading" ? "reading" : "still";
  const asked = now.questions.find((question) => question.die !== null && question.die !== undefined)?.die ?? null;
  const best = now.ruling?.best ?? null;
  const places = mood === "still" ? [now.dice, now.order_die, now.order] : null;
  draw(byId("tray"), [mood, asked, best, places, now.tray_mm, now.die_mm], () => {
    const told = RIVALS.map((colour) => [word(colour), now.dice.filter((one) => one.colour === colour).map((one) => one.value ?? "?").join(", ")]);
    const words = now.dice.length ? told.map((parts) => parts.join(": ")).join("; ") : t("board_tray_empty");
    return tray(now, { mood, asked, best, label: t("board_tray_label", { dice: words }) });
  });
}

// ── Before and after the game ──────────────────────────────────────────────────────────────────────

async function ask(kind, fields) {
  let answer = await command(kind, now, fields);
  // Children sit down at the same moment; a seat that is taken is refused anyway, so once more is safe.
  if (answer.status === 409 && kind === "sit") {
    await new Promise((done) => setTimeout(done, 250));
    answer = await command(kind, now, fields);
  }
  if (!answer.ok) toast(answer.message || t(answer.status === 409 ? "common_overtaken" : "common_refused"), "bad");
  return answer.ok;
}

function showLobby() {
  const lobby = now.status === "lobby";
  show(byId("lobby"), lobby);
  show(byId("centre"), !lobby);
  show(byId("players"), !lobby);
  if (!lobby) return;
  const open = !now.locked;
  const sitting = now.players.map(({ seat, name, youngest }) => [seat, name, youngest]);
  const typed = Object.fromEntries([...byId("lobby").querySelectorAll("input")].map((input) => [input.dataset.seat, input.value]));
  const focused = document.activeElement?.dataset?.seat;
  draw(byId("lobby"), [sitting, now.locked], () => [
    el("ul", { class: "seats" }, SEATS.map((seat) => (player(seat) ? takenSeat(player(seat), open) : freeSeat(seat, open, typed[seat])))),
    el("div", { class: "lobby-start" }, startButton(open)),
  ]);
  if (focused && document.activeElement === document.body) byId("lobby").querySelector(`input[data-seat="${focused}"]`)?.focus();
}

function freeSeat(seat, open, typed = "") {
  const input = el("input", { type: "text", maxlength: 30, autocomplete: "off", spellcheck: "false", "aria-label": t("board_name_for", { seat }), placeholder: t("board_sit_hint"), data: { seat } });
  input.value = typed;
  const sit = (event) => {
    event.preventDefault();
    if (input.value.trim()) ask("sit", { seat, name: input.value.trim() }).then((done) => done && nextFreeSeat(seat));
    else input.focus();
  };
  return el("li", { class: "seat seat-free", data: { seat } }, el("span", { class: "seat-number", "aria-hidden": "true" }, String(seat)),
    open && el("form", { onsubmit: sit }, input, el("button", { type: "submit", class: "button" }, t("board_sit"))));
}

function nextFreeSeat(after) {
  const free = [...byId("lobby").querySelectorAll("input")].filter((input) => input.value === "");
  (free.find((input) => Number(input.dataset.seat) > after) ?? free[0])?.focus();
}

function takenSeat(one, open) {
  const forWhom = (text) => `${text} – ${nameOf(one)}`;
  return el("li", { class: `seat seat-taken ${one.youngest ? "seat-youngest" : ""}`, data: { seat: one.seat } },
    el("span", { class: "seat-number", "aria-hidden": "true" }, String(one.seat)),
    el("span", { class: "player-name" }, nameOf(one)),
    open && el("span", { class: "seat-buttons" },
      el("button", { type: "button", class: "button button-youngest", "aria-pressed": String(Boolean(one.youngest)), "aria-label": forWhom(t("board_is_youngest")), onclick: () => ask("youngest", { seat: one.seat }) },
        el("span", { "aria-hidden": "true" }, one.youngest ? "★ " : "☆ "), t("board_is_youngest")),
      el("button", { type: "button", class: "button button-quiet", "aria-label": forWhom(t("board_leave")), onclick: () => ask("leave", { seat: one.seat }) }, t("board_leave"))));
}

function startButton(open) {
  if (!open) return [el("p", { class: "lobby-hint" }, t("board_locked")), el("a", { class: "button button-big", href: "/desk" }, t("common_desk"))];
  const few = now.players.length < 2, unsaid = !now.players.some((one) => one.youngest);
  const hint = few ? "board_need_two" : unsaid ? "board_need_youngest" : "board_ready";
  return [
    el("p", { class: "lobby-hint" }, t(hint)),
    el("button", { type: "button", class: "button button-big", disabled: few || unsaid, onclick: () => ask("start", {}) }, t("board_start")),
  ];
}

function showWinner(before) {
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

function showStory() {
  draw(byId("story"), now.story.slice(-4), () => now.story.slice(-4).map((sentence) => el("li", {}, sentence)));
}

// ── Playing along at the simulated table ───────────────────────────────────────────────────────────

function showAlong() {
  const place = byId("along");
  const mine = mySeat === null ? null : player(mySeat);
  const joinable = now.players.filter((one) => one.simulated && one.still_in);
  const invites = now.simulated && !mine && joinable.length > 0 && !now.over && now.status !== "lobby";
  document.body.classList.toggle("playing", Boolean(mine) && now.status !== "lobby");
  document.body.classList.toggle("invited", invites);
  show(place, (Boolean(mine) && now.status !== "lobby") || invites);
  if (place.hidden) return drawn.delete(place);
  if (mine) draw(place, [mySeat, mine.name, now.letters, "dock"], () => dock(mine));
  else draw(place, "invitation", invitation);
  if (mine) showDock(mine);
}

const invitation = () => [
  el("p", { class: "along-hint" }, t("board_play_along_hint")),
  el("button", { type: "button", class: "button button-big button-along", onclick: choosePlayer }, el("span", { "aria-hidden": "true" }, "▶ "), t("board_play_along")),
];

function choosePlayer() {
  const dialog = byId("choose");
  const choices = now.players.filter((one) => one.simulated && one.still_in);
  dialog.replaceChildren(
    el("h2", { id: "choose-title" }, t("board_choose")), el("p", {}, t("board_choose_hint")),
    el("div", { class: "choices" }, choices.map((one) => el("button", { type: "button", class: "choice", data: { seat: one.seat }, onclick: () => join(one.seat) },
      el("span", { class: "player-name" }, nameOf(one)),
      el("span", { class: "choice-gems", role: "img", "aria-label": t("board_gems", { gems: one.gems ?? 0, most: MOST_GEMS }) }, Array.from({ length: one.gems ?? 0 }, () => gem()))))),
    el("button", { type: "button", class: "button button-quiet", onclick: () => dialog.close() }, t("common_cancel")),
  );
  arrows(dialog.querySelector(".choices"));
  dialog.showModal();
  dialog.querySelector(".choice")?.focus();
}

async function join(seat) {
  const answer = await api("POST", `/api/seat/${seat}/join`, {});
  byId("choose").close();
  if (!answer.ok) return toast(answer.message || t("common_refused"), "bad");
  sitAt(seat);
}

function sitAt(seat) {
  mySeat = seat;
  line.setRole("seat");
  if (now) shown(now);
}

const buttons = new Map();

function dock(mine) {
  buttons.clear();
  const group = el("div", { class: "take", role: "group", "aria-label": t("board_you_are", { player: nameOf(mine) }) }, COLOURS.map((colour) => {
    const button = el("button", { type: "button", class: `take-imp take-${colour}`, data: { colour } },
      imp(colour), el("span", { class: "take-sign" }, mark(colour), el("kbd", {}, letter(colour))),
      el("span", { class: "take-word" }, word(colour)), el("span", { class: "take-left" }));
    buttons.set(colour, press(button, (event) => take(colour, event)));
    return button;
  }));
  arrows(group);
  return [el("div", { class: "dock-words", role: "status", "aria-live": "polite" }, el("p", { class: "dock-who" }, t("board_you_are", { player: nameOf(mine) })), el("p", { class: "dock-hint" })), group];
}

function showDock(mine) {
  const place = byId("along"), open = MAY_TAKE.includes(now.status) && mine.still_in && !now.looks_back;
  const took = now.looks_back || mine.verdict ? null : mine.took;
  const good = GOOD.includes(mine.verdict), bad = BAD.includes(mine.verdict);
  let hint = t("board_wait_roll");
  if (mine.verdict && mine.result_text) hint = `${good ? "✓" : bad ? "✗" : "–"} ${mine.result_text}`;
  else if (!mine.still_in) hint = t("board_you_are_out");
  else if (took) hint = t("board_took", { colour: word(took) });
  else if (open) hint = t(now.status === "rolling" ? "board_early_hint" : FINGERS.matches ? "board_may_touch" : "board_may_take");
  setText(place.querySelector(".dock-hint"), hint);
  place.classList.toggle("dock-good", good);
  place.classList.toggle("dock-bad", bad);
  place.classList.toggle("dock-open", open && !took);
  for (const [colour, button] of buttons) {
    const { left, all } = now.imps[colour] ?? { left: 0, all: 0 };
    button.setAttribute("aria-disabled", String(!open || took !== null || left === 0));
    button.classList.toggle("taken", took === colour);
    button.classList.toggle("none-left", left === 0 && took !== colour);
    setText(button.querySelector(".take-left"), left === 0 && all > 0 ? t("board_gone") : t("board_left", { left }));
  }
}

function take(colour, event) {
  const mine = mySeat === null ? null : player(mySeat);
  if (!mine || !MAY_TAKE.includes(now.status) || (mine.took !== null && !now.looks_back)) return;
  if (!line.grab(colour, event.timeStamp)) return toast(t("board_no_line"), "bad");
  navigator.vibrate?.(25);
  if (!calm()) buttons.get(colour).animate([{ transform: "scale(.92)" }, { transform: "translateY(-6%) scale(1.06)" }, { transform: "none" }], { duration: 320, easing: "ease-out" });
}

function answered(message) {
  if ("took" in message && !message.ok) toast(message.message, "bad");
}

function grabKeys() {
  if (mySeat === null || !now) return {};
  const known = COLOURS.map((colour, index) => [[letter(colour).toLowerCase(), colour], [String(index + 1), colour]]).flat();
  return Object.fromEntries(known.map(([key, colour]) => [key, (event) => take(colour, event)]));
}

// ── Beginning ──────────────────────────────────────────────────────────────────────────────────────

await texts("board");
byId("controls").append(controls());
buildRing();
keys(grabKeys);
onLanguage(() => now && shown(now));
line = live({
  onSnapshot: shown,
  onMessage: answered,
  onSeatLost() {
    mySeat = null;
    toast(t("board_seat_lost"));
    if (now) shown(now);
  },
});
setInterval(tick, 100);
const known = await me();
if (known.seat !== null && known.seat !== undefined) sitAt(known.seat);
