// The referee's desk: behind the PIN, everything people decide about a game.

import { api, byId, controls, el, live, me, onLanguage, setText, show, t, texts } from "/static/common.js";
import { powerButton } from "/static/appliance.js";
import { closeSheet } from "/static/desk_choose.js";
import { gameCard, start } from "/static/desk_game.js";
import { learnPhones, phonesCard, phonesShown } from "/static/desk_phones.js";
import { learnPicture } from "/static/desk_picture.js";
import { rulesCard, rulesDraft } from "/static/desk_rules.js";
import { dragging, seatsCard } from "/static/desk_seats.js";
import { learn, look, whenLocked } from "/static/desk_send.js";
import { boardShown } from "/static/board8_desk.js";
import { duelShown } from "/static/duel_desk.js";
import { enterPin } from "/static/pin.js";
import { learnTurns, turnsCard, turnsShown } from "/static/desk_turns.js";
import { turnInHand, turnShown } from "/static/desk_turn.js";

const TABS = ["game", "players", "turns", "phones"];

let snapshot = null;
let tab = null;
let up = false;
let isDesk = false;
let suggestions = [];
let asked = ""; // for which state of the table the suggestions, turns and phones were asked
const drawn = new Map(); // what each panel shows, as text: what has not changed keeps its focus

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────

function draw() {
  if (!snapshot || !isDesk || dragging) return;
  setText(byId("status"), snapshot.status_text);
  drawTabs();
  const again = () => draw();
  const { now: _now, version: _version, ...state } = snapshot;
  const views = {
    game: [[state, suggestions, turnShown(), duelShown(), boardShown()], () => gameCard(snapshot, suggestions, () => open("players"), again)],
    players: [[state.players, state.status, state.rules, rulesDraft()], () => el("div", { class: "desk-lobby" }, el("div", {}, seatsCard(snapshot), snapshot.status === "lobby" && el("p", { class: "card" }, start(snapshot))), rulesCard(snapshot.rules ?? {}, again))],
    turns: [[turnsShown(), state.players, state.letters], () => turnsCard(snapshot, again)],
    phones: [[phonesShown(), state.players], () => phonesCard(snapshot, again, refresh)],
  };
  const [value, build] = views[tab];
  redraw(byId(`panel-${tab}`), JSON.stringify([document.documentElement.lang, value]), build);
}

/** Make a panel anew if what it shows has changed; focus and half-typed text stay where they were. */
function redraw(panel, value, build) {
  if (drawn.get(panel) === value) return;
  drawn.set(panel, value);
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const typed = [...panel.querySelectorAll("#sit-name")].map((field) => [field.id, field.value]);
  panel.replaceChildren(build());
  for (const [id, text] of typed) if (byId(id)) byId(id).value = text;
  if (focused) panel.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function drawTabs() {
  tab ??= snapshot.status === "lobby" ? "players" : "game";
  const tabs = byId("tabs");
  if (tabs.childElementCount === 0) tabs.append(...TABS.map(tabButton));
  for (const name of TABS) {
    const button = byId(`tab-${name}`);
    setText(button.firstChild, t(`desk_tab_${name}`));
    button.setAttribute("aria-selected", String(name === tab));
    button.tabIndex = name === tab ? 0 : -1;
    show(byId(`panel-${name}`), name === tab);
  }
  tabs.setAttribute("aria-label", t("desk_tabs"));
  byId("tab-game").classList.toggle("calls", tab !== "game" && (snapshot.questions.length > 0 || snapshot.protest !== null));
}

function tabButton(name) {
  const button = el("button", { type: "button", id: `tab-${name}`, role: "tab", "aria-controls": `panel-${name}`, onclick: () => open(name) }, el("span"));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    open(TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length]);
    byId(`tab-${tab}`).focus();
  });
  return button;
}

function open(name) {
  tab = name;
  draw();
  refresh();
}

// ── What the table tells only when asked ───────────────────────────────────────────────────────────

async function refresh() {
  if (!isDesk || !up || !snapshot) return;
  const game = snapshot.ruling?.game ?? snapshot.game;
  const turn = turnInHand(snapshot);
  if (tab === "phones") learnPhones(await look("/api/seats"));
  if (tab === "turns") learnTurns(game === null ? [] : await look(`/api/turns?game=${game}`));
  if (tab === "game") suggestions = turn.ruling && !snapshot.duel && !snapshot.board ? ((await look(`/api/corrections/suggested?turn=${turn.turn}`)) ?? []) : [];
  draw();
}

async function lookAtPicture() {
  if (isDesk && (await learnPicture(snapshot.picture))) draw();
}

/** How long the table still waits for an answer, where it does not wait for ever. */
function countDown() {
  for (const place of document.querySelectorAll("[data-until]")) {
    setText(place, t("desk_question_left", { seconds: Math.max(0, Math.ceil(Number(place.dataset.until) - line.clock.at())) }));
  }
}

function refreshIfNews() {
  const { epoch, decisions, game, ruling, players, lang } = snapshot;
  const news = JSON.stringify([epoch, decisions, game, ruling, lang, players.map((player) => player.phone), tab]);
  if (news === asked) return;
  asked = news;
  refresh();
}

// ── The line to the table ──────────────────────────────────────────────────────────────────────────

function onSnapshot(news) {
  const anew = snapshot !== null && snapshot.epoch !== news.epoch;
  const began = snapshot?.status === "lobby" && news.status !== "lobby" && tab === "players";
  snapshot = news;
  learn(news.decisions, anew);
  if (began) tab = "game";
  if (anew) check();
  draw();
  refreshIfNews();
  lookAtPicture();
}

function onLine(nowUp) {
  if (nowUp === up) return;
  up = nowUp;
  show(byId("offline"), !up);
  byId("all").disabled = !up;
  document.body.classList.toggle("off", !up);
  if (!up) closeSheet();
  else refreshSoon();
}

const refreshSoon = () => {
  asked = "";
};

// ── The PIN ────────────────────────────────────────────────────────────────────────────────────────

async function check() {
  const self = await me();
  if (self.desk !== isDesk) admit(self.desk);
}

function admit(desk, why = "") {
  isDesk = desk;
  show(byId("pin"), !desk);
  show(byId("desk"), desk);
  show(byId("lock"), desk);
  show(byId("power"), desk);
  setText(byId("pin-wrong"), why);
  if (!desk) {
    closeSheet();
    drawn.clear();
    for (const name of TABS) byId(`panel-${name}`).replaceChildren();
    setText(byId("status"), "");
    byId("pin-field").focus();
    return;
  }
  asked = "";
  draw();
  if (!snapshot) return;
  refreshIfNews();
  lookAtPicture();
}

async function leave() {
  await api("DELETE", "/api/pin");
  admit(false);
}

// ── Begin ──────────────────────────────────────────────────────────────────────────────────────────

await texts("desk", "duel", "board8");
document.title = `${t("desk_title")} · Pi Diavolo`;
byId("switches").append(controls());
byId("pin-form").addEventListener("submit", (event) => enterPin(event, () => admit(true)));
byId("lock").addEventListener("click", leave);
powerButton(byId("power"));
whenLocked(() => admit(false, t("desk_pin_again")));
onLanguage(() => {
  document.title = `${t("desk_title")} · Pi Diavolo`;
  draw();
});
admit((await me()).desk);
const line = live({ onSnapshot, onLine });
setInterval(countDown, 500);
