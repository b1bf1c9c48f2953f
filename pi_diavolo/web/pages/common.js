// What all pages share: language, theme, texts, DOM building, the API and the live line to the table.

export const LANGUAGES = ["en", "fr", "de"];
export const THEMES = ["auto", "dark", "light"];
export const COLOURS = ["black", "white", "red", "gray"];

const SVG = "http://www.w3.org/2000/svg";
// The table pings every 5 s: silent for longer, the line is dead though no socket has said so.
const SILENCE_MS = 12_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

// ── Remembering ────────────────────────────────────────────────────────────────────────────────────

function remembered(key) {
  try { return localStorage.getItem(`diavolo-${key}`); } catch { return null; }
}

function remember(key, value) {
  try { localStorage.setItem(`diavolo-${key}`, value); } catch { /* a private window forgets; so be it */ }
}

// ── Building pages; text goes in as text, never as markup ──────────────────────────────────────────

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.setAttribute("class", value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [rule, to] of Object.entries(value)) node.style.setProperty(rule, to);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: el("p", {class: "quiet", onclick: f}, "text", child). */
export const el = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

/** The same for SVG. */
export const svg = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

export const byId = (id) => document.getElementById(id);

/** Set a text only if it is new: a screen reader hears a live region once, not thirty times a second. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Show or hide; true if that changed anything. */
export function show(node, visible) {
  const changed = node.hidden === Boolean(visible);
  if (changed) node.hidden = !visible;
  return changed;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ── Language and texts ─────────────────────────────────────────────────────────────────────────────

const rooms = new Map();
const tellLanguage = new Set();
let spoken = chosenLanguage();

function chosenLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wished = [asked, remembered("language"), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => (tag ?? "").slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

export const language = () => spoken;

/** Speak another language from now on, on this page and the next. */
export async function setLanguage(to) {
  if (!LANGUAGES.includes(to) || to === spoken) return;
  spoken = to;
  remember("language", to);
  const address = new URL(location.href);
  if (address.searchParams.has("lang")) {
    address.searchParams.set("lang", to);
    history.replaceState(history.state, "", address);
  }
  await Promise.all([...rooms.keys()].map(load));
  translate(document);
  for (const tell of tellLanguage) tell(to);
}

/** Be told when the language changes, texts already loaded. */
export function onLanguage(tell) {
  tellLanguage.add(tell);
}

async function load(room) {
  const answer = await fetch(`/static/texts/${room}.${spoken}.json`);
  if (answer.ok) rooms.set(room, await answer.json());
}

/** Load the texts of a page (and the common ones) and fill in every element with data-t. */
export async function texts(...names) {
  for (const name of ["common", ...names]) if (!rooms.has(name)) rooms.set(name, {});
  await Promise.all([...rooms.keys()].map(load));
  translate(document);
}

/** One text, with {names} filled in; its key where it is missing, so that it is noticed. */
export function t(key, values = {}) {
  const found = [...rooms.values()].find((room) => key in room);
  const text = found ? found[key] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Fill in data-t (text), data-t-label (aria-label), data-t-hint (placeholder) below a node. */
export function translate(root) {
  document.documentElement.lang = spoken;
  for (const node of root.querySelectorAll("[data-t]")) setText(node, t(node.dataset.t));
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-hint]")) node.setAttribute("placeholder", t(node.dataset.tHint));
}

/** A number as the language writes it. */
export const number = (value, digits = 1) =>
  value.toLocaleString(spoken === "en" ? "en-GB" : spoken, { maximumFractionDigits: digits });

/** The name of a player, or "Seat 3" while there is none. */
export const nameOf = (player, seat = player?.seat) => player?.name || t("common_seat_n", { seat });

// ── Dark and light ─────────────────────────────────────────────────────────────────────────────────

const light = matchMedia("(prefers-color-scheme: light)");
let theme = THEMES.includes(remembered("theme")) ? remembered("theme") : "auto";

function dress() {
  const shown = theme === "auto" ? (light.matches ? "light" : "dark") : theme;
  document.documentElement.dataset.theme = shown;
}

export function setTheme(to) {
  theme = THEMES.includes(to) ? to : "auto";
  remember("theme", theme);
  dress();
}

light.addEventListener("change", dress);
dress();

/** The language and theme switches, to be put into a page's header. */
export function controls() {
  const languages = el("div", { class: "switch", role: "group" });
  const buttons = LANGUAGES.map((code) => el("button", { type: "button", lang: code, onclick: () => setLanguage(code) }, code.toUpperCase()));
  languages.append(...buttons);
  const dressing = el("button", { type: "button", class: "switch-theme", onclick: nextTheme });
  const SIGNS = { auto: "◐", dark: "☾", light: "☀" };
  function nextTheme() {
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
    say();
  }
  function say() {
    languages.setAttribute("aria-label", t("common_language"));
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(LANGUAGES[index] === spoken)));
    dressing.setAttribute("aria-label", t("common_theme", { theme: t(`common_theme_${theme}`) }));
    dressing.title = t("common_theme", { theme: t(`common_theme_${theme}`) });
    dressing.textContent = SIGNS[theme];
  }
  onLanguage(say);
  say();
  return el("div", { class: "controls" }, languages, dressing);
}

