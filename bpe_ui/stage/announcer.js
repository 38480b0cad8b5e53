// What is said for ears.

const ANNOUNCE_PAUSE = 250;

/** Says for screen readers what changed, once the position rests. */
class Announcer {
  constructor() {
    this.element = make("div", {
      class: "unseen",
      role: "status",
      "aria-live": "polite",
      "data-role": "live",
    });
    this.timer = 0;
  }

  say(text) {
    clearTimeout(this.timer);
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
