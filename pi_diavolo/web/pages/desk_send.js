// Sends what somebody at the desk decides, and says plainly what became of it.

import { api, byId, el, t } from "/static/common.js";

let known = 0; // decisions that this desk knows of
let locked = () => {};

/** How many decisions this desk knows of: whoever decides, decides knowing these. */
export const seen = () => known;

/** The table told us of so many decisions; a table started again counts anew. */
export function learn(decisions, anew = false) {
  known = anew ? decisions : Math.max(known, decisions);
}

/** Called when the table no longer takes us for the desk. */
export function whenLocked(call) {
  locked = call;
}

/** What the desk may look at, or null when the table says no. */
export async function look(path) {
  const answer = await api("GET", path);
  if (answer.status === 403) locked();
  return answer.ok ? answer.data : null;
}

/**
 * Ask for one decision. `what` says it in words, in case somebody else was faster; `knowing` is what the person
 * had before their eyes when they began to choose. Resolves to true when it was done.
 */
export async function send(command, what, knowing = known) {
  clearNotices();
  const answer = await api("POST", "/api/commands", { ...command, seen: knowing });
  if (answer.ok) {
    if (Number.isInteger(answer.data?.decisions)) learn(answer.data.decisions);
    return true;
  }
  if (answer.status === 409) await overtaken(command, what);
  else if (answer.status === 403) locked(answer.message);
  else if (answer.status === 422) notice("bad", t("desk_refused", { why: answer.message }));
  else notice("bad", (answer.status && answer.message) || t("desk_failed"));
  return false;
}

async function overtaken(command, what) {
  const now = await api("GET", "/api/state");
  if (now.ok) learn(now.data.decisions);
  notice("warn", t("desk_overtaken", { what }), [
    [t("desk_ask_again"), () => send(command, what)],
    [t("desk_drop_it"), () => {}],
  ]);
}

/** Say something at the top of the desk; it stays until it is closed or the next thing is done. */
export function notice(kind, text, choices = [[t("desk_close"), () => {}]]) {
  const note = el("div", { class: `desk-notice ${kind}` }, el("p", {}, text));
  const acted = (act) => () => {
    note.remove();
    act();
  };
  note.append(...choices.map(([label, act]) => el("button", { type: "button", onclick: acted(act) }, label)));
  byId("notices").replaceChildren(note);
  if (kind === "good") setTimeout(() => note.remove(), 4000);
}

/** What was said belongs to what was done before. */
export function clearNotices() {
  byId("notices").replaceChildren();
}
