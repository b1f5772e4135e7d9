// @ts-check
// The page: looks at the address and shows the start page or a match.

import { MatchPage } from "./match/match.js";
import { watchRoom } from "./common/room.js";
import { route } from "./router.js";
import { StartPage } from "./start/start.js";
import * as store from "./common/store.js";

const app = document.getElementById("app");
/** @type {MatchPage | StartPage | null} */
let shown = null;

async function show() {
  const wanted = route();
  if (wanted.page === "match" && shown instanceof MatchPage && shown.shows(wanted)) {
    shown.moveTo(wanted.at);
    return;
  }
  shown?.close();
  shown = wanted.page === "match" ? new MatchPage(wanted) : new StartPage();
  app?.replaceChildren(shown.root);
  scrollTo(0, 0);
  await shown.open();
}

store.dress();
watchRoom();
addEventListener("hashchange", show);
show();