// ── The API ────────────────────────────────────────────────────────────────────────────────────────

let token = null;

/** Who this browser is for the table: {desk, seat, csrf}. */
export async function me() {
  const answer = await ask("GET", "/api/me");
  token = answer.data?.csrf ?? token;
  return answer.ok ? answer.data : { desk: false, seat: null, csrf: null };
}

async function ask(method, path, body) {
  const address = new URL(path, location.origin);
  address.searchParams.set("lang", spoken);
  const headers = { Accept: "application/json" };
  if (token) headers["X-Diavolo"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(address, { method, headers, credentials: "same-origin", body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await answer.text();
    let data = null;
    try { data = text ? JSON.parse(text) : null; } catch { /* not ours; the status must do */ }
    return { ok: answer.ok, status: answer.status, data, message: data?.message ?? "", retryAfter: Number(answer.headers.get("Retry-After")) || 0 };
  } catch {
    return { ok: false, status: 0, data: null, message: t("common_unreachable"), retryAfter: 0 };
  }
}

/** Ask the table: {ok, status, data, message, retryAfter}; never throws. Fetches the guard token by itself. */
export async function api(method, path, body) {
  if (method !== "GET" && token === null) await me();
  let answer = await ask(method, path, body);
  // A table that was started anew hands out new tokens.
  if (answer.status === 403 && method !== "GET") {
    const before = token;
    await me();
    if (token !== before) answer = await ask(method, path, body);
  }
  return answer;
}

/** One command to the referee, made in view of so many decisions. */
export const command = (kind, snapshot, fields = {}) =>
  api("POST", "/api/commands", { kind, seen: snapshot.decisions, ...fields });

// ── The live line ──────────────────────────────────────────────────────────────────────────────────

/** The table's clock as this page knows it, in table seconds; a simulated table's may run faster than ours. */
class TableClock {
  #samples = [];
  #rough = 0;
  #speed = 1;

  /** What the table said of its time, no matter how long the word was under way. */
  told(table, speed = this.#speed) {
    if (speed !== this.#speed) this.forget();
    this.#speed = speed;
    this.#rough = table - this.#own(performance.now());
  }

  /** An answer to our own question: it was given somewhere within the round trip. */
  measured(sent, table) {
    const now = performance.now() / 1000;
    this.#samples = [...this.#samples.slice(-15), { trip: now - sent, offset: table - this.#own((sent + now) * 500) }];
  }

  forget() {
    this.#samples = [];
  }

  #own(milliseconds) {
    return (milliseconds / 1000) * this.#speed;
  }

  get #best() {
    return this.#samples.reduce((best, sample) => (best === null || sample.trip < best.trip ? sample : best), null);
  }

  /** The best round trip in seconds of this page, null until it is measured. */
  get roundTrip() { return this.#best?.trip ?? null; }
  /** How far off `at` may be, in table seconds. */
  get error() { return (this.#best ? this.#best.trip / 2 : 0.25) * this.#speed; }

  /** Table seconds at a moment of this page's own clock (performance.now(), an event's timeStamp). */
  at(milliseconds = performance.now()) {
    return this.#own(milliseconds) + (this.#best?.offset ?? this.#rough);
  }
}

/**
 * Follow the table: onSnapshot(snapshot) for each new state, onLine(up) when the line comes or goes,
 * onMessage(message) for what is neither. Reconnects by itself; the first snapshot catches everything up.
 */
export function live({ role = null, onSnapshot, onLine = banner, onMessage = () => {}, onSeatLost = () => {} }) {
  const clock = new TableClock();
  let socket = null, wait = FIRST_WAIT_MS, timer = 0, watchdog = 0, measuring = 0, failed = 0, closed = false;
  let newest = { epoch: null, version: -1 };

  function open() {
    clearTimeout(timer);
    const query = new URLSearchParams({ lang: spoken, ...(role ? { role } : {}) });
    const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live?${query}`);
    mine.onmessage = (event) => mine === socket && heard(JSON.parse(event.data));
    mine.onopen = () => mine === socket && measure();
    mine.onclose = () => mine === socket && lost();
    stayAwake();
  }

  function heard(message) {
    stayAwake();
    wait = FIRST_WAIT_MS;
    failed = 0;
    onLine(true);
    if ("ping" in message) clock.told(message.ping);
    else if ("clock" in message) clock.measured(message.clock, message.table);
    else if ("status" in message && "players" in message) changed(message);
    else onMessage(message);
  }

  function changed(snapshot) {
    clock.told(snapshot.now, snapshot.speed);
    const older = snapshot.epoch === newest.epoch && snapshot.version < newest.version;
    if (older && snapshot.lang === newest.lang) return;
    if (newest.epoch !== null && snapshot.epoch !== newest.epoch) {
      token = null;
      clock.forget();
      measure();
    }
    newest = snapshot;
    onSnapshot(snapshot);
  }

  function measure() {
    clearTimeout(measuring);
    if (role !== "seat") return;
    let asked = 0;
    const once = () => {
      send({ clock: performance.now() / 1000 });
      asked += 1;
      measuring = setTimeout(once, asked < 6 ? 150 : 10_000);
    };
    once();
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function stayAwake() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, SILENCE_MS);
  }

  async function lost() {
    drop();
    if (closed) return;
    onLine(false);
    failed += 1;
    if (role === "seat" && failed === 2) {
      const answer = await ask("GET", "/api/me");
      if (answer.ok && answer.data?.seat === null) {
        role = null;
        onSeatLost();
      }
    }
    timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  function drop() {
    clearTimeout(timer);
    clearTimeout(watchdog);
    clearTimeout(measuring);
    const old = socket;
    socket = null;
    old?.close();
  }

  function again() {
    drop();
    wait = FIRST_WAIT_MS;
    failed = 0;
    if (!closed) open();
  }

  onLanguage(again);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && socket?.readyState !== WebSocket.OPEN) again();
  });
  open();

  return {
    clock,
    send,
    /** Be a seat from now on ("seat"), or a mere onlooker (null). */
    setRole(to) { if (to !== role) { role = to; again(); } },
    /** Take an imp; `when` is the timeStamp of the press. False while the line is down. */
    grab: (colour, when) => send({ grab: colour, at: clock.at(when), error: clock.error }),
    get snapshot() { return newest.epoch === null ? null : newest; },
    close() { closed = true; drop(); },
  };
}

// ── Telling people ─────────────────────────────────────────────────────────────────────────────────

let lostBanner = null;
let lostSince = 0;

/** The banner that says that the connection is lost, until it is back. */
export function banner(up) {
  clearTimeout(lostSince);
  if (up) {
    lostBanner?.remove();
    lostBanner = null;
  } else {
    // A hiccup shorter than this is nobody's business.
    lostSince = setTimeout(() => {
      if (lostBanner) return;
      lostBanner = el("div", { class: "lost", role: "alert" }, el("span", { class: "lost-sign", "aria-hidden": "true" }, "⚡"), t("common_lost"));
      document.body.prepend(lostBanner);
    }, 700);
  }
}

/** A short message that goes away by itself. */
export function toast(text, kind = "plain") {
  if (!text) return;
  let place = byId("toasts");
  if (!place) document.body.append(place = el("div", { id: "toasts", role: "status", "aria-live": "polite" }));
  const note = el("p", { class: `toast toast-${kind}` }, text);
  place.append(note);
  while (place.children.length > 3) place.firstChild.remove();
  setTimeout(() => note.remove(), 5000);
}

// ── The keyboard ───────────────────────────────────────────────────────────────────────────────────

/** Keys for a page, as long as nobody is typing: keys({b: grabBlack}); returns a function that ends it. */
export function keys(lookUp) {
  const typing = (node) => node.closest?.("input, textarea, select, [contenteditable], dialog");
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    const act = (typeof lookUp === "function" ? lookUp() : lookUp)[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act(event);
    }
  }
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

/** Arrow keys move the focus among the buttons of a group. */
export function arrows(group, items = "button:not([disabled])") {
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...group.querySelectorAll(items)];
    const here = all.indexOf(document.activeElement);
    if (!step || here < 0) return;
    event.preventDefault();
    all[(here + step + all.length) % all.length].focus();
  });
}

/** React at the first touch, not when the finger leaves; a key or a screen reader's click counts as well. */
export function press(button, act) {
  button.addEventListener("pointerdown", (event) => event.button === 0 && act(event));
  button.addEventListener("click", (event) => event.detail === 0 && act(event));
  return button;
}
