// A view of one position of a training, which moves by itself.
//
// Python trains, and sends a window of positions. The view moves inside the window at once, and tells Python
// where it is when it rests or comes near the window's edge. A key press goes through this file from top to bottom:
//
//   hearKey       which action the key asks for (keys.js)
//   perform       that action, the page's own or one of every view
//   step, goTo    whether one may go there
//   moveTo        the position; the page draws it; Python is told (to_python.js)
//
// A view has a page, which is what it shows:
//
//   root, controls               what is on screen, and the row of controls in it
//   keys, keyNames()             its keys beside those of every view; what they do, for the list of keys
//   actions                      its actions, beside or in place of those of every view
//   read(data)                   the message from Python, to be asked about positions
//   take(message, isOther, hasMoved)     takes over a message, of another history or with another position
//   draw(message, position, from)        how a position looks; `from` is the one drawn before, or null
//   drawControls(message, position)
//   spoken(message, position)    what a screen reader is told of a position
//
// and, if it differs from most: isAsking(), while an answer is asked for and there is no step; tells(), whether it
// tells what happens in place of a step; goesOnAfter(position),
// furthest(), isStep(action), tokensOf(row), measured(), dispose(); and margin(), how near to the window's edge the
// next window is asked for.

import { make, openToken, setText } from "./dom.js";
import { Help, actionOf, keysOf } from "./keys.js";
import { ToPython } from "./to_python.js";

const GO_ON_PLAYING = ["forward", "play", "help"];

export class View {
  constructor(parent, Page) {
    this.position = 0;
    this.drawn = null; // the position on screen; null before there is one
    this.historyId = null;
    this.jump = null;
    this.message = null; // the last one from Python, to be asked about positions
    this.pending = 0; // a step that waits for the next window
    this.opened = null; // the token that was last opened with a key
    this.top = null; // how much of the browser's window is above the view, in pixels
    this.player = new Player(this);
    this.announcer = new Announcer();
    this.help = new Help(() => this.page.keyNames());
    this.page = new Page(this);
    this.actions = {
      forward: (isHeld) => this.stepOn(!isHeld),
      back: (isHeld) => this.step(-1, !isHeld),
      start: () => this.goTo(0),
      end: () => this.goTo(this.furthest()),
      play: () => this.play(),
      type: () => this.page.controls.position.focus(),
      open: () => this.openToken(),
      help: () => this.help.toggle(),
      exit: () => this.ask("leave_present"),
      ...this.page.actions,
    };
    this.root = this.page.root;
    this.root.append(this.announcer.element, this.help.element);
    parent.append(this.root);
    this.measureTop(); // before it is seen, or the page would be too long for a frame
    this.toPython = new ToPython(this);
    this.onKey = (event) => this.hearKey(event);
    document.addEventListener("keydown", this.onKey);
    this.root.addEventListener("click", (event) => this.hearClick(event));
    // What is above may grow, such as by a line that says what went wrong: the page then changes its height.
    this.sizes = new ResizeObserver(() => this.measureSoon());
    for (const element of [document.documentElement, this.scroller()?.firstElementChild]) {
      if (element) this.sizes.observe(element);
    }
  }

  dispose() {
    this.player.stop();
    this.announcer.stop();
    this.toPython.dispose();
    this.page.dispose?.();
    document.removeEventListener("keydown", this.onKey);
    this.sizes.disconnect();
    this.root.remove();
  }

  // ---- a key, or a click on a button

  hearKey(event) {
    if (!this.root.isConnected || !this.message) return;
    if (this.help.isOpen && event.key !== "?") return;
    const action = actionOf(event, keysOf(this.page.keys, this.message.data.present, this.canScroll()));
    if (action === null) return;
    event.preventDefault();
    if (event.repeat && !this.isStep(action)) return; // a held key does not switch things on and off
    this.perform(action, event.repeat);
  }

  hearClick({ target }) {
    const button = target.closest("[data-action]");
    if (button && button.getAttribute("aria-disabled") !== "true") this.perform(button.dataset.action);
  }

  /** What a held key may repeat. */
  isStep(action) {
    return this.page.isStep?.(action) ?? (action === "back" || action === "forward");
  }

  /** What a key or a control asks for; a held key is not waited for at the window's edge. */
  perform(action, isHeld = false) {
    if (!GO_ON_PLAYING.includes(action)) this.player.stop();
    this.actions[action](isHeld);
  }

  // ---- moving

  /** Whether there is a step from here. */
  canGoOn() {
    return !this.page.isAsking?.() && this.goesOnAfter(this.position);
  }

  /** Whether a position has one after it. */
  goesOnAfter(position) {
    return this.page.goesOnAfter?.(position) ?? position < this.message.data.known;
  }

  /** The last position that a person may go to. */
  furthest() {
    if (this.page.isAsking?.()) return this.position;
    return this.page.furthest?.() ?? this.message.data.known;
  }

  play() {
    if (this.player.isPlaying || this.canGoOn()) this.player.toggle();
  }

  /** One position further; a page may first tell what happens on the way. */
  stepOn(waits = false) {
    if (!this.page.tells?.()) this.step(1, waits);
  }

  /** One position further or back. At the window's edge one step at most waits for Python. */
  step(by, waits = false) {
    const to = this.position + by;
    if (by > 0 ? !this.canGoOn() : to < 0) return;
    if (this.holds(to)) this.moveTo(to);
    else {
      if (waits) this.pending = by;
      this.toPython.askForMore();
    }
  }

