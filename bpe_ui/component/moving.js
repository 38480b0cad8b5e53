// A view of one position of a training, which moves by itself: the stage and the columns are such views.
//
// Python trains, and sends a window of positions. The view moves inside the window at once, and tells Python
// where it is when it rests or comes near the window's edge.

import { Announcer } from "./announcer.js";
import { openToken } from "./dom.js";
import { Help, actionOf, keysOf } from "./keys.js";
import { Player } from "./player.js";
import { ToPython } from "./to_python.js";

/**
 * What such views have in common. Each says
 *
 *   read(data)              the message from Python, to be asked about positions
 *   keys()                  its keys beside those of every view
 *   keyNames()              all keys and what they do, for the list of keys
 *   build()                 what is on screen; makes `controls`
 *   draw(), drawControls()  how the position looks
 *   goesOnAfter(position)   whether there is a step from a position
 *   furthest()              the last position that a person may go to
 */
export class MovingView {
  constructor(parent) {
    this.position = 0;
    this.drawn = null; // the position on screen; null before there is one
    this.historyId = null;
    this.jump = null;
    this.json = null; // the last message, as it came
    this.message = null; // the same, to be asked about positions
    this.pending = 0; // a step that waits for the next window
    this.opened = null; // the token that was last opened with a key
    this.top = null; // how much of the browser's window is above the view, in pixels
    this.player = new Player(this);
    this.announcer = new Announcer();
    this.help = new Help(() => this.keyNames());
    this.root = this.build();
    parent.append(this.root);
    this.toPython = new ToPython(this);
    this.onKey = (event) => this.hearKey(event);
    document.addEventListener("keydown", this.onKey);
    // What is above may grow, as a line that says what went wrong does: the page then changes its height.
    this.sizes = new ResizeObserver(() => this.measureSoon());
    for (const element of [document.documentElement, this.page()?.firstElementChild]) {
      if (element) this.sizes.observe(element);
    }
  }

  dispose() {
    this.player.stop();
    this.announcer.stop();
    this.toPython.dispose();
    document.removeEventListener("keydown", this.onKey);
    this.sizes.disconnect();
    this.root.remove();
  }

  /** What scrolls, if the page is longer than the browser's window. */
  page() {
    return (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
  }

  /** In the next frame, once everything is where it belongs. */
  measureSoon() {
    requestAnimationFrame(() => this.measureTop());
  }

  /** The view ends where the browser's window does: its height is the window's without what is above. */
  measureTop() {
    const top = Math.round(this.root.getBoundingClientRect().top + (this.page()?.scrollTop ?? 0));
    if (top < 0 || top === this.top) return;
    this.top = top;
    this.root.style.setProperty("--stage-top", `${top}px`);
  }

  // ---- messages from Python

  update(component) {
    this.toPython.listenTo(component);
    this.measureSoon();
    const { json } = component.data;
    if (json === this.json) return;
    this.json = json;
    const data = JSON.parse(json);
    const isPythons = data.history_id !== this.historyId || data.jump !== this.jump;
    const message = this.read(data);
    this.toPython.hasAnswered();
    // An answer to a place long left:
    if (!isPythons && !message.holds(this.position)) {
      this.toPython.sendPlace();
      return;
    }
    this.receive(message, isPythons);
    const { pending } = this;
    this.pending = 0;
    if (pending && !isPythons) this.step(pending);
  }

  /** Shows a message that is not late. */
  receive(message, isPythons) {
    this.takeOver(message, isPythons);
    this.draw();
  }

  /** Takes over a message; `isPythons` where Python also says at which position the view is now. */
  takeOver(message, isPythons) {
    const { history_id: historyId, jump, position } = message.data;
    Object.assign(this, { message, historyId, jump });
    this.root.classList.toggle("present", message.data.present === true);
    this.root.classList.toggle("in-lesson", message.data.in_lesson === true);
    this.toPython.mayWishAgain();
    if (!isPythons) return;
    this.toPython.dropPlace();
    this.toPython.stayHere();
    this.position = position;
  }

  // ---- moving

  /** What a key or a control asks for; a held key is not waited for at the window's edge. */
  perform(action, isHeld = false) {
    if (!["forward", "play", "help"].includes(action)) this.player.stop();
    this.actions(isHeld)[action]();
  }

  actions(isHeld) {
    return {
      forward: () => this.step(1, !isHeld),
      back: () => this.step(-1, !isHeld),
      start: () => this.goTo(0),
      end: () => this.goTo(this.furthest()),
      play: () => (this.player.isPlaying || this.canGoOn()) && this.player.toggle(),
      type: () => this.controls.position.focus(),
      open: () => this.openToken(),
      help: () => this.help.toggle(),
      exit: () => this.toPython.ask("leave_present"),
    };
  }

  /** Opens the token that has the focus, or those of the row that has it, one after the other; else the newest. */
  openToken() {
    const focused = this.root.getRootNode().activeElement;
    const row = focused?.closest("tr");
    const inRow = row ? this.tokensOf(row) : [];
    const next = inRow[inRow.indexOf(this.opened) + 1] ?? inRow[0];
    const newest = this.root.querySelector(".new[data-token], .new [data-token]");
    this.opened = focused?.closest("[data-token]") ?? next ?? newest;
    if (this.opened) openToken(this.opened);
  }

  /** The tokens of a row of a table. */
  tokensOf(row) {
    return [...row.querySelectorAll("[data-token]")];
  }

  /** Whether there is a step from here. */
  canGoOn() {
    return this.goesOnAfter(this.position);
  }

  /** So near to the window's edge the next one is asked for. */
  margin() {
    return 0;
  }

  /** One position further or back. At the window's edge one step at most waits for Python. */
  step(by, waits = false) {
    const to = this.position + by;
    if (by > 0 ? !this.canGoOn() : to < 0) return;
    if (this.message.holds(to)) this.moveTo(to);
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
    else if (this.message.holds(wanted)) this.moveTo(wanted);
    else this.toPython.goThere(wanted);
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
    if (goesOn && left < this.margin()) this.toPython.askForMore();
  }

  /** What Python has to know about every message. */
  where() {
    return { history_id: this.historyId, position: this.position, jump: this.jump };
  }

  // ---- keys

  hearKey(event) {
    if (!this.root.isConnected || !this.message) return;
    if (this.help.isOpen && event.key !== "?") return;
    const action = actionOf(event, keysOf(this.keys(), this.message.data.present, this.canScroll()));
    if (action === null) return;
    event.preventDefault();
    if (event.repeat && !this.isStep(action)) return; // a held key does not switch things on and off
    this.perform(action, event.repeat);
  }

  /** Whether the page is longer than the window, so that the keys that scroll are needed. */
  canScroll() {
    const page = this.page();
    return page !== null && page.scrollHeight > page.clientHeight;
  }

  isStep(action) {
    return action === "back" || action === "forward";
  }
}
