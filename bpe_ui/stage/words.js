// The words with their symbols as chips.
//
//   10 x  [h][u g]      each chip is one token of the word at this position
//
// Chips stay in the page from step to step; only in words whose tokens changed the changed chips are built
// anew.

const MOST_WORDS_IN_ONE_COLUMN = 8;
const SEARCH_PAUSE = 300;
const WORD_SORTS = [
  ["order", "Text order"],
  ["count", "Most frequent"],
  ["length", "Longest"],
  ["changed", "Just changed"],
];

/** The panel of words: draws them, and hears which word or chip a person points at or picks. */
class WordsPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // place in the corpus -> {word, name, item, symbols, chips}
    this.build();
    this.merging = new Merging(this.scroller);
    this.roving = new Roving(this.list, () => this.allChips().map((chip) => chip.element));
    this.listen();
  }

  build() {
    this.title = make("h2", {}, "");
    this.tools = new WordTools(this.stage);
    this.list = make("ul", {
      class: "words",
      "data-role": "words",
      "aria-label": "Words, cut into their symbols",
    });
    this.more = make("p", { class: "quiet more-words" });
    this.scroller = make("div", { class: "scroll", tabindex: "-1" }, this.list, this.more);
    const head = make("div", { class: "panel-head" }, this.title, this.tools.element);
    this.element = make(
      "section",
      { class: "panel words-panel", "aria-label": "Words" },
      head,
      this.scroller,
    );
  }

  /** Takes over the words of a new message; rows of words that stay on screen stay in the page. */
  update(reading) {
    const kept = new Map();
    for (const word of reading.words) {
      const name = reading.texts.plain[word.text];
      const was = this.rows.get(word.i);
      const row =
        was?.name === name && was.word.count === word.count ? was : this.makeRow(word, name, reading);
      row.word = word;
      kept.set(word.i, row);
    }
    this.rows = kept;
    const items = [...kept.values()].map((row) => row.item);
    const same =
      items.length === this.list.children.length &&
      items.every((item, at) => item === this.list.children[at]);
    if (!same) this.list.replaceChildren(...items);
    this.list.classList.toggle("many", items.length > MOST_WORDS_IN_ONE_COLUMN);
    this.element.classList.toggle("many-words", items.length > MOST_WORDS_IN_ONE_COLUMN);
    setText(this.more, items.length ? "" : "No word matches the search.");
    this.tools.update(reading.data.words);
  }

  makeRow(word, name, reading) {
    const direction = reading.data.rtl.includes(word.text) ? "rtl" : null;
    const symbols = make("span", { class: "symbols", dir: direction });
    const count = make("span", { class: "count" }, `${withCommas(word.count)} ×`);
    const item = make("li", { "data-word": word.i }, count, symbols);
    const leftOut = word.left_out
      ? [make("span", { class: "quiet" }, `and ${counted(word.left_out, "more symbol")}`)]
      : [];
    return { word, name, item, symbols, rest: leftOut, chips: [] };
  }

  /** Draws the words at a position; `from` is the position drawn before, null where it does not matter. */
  draw(reading, position, from, isHidden) {
    this.drawTitle(reading, position);
    this.merging.finish();
    const redrawn = [];
    for (const row of this.rows.values()) {
      const tokens = reading.tokens(row.word, position);
      if (isHidden) for (const token of tokens) token.next = "";
      row.tokens = tokens;
      if (!sameTokens(row.chips, tokens)) redrawn.push(row);
    }
    const moves = from !== null && Math.abs(position - from) === 1 && this.merging.isWelcome();
    const before = moves ? this.merging.measure(redrawn) : null;
    const focused = this.focusedChip();
    for (const row of redrawn) this.rebuild(row, reading);
    for (const row of this.rows.values()) this.mark(row, position);
    if (before !== null) this.merging.play(before);
    this.refocus(focused);
    this.roving.repair();
  }

  drawTitle(reading, position) {
    const { total, found, search } = reading.data.words;
    const words = search ? `${withCommas(found)} of ${counted(total, "word")}` : counted(total, "word");
    setText(this.title, `${words} after ${counted(position, "merge")}`);
  }

  rebuild(row, reading) {
    const old = new Map(row.chips.map((chip) => [chip.token.start, chip]));
    row.chips = row.tokens.map((token) => {
      const was = old.get(token.start);
      return was && isSame(was.token, token) ? was : this.makeChip(token, row, reading);
    });
    place(row.symbols, [...row.chips.map((chip) => chip.element), ...row.rest]);
  }

  makeChip(token, row, reading) {
    const text = reading.textOf(token.id);
    const about =
      token.rank < 0
        ? `${token.name}, base symbol`
        : `${token.name}, made by merge ${withCommas(token.rank + 1)}`;
    const element = make("span", {
      class: "chip",
      role: "button",
      tabindex: "-1",
      title: about,
      "data-stop": true,
    });
    if (text !== undefined) element.append(reading.texts.token(text, LONGEST_IN_CHIP));
    if (token.rank >= 0) element.append(make("sup", { "aria-hidden": "true" }, withCommas(token.rank + 1)));
    const chip = { element, token, row, about, state: "" };
    element.stageChip = chip;
    return chip;
  }

  /** Gives the chips of a word the classes of this position: learned, just made, next, lit, picked. */
  mark(row, position) {
    row.chips.forEach((chip, index) => {
      chip.token = row.tokens[index];
      chip.index = index;
      const { rank, next } = chip.token;
      let state = rank < 0 ? "chip" : rank === position - 1 ? "chip learned new" : "chip learned";
      if (next) state += ` next next-${next}`;
      if (chip.isLit) state += " lit";
      if (chip.isPicked) state += " picked";
      if (state === chip.state) return;
      chip.state = state;
      chip.element.className = state;
      setAttribute(chip.element, "title", next ? `${chip.about}, about to be merged` : chip.about);
      setAttribute(chip.element, "aria-pressed", chip.isPicked ? "true" : null);
    });
  }

  allChips() {
    return [...this.rows.values()].flatMap((row) => row.chips);
  }

  /** Lights up the places of a pair or what a merge touched, and shows the picked chips. */
  showLinks(linked, picked, position) {
    for (const row of this.rows.values()) {
      const lit = linked?.pair
        ? chipsOfPair(row, linked.pair)
        : linked?.rank >= 0
          ? chipsOfMerge(row, linked.rank)
          : [];
      const ours = picked.filter((chip) => chip.row === row);
      if (lit.length + ours.length === 0 && !row.isMarked) continue;
      row.isMarked = lit.length + ours.length > 0;
      for (const chip of row.chips) [chip.isLit, chip.isPicked] = [lit.includes(chip), ours.includes(chip)];
      this.mark(row, position);
    }
  }

  focusedChip() {
    const focused = this.element.getRootNode().activeElement?.stageChip;
    return focused ? { row: focused.row, start: focused.token.start } : null;
  }

  /** A chip that had the focus may be part of a larger one now: that one gets it. */
  refocus(focused) {
    if (!focused || this.focusedChip()) return;
    const chip = focused.row.chips.findLast(({ token }) => token.start <= focused.start);
    if (chip?.element.isConnected) chip.element.focus({ preventScroll: true });
  }

  listen() {
    const rowAt = (target) => this.rows.get(Number(target.closest?.("li")?.dataset.word)) ?? null;
    const point = (event) => this.stage.pointing.atWord(rowAt(event.target));
    this.list.addEventListener("pointerover", point);
    this.list.addEventListener("focusin", point);
    this.list.addEventListener("pointerleave", () => this.stage.pointing.atWord(null));
    this.list.addEventListener("focusout", () => this.stage.pointing.atWord(null));
    this.list.addEventListener("click", (event) => this.pickChip(event));
    this.list.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.pickChip(event);
    });
  }

  pickChip(event) {
    const chip = event.target.closest(".chip")?.stageChip;
    if (!chip) return;
    event.preventDefault();
    event.stopPropagation();
    this.stage.pointing.pickChip(chip);
  }
}