  /** To a position; outside the window Python goes there. */
  goTo(to) {
    const wanted = Math.max(0, Math.min(to, this.furthest()));
    this.toPython.stayHere();
    if (wanted === this.position) this.drawControls();
    else if (this.holds(wanted)) this.moveTo(wanted);
    else this.toPython.goThere(wanted);
  }

  /** Whether a position can be drawn with the last message. */
  holds(position, { first, last } = this.message.data) {
    return position >= first && position <= last;
  }

  moveTo(to) {
    const isForward = to >= this.position;
    this.pending = 0;
    this.position = to;
    this.toPython.stayHere();
    this.draw();
    this.toPython.placeSoon();
    const { first, last } = this.message.data;
    const left = isForward ? last - to : to - first;
    const goesOn = isForward ? this.goesOnAfter(last) : first > 0;
    if (goesOn && left < (this.page.margin?.() ?? 0)) this.toPython.askForMore();
  }

  // ---- drawing

  draw() {
    const { page, message, position, drawn } = this;
    page.draw(message, position, drawn);
    this.drawControls();
    if (drawn !== null && drawn !== position) this.announcer.say(page.spoken(message, position));
    this.drawn = position;
    Object.assign(this.root.dataset, { position, history: this.historyId });
  }

  drawControls() {
    this.page.drawControls(this.message, this.position);
  }

  // ---- Python

  /** What Python has to know about everything it is told. */
  where() {
    return { history_id: this.historyId, position: this.position, jump: this.jump };
  }

  ask(name, details) {
    this.toPython.ask(name, details);
  }

  /** Asks for something once, though a double click asks for it twice. */
  askOnce(name, details) {
    this.player.stop();
    this.toPython.askOnce(name, details);
  }

  /** Python has drawn the page or the view; `data` is a new message, or null where it is the last one again. */
  update(component, data) {
    this.toPython.listenTo(component);
    this.measureSoon();
    if (data === null) return;
    const isPythons = data.history_id !== this.historyId || data.jump !== this.jump;
    this.toPython.hasAnswered();
    // It answers for a position that was left long ago:
    if (!isPythons && !this.holds(this.position, data)) {
      this.toPython.sendPlace();
      return;
    }
    this.takeOver(this.page.read(data), isPythons);
    this.draw();
    const { pending } = this;
    this.pending = 0;
    if (pending && !isPythons) this.step(pending);
  }

  /** Takes over a message; `isPythons` where Python also says at which position the view is now. */
  takeOver(message, isPythons) {
    const { history_id: historyId, jump, position, present, in_lesson: inLesson } = message.data;
    const isOther = historyId !== this.historyId;
    const hasMoved = isPythons && position !== this.position;
    Object.assign(this, { message, historyId, jump });
    this.root.classList.toggle("present", present === true);
    this.root.classList.toggle("in-lesson", inLesson === true);
    this.toPython.mayWishAgain();
    if (isPythons) {
      this.toPython.dropPlace();
      this.toPython.stayHere();
      this.position = position;
    }
    this.page.take(message, isOther, hasMoved);
  }

  // ---- tokens

  /** Opens the token that has the focus, or those of the row that has it, one after the other; else the newest. */
  openToken() {
    const focused = this.root.getRootNode().activeElement;
    const row = focused?.closest("tr");
    const inRow = row ? (this.page.tokensOf?.(row) ?? [...row.querySelectorAll("[data-token]")]) : [];
    const next = inRow[inRow.indexOf(this.opened) + 1] ?? inRow[0];
    const newest = this.root.querySelector(".new[data-token], .new [data-token]");
    this.opened = focused?.closest("[data-token]") ?? next ?? newest;
    if (this.opened) openToken(this.opened);
  }

  // ---- the room on screen

  /** What scrolls, if all of it is longer than the browser's window. */
  scroller() {
    return (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
  }

  /** Whether it is, so that the keys that scroll are needed. */
  canScroll() {
    const scroller = this.scroller();
    return scroller !== null && scroller.scrollHeight > scroller.clientHeight;
  }

  /** In the next frame, once everything is where it belongs. */
  measureSoon() {
    requestAnimationFrame(() => this.measureTop());
  }

  /** The view ends at the lower edge of the browser's window: its height is what is left below what is above it. */
  measureTop() {
    const top = Math.round(this.root.getBoundingClientRect().top + (this.scroller()?.scrollTop ?? 0));
    if (top < 0 || top === this.top) return;
    this.top = top;
    this.root.style.setProperty("--stage-top", `${top}px`);
    if (this.message) this.page.measured?.();
  }
}

/** Playing: one step, a pause, the next. The pauses are measured from when the last step was due. */
class Player {
  constructor(view) {
    this.view = view;
    this.pause = 1000;
    this.isPlaying = false;
    this.timer = 0;
  }

  setPause(pause) {
    this.pause = pause;
    if (this.isPlaying) this.schedule(performance.now());
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.start();
  }

  start() {
    this.isPlaying = true;
    this.view.page.controls.showPlaying(true);
    this.schedule(performance.now());
    this.view.stepOn(); // may end the playing
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.view.page.controls.showPlaying(false);
  }

  schedule(last) {
    clearTimeout(this.timer);
    const due = last + this.pause;
    this.timer = setTimeout(() => this.tick(due), Math.max(0, due - performance.now()));
  }

  tick(due) {
    if (!this.view.canGoOn()) {
      this.stop();
      return;
    }
    this.schedule(Math.max(due, performance.now() - this.pause / 2));
    this.view.stepOn();
  }
}

const ANNOUNCE_PAUSE = 250;

/** Says to a screen reader what changed, once the position rests. */
class Announcer {
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
