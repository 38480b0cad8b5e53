// Telling Python: where a component stands, once it rests, and what a person asks for.

const PLACE_PAUSE = 150;
const ONE_REQUEST = 50;
const ANSWER_PATIENCE = 2000;

/** Sends places and acts for its owner, which has a root and a `where`; no click elsewhere overtakes them. */
class Telling {
  constructor(owner) {
    this.owner = owner;
    this.setStateValue = null; // the two ways to tell Python something
    this.setTriggerValue = null;
    this.placeTimer = 0;
    this.targetTimer = 0;
    this.sentAt = -Infinity; // when Python was last told of a place
    this.askedAt = -Infinity; // when Python was last asked for another window and has not answered since
    const isElsewhere = (event) => !event.composedPath().includes(owner.root);
    // A click elsewhere may end the component; Python has to hear of a step made right before.
    this.onElsewhere = (event) => isElsewhere(event) && this.sendPlaceIfDue();
    this.onClickElsewhere = (event) => isElsewhere(event) && this.holdBack(event);
    document.addEventListener("pointerdown", this.onElsewhere, { capture: true });
    document.addEventListener("focusin", this.onElsewhere, { capture: true });
    document.addEventListener("click", this.onClickElsewhere, { capture: true });
  }

  dispose() {
    this.dropPlace();
    clearTimeout(this.targetTimer);
    document.removeEventListener("pointerdown", this.onElsewhere, { capture: true });
    document.removeEventListener("focusin", this.onElsewhere, { capture: true });
    document.removeEventListener("click", this.onClickElsewhere, { capture: true });
  }

  listenTo({ setStateValue, setTriggerValue }) {
    Object.assign(this, { setStateValue, setTriggerValue });
  }

  /** Python has answered: it may be asked again. */
  hasAnswered() {
    this.askedAt = -Infinity;
  }

  placeSoon() {
    window.rememberVisit?.(); // earlier_visit.html
    this.dropPlace();
    this.placeTimer = setTimeout(() => this.sendPlace(), PLACE_PAUSE);
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
    this.sentAt = performance.now();
    this.setStateValue("place", this.owner.where());
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
    clearTimeout(this.targetTimer);
    this.targetTimer = setTimeout(() => this.act("go_to", { to }), 60);
  }

  stayHere() {
    clearTimeout(this.targetTimer);
  }

  act(what, details = {}) {
    window.rememberVisit?.();
    this.sendPlaceIfDue(); // Python looks at the position of some acts only
    this.setTriggerValue("act", { do: what, ...this.owner.where(), ...details });
  }

  /**
   * Streamlit puts what happens within some milliseconds into one request, and a step together with a click
   * beside the component would then answer the step alone. So such a click is made again a moment later.
   */
  holdBack(event) {
    if (!event.isTrusted || performance.now() - this.sentAt > ONE_REQUEST) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const again = { bubbles: true, cancelable: true, composed: true };
    setTimeout(() => event.target.dispatchEvent(new MouseEvent("click", again)), ONE_REQUEST);
  }
}
