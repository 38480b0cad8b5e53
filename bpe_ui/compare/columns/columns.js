// The columns: one position of several trainings, drawn from a window of positions that Python sent.
//
// Python trains and holds the columns against each other; the browser moves inside the window by itself, at
// once, and tells Python where it stands when it rests or comes near the window's edge. Each new message
// calls `export default` again.

class Columns {
  constructor(parent) {
    this.position = 0;
    this.drawn = null; // the position on screen; null before there is one
    this.film = null;
    this.jump = null;
    this.json = null; // the last message, as it came
    this.reading = null; // the same, to be asked about positions
    this.pending = 0; // a step that waits for the next window
    this.openedAt = -Infinity; // when Train was last asked for
    this.top = null; // how much of the window stands above the columns, in pixels
    this.build(parent);
    this.telling = new Telling(this);
    this.onKey = (event) => this.hearKey(event);
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("click", letArrowsStepAgain, { capture: true });
    // What stands above may grow, as a line that says what went wrong does: the page then changes its height.
    this.sizes = new ResizeObserver(() => this.measureTop());
    for (const element of [document.documentElement, this.page()?.firstElementChild]) {
      if (element) this.sizes.observe(element);
    }
  }

  build(parent) {
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.aside = make("p", { class: "aside", "data-role": "aside" });
    this.notice = make("p", { class: "notice", role: "status", "data-role": "notice" });
    this.merges = new MergesPanel(this);
    this.words = new WordsPanel();
    this.player = new Player(this);
    this.controls = new Controls(this);
    this.announcer = new Announcer();
    this.help = new Help(COLUMN_KEY_NAMES);
    this.root = make(
      "div",
      { class: "stage columns", "data-role": "columns" },
      make("header", { class: "headline" }, this.sentence, this.aside),
      this.merges.element,
      this.words.element,
      this.controls.element,
      this.notice,
      this.announcer.element,
      this.help.element,
    );
    parent.append(this.root);
    scrollTogether(this.merges.sheet, this.words.sheet);
  }

  dispose() {
    this.player.stop();
    this.announcer.stop();
    this.telling.dispose();
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("click", letArrowsStepAgain, { capture: true });
    this.sizes.disconnect();
    this.root.remove();
  }

