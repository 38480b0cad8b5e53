// What is told to Python: where a view is, once it rests, and what a person asks for.

import { PLAN } from "./keys.js";
import { standAt } from "./address_bar.js";

const PLACE_PAUSE = 150;
/** While a class follows. */
const CLASS_PAUSE = 50;
/** Browsers refuse an address that changes more than 100 times in ten seconds, as under a held key. */
const ADDRESSES_AT_ONCE = 20;
const ADDRESSES_PER_SECOND = 7;
const JUMP_PAUSE = 60;
const ONE_REQUEST = 150;
const ANSWER_PATIENCE = 2000;

/** Notices that Streamlit runs the script for what was said just before. */
class AnswerBegun {
  constructor() {
    const app = document.querySelector("[data-test-script-state]");
    this.hasBegun = !app || app.dataset.testScriptState !== "notRunning"; // a run within a run cannot be seen
    this.hear = () => {};
    this.observer = new MutationObserver(() => {
      this.hasBegun = true;
      this.hear();
    });
    if (!this.hasBegun) this.observer.observe(app, { attributeFilter: ["data-test-script-state"] });
  }

  async orLate() {
    if (!this.hasBegun) await new Promise((hear) => setTimeout((this.hear = hear), ANSWER_PATIENCE));
    this.observer.disconnect();
  }
}

/** Sends places and actions for a view, which has a root and a `where`; no click elsewhere overtakes them. */
export class ToPython {
  constructor(view) {
    this.view = view;
    this.setStateValue = null; // the two ways to tell Python something
    this.setTriggerValue = null;
    this.placeTimer = 0;
    this.targetTimer = 0;
    this.mayBeSaid = ADDRESSES_AT_ONCE; // how often the address may be told of a place now ...
    this.countedAt = performance.now(); // ... or could, at this time
    this.underWay = 0; // how much was said that Streamlit has not sent yet
    this.heldBack = []; // events that come again once it has
    this.askedAt = -Infinity; // when Python was last asked for another window and has not answered since
    this.wishedAt = -Infinity; // when something was last asked for with `askOnce`
    const isElsewhere = (event) => !event.composedPath().includes(view.root);
    // A click elsewhere may end the component; Python has to hear of a step made right before.
    const sendFirst = (event) => isElsewhere(event) && this.sendPlaceIfDue();
    this.listeners = {
      pointerdown: sendFirst,
      focusin: sendFirst,
      click: (event) => {
        if (!isElsewhere(event)) return;
        this.sendPlaceIfDue();
        this.holdBack(event);
      },
      keydown: (event) => {
        if (!["PageDown", "PageUp"].includes(event.key) || !document.querySelector(PLAN)) return;
        this.sendPlaceIfDue();
        this.holdBack(event);
      },
    };
    for (const [name, hear] of Object.entries(this.listeners)) document.addEventListener(name, hear, true);
  }

  dispose() {
    this.dropPlace();
    this.stayHere();
    this.listenTo({ setStateValue() {}, setTriggerValue() {} }); // a search may still be waiting for its pause
    for (const [name, hear] of Object.entries(this.listeners)) document.removeEventListener(name, hear, true);
  }

  listenTo({ setStateValue, setTriggerValue }) {
    Object.assign(this, { setStateValue, setTriggerValue });
  }

  /** Python has answered: it may be asked for another window again. */
  hasAnswered() {
    this.askedAt = -Infinity;
  }

  mayWishAgain() {
    this.wishedAt = -Infinity;
  }

  /** The address follows in the next frame: changing it earlier would lay out the page once more. */
  placeSoon() {
    const more = ((performance.now() - this.countedAt) / 1000) * ADDRESSES_PER_SECOND;
    this.mayBeSaid = Math.min(ADDRESSES_AT_ONCE, this.mayBeSaid + more);
    this.countedAt = performance.now();
    if (this.mayBeSaid >= 1) {
      this.mayBeSaid -= 1;
      requestAnimationFrame(() => this.view.root.isConnected && standAt(this.view.position));
    }
    this.dropPlace();
    const isFollowed = this.view.message.data.predict?.voting === true;
    this.placeTimer = setTimeout(() => this.sendPlace(), isFollowed ? CLASS_PAUSE : PLACE_PAUSE);
  }

  dropPlace() {
    clearTimeout(this.placeTimer);
    this.placeTimer = 0;
  }

  /** Tells a move at once that would otherwise be told after a pause. */
  sendPlaceIfDue() {
    if (this.placeTimer) this.sendPlace();
  }

  sendPlace() {
    this.dropPlace();
    standAt(this.view.position);
    this.setStateValue("place", this.view.where());
    this.waitUntilSent();
  }

  /** Asks for the next window, once: the answer is on its way. */
  askForMore() {
    const now = performance.now();
    if (now - this.askedAt < ANSWER_PATIENCE) return;
    this.sendPlace();
    this.askedAt = now;
  }

  /** Goes to a position outside the window, unless another move follows right after. */
  goThere(to) {
    this.stayHere();
    this.targetTimer = setTimeout(() => this.ask("go_to", { to }), JUMP_PAUSE);
  }

  stayHere() {
    clearTimeout(this.targetTimer);
  }

  ask(name, details = {}) {
    this.sendPlaceIfDue(); // Python looks at the position of some actions only
    this.setTriggerValue("action", { name, ...this.view.where(), ...details });
    this.waitUntilSent();
  }

  /** Asks for something once, though a double click asks for it twice. */
  askOnce(name, details) {
    const now = performance.now();
    if (now - this.wishedAt < ANSWER_PATIENCE) return;
    this.wishedAt = now;
    this.ask(name, details);
  }

  /**
   * Streamlit sends with a timer, so a timer that is set later goes off later, however busy the browser is. A little
   * after that the server has begun to answer, or the network is slow; a link clicked before would end that.
   */
  waitUntilSent() {
    this.underWay += 1;
    const begun = new AnswerBegun();
    setTimeout(async () => {
      await begun.orLate();
      this.underWay -= 1;
      if (!this.underWay) for (const comeAgain of this.heldBack.splice(0)) comeAgain();
    }, ONE_REQUEST);
  }

  /**
   * Streamlit puts everything that happens before it sends into one request, which only the first component gets
   * answered. So a click elsewhere, or a key of a lesson plan, is repeated once the component's request is sent.
   */
  holdBack(event) {
    if (event.comesAgain || !this.underWay) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // After a key, its release too: the real one may come before the repeated key, which would then seem held down.
    const types = event.type === "keydown" ? ["keydown", "keyup"] : [event.type];
    const [deepest] = event.composedPath(); // also within another component
    this.heldBack.push(() => {
      const target = deepest.isConnected ? deepest : document.body;
      for (const type of types) {
        target.dispatchEvent(Object.assign(new event.constructor(type, event), { comesAgain: true }));
      }
    });
  }
}
