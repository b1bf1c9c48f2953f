// The history page: the list of games, one game turn by turn, and how everyone plays.

import { api, byId, controls, el, live, me, number, onLanguage, setText, show, t, texts, toast } from "/static/common.js";
import { duration, nameIn, named, when } from "/static/games_words.js";
import { DUELS, roundsOf } from "/static/games_duels.js";
import { gameView } from "/static/games_turns.js";
import { playersView } from "/static/games_players.js";

let shownFor = null;   // the address of the view that is shown
let asked = 0;         // the newest question to the table; an answer to an older one comes too late
let table = null;      // the newest snapshot
let redraw = null;     // what must be drawn anew when the window changes

function place() {
  try {
    return decodeURIComponent(location.hash.slice(1)) || "games";
  } catch {
    return "games"; // an address that was cut off somewhere
  }
}

// ── Views ──────────────────────────────────────────────────────────────────────────────────────────

/** Ask the table and show what it says, unless somebody has gone elsewhere meanwhile. */
async function open({ keep = false } = {}) {
  const here = place(), mine = ++asked, view = byId("view");
  const [kind, ...rest] = here.split("=");
  mark(kind);
  view.setAttribute("aria-busy", "true");
  const waiting = setTimeout(() => mine === asked && !keep && view.replaceChildren(el("p", { class: "past-wait" }, t("games_reading"))), 350);
  const made = await (Object.hasOwn(VIEWS, kind) ? VIEWS[kind] : VIEWS.games)(rest.join("="));
  clearTimeout(waiting);
  if (mine !== asked) return;
  const same = shownFor === here;
  const kept = same ? opened(view) : [];
  shownFor = here;
  view.replaceChildren(...[made.body].flat().filter(Boolean));
  for (const one of view.querySelectorAll("details")) if (kept.includes(one.dataset.key)) one.open = true;
  view.removeAttribute("aria-busy");
  setText(byId("title"), made.title);
  document.title = `${made.title} · Pi Diavolo`;
  redraw = made.drawn;
  redraw?.();
  if (!same && !keep) {
    scrollTo(0, 0);
    byId("title").focus({ preventScroll: true });
  }
}

const opened = (view) => [...view.querySelectorAll("details[open]")].map((one) => one.dataset.key);

