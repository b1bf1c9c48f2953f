// A phone as a seat's four buttons: what is pressed counts from the first touch, on the table's own clock.

import { COLOURS, api, byId, controls, el, keys, live, me, nameOf, number, onLanguage, press, setText, show, t, texts, toast } from "/static/common.js";
import { clearBoardSeat, drawBoardSeat } from "/static/board8_seat.js";
import { clearDuelSeat, drawDuelSeat } from "/static/duel_seat.js";
import { gem, mark } from "/static/shapes.js";

const MOST_SEATS = 8; // of any game; the table says how many it has
const MOST_GEMS = 5;
// The table answers a press at once; after so long nobody can say that it counted.
const ANSWER_MS = 2500;
const FLASH_MS = 5000;
const CHECK_MS = 2000;
const JOINED = "joined"; // no secret has six letters

const seat = Number(location.pathname.split("/").filter(Boolean).pop());
let line = null;
let snapshot = null;
let playing = false;
let up = false;
let claimed = null; // the start of the table at which this phone took its seat
let felt = ""; // the result that was already felt in the hand
let unanswered = null;
let flashing = 0;
let hand = null; // in a duel, what this seat alone may see
const buttons = {};

const duels = () => snapshot?.kind === "devilish-duels";
const boards = () => snapshot?.kind === "devils-dice";
const mine = () => snapshot?.players.find((player) => player.seat === seat) ?? null;
const colourName = (colour) => t(`seat_colour_${colour}`);
const buzz = (pattern) => navigator.vibrate?.(pattern);

// ── Pressing ───────────────────────────────────────────────────────────────────────────────────────

function take(colour, event) {
  if (!playing || byId("play").hidden) return;
  buzz(30);
  buttons[colour].classList.add("pressed");
  setTimeout(() => buttons[colour].classList.remove("pressed"), 180);
  if (!line.grab(colour, moment(event))) return flash(t("seat_lost_press"));
  clearTimeout(unanswered);
  unanswered = setTimeout(() => flash(t("seat_not_recorded")), ANSWER_MS);
}

/** When the finger came down: the event knows it better than the code that runs after it. */
function moment(event) {
  const now = performance.now();
  return event?.timeStamp > now - 1000 && event.timeStamp <= now ? event.timeStamp : now;
}

function onMessage(message) {
  if ("hand" in message) {
    hand = message.hand;
    return draw();
  }
  if (!("took" in message)) return;
  clearTimeout(unanswered);
  if (message.ok) flash("");
  else {
    flash(message.message);
    buzz([80, 60, 80]);
    stillOurs();
  }
}

