// A view of one position of a film, which moves by itself: the stage and the columns are such views.
//
// Python trains, and sends a window of positions. The view moves inside the window at once, and tells Python
// where it stands when it rests or comes near the window's edge.

/**
 * What such views have in common. Each brings a class `Reading`, which is asked about a message, and says
 *
 *   build()                 what is on screen; makes `player`, `controls`, `announcer` and `help`
 *   draw(), drawControls()  how the position looks
 *   canGoOn()               whether there is a step from here
 *   goesOnAfter(position)   whether the film does
 *   furthest()              the last position that a person may go to
 *   margin()                so near to the window's edge the next one is asked for
 *   actionOf(event)         what a key asks for, or null
 *   perform(action, isHeld)
 */
class MovingView {
  constructor(parent) {
    this.position = 0;
    this.drawn = null; // the position on screen; null before there is one
    this.film = null;
    this.jump = null;
    this.json = null; // the last message, as it came
    this.reading = null; // the same, to be asked about positions
    this.pending = 0; // a step that waits for the next window
    this.top = null; // how much of the browser's window stands above the view, in pixels
    this.root = this.build();
    parent.append(this.root);
    this.telling = new Telling(this);
    this.onKey = (event) => this.hearKey(event);
    document.addEventListener("keydown", this.onKey);
    // What stands above may grow, as a line that says what went wrong does: the page then changes its height.
    this.sizes = new ResizeObserver(() => this.measureSoon());
    for (const element of [document.documentElement, this.page()?.firstElementChild]) {
      if (element) this.sizes.observe(element);
    }
  }

  dispose() {
    this.player.stop();
    this.announcer.stop();
    this.telling.dispose();
    document.removeEventListener("keydown", this.onKey);
    this.sizes.disconnect();
    this.root.remove();
  }

  /** What scrolls, if the page is longer than the browser's window. */
  page() {
    return (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
  }

  /** In the next frame, once everything stands where it belongs. */
  measureSoon() {
    requestAnimationFrame(() => this.measureTop());
  }

  /** The view ends where the browser's window does: its height is the window's without what stands above. */
  measureTop() {
    const top = Math.round(this.root.getBoundingClientRect().top + (this.page()?.scrollTop ?? 0));
    if (top < 0 || top === this.top) return;
    this.top = top;
    this.root.style.setProperty("--stage-top", `${top}px`);
  }

  // ---- messages from Python

  update(component) {
    this.telling.listenTo(component);
    this.measureSoon();
    const { json } = component.data;
    if (json === this.json) return;
    this.json = json;
    const data = JSON.parse(json);
    const isPythons = data.film !== this.film || data.jump !== this.jump;
    const reading = new Reading(data);
    this.telling.hasAnswered();
    // An answer to a place long left:
    if (!isPythons && !reading.holds(this.position)) {
      this.telling.sendPlace();
      return;
    }
    this.receive(reading, isPythons);
    const { pending } = this;
    this.pending = 0;
    if (pending && !isPythons) this.step(pending);
  }

  /** Shows a message that is not late. */
  receive(reading, isPythons) {
    this.takeOver(reading, isPythons);
    this.draw();
  }

  /** Takes over a message; `isPythons` where Python also says at which position the view stands now. */
  takeOver(reading, isPythons) {
    const { film, jump, position } = reading.data;
    Object.assign(this, { reading, film, jump });
    if (!isPythons) return;
    this.telling.dropPlace();
    this.telling.stayHere();
    this.position = position;
  }

  // ---- moving

  /** One position further or back. At the window's edge one step at most waits for Python. */
  step(by, waits = false) {
    const to = this.position + by;
    if (by > 0 ? !this.canGoOn() : to < 0) return;
    if (this.reading.holds(to)) this.moveTo(to);
    else {
      if (waits) this.pending = by;
      this.telling.askForMore();
    }
  }

  /** To any position of the film; outside the window Python goes there. */
  goTo(to) {
    const wanted = Math.max(0, Math.min(to, this.furthest()));
    this.telling.stayHere();
    if (wanted === this.position) this.drawControls();
    else if (this.reading.holds(wanted)) this.moveTo(wanted);
    else this.telling.goThere(wanted);
  }

  moveTo(to) {
    const isForward = to >= this.position;
    this.pending = 0;
    this.position = to;
    this.telling.stayHere();
    this.draw();
    this.telling.placeSoon();
    const { first, last } = this.reading.data;
    const left = isForward ? last - to : to - first;
    const goesOn = isForward ? this.goesOnAfter(last) : first > 0;
    if (goesOn && left < this.margin()) this.telling.askForMore();
  }

  // ---- for those who tell Python

  /** What Python has to know about every message. */
  where() {
    return { film: this.film, position: this.position, jump: this.jump };
  }

  // ---- keys

  hearKey(event) {
    if (!this.root.isConnected || !this.reading) return;
    if (this.help.isOpen && event.key !== "?") return;
    const action = this.actionOf(event);
    if (action === null) return;
    event.preventDefault();
    if (event.repeat && !this.isStep(action)) return; // a held key does not switch things on and off
    this.perform(action, event.repeat);
  }

  isStep(action) {
    return action === "back" || action === "forward";
  }
}

/** What Streamlit calls when a view of this class appears and at every message. */
function mounted(View) {
  const views = new WeakMap(); // by the element that Streamlit gives to each
  return (component) => {
    const { parentElement } = component;
    if (!views.has(parentElement)) views.set(parentElement, new View(parentElement));
    views.get(parentElement).update(component);
    return () => {
      views.get(parentElement)?.dispose();
      views.delete(parentElement);
    };
  };
}
