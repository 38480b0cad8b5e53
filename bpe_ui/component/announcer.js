// What is said to a screen reader.

import { make, setText } from "./dom.js";

const ANNOUNCE_PAUSE = 250;

/** Says what changed, once the position rests. */
export class Announcer {
  constructor() {
    const attributes = { class: "unseen", role: "status", "aria-live": "polite", "data-role": "live" };
    this.element = make("div", attributes);
    this.timer = 0;
  }

  say(text) {
    this.stop();
    this.timer = setTimeout(() => setText(this.element, text), ANNOUNCE_PAUSE);
  }

  clear() {
    this.stop();
    setText(this.element, "");
  }

  stop() {
    clearTimeout(this.timer);
  }
}