  /** What scrolls, if the page is longer than the window. */
  page() {
    return (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
  }

  /** The columns end where the window does: their height is the window's without what stands above them. */
  measureTop() {
    const top = Math.round(this.root.getBoundingClientRect().top + (this.page()?.scrollTop ?? 0));
    if (top < 0 || top === this.top) return;
    this.top = top;
    this.root.style.setProperty("--stage-top", `${top}px`);
    if (this.reading) this.merges.reveal(this.position);
  }

  // ---- messages from Python

  update(component) {
    this.telling.listenTo(component);
    requestAnimationFrame(() => this.measureTop());
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
    this.takeOver(reading, isPythons);
    this.draw();
    const { pending } = this;
    this.pending = 0;
    if (pending && !isPythons) this.step(pending);
  }

  /** Takes over a message; `isPythons` where Python also says at which position the columns stand now. */
  takeOver(reading, isPythons) {
    const { data } = reading;
    if (data.film !== this.film) this.drawn = null;
    Object.assign(this, { reading, film: data.film, jump: data.jump });
    if (isPythons) {
      this.telling.dropPlace();
      this.telling.stayHere();
      this.position = data.position;
    }
    this.root.style.setProperty("--columns", String(reading.sides.length));
    this.root.classList.toggle("many", reading.sides.length > MOST_WIDE_COLUMNS);
    this.root.classList.toggle("narrow", reading.sides.length > MOST_LONG_TITLES);
    setText(this.notice, data.notice);
    for (const part of [this.merges, this.words, this.controls]) part.update(reading);
  }

  // ---- drawing

  draw() {
    const { reading, position, drawn } = this;
    this.words.draw(position, drawn);
    this.merges.draw(position, drawn !== position);
    this.drawHeadline();
    this.controls.draw(reading, position);
    if (drawn !== null && drawn !== position) this.announcer.say(reading.spoken(position));
    this.drawn = position;
    Object.assign(this.root.dataset, { position, film: this.film });
  }

  drawHeadline() {
    const { sentence, aside, agree } = this.reading.said(this.position);
    const { texts } = this.reading;
    this.sentence.replaceChildren(...texts.sentence(sentence));
    this.sentence.classList.toggle("apart", agree === false);
    this.aside.replaceChildren(...texts.sentence(aside));
    this.aside.title = texts.plainSentence(aside);
  }

  // ---- moving

  /** What a key or a control asks for; a held key is not waited for at the window's edge. */
  perform(action, isHeld = false) {
    const { length } = this.reading.data;
    const { difference } = this.reading;
    const actions = {
      forward: () => this.step(1, !isHeld),
      back: () => this.step(-1, !isHeld),
      start: () => this.goTo(0),
      end: () => this.goTo(length),
      play: () => (this.player.isPlaying || this.canGoOn()) && this.player.toggle(),
      difference: () => difference !== null && this.goTo(difference),
      help: () => this.help.toggle(),
    };
    if (!["forward", "play", "help"].includes(action)) this.player.stop();
    actions[action]();
  }

  canGoOn() {
    return this.position < this.reading.data.length;
  }

  /** One position further or back. At the window's edge one step at most waits for Python. */
  step(by, waits = false) {
    const to = this.position + by;
    if (to < 0 || to > this.reading.data.length) return;
    if (this.reading.holds(to)) this.moveTo(to);
    else {
      if (waits) this.pending = by;
      this.telling.askForMore();
    }
  }

  /** To any position; outside the window Python goes there. */
  goTo(to) {
    const wanted = Math.max(0, Math.min(to, this.reading.data.length));
    this.telling.stayHere();
    if (wanted === this.position) this.draw();
    else if (this.reading.holds(wanted)) this.moveTo(wanted);
    else this.telling.goThere(wanted);
  }

  moveTo(to) {
    const direction = to < this.position ? -1 : 1;
    this.pending = 0;
    this.position = to;
    this.telling.stayHere();
    this.draw();
    this.telling.placeSoon();
    const { first, last, length, margin } = this.reading.data;
    const left = direction > 0 ? last - to : to - first;
    const goesOn = direction > 0 ? last < length : first > 0;
    if (goesOn && left < margin) this.telling.askForMore();
  }

  // ---- for those who tell Python

  /** What Python has to know about every message. */
  where() {
    return { film: this.film, position: this.position, jump: this.jump };
  }

  /** Goes on with a column on Train, once: a double click is one wish. */
  openOnTrain(side) {
    this.player.stop();
    const now = performance.now();
    if (now - this.openedAt < ANSWER_PATIENCE) return;
    this.openedAt = now;
    this.telling.act("train", { side });
  }

  // ---- keys

  hearKey(event) {
    if (!this.root.isConnected || !this.reading) return;
    if (this.help.isOpen && event.key !== "?") return;
    const action = actionOf(event, false, COLUMN_KEYS);
    if (action === null) return;
    event.preventDefault();
    if (event.repeat && action !== "back" && action !== "forward") return;
    this.perform(action, event.repeat);
  }
}

/** A button of a pane or view that was clicked, not reached with Tab, would keep the arrow keys for itself. */
function letArrowsStepAgain(event) {
  const isByPointer = event.detail > 0;
  const button = event.target instanceof Element && event.target.closest("[data-testid=stButtonGroup] button");
  if (isByPointer && button) setTimeout(() => button.blur());
}

/** Two panels of the same width scroll sideways as one. */
function scrollTogether(one, other) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ])
    from.addEventListener("scroll", () => {
      if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
    });
}

const all = new WeakMap();

/** Streamlit calls this when the component appears and at every message, and what it returns at the end. */
export default function (component) {
  const { parentElement } = component;
  if (!all.has(parentElement)) all.set(parentElement, new Columns(parentElement));
  all.get(parentElement).update(component);
  return () => {
    all.get(parentElement)?.dispose();
    all.delete(parentElement);
  };
}
