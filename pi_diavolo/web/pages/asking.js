// Asking the table: one request, one answer, and the token that guards against other sites.

import { language, t } from "/static/words.js";

// A line that died without a word must not hold a page up for ever; waking the table's eyes may take a while.
const ANSWERS_WITHIN_MS = 30_000;

let token = null;

/** Who this browser is for the table: {desk, seat, csrf}. */
export async function me() {
  const answer = await ask("GET", "/api/me");
  token = answer.data?.csrf ?? token;
  return answer.ok ? answer.data : { desk: false, seat: null, csrf: null };
}

/** A table that was started anew hands out new tokens. */
export function forgetToken() {
  token = null;
}

async function ask(method, path, body) {
  const address = new URL(path, location.origin);
  address.searchParams.set("lang", language());
  const headers = { Accept: "application/json" };
  if (token) headers["X-Diavolo"] = token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(address, { method, headers, credentials: "same-origin", signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), body: body === undefined ? undefined : JSON.stringify(body) });
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
