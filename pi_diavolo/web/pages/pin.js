// The form for the PIN, the same on every page that is behind it.

import { api, byId, me, setText, t } from "/static/common.js";

/** Ask with what stands in the field; `admitted` is called where it is the PIN. */
export async function enterPin(event, admitted) {
  event.preventDefault();
  const field = byId("pin-field");
  const answer = await api("POST", "/api/pin", { pin: field.value });
  field.value = "";
  if (answer.ok) {
    await me(); // a new session has a new token
    return admitted();
  }
  const wait = answer.status === 429 ? t("desk_pin_wait", { seconds: Math.ceil(answer.retryAfter || 1) }) : "";
  setText(byId("pin-wrong"), wait || (answer.status === 403 ? t("desk_pin_wrong") : answer.message || t("desk_failed")));
  field.focus();
}
