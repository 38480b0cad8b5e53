// The pair table: chips of text, bar, count, and what the last merge changed.
//
//   | p + ug   -> pug    ########  5          next    the bracket holds those that share the highest count,
//   | hug + s  -> hugs   ########  5   new    tied    and under them the sentence that decides
//     b + un   -> bun    ######    4
//     Gone: u + g, h + u
//
// A row belongs to its pair and stays in the page while the pair does.

const MOST_GONE = 12;
const FIND_PAUSE = 300;

/** The panel of pairs: draws them, and hears which one a person points at, picks or wants merged instead. */
class PairsPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // the pair's name -> its row
    this.pairOf = new WeakMap(); // a row, or the button of a pair that is gone -> the pair
    this.offered = null; // the pair that "Merge instead" is about
    this.film = null;
    this.build();
    this.roving = new Roving(this.table, () => [...this.table.querySelectorAll("[data-stop]")]);
    this.listen();
  }

  build() {
    this.title = make("h2", {}, "");
    this.note = make("span", { class: "quiet panel-note" });
    this.find = make("input", {
      type: "search",
      "data-role": "find-pair",
      placeholder: "Find a pair",
      "aria-label": "Find a pair",
    });
    const columns = ["pair", "bar", "count", "change", "state"].map((name) => make("col", { class: name }));
    const names = ["Pair and what it becomes", "Share of the highest count", "Count", "Change", "State"];
    const head = make(
      "thead",
      { class: "unseen" },
      make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name))),
    );
    this.bracket = make("tbody", { class: "bracket" });
    this.others = make("tbody");
    this.gone = make("tbody", { class: "gone" });
    this.reason = make("tr", { class: "reason" }, make("td", { colspan: "5" }));
    this.overlap = make("tr", { class: "overlap" }, make("td", { colspan: "5", "data-role": "overlap" }));
    this.table = make(
      "table",
      { class: "pairs", "data-role": "pairs", "aria-label": "Pairs" },
      make("colgroup", {}, ...columns),
      head,
      this.bracket,
      this.others,
      this.gone,
    );
    this.limit = make("p", { class: "quiet limit" });
    this.scroller = make("div", { class: "scroll", tabindex: "-1" }, this.table, this.limit);
    this.instead = make(
      "button",
      { type: "button", class: "instead", "data-role": "merge-instead" },
      "Merge instead",
    );
    this.detail = make("p", { class: "detail", "data-role": "pair-detail" });
    this.element = make(
      "section",
      { class: "panel pairs-panel", "aria-label": "Pairs" },
      make("div", { class: "panel-head" }, this.title, this.note, this.find),
      this.scroller,
      make("div", { class: "panel-foot" }, this.detail),
    );
  }

  update(reading) {
    const isOther = reading.data.film !== this.film;
    if (isOther) this.rows.clear();
    this.film = reading.data.film;
    setText(this.limit, reading.data.table_limit);
    if (isOther) this.find.value = reading.data.found_pairs?.text ?? "";
  }

  /** Draws the table at a position; hidden, it lists the candidates by their text and tells nothing else. */
  draw(reading, position, isHidden) {
    const scene = reading.scene(position);
    const found = reading.data.found_pairs;
    const isFound = Boolean(found?.text) && found.position === position;
    const shown = isFound ? found.rows.map((index) => reading.pairs[index]) : reading.rows(position);
    const pairs = isHidden ? sortedByText(shown, reading.texts) : shown;
    const changes = isHidden ? new Map() : reading.changes(position);
    const next = isHidden ? null : reading.nextPair(position);
    const highest = reading.rows(position)[0]?.count ?? 1;
    const inBracket = !isHidden && !isFound && scene.tied > 1 ? Math.min(scene.tied, pairs.length) : 0;
    const elements = pairs.map((pair, at) =>
      this.drawRow(pair, reading, {
        isHidden,
        next,
        highest,
        change: changes.get(pair.key),
        isTied: at < inBracket,
      }),
    );
    const [tied, others] = [elements.slice(0, inBracket), elements.slice(inBracket)];
    const isTold = !isHidden && !isFound;
    place(
      this.bracket,
      this.withReason(this.withOverlap(tied, scene, reading.texts, isTold), scene, reading.texts),
    );
    place(this.others, tied.length ? others : this.withOverlap(others, scene, reading.texts, isTold));
    place(this.gone, isHidden || isFound ? [] : this.goneRow(changes, pairs, reading));
    forgetUnseen(this.rows, (row) => row.element);
    this.drawHead(reading, found, isFound, changes, isHidden, pairs.length);
    this.roving.repair();
  }

  drawHead(reading, found, isFound, changes, isHidden, shown) {
    const title = isFound
      ? `${counted(found.total, "pair")} found`
      : isHidden
        ? "Pairs, in alphabetical order"
        : "Pairs, most frequent first";
    setText(this.title, shown || isFound ? title : "No pairs are left");
    const kinds = [...changes.values()].map((change) => change.kind);
    const told = ["new", "fell", "gone"]
      .map((kind) => [kinds.filter((other) => other === kind).length, kind])
      .filter(([number]) => number > 0);
    setText(this.note, told.map(([number, kind]) => `${withCommas(number)} ${kind}`).join(", "));
  }

  drawRow(pair, reading, view) {
    const row = this.rows.get(pair.key) ?? this.makeRow(pair, reading);
    this.pairOf.set(row.element, pair);
    const isNext = view.next !== null && pair.key === view.next.key;
    const share = view.isHidden ? 0 : pair.count / view.highest;
    row.element.className = [isNext ? "next" : "", view.isTied ? "tied" : ""].join(" ").trim();
    row.bar.style.transform = `scaleX(${share.toFixed(4)})`;
    setText(row.count, view.isHidden ? "" : withCommas(pair.count));
    setText(row.change, changeText(view.change));
    setText(row.state, isNext ? "next" : view.isTied ? "tied" : "");
    return row.element;
  }

  makeRow(pair, reading) {
    const { texts } = reading;
    const becomes = make("span", { class: "quiet", role: "img", "aria-label": "becomes" }, " → ");
    const button = make(
      "button",
      { type: "button", class: "pair", tabindex: "-1", "data-stop": true, "data-pair": pair.key },
      ...texts.pair(pair.leftText, pair.rightText, 12),
      becomes,
      texts.token(pair.tokenText, 16),
    );
    button.title = texts.plainPair(pair.leftText, pair.rightText);
    const bar = make("span");
    const count = make("td", { class: "number" });
    const change = make("td", { class: "change" });
    const state = make("span", { class: "state-name" });
    const last = make("td", { class: "state" }, state);
    const element = make(
      "tr",
      {},
      make("th", { scope: "row" }, button),
      make("td", { class: "bar" }, bar),
      count,
      change,
      last,
    );
    const row = { element, button, bar, count, change, state, last };
    this.pairOf.set(element, pair);
    this.rows.set(pair.key, row);
    return row;
  }

  /** The pairs that the last merge ended, in one line: `Gone: u + g, h + u`. */
  goneRow(changes, pairs, reading) {
    const shown = new Set(pairs.map((pair) => pair.key));
    const gone = [...changes.values()].filter((change) => change.kind === "gone" && !shown.has(change.key));
    if (gone.length === 0) return [];
    const nodes = ["Gone: "];
    gone.slice(0, MOST_GONE).forEach((change, at) => {
      nodes.push(at ? ", " : "", this.goneButton(change, reading.texts));
    });
    const more = gone.length - MOST_GONE;
    if (more > 0) nodes.push(` and ${counted(more, "more pair")}`);
    return [make("tr", {}, make("td", { colspan: "5" }, ...nodes))];
  }

  goneButton(change, texts) {
    const button = make(
      "button",
      { type: "button", class: "pair", tabindex: "-1", "data-stop": true, "data-pair": change.key },
      ...texts.pair(change.leftText, change.rightText, 12),
    );
    button.title = texts.plainPair(change.leftText, change.rightText);
    this.pairOf.set(button, { ...change, count: 0, words: 0, merged: 0, shares: [] });
    return button;
  }

  /** Under the first row, why merging joins it less often than it counts, where that is so. */
  withOverlap(rows, scene, texts, isTold) {
    if (!isTold || rows.length === 0 || scene.overlap.length === 0) return rows;
    this.overlap.firstChild.replaceChildren(...texts.sentence(scene.overlap));
    return [rows[0], this.overlap, ...rows.slice(1)];
  }

  /** The tied rows, and among them why the rule takes the first and what other rules would take. */
  withReason(rows, scene, texts) {
    if (rows.length === 0) return rows;
    this.reason.firstChild.replaceChildren(...texts.sentence(scene.reason), ...pickNodes(scene.picks, texts));
    const at = Math.min(rows.length, 4); // further down nobody would see it
    return [...rows.slice(0, at), this.reason, ...rows.slice(at)];
  }

  /** Marks rows: the pairs of a word that is pointed at, the pair that is picked. */
  mark(keysInWord, pickedKey) {
    for (const [key, row] of this.rows) {
      row.element.classList.toggle("lit", keysInWord.has(key));
      row.element.classList.toggle("picked", key === pickedKey);
      setAttribute(row.button, "aria-pressed", key === pickedKey ? "true" : null);
    }
  }

  /** Puts "merge this instead" into a row, or beside the detail where the pair has no row on screen. */
  offer(pair, reading) {
    if (pair === null) {
      if (this.instead.isConnected) this.instead.remove();
      return;
    }
    this.offered = pair;
    const row = this.rows.get(pair.key);
    const home = row?.element.isConnected ? row.last : this.detail.parentElement;
    if (this.instead.parentElement !== home) home.append(this.instead);
    setAttribute(
      this.instead,
      "aria-label",
      `Merge ${reading.texts.plainPair(pair.leftText, pair.rightText)} instead`,
    );
  }

  listen() {
    const pairAt = (target) =>
      this.pairOf.get(target.closest("button.pair")) ?? this.pairOf.get(target.closest("tr")) ?? null;
    this.stage.pointing.listen(
      this.table,
      (event) => this.stage.pointing.atPair(pairAt(event.target)),
      (event) => !this.element.contains(event.relatedTarget),
    );
    this.instead.addEventListener("click", (event) => {
      event.stopPropagation();
      if (this.offered) this.stage.mergeInstead(this.offered);
    });
    this.table.addEventListener("click", (event) => {
      const pair = pairAt(event.target);
      if (pair) this.stage.pointing.pickRow(pair);
    });
    let timer = 0;
    this.find.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => this.stage.act("find_pair", { text: this.find.value.slice(0, 200) }),
        FIND_PAUSE,
      );
    });
  }
}

/** By text, so that the order tells nothing about the counts. */
function sortedByText(pairs, texts) {
  const name = (pair) => texts.plainPair(pair.leftText, pair.rightText);
  return [...pairs].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0));
}

/** `new`, `gone`, `+3` or `−5`. */
function changeText(change) {
  if (!change) return "";
  if (change.kind === "new" || change.kind === "gone") return change.kind;
  const difference = change.after - change.before;
  return signed(difference);
}
