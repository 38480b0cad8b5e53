// The columns: one position of several trainings, side by side, which Python holds against each other.

class Columns extends MovingView {
  openedAt = -Infinity; // when Train was last asked for

  constructor(parent) {
    super(parent);
    document.addEventListener("click", letArrowsStepAgain, { capture: true });
  }

  build() {
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.aside = make("p", { class: "aside", "data-role": "aside" });
    this.notice = make("p", { class: "notice", role: "status", "data-role": "notice" });
    this.merges = new MergesPanel(this);
    this.words = new WordsPanel();
    this.player = new Player(this);
    this.controls = new Controls(this);
    this.announcer = new Announcer();
    this.help = new Help(COLUMN_KEY_NAMES);
    scrollTogether(this.merges.sheet, this.words.sheet);
    return make(
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
  }

  dispose() {
    document.removeEventListener("click", letArrowsStepAgain, { capture: true });
    super.dispose();
  }

  measureTop() {
    const { top } = this;
    super.measureTop();
    if (this.top !== top && this.reading) this.merges.reveal(this.position);
  }

  takeOver(reading, isPythons) {
    const { data } = reading;
    if (data.film !== this.film) this.drawn = null;
    super.takeOver(reading, isPythons);
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
    this.drawControls();
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

  drawControls() {
    this.controls.draw(this.reading, this.position);
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
    return this.goesOnAfter(this.position);
  }

  furthest() {
    return this.reading.data.length;
  }

  goesOnAfter(position) {
    return position < this.reading.data.length;
  }

  margin() {
    return this.reading.data.margin;
  }

  // ---- telling Python

  /** Goes on with a column on Train, once: a double click is one wish. */
  openOnTrain(side) {
    this.player.stop();
    const now = performance.now();
    if (now - this.openedAt < ANSWER_PATIENCE) return;
    this.openedAt = now;
    this.telling.act("train", { side });
  }

  // ---- keys

  actionOf(event) {
    return actionOf(event, false, COLUMN_KEYS);
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

export default mounted(Columns);