function flash(text) {
  clearTimeout(flashing);
  setText(byId("flash"), text ?? "");
  if (text) flashing = setTimeout(() => setText(byId("flash"), ""), FLASH_MS);
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────────

/** What to say in big words, what comes next, and why. */
function words(player) {
  if (!up) return [t("seat_lost"), "", ""];
  if (snapshot.status === "paused") return [t("seat_paused"), "", ""];
  if (snapshot.status === "lobby") return [inTheLobby(player), "", ""];
  if (!player) return [t("seat_not_in"), "", ""];
  if (snapshot.over) return [theEnd(), snapshot.locked ? "" : t("seat_again_gray"), snapshot.ruling?.reason ?? ""];
  const next = toDo(player);
  if (player.verdict) return [t(`seat_result_${player.verdict}`), next, snapshot.ruling?.reason ?? ""];
  if (!plays(player)) return [t("seat_out"), "", ""];
  if (player.took) return [t("seat_took", { colour: colourName(player.took) }), [player.time_text, snapshot.order_title].filter(Boolean).join(" · "), ""];
  if (player.gone) return [t("seat_gone", { colour: colourName(player.gone) }), snapshot.order_title, ""];
  return [next, snapshot.order_title, snapshot.order_hint];
}

const plays = (player) => player.still_in && player.gems !== 0;

function inTheLobby(player) {
  if (snapshot.locked) return t("seat_lobby_locked");
  return t(player ? "seat_lobby_sits" : "seat_lobby_free");
}

function theEnd() {
  if (snapshot.winner === seat) return t("seat_won");
  const winner = snapshot.players.find((player) => player.seat === snapshot.winner);
  return winner ? t("seat_over", { player: nameOf(winner) }) : t("seat_over_nobody");
}

function toDo(player) {
  if (!plays(player)) return t("seat_out");
  const lifts = snapshot.rules?.grabs === "bases";
  const roller = snapshot.players.find((one) => one.seat === (snapshot.waiting_for ?? snapshot.roller));
  switch (snapshot.status) {
    case "roll_now": return roller?.seat === seat ? t("seat_roll_you") : t("seat_roll_other", { player: nameOf(roller, snapshot.roller) });
    case "grab": case "reading": return lifts ? t("seat_lifted") : t(`seat_${snapshot.status}`);
    case "imps": case "rolling": case "question": case "protest": return t(`seat_${snapshot.status}`);
    default: return snapshot.status_text;
  }
}

// ── Drawing ────────────────────────────────────────────────────────────────────────────────────────

function draw() {
  if (!snapshot) return;
  const player = mine();
  setText(byId("seat-number"), String(seat));
  setText(byId("name"), player ? nameOf(player) : t("seat_title", { seat }));
  document.title = `${player ? nameOf(player) : t("seat_title", { seat })} · Pi Diavolo`;
  drawGems(player);
  if (!playing) return;
  show(byId("duel"), duels());
  show(byId("board8"), boards());
  show(byId("play"), !duels() && !boards());
  if (duels()) return drawDuelSeat(byId("duel"), { snapshot, seat, hand, up, flash: toast, again: draw });
  if (boards()) return drawBoardSeat(byId("board8"), { snapshot, seat, up, flash: toast, again: draw });
  const [say, next, more] = words(player);
  setText(byId("say"), say);
  setText(byId("next"), next === say ? "" : next);
  setText(byId("more"), more);
  byId("play").dataset.verdict = up ? (player?.verdict ?? "") : "";
  byId("play").dataset.calls = String(up && calls(player));
  for (const colour of COLOURS) drawButton(colour, player);
  drawExact();
}

const calls = (player) => ["reading", "grab"].includes(snapshot.status) && player && plays(player) && !player.took && !player.verdict;

function drawGems(player) {
  const box = byId("gems");
  const count = duels() || boards() ? null : (player?.gems ?? null);
  show(box, count !== null);
  if (count === null || box.dataset.count === `${count} ${snapshot.lang}`) return;
  box.dataset.count = `${count} ${snapshot.lang}`;
  box.setAttribute("aria-label", count === 0 ? t("seat_gem_0") : count === 1 ? t("seat_gem_1") : t("seat_gems_n", { n: count }));
  box.replaceChildren(...Array.from({ length: MOST_GEMS }, (_, index) => gem(index >= count)), el("b", { "aria-hidden": "true" }, String(count)));
}

function drawButton(colour, player) {
  const button = buttons[colour];
  const imps = snapshot.imps?.[colour];
  const took = player?.took === colour;
  const gone = !took && imps?.all > 0 && imps.left === 0 && !snapshot.looks_back;
  const answer = Boolean(player?.verdict) && snapshot.ruling?.answer === colour;
  const note = [took && t("seat_yours"), answer && t("seat_it_was"), gone && t("seat_is_gone")].filter(Boolean).join(" · ");
  button.classList.toggle("mine", took);
  button.classList.toggle("gone", gone);
  button.classList.toggle("answer", answer);
  button.classList.toggle("other", Boolean(player?.took) && !took && !player.verdict);
  setText(button.querySelector(".button-letter"), (snapshot.letters?.[colour] ?? colour[0]).toUpperCase());
  setText(button.querySelector(".button-name"), colourName(colour));
  setText(button.querySelector(".button-note"), note);
}

function drawExact() {
  const measured = line.clock.roundTrip !== null;
  setText(byId("exact"), measured ? t("seat_exact", { ms: number(line.clock.error * 1000, line.clock.error < 0.01 ? 1 : 0) }) : t("seat_measuring"));
  byId("exact").title = t("seat_exact_why");
}

/** How much of the time to grab is left, as a bar. */
function drawTime() {
  const { deadline, grab_time_s: whole, status } = snapshot ?? {};
  const runs = playing && up && status === "grab" && deadline !== null && whole > 0;
  const left = runs ? Math.min(1, Math.max(0, (deadline - line.clock.at()) / whole)) : 0;
  byId("time").style.setProperty("transform", `scaleX(${left})`);
}

function feel(player) {
  const result = player?.verdict ? `${snapshot.ruling?.game}/${snapshot.ruling?.turn} ${player.verdict}` : "";
  if (result && felt !== result) buzz(["right", "gained", "gained_at_most"].includes(player.verdict) ? [40, 60, 40, 60, 40] : 300);
  felt = result;
}

// ── The line ───────────────────────────────────────────────────────────────────────────────────────

function onSnapshot(news) {
  snapshot = news;
  if (!isThere()) return noSeat();
  if (playing && claimed === null) claimed = news.epoch;
  if (playing && (mine()?.phone === false || news.epoch !== claimed)) stillOurs();
  if (playing) feel(mine());
  else offerToJoin();
  draw();
}

function onLine(nowUp) {
  if (nowUp === up) return;
  up = nowUp;
  document.body.classList.toggle("off", !up);
  if (!up) {
    clearTimeout(unanswered);
    unanswered = null;
  }
  draw();
}

// ── The door: whose phone is this? ─────────────────────────────────────────────────────────────────

/** Take the secret out of the address, so that nobody reads it over a shoulder or out of the history. */
function secretInAddress() {
  const address = new URL(location.href);
  const asked = address.searchParams.get("secret") ?? address.searchParams.get("s");
  const hash = decodeURIComponent(address.hash.slice(1));
  const secret = hash || asked || (address.search && !address.search.includes("=") ? decodeURIComponent(address.search.slice(1)) : "");
  const lang = address.searchParams.get("lang");
  history.replaceState(null, "", address.pathname + (lang ? `?lang=${encodeURIComponent(lang)}` : ""));
  return secret;
}

/** A reload, or a table that was started anew, must not cost a player the seat. */
const kept = {
  get secret() { try { return sessionStorage.getItem(`diavolo-seat-${seat}`); } catch { return null; } },
  set secret(to) {
    try {
      if (to === null) sessionStorage.removeItem(`diavolo-seat-${seat}`);
      else sessionStorage.setItem(`diavolo-seat-${seat}`, to);
    } catch { /* then it must be scanned again */ }
  },
};

async function claim(secret) {
  const answer = await api("POST", `/api/seat/${seat}/claim`, { secret });
  if (answer.ok) {
    kept.secret = secret;
    return play();
  }
  if (answer.status === 403) kept.secret = null;
  if (answer.status === 409) return occupied(() => claim(secret));
  askSecret(problem(answer));
}

function problem(answer) {
  if (answer.status === 429) return t("seat_wait", { seconds: Math.ceil(answer.retryAfter || 1) });
  if (answer.status === 403) return t("seat_secret_wrong", { seat });
  return answer.message;
}

async function leave() {
  const answer = await api("POST", `/api/seat/${seat}/leave`);
  if (!answer.ok) return flash(answer.message);
  document.querySelector(".seat-menu").open = false;
  line.setRole(null);
  freed(t("seat_left"));
}

function door(title, why, { form = false, go = null, act = null, wrong = "" } = {}) {
  playing = false;
  show(byId("leave"), false);
  show(byId("play"), false);
  hand = null;
  clearDuelSeat(byId("duel"));
  clearBoardSeat(byId("board8"));
  show(byId("door"), true);
  setText(byId("door-title"), title);
  setText(byId("door-why"), why);
  show(byId("secret"), form);
  show(byId("door-go"), go !== null);
  setText(byId("door-go"), go ?? "");
  byId("door-go").onclick = act;
  setText(byId("door-wrong"), wrong);
}

let asking = () => {};

/** Of a table that was not heard yet nobody knows how many seats it has. */
const isThere = () => !snapshot || seat <= (snapshot.seats ?? 6);

function noSeat() {
  asking = noSeat;
  door(t("seat_no_seat", { seat: location.pathname.split("/").pop() }), "");
}

function askSecret(wrong = "") {
  if (!isThere()) return noSeat();
  asking = askSecret;
  door(t("seat_secret_title", { seat }), t("seat_secret_why"), { form: true, wrong });
  offerToJoin();
}

function occupied(again) {
  asking = () => occupied(again);
  door(t("seat_occupied_title"), t("seat_occupied_why"), { go: t("seat_again"), act: again });
}

/** On a simulated table nobody needs a secret: a visitor may take over from a simulated player. */
function offerToJoin() {
  if (playing || asking !== askSecret || !snapshot?.simulated || !mine()?.simulated) return;
  asking = offered;
  offered(byId("door-wrong").textContent); // what was said of the seat a moment ago is still to be read
}

function offered(wrong = "") {
  door(t("seat_join_title", { seat }), t("seat_join_why"), { go: t("seat_join_go"), act: join, wrong });
}

async function join() {
  const answer = await api("POST", `/api/seat/${seat}/join`);
  if (answer.ok) {
    kept.secret = JOINED;
    return play();
  }
  if (answer.status === 409) return occupied(join);
  offered(problem(answer));
}

const again = () => (kept.secret === JOINED ? join() : claim(kept.secret));

function play() {
  playing = true;
  claimed = snapshot?.epoch ?? null;
  asking = () => {};
  show(byId("door"), false);
  show(byId("play"), !duels() && !boards());
  show(byId("leave"), true);
  document.body.classList.add("playing");
  line.setRole("seat");
  stayAwake();
  draw();
}

/** Is the seat still this phone's? The desk may have freed it, and a table that was started anew has forgotten. */
async function stillOurs() {
  const answer = await api("GET", "/api/me");
  if (!playing || !answer.ok) return;
  if (answer.data.seat === seat) {
    claimed = snapshot?.epoch ?? claimed;
    return;
  }
  const state = await api("GET", "/api/state");
  if (!playing || !state.ok) return;
  line.setRole(null);
  if (state.data.epoch !== claimed && kept.secret !== null) await again();
  else freed();
}

function freed(why = t("seat_freed")) {
  kept.secret = null;
  document.body.classList.remove("playing");
  askSecret(why);
}

// ── A phone in the hand: no zoom, no scrolling, no menu, no sleep ──────────────────────────────────

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch { /* low battery, or plain http: the phone does as it likes */ }
}

