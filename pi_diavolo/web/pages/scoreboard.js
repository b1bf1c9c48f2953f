// The scoreboard: one picture of the table for the whole room, redrawn from each snapshot.

import { banner, byId, controls, keys, live, me, onLanguage, texts } from "/static/common.js";
import { wifiCard } from "/static/appliance.js";
import { follow, hear, look, now, up } from "/static/board.js";
import { answered, grabKeys, keepSeat, seatLost, showAlong, sitAt, whenSeated } from "/static/board_along.js";
import { showImps, showPhoto, showRows, showTray } from "/static/board_dice.js";
import { showLobby } from "/static/board_lobby.js";
import { showOrder, showQuestions } from "/static/board_order.js";
import { showDuel } from "/static/duel_board.js";
import { showBoard8 } from "/static/board8_board.js";
import { showPlayers } from "/static/board_players.js";
import { buildRing, showFaults, showStatus, showStory, tick } from "/static/board_status.js";
import { findRoom } from "/static/room.js";
import { showWinner } from "/static/board_winner.js";

function shown(snapshot) {
  const before = look(snapshot);
  document.body.dataset.status = now.status;
  document.body.classList.toggle("looking-back", now.looks_back);
  document.body.classList.toggle("ruled", now.ruling !== null);
  showStatus();
  showFaults();
  showPlayers(before);
  showOrder();
  showQuestions();
  showRows();
  showImps();
  showTray();
  showPhoto();
  showLobby();
  showDuel();
  showBoard8();
  showWinner(before);
  showStory();
  showAlong();
  findRoom();
}

const again = () => now && shown(now);

/** What was last heard is not what is: without the table nothing counts down and nothing can be taken. */
function onLine(isUp) {
  banner(isUp);
  if (isUp === up) return;
  hear(isUp);
  document.body.classList.toggle("off", !isUp);
  tick();
  again();
}

await texts("board", "duel", "board8");
wifiCard(byId("wifi"));
byId("controls").append(controls());
buildRing();
keys(grabKeys);
onLanguage(again);
whenSeated(again);
follow(live({
  onSnapshot(snapshot) {
    shown(snapshot);
    keepSeat();
  },
  onLine,
  onMessage: answered,
  onSeatLost: seatLost,
}));
addEventListener("resize", findRoom);
setInterval(tick, 100);
const known = await me();
if (known.seat !== null && known.seat !== undefined) sitAt(known.seat);
