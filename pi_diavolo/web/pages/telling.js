// Telling people what no state of the table tells: that the line is lost, and what became of a tap.

import { byId, el } from "/static/page.js";
import { t } from "/static/words.js";

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
