// The phones that stand in for a seat's buttons: a code to scan, and a way to set a seat free again.

import { api, el, nameOf, t } from "/static/common.js";
import { notice } from "/static/desk_send.js";

let seats = [];
let shown = null;

/** Take in what the table says of its phones. */
export function learnPhones(told) {
  seats = told ?? [];
}

/** What the card shows, as a value: it is drawn anew when this changes. */
export const phonesShown = () => [seats.map((seat) => [seat.seat, seat.claimed, seat.secret_url]), shown];

/** One box a seat; a code is shown one at a time, since a phone takes whichever it sees. */
export function phonesCard(snapshot, again, refresh) {
  return el(
    "div", { class: "card" },
    el("h2", {}, t("desk_phones")),
    el("p", { class: "quiet-label" }, t("desk_phones_why")),
    el("ul", { class: "phones" }, seats.map((seat) => phone(seat, snapshot, again, refresh))),
  );
}

function phone(seat, snapshot, again, refresh) {
  const player = snapshot.players.find((one) => one.seat === seat.seat);
  const open = shown === seat.seat;
  const toggle = () => {
    shown = open ? null : seat.seat;
    again();
  };
  return el(
    "li", { class: `phone${open ? " open" : ""}` },
    el("p", { class: "phone-who" },
      el("span", { class: "seat-number" }, String(seat.seat)), " ",
      el("b", { class: "name" }, nameOf(player, seat.seat)), " ",
      el("span", { class: `badge ${seat.claimed ? "on" : ""}` }, t(seat.claimed ? "desk_phone_claimed" : "desk_phone_free"))),
    open && el("img", { class: "qr", src: picture(seat.qr_svg), alt: t("desk_phone_qr", { seat: seat.seat }) }),
    open && el("p", { class: "phone-url" }, seat.secret_url),
    el("p", { class: "phone-do" },
      el("button", { type: "button", "aria-expanded": String(open), data: { key: `qr-${seat.seat}` }, onclick: toggle }, t(open ? "desk_phone_hide" : "desk_phone_show")),
      seat.claimed && el("button", { type: "button", data: { key: `free-${seat.seat}` }, onclick: () => free(seat.seat, refresh) }, t("desk_phone_release"))),
  );
}

let address = null;

/** The code as an image of its own: what is in it stays a picture, whatever it says. */
function picture(code) {
  if (address) URL.revokeObjectURL(address);
  const whole = code.includes("xmlns=") ? code : code.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  address = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  return address;
}

async function free(seat, refresh) {
  const answer = await api("POST", `/api/seats/${seat}/free`);
  if (answer.ok) notice("good", t("desk_phone_released", { seat }));
  else notice("bad", answer.message || t("desk_failed"));
  refresh();
}
