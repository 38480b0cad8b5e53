// The stage: one position of a training, with its words, pairs, vocabulary and history.

const SCENES_LEFT_BEFORE_ASKING = 12;

class Stage extends MovingView {
  shown = ""; // the film, position and answer on screen
  told = ""; // the answer that was last said aloud
  mergedInsteadAt = -Infinity; // when Python was last asked to merge another pair

  // ---- building

  build() {
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
    const root = make(
      "div",
      { class: "stage", "data-role": "stage" },
      this.headline.element,
      make("div", { class: "panels" }, ...panels),
      this.controls.element,
      this.figures.element,
      this.announcer.element,
      this.help.element,
    );
    for (const name of ["pointermove", "pointerover"])
      root.addEventListener(name, (event) => this.pointing.note(event), { capture: true });
    return root;
  }

  // ---- messages from Python

  receive(reading, isPythons) {
    super.receive(reading, isPythons);
    this.tellAnswer();
  }

  takeOver(reading, isPythons) {
    const { film, position } = reading.data;
    if (film !== this.film || (isPythons && position !== this.position)) this.pointing.forgetPicks();
    super.takeOver(reading, isPythons);
    this.mergedInsteadAt = -Infinity;
    this.pointing.lookUpAgain(reading);
    this.updateParts(reading);
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
    return this.goesOnAfter(this.position) && !this.predicting.isHidden(this.position);
  }

  toEnd() {
    const { known, whole } = this.reading.data;
    if (this.predicting.state.on) return;
    if (whole && this.reading.holds(known)) this.moveTo(known);
    else if (!this.reading.isEnd(this.position)) this.act("to_end");
  }

  furthest() {
    const { known } = this.reading.data;
    if (!this.predicting.state.on) return known;
    return Math.min(known, this.position + (this.predicting.isHidden(this.position) ? 0 : 1));
  }

  moveTo(to) {
    this.pointing.forgetPicks();
    super.moveTo(to);
  }

  goesOnAfter(position) {
    return !this.reading.isEnd(position);
  }

  margin() {
    return SCENES_LEFT_BEFORE_ASKING;
  }

  // ---- telling Python

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
    const page = this.page();
    return page !== null && page.scrollHeight > page.clientHeight;
  }

  actionOf(event) {
    return actionOf(event, this.root.classList.contains("present") && !this.canScroll());
  }

  isStep(action) {
    return action === "back" || (action === "forward" && !this.predicting.state.on); // else it is an answer
  }
}

export default mounted(Stage);
