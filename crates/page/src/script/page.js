// What a page does on top of its plain HTML: it stays current, keeps what is typed, and has keys.
// Everything works without it.

import "./hold.js";
import "./keys.js";
import "./options.js";
import * as answer from "./form.js";
import * as list from "./list.js";
import * as news from "./news.js";
import { follow, lost } from "./wire.js";

function look() {
  list.look();
  answer.look();
}

addEventListener("offline", lost);
addEventListener("online", look);
// Who comes back may have signed in, or typed elsewhere, meanwhile.
addEventListener("focus", look);
document.addEventListener("visibilitychange", () => document.hidden || look());

// The title counts what is open, and so does the icon.
new MutationObserver(news.count).observe(document.querySelector("title"), { childList: true });

if (document.querySelector("nav")) {
  follow((kind, id) => {
    if (kind === "closed") {
      list.closed(id);
      news.calledOff(id);
    }
    if (kind === "asked") news.announce(id);
    look();
  });
}