function holdStill() {
  const stop = (event) => playing && !event.target.closest?.(".seat-duel, .seat-board8") && event.preventDefault();
  for (const kind of ["gesturestart", "gesturechange", "contextmenu", "selectstart", "dragstart", "dblclick"]) document.addEventListener(kind, stop);
  document.addEventListener("touchmove", stop, { passive: false });
  document.addEventListener("visibilitychange", () => !document.hidden && playing && stayAwake());
}

// ── Begin ──────────────────────────────────────────────────────────────────────────────────────────

function makeButtons() {
  for (const colour of COLOURS) {
    const button = el(
      "button", { type: "button", class: `seat-button of-${colour}`, data: { colour } },
      el("span", { class: "button-face" }, mark(colour), el("b", { class: "button-letter" })),
      el("span", { class: "button-name" }),
      el("span", { class: "button-note" }),
    );
    buttons[colour] = press(button, (event) => take(colour, event));
    byId("buttons").append(button);
  }
  const byLetter = () => Object.fromEntries(COLOURS.map((colour) => [(snapshot?.letters?.[colour] ?? colour[0]).toLowerCase(), (event) => take(colour, event)]));
  keys(byLetter);
}

const secret = secretInAddress();
await texts("seat", "duel", "board8");
byId("switches").append(controls());
makeButtons();
holdStill();
byId("leave").addEventListener("click", leave);
onLanguage(() => {
  asking();
  draw();
});
setText(byId("seat-number"), String(seat));
if (!(seat >= 1 && seat <= MOST_SEATS)) noSeat();
else {
  line = live({ onSnapshot, onLine, onMessage, onSeatLost: stillOurs });
  byId("secret").addEventListener("submit", (event) => {
    event.preventDefault();
    claim(byId("secret-field").value.trim());
  });
  if (secret) await claim(secret);
  else if ((await me()).seat === seat) play();
  else if (kept.secret !== null) await again();
  else askSecret();
  setInterval(drawTime, 200);
  setInterval(() => playing && drawExact(), 1000);
  setInterval(() => playing && !up && stillOurs(), CHECK_MS);
}
