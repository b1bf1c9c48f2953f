// A table that is the machine's own: a button that switches it off, and the way into its own Wi-Fi.

import { api, el, onLanguage, setText, t, texts, toast } from "/static/common.js";

const SURE_MS = 5000;

/** The power button into this place, if there is a power to switch off; it wants a second tap. */
export async function powerButton(place) {
  const { data } = await api("GET", "/api/appliance");
  if (!data?.power_off) return;
  await texts("appliance");
  let sure = 0, gone = false;
  const button = el("button", { type: "button", class: "power-off", onclick: tapped });
  const name = () => setText(button, t(gone ? "appliance_going_off" : sure ? "appliance_sure" : "appliance_power_off"));

  function calmDown() {
    clearTimeout(sure);
    sure = 0;
    name();
  }

  async function tapped() {
    if (!sure) {
      sure = setTimeout(calmDown, SURE_MS);
      return name();
    }
    button.disabled = true;
    const answer = await api("POST", "/api/power-off");
    gone = answer.ok;
    button.disabled = gone;
    calmDown();
    if (!gone) toast(answer.message);
  }

  onLanguage(name);
  name();
  place.append(button);
}

/** Name, password and QR code of the table's own Wi-Fi into this place, while it is open. */
export async function wifiCard(place) {
  const { data } = await api("GET", "/api/appliance");
  if (!data?.wifi) return;
  await texts("appliance");
  const { name, password, qr_svg } = data.wifi;
  const told = el("p", { class: "wifi-told" });
  // As an image of its own it must say what it is.
  const whole = qr_svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  const code = el("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(whole)}` });
  const say = () => {
    setText(told, t("appliance_wifi", { name, password }));
    code.alt = t("appliance_wifi_code");
  };
  onLanguage(say);
  say();
  place.append(el("section", { class: "card wifi" }, told, code));
}