/** Whether two tokens are the same part of a word and read the same; ids alone differ from film to film. */
function isSame(one, other) {
  return one.start === other.start && one.end === other.end && one.id === other.id && one.name === other.name;
}

function sameTokens(chips, tokens) {
  return chips.length === tokens.length && chips.every(({ token }, at) => isSame(token, tokens[at]));
}

/** Every place where the pair stands, overlapping ones too: they are what is counted. */
function chipsOfPair(row, key) {
  const { chips } = row;
  const isPair = (left, right) => left && right && pairKey(left.token.id, right.token.id) === key;
  return chips.filter((chip, at) => isPair(chip, chips[at + 1]) || isPair(chips[at - 1], chip));
}

/** The tokens inside which a merge removed a boundary. */
function chipsOfMerge(row, rank) {
  return row.chips.filter(({ token }) => row.word.merged_at.slice(token.start, token.end - 1).includes(rank));
}

/** Sort, search and page of the words; out of the way while there are few. */
class WordTools {
  constructor(stage) {
    this.stage = stage;
    this.asked = { sort: "order", search: "", page: 1 };
    this.pages = 1;
    this.search = make("input", {
      type: "search",
      "data-role": "words-search",
      placeholder: "Find words",
      "aria-label": "Find words",
    });
    this.sort = make(
      "select",
      { "data-role": "words-sort", "aria-label": "Order of the words" },
      ...WORD_SORTS.map(([value, name]) => make("option", { value }, name)),
    );
    this.back = makeButton("words-back", "Previous page of words", icon("previous"), "small");
    this.forward = makeButton("words-forward", "Next page of words", icon("following"), "small");
    this.where = make("span", { class: "quiet where" });
    this.pager = make("span", { class: "pager" }, this.back, this.where, this.forward);
    this.bar = make("span", { class: "tools" }, this.search, this.sort, this.pager);
    this.open = makeButton("words-tools", "Sort and search the words", icon("search"), "small");
    this.element = make("div", { class: "words-tools" }, this.bar, this.open);
    this.isOpen = false;
    this.listen();
  }