function mark(kind) {
  for (const link of byId("tabs").children) {
    const on = link.hash.slice(1) === (kind === "players" || kind === "player" ? "players" : "games");
    if (on) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

const VIEWS = {
  games: listView,
  game: async (number) => {
    const [game, players] = await Promise.all([api("GET", `/api/games/${encodeURIComponent(number)}`), api("GET", `/api/players?game=${encodeURIComponent(number)}`)]);
    if (!game.ok || !players.ok) return refused(game.ok ? players : game);
    return gameView(game.data, players.data, exports(game.data.game));
  },
  players: async () => {
    const answer = await api("GET", "/api/players");
    return answer.ok ? playersView(answer.data, null, exports(null)) : refused(answer);
  },
  player: async (player) => {
    const answer = await api("GET", "/api/players");
    return answer.ok ? playersView(answer.data, player, exports(null)) : refused(answer);
  },
};

async function listView() {
  const answer = await api("GET", "/api/games");
  if (!answer.ok) return refused(answer);
  if (!answer.data.games.length) return { title: t("games_title"), body: empty() };
  const list = el("ol", { class: "game-list" }, answer.data.games.map(card));
  const more = el("button", { type: "button", class: "button button-quiet", data: { key: "more" }, onclick: older }, t("games_more"));
  more.hidden = !answer.data.more;
  async function older() {
    more.disabled = true;
    const next = await api("GET", `/api/games?before=${list.lastElementChild.dataset.game}`);
    more.disabled = false;
    if (!next.ok) return toast(next.message, "bad");
    const first = next.data.games.map(card);
    list.append(...first);
    first[0]?.querySelector("a").focus();
    more.hidden = !next.data.more;
  }
  const count = answer.data.total === 1 ? t("games_one") : t("games_count", { count: number(answer.data.total, 0) });
  return { title: t("games_title"), body: [el("div", { class: "past-line" }, el("p", { class: "quiet" }, count), exports(null)), list, more] };
}

function card(game) {
  const won = game.players.find((one) => one.seat === game.winner);
  const end = won ? el("p", { class: "game-winner" }, el("span", { "aria-hidden": "true" }, "★ "), t("games_won_by", { player: "" }).trim(), " ", named(won))
    : el("p", { class: "game-winner quiet" }, t(game.over ? "games_nobody" : game.abandoned ? "games_abandoned" : "games_goes_on"));
  const facts = [game.name === DUELS ? "Devilish Duels" : null, game.lasted_s === null ? null : duration(game.lasted_s), game.name === DUELS ? roundsOf(game.turns) : t(game.turns === 1 ? "games_one_turn" : "games_turns", { turns: game.turns }), game.corrected ? t("games_corrected_n", { count: game.corrected }) : null];
  return el("li", { class: "game-card panel", data: { game: game.game, state: won || game.over ? "over" : game.abandoned ? "left" : "on" } },
    el("a", { href: `#game=${game.game}`, class: "game-link" }, el("span", { class: "game-number" }, t("common_game_n", { game: game.game })), el("time", { datetime: game.began }, when(game.began))),
    end,
    el("ul", { class: "game-players" }, game.players.map((one) => el("li", {}, named(one)))),
    el("p", { class: "game-facts quiet" }, facts.filter(Boolean).join(" · ")));
}

function empty() {
  return el("section", { class: "past-empty panel" },
    el("img", { src: "/static/icon.svg", alt: "", width: 96, height: 96 }),
    el("h2", {}, t("games_empty_title")), el("p", {}, t("games_empty")),
    el("a", { class: "button button-big", href: "/" }, t("games_empty_play")));
}

// ── What the table refuses: a locked one wants its PIN ─────────────────────────────────────────────

function refused(answer) {
  const locked = answer.data?.error === "no_pin";
  if (answer.data?.error === "not_found" && place() === "games") return { title: t("games_title"), body: empty() };
  const body = el("section", { class: "past-empty panel" },
    el("h2", {}, t(locked ? "games_locked_title" : "games_failed_title")), el("p", {}, locked ? t("games_locked") : answer.message),
    locked ? el("button", { type: "button", class: "button", data: { key: "open" }, onclick: () => askPin(() => open()) }, t("games_pin_open"))
      : el("button", { type: "button", class: "button", onclick: () => open() }, t("games_again")));
  return { title: t("games_title"), body };
}

function askPin(then) {
  const dialog = byId("pin"), wrong = el("p", { class: "past-wrong", role: "alert" });
  const field = el("input", { id: "pin-field", type: "password", inputmode: "numeric", autocomplete: "current-password", maxlength: 64, required: true });
  const form = el("form", { onsubmit: give },
    el("h2", { id: "pin-title" }, t("games_pin_title")), el("p", { class: "quiet" }, t("games_pin_why")),
    el("label", { for: "pin-field" }, t("games_pin_label")), field, wrong,
    el("div", { class: "past-buttons" },
      el("button", { type: "button", class: "button button-quiet", onclick: () => dialog.close() }, t("common_cancel")),
      el("button", { type: "submit", class: "button" }, t("games_pin_open"))));
  async function give(event) {
    event.preventDefault();
    const answer = await api("POST", "/api/pin", { pin: field.value });
    if (!answer.ok) {
      setText(wrong, answer.message || t("common_refused"));
      field.select();
      return;
    }
    await me();
    dialog.close();
    then();
  }
  dialog.replaceChildren(form);
  dialog.showModal();
  field.focus();
}

// ── Files ──────────────────────────────────────────────────────────────────────────────────────────

/** Buttons that save all games, or one; what leaves the table as a file needs the PIN. */
function exports(game) {
  const button = (form) => el("button", { type: "button", class: "button button-quiet", data: { key: `export-${form}` }, "aria-label": t(`games_export_${form}`), onclick: (event) => save(form, game, event.currentTarget) }, el("span", { "aria-hidden": "true" }, "↓"), form.toUpperCase());
  return el("div", { class: "past-buttons", role: "group", "aria-label": t("games_export") }, button("csv"), button("json"));
}

async function save(form, game, button) {
  if (!(await me()).desk) return askPin(() => save(form, game, button));
  button.disabled = true;
  try {
    const answer = await fetch(`/api/games/export.${form}${game === null ? "" : `?game=${game}`}`, { credentials: "same-origin" });
    if (!answer.ok) {
      toast((await answer.json().catch(() => null))?.message || t("common_refused"), "bad");
      return;
    }
    const file = URL.createObjectURL(await answer.blob());
    const link = el("a", { href: file, download: game === null ? `diavolo-games.${form}` : `diavolo-game-${game}.${form}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  } catch {
    toast(t("common_unreachable"), "bad");
  } finally {
    button.disabled = false;
  }
}

// ── News: the table plays on while somebody reads ──────────────────────────────────────────────────

const moment = (snapshot) => snapshot && JSON.stringify([snapshot.game, snapshot.over, snapshot.ruling?.turn, snapshot.decisions, snapshot.locked]);

function heard(snapshot) {
  const before = table;
  table = snapshot;
  if (before !== null && moment(before) === moment(snapshot)) return;
  const here = place();
  // The list and the game that is being played change under the reader's eyes; nothing else does.
  // The very first news may be newer than what was asked for before the line was there.
  if (here === "games" || here === `game=${snapshot.game}`) first.then(() => open({ keep: true }));
  if (before && snapshot.over && !before.over && here !== `game=${snapshot.game}`) tell(snapshot);
}

function tell(snapshot) {
  const news = byId("news"), winner = snapshot.players.find((one) => one.seat === snapshot.winner);
  const text = winner ? t("games_news_won", { game: snapshot.game, player: nameIn(winner) }) : t("games_news_over", { game: snapshot.game });
  news.replaceChildren(el("span", {}, text),
    el("a", { class: "button", href: `#game=${snapshot.game}`, onclick: () => show(news, false) }, t("games_news_show")),
    el("button", { type: "button", class: "button button-quiet", onclick: () => show(news, false) }, t("common_close")));
  show(news, true);
}

let resized = 0;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => redraw?.(), 150);
});
// Not through the address: that would be a view of its own.
byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main").focus(); });

await texts("games", "duel");
byId("controls").append(controls());
onLanguage(() => { shownFor = null; open({ keep: true }); });
addEventListener("hashchange", () => open());
const first = open();
live({ onSnapshot: heard });
