// The stage: one position of a training, drawn from a window of positions that Python sent.
//
// Python trains and says what there is; the stage moves inside the window by itself, at once, and tells
// Python where it stands when it rests or comes near the window's edge. Each new message calls `export
// default` again.

const SCENES_LEFT_BEFORE_ASKING = 12;

class Stage {
  constructor(parent) {
    this.position = 0;
    this.drawn = null; // the position on screen; null before there is one
    this.jump = null;
    this.film = null;
    this.pending = 0; // a step that waits for the next window
    this.json = null; // the last message, as it came
    this.reading = null; // the same, to be asked about positions
    this.shown = ""; // the film, position and answer on screen
    this.told = ""; // the answer that was last said aloud
    this.top = null; // how much of the window stands above the stage, in pixels
    this.mergedInsteadAt = -Infinity; // when Python was last asked to merge another pair
    this.build(parent);
    this.telling = new Telling(this);
  }

  // ---- building

  build(parent) {
    this.headline = new Headline();
    this.predicting = new Predicting(this);
    this.pointing = new Pointing(this);
    this.words = new WordsPanel(this);
    this.vocabulary = new VocabularyPanel();
    this.pairs = new PairsPanel(this);
    this.history = new HistoryPanel(this);
    this.player = new Player(this);
    this.controls = new Controls(this);
    this.figures = new FiguresLine(this.predicting.strip);
    this.announcer = new Announcer();
    this.help = new Help();
    const panels = [this.words, this.pairs, this.vocabulary, this.history].map((panel) => panel.element);
    this.root = make(
      "div",
      { class: "stage", "data-role": "stage" },
      this.headline.element,
      make("div", { class: "panels" }, ...panels),
      this.controls.element,
      this.figures.element,
      this.announcer.element,
      this.help.element,
    );
    parent.append(this.root);
    for (const name of ["pointermove", "pointerover"])
      this.root.addEventListener(name, (event) => this.pointing.note(event), { capture: true });
    this.onKey = (event) => this.hearKey(event);
    this.onResize = () => this.measureTop();
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onResize);
  }

  dispose() {
    this.player.stop();
    this.announcer.stop();
    this.telling.dispose();
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("resize", this.onResize);
    this.root.remove();
  }

  /** The stage ends where the window does: its height is the window's without what stands above it. */
  measureTop() {
    const page = (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
    const scrolled = page?.scrollTop ?? 0;
    const top = Math.round(this.root.getBoundingClientRect().top + scrolled);
    if (top < 0 || top === this.top) return;
    this.top = top;
    this.root.style.setProperty("--stage-top", `${top}px`);
  }

  // ---- messages from Python

  update(component) {
    this.telling.listenTo(component);
    requestAnimationFrame(this.onResize);
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
    this.updateParts(reading);
    this.draw();
    this.tellAnswer();
    const { pending } = this;
    this.pending = 0;
    if (pending && !isPythons) this.step(pending);
  }

  /** Takes over a message; `isPythons` where Python also says at which position the stage stands now. */
  takeOver(reading, isPythons) {
    const { data } = reading;
    if (data.film !== this.film) this.pointing.forgetPicks();
    this.film = data.film;
    this.jump = data.jump;
    this.reading = reading;
    this.telling.stayHere();
    this.mergedInsteadAt = -Infinity;
    if (isPythons) {
      this.telling.dropPlace();
      if (this.position !== data.position) this.pointing.forgetPicks();
      this.position = data.position;
    }
    this.pointing.lookUpAgain(reading);
  }

  updateParts(reading) {
    const { data } = reading;
    this.root.classList.toggle("present", data.present);
    this.root.classList.toggle("predicting", data.predict.on);
    setAttribute(this.root, "data-busy", data.busy ? "true" : null);
    for (const part of [
      this.words,
      this.vocabulary,
      this.pairs,
      this.history,
      this.controls,
      this.figures,
      this.predicting,
    ])
      part.update(reading);
    if (data.predict.on) this.player.stop();
  }

  /** An answer is said aloud once, when it comes, and where the page is longer than the window it is shown. */
  tellAnswer() {
    const isOpen = this.predicting.state.on && this.predicting.state.revealed === this.position;
    const name = isOpen ? `${this.film}/${this.position}` : "";
    if (isOpen && name !== this.told) {
      const verdict = this.predicting.verdictAt(this.position);
      if (verdict) this.announcer.say(this.reading.texts.plainSentence(verdict.sentence));
      this.headline.element.scrollIntoView({ block: "nearest" });
    }
    this.told = name;
  }

  // ---- drawing

  /** Draws the position: the words first, because they are what the eye waits for. */
  draw() {
    const { reading, position } = this;
    const isHidden = this.predicting.isHidden(position);
    const from = this.drawn;
    const shown = `${this.film}/${position}/${isHidden}`;
    if (shown !== this.shown) this.pointing.rest();
    this.shown = shown;
    this.words.draw(reading, position, from, isHidden);
    this.drawHeadline();
    this.pairs.draw(reading, position, isHidden);
    this.history.draw(reading, position);
    if (!reading.data.present) this.vocabulary.draw(reading, position);
    this.figures.show(this.predicting.state.on ? [] : reading.scene(position).figures);
    this.predicting.draw(reading, position);
    this.drawControls();
    this.pointing.show();
    this.announce(from, isHidden);
    this.drawn = position;
    this.root.dataset.position = String(position);
    this.root.dataset.film = this.film;
  }

  drawHeadline() {
    const { reading, position } = this;
    const scene = reading.scene(position);
    const own = this.predicting.sentences(scene, position) ?? {
      sentence: scene.sentence,
      aside: scene.aside,
      tone: "",
    };
    this.headline.show(reading.texts, own.sentence, own.aside, own.tone);
  }

  drawControls() {
    const isHidden = this.predicting.isHidden(this.position);
    const isPredicting = this.predicting.state.on;
    const canCommit = this.predicting.pick !== null;
    this.controls.draw(this.reading, this.position, {
      isHidden,
      isPredicting,
      canCommit,
      isWaiting: this.reading.data.busy,
    });
  }

  announce(from, isHidden) {
    const { said, next } = this.reading.scene(this.position);
    if (from !== null && from !== this.position) this.announcer.say(isHidden ? said : `${said} ${next}`);
    else if (isHidden) this.announcer.clear(); // it may have told what comes next
  }

  // ---- moving

  /** What a key or a control asks for; a held key is not waited for at the window's edge. */
  perform(action, isHeld = false) {
    const actions = {
      forward: () => this.forward(!isHeld),
      back: () => this.step(-1, !isHeld),
      start: () => this.goTo(0),
      end: () => this.toEnd(),
      play: () => this.togglePlaying(),
      predict: () => this.act("predict", { on: !this.predicting.state.on }),
      help: () => this.help.toggle(),
      exit: () => this.act("present", { on: false }),
    };
    if (action !== "forward" && action !== "play" && action !== "help") this.player.stop();
    actions[action]();
  }

  forward(waits) {
    if (this.predicting.isHidden(this.position)) this.predicting.answer();
    else this.step(1, waits);
  }

  togglePlaying() {
    if (!this.predicting.state.on && (this.player.isPlaying || this.canGoOn())) this.player.toggle();
  }

  /** Whether there is a position after this one, known or not. */
  canGoOn() {
    return !this.reading.isEnd(this.position) && !this.predicting.isHidden(this.position);
  }

  /** One position further or back. At the window's edge one step at most waits for Python. */
  step(by, waits = false) {
    if (by > 0 && !this.canGoOn()) return;
    const to = this.position + by;
    if (to < 0) return;
    if (this.reading.holds(to)) this.moveTo(to);
    else {
      if (waits) this.pending = by;
      this.telling.askForMore();
    }
  }

  toEnd() {
    const { known, whole } = this.reading.data;
    if (this.predicting.state.on) return;
    if (whole && this.reading.holds(known)) this.moveTo(known);
    else if (!this.reading.isEnd(this.position)) this.act("to_end");
  }

  /** To any position of the film; outside the window Python goes there. */
  goTo(to) {
    const { known } = this.reading.data;
    const furthest = this.predicting.state.on
      ? this.position + (this.predicting.isHidden(this.position) ? 0 : 1)
      : known;
    const wanted = Math.max(0, Math.min(to, furthest, known));
    this.telling.stayHere();
    if (wanted === this.position) this.drawControls();
    else if (this.reading.holds(wanted)) this.moveTo(wanted);
    else this.telling.goThere(wanted);
  }

  moveTo(to) {
    const direction = to < this.position ? -1 : 1;
    this.pending = 0;
    this.position = to;
    this.telling.stayHere();
    this.pointing.forgetPicks();
    this.draw();
    this.telling.placeSoon();
    const { first, last, known, whole } = this.reading.data;
    const left = direction > 0 ? last - to : to - first;
    const goesOn = direction > 0 ? last < known || !whole : first > 0;
    if (goesOn && left < SCENES_LEFT_BEFORE_ASKING) this.telling.askForMore();
  }

  // ---- telling Python

  /** What Python has to know about every message. */
  where() {
    return { film: this.film, position: this.position, jump: this.jump };
  }

  act(what, details = {}) {
    this.telling.act(what, details);
  }

  /** Asks for another merge than the rule's, once: a double click is one wish. */
  mergeInstead(pair) {
    this.player.stop();
    const now = performance.now();
    if (now - this.mergedInsteadAt < ANSWER_PATIENCE) return;
    this.mergedInsteadAt = now;
    this.act("merge_instead", { left: pair.left, right: pair.right });
  }

  // ---- keys

  /** Whether the page is longer than the window, so that the keys that scroll are needed. */
  canScroll() {
    const page = (this.root.getRootNode().host ?? this.root).closest("[data-testid=stMain]");
    return page !== null && page.scrollHeight > page.clientHeight;
  }

  hearKey(event) {
    if (!this.root.isConnected) return;
    if (this.help.isOpen && event.key !== "?") return;
    const action = actionOf(event, this.root.classList.contains("present") && !this.canScroll());
    if (action === null) return;
    event.preventDefault();
    const isStep = action === "back" || (action === "forward" && !this.predicting.state.on);
    if (event.repeat && !isStep) return; // a held key is no answer, and does not switch things on and off
    this.perform(action, event.repeat);
  }
}

const stages = new WeakMap();

/** Streamlit calls this when the component appears and at every message, and what it returns at the end. */
export default function (component) {
  const { parentElement } = component;
  if (!stages.has(parentElement)) stages.set(parentElement, new Stage(parentElement));
  stages.get(parentElement).update(component);
  return () => {
    stages.get(parentElement)?.dispose();
    stages.delete(parentElement);
  };
}