  listen() {
    let timer = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.ask({ search: this.search.value.slice(0, 200), page: 1 }), SEARCH_PAUSE);
    });
    this.sort.addEventListener("change", () => this.ask({ sort: this.sort.value, page: 1 }));
    this.back.addEventListener("click", () => this.turn(-1));
    this.forward.addEventListener("click", () => this.turn(1));
    this.open.addEventListener("click", () => {
      this.isOpen = !this.isOpen;
      this.show();
      if (this.isOpen) this.search.focus();
    });
  }

  turn(by) {
    const page = this.asked.page + by;
    if (page >= 1 && page <= this.pages) this.ask({ page });
  }

  ask(change) {
    Object.assign(this.asked, change);
    this.stage.act("words", { ...this.asked });
  }

  update({ sort, search, page, pages, total }) {
    this.asked = { sort, search, page };
    this.pages = pages;
    this.isNeeded = total > MOST_WORDS_IN_ONE_COLUMN * 2 || search !== "" || sort !== "order";
    // What is being typed is newer than what Python has heard.
    if (this.search.getRootNode().activeElement !== this.search) this.search.value = search;
    this.sort.value = sort;
    setText(this.where, `${withCommas(page)} of ${withCommas(pages)}`);
    setDisabled(this.back, page <= 1);
    setDisabled(this.forward, page >= pages);
    this.pager.hidden = pages < 2;
    this.show();
  }

  show() {
    this.bar.hidden = !this.isNeeded && !this.isOpen;
    this.open.hidden = this.isNeeded;
    setAttribute(this.open, "aria-expanded", String(this.isOpen));
  }
}
