// The merges of all columns, a row a step.
//
//        First seen        Smallest pair
//   4    p + un     12     p + un      12                  quiet: all columns agree
//   ---- First difference: merge 5 ------
//   5    p + ug      5     hug + s      5  ↕ at 6 there    strong, with what the other column does with it
//
// Rows after the position are there too, pale: they are not made yet.

const LONGEST_IN_CELL = 12;
/** The current row keeps so many rows between itself and the edge of what is visible. */
const ROWS_AROUND = 1;
const ONLY_HERE = "only here";
/** With more columns the words on the buttons are short ... */
const MOST_WIDE_COLUMNS = 3;
/** ... and with more than these, the titles too, and the cells. */
const MOST_LONG_TITLES = 4;

/** The table of merges; a click on a row goes to the position after that merge. */
class MergesPanel {
  constructor(columns) {
    this.columns = columns;
    this.reading = null;
    this.rows = new Map(); // rank -> {rank, element, state}
    this.kept = ""; // what the kept rows were made of
    this.shown = []; // the rows of the window
    this.build();
    this.roving = new Roving(this.table, () => [...this.body.querySelectorAll("[data-stop]")]);
    this.listen();
  }

  build() {
    this.heads = make("tr");
    this.body = make("tbody");
    this.cols = make("colgroup");
    this.table = make(
      "table",
      { class: "grid", "data-role": "merges", "aria-label": "Merges of all columns, a row a step" },
      this.cols,
      make("thead", {}, this.heads),
      this.body,
    );
    this.before = make("button", { type: "button", class: "edge", "data-role": "earlier" });
    this.after = make("button", { type: "button", class: "edge", "data-role": "later" });
    this.sheet = make("div", { class: "sheet", tabindex: "-1" }, this.before, this.table, this.after);
    this.difference = makeButton("difference", "Go to the first difference (D)", "", "small");
    this.against = make("select", { "data-role": "against", "aria-label": "Compared with" });
    this.legend = make("p", { class: "legend quiet", "data-role": "legend" });
    const held = make("label", { class: "held quiet" }, "compared with ", this.against);
    this.element = make(
      "section",
      { class: "panel merges-panel", "aria-label": "Merges" },
      make("div", { class: "panel-head" }, make("h2", {}, "Merges"), this.difference, held),
      this.sheet,
      this.legend,
    );
  }

  listen() {
    const { columns } = this;
    this.body.addEventListener("click", (event) => {
      const rank = event.target.closest?.("tr")?.dataset.rank;
      if (rank !== undefined) columns.goTo(Number(rank) + 1);
    });
    this.heads.addEventListener("click", (event) => {
      const side = event.target.closest?.("button")?.dataset.side;
      if (side !== undefined) columns.openOnTrain(Number(side));
    });
    this.difference.addEventListener("click", () => columns.perform("difference"));
    this.against.addEventListener("change", () =>
      columns.telling.act("against", { side: Number(this.against.value) }),
    );
    this.before.addEventListener("click", () => columns.goTo(this.shown[0].rank));
    this.after.addEventListener("click", () => columns.goTo(this.shown.at(-1).rank + 2));
  }

  /** Takes over a message; rows of an earlier one that say the same stay in the page, and where they stand. */
  update(reading) {
    const { data } = reading;
    this.reading = reading;
    const made = `${data.film}/${data.against}/${data.length}`;
    const anchor = made === this.kept ? this.anchor() : null;
    if (made !== this.kept) this.rows.clear();
    this.kept = made;
    this.drawHeads();
    this.drawTools();
    this.shown = reading.rows.map((row) => this.rowOf(row));
    const elements = this.shown.flatMap(({ rank, element }) =>
      rank === data.divergence ? [this.bandOf(rank), element] : [element],
    );
    place(this.body, elements);
    forgetUnseen(this.rows, (row) => row.element);
    this.drawEdges();
    if (anchor) this.sheet.scrollTop += anchor.element.getBoundingClientRect().top - anchor.top;
    this.roving.repair();
  }

  /** The row that the eye is on, and where it stands; it stays there when rows above come or go. */
  anchor() {
    const { element } = this.rows.get(this.columns.position - 1) ?? this.shown[0] ?? {};
    return element?.isConnected ? { element, top: element.getBoundingClientRect().top } : null;
  }

  drawHeads() {
    const { reading } = this;
    const { sides, data } = reading;
    this.cols.replaceChildren(make("col", { class: "step" }), ...sides.map(() => make("col")));
    const isShort = sides.length > MOST_LONG_TITLES;
    const heads = sides.map(({ title, short, merges }, side) => {
      const open = `Open on Train, at this merge: ${title}`;
      const note = `${counted(merges, "merge")}${side === data.against ? ", the others are compared with it" : ""}`;
      return make(
        "th",
        { scope: "col", class: side === data.against ? "base" : null },
        make("span", { class: "title", title }, make("bdi", {}, isShort ? short : title)),
        make(
          "span",
          { class: "under" },
          make("span", { class: "quiet", title: note }, isShort ? withCommas(merges) : counted(merges, "merge")),
          make(
            "button",
            { type: "button", class: "open", "data-role": "open", "data-side": side, title: open, "aria-label": open },
            make("span", { class: "longer" }, "Open on "),
            "Train",
          ),
        ),
      );
    });
    const corner = make("th", { scope: "col", class: "corner" }, "step");
    this.heads.replaceChildren(corner, ...heads);
  }

  drawTools() {
    const { data, sides } = this.reading;
    const hasDifference = data.divergence !== null;
    const none = data.whole ? "No difference" : "No difference yet";
    const name = hasDifference ? `First difference: merge ${withCommas(data.divergence + 1)}` : none;
    setText(this.difference, name);
    setAttribute(this.difference, "aria-label", hasDifference ? `Go to the first difference, merge ${data.divergence + 1} (D)` : none);
    setDisabled(this.difference, !hasDifference);
    this.difference.classList.toggle("warm", hasDifference);
    const options = sides.map((_, side) => make("option", { value: side }, this.reading.title(side)));
    this.against.replaceChildren(...options);
    this.against.value = String(data.against);
    const base = this.reading.title(data.against);
    const isShown = hasDifference && data.divergence < data.last;
    const legend = `↕ at n there: also made by ${base}, as merge n.  ◆ ${ONLY_HERE}: ${this.absence()}.`;
    setText(this.legend, isShown ? legend : "");
    this.legend.title = isShown ? legend : "";
  }

  drawEdges() {
    const { data } = this.reading;
    const first = this.shown[0]?.rank ?? 0;
    this.before.hidden = first === 0;
    this.after.hidden = data.last >= data.length;
    setText(this.before, `Merges 1 to ${withCommas(first)} come before these`);
    setText(this.after, `Merges ${withCommas(data.last + 1)} to ${withCommas(data.length)} come after these`);
  }

  bandOf(rank) {
    const text = `First difference: merge ${withCommas(rank + 1)}`;
    const cell = make("td", { colspan: this.reading.sides.length + 1 }, make("span", {}, text));
    this.band ??= make("tr", { class: "band", "data-role": "band" });
    this.band.replaceChildren(cell);
    return this.band;
  }

  rowOf(row) {
    if (!this.rows.has(row.rank)) this.rows.set(row.rank, this.makeRow(row));
    return this.rows.get(row.rank);
  }

  makeRow(row) {
    const number = withCommas(row.rank + 1);
    const name = `Go to the position after merge ${number}`;
    const button = make("button", { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name }, number);
    const element = make(
      "tr",
      { "data-rank": row.rank },
      make("th", { scope: "row" }, button),
      ...row.cells.map((cell, side) => this.makeCell(row, cell, side)),
    );
    return { rank: row.rank, agree: row.agree, element, state: "" };
  }

  makeCell(row, cell, side) {
    if (cell === null) return this.makeEnd(row, side);
    const { texts, data } = this.reading;
    const tag = row.agree || side === data.against ? null : tagOf(cell);
    const tied = cell.tied ? `, tied with ${counted(cell.tied, "other")}` : "";
    const pair = `${texts.plainPair(cell.left, cell.right)} becomes ${texts.plain[cell.token]}`;
    const title = `${pair}, id ${cell.tokenId}; ${counted(cell.count, "time")}${tied}${tag ? `; ${this.meaning(cell)}` : ""}`;
    const tie = cell.tied ? [make("span", { role: "img", "aria-label": tied.slice(2) }, "=")] : [];
    return make(
      "td",
      { class: tag ? `differs ${tag.kind}` : row.agree ? null : "differs", title },
      make("span", { class: "merge" }, ...texts.pair(cell.left, cell.right, LONGEST_IN_CELL)),
      make("span", { class: "count" }, withCommas(cell.count), make("span", { class: "tie-mark" }, ...tie)),
      ...(tag ? [make("span", { class: "tag" }, tag.text)] : []),
    );
  }

  /** Says once that a column has ended, and why. */
  makeEnd(row, side) {
    const { merges, stop } = this.reading.sides[side];
    return make("td", { class: "ended quiet" }, row.rank === merges ? `ended: ${stop}` : "");
  }

  /** What a tag means, in a sentence. */
  meaning({ kind, rankThere }) {
    const base = this.reading.title(this.reading.data.against);
    if (kind === "moved") return `${base} makes it as its merge ${withCommas(rankThere + 1)}`;
    return kind === "same" ? `${base} makes the same merge here` : this.absence();
  }

  /** What it means that the column compared with has no such merge: it may have stopped at a limit. */
  absence() {
    const { against } = this.reading.data;
    const { merges, over } = this.reading.sides[against];
    const base = this.reading.title(against);
    return over ? `${base} never makes it` : `${base} does not make it within ${merges === 1 ? "this" : "these"} ${counted(merges, "merge")}`;
  }

  /** Shows which merges are made at a position, and brings the last of them into view inside the panel. */
  draw(position, hasMoved) {
    for (const row of this.shown) {
      let state = row.rank < position ? "made" : "ahead";
      if (row.rank === position - 1) state = "made here";
      if (!row.agree) state += " apart";
      if (row.state === state) continue;
      row.state = state;
      row.element.className = state;
      setAttribute(row.element, "aria-current", row.rank === position - 1 ? "step" : null);
    }
    if (hasMoved) this.reveal(position);
  }

  /** Scrolls the panel, and nothing else, so that the row is visible: little after a step, else to the middle. */
  reveal(position) {
    const row = this.rows.get(position - 1)?.element;
    if (!row?.isConnected) {
      this.sheet.scrollTop = 0;
      return;
    }
    const place = row.getBoundingClientRect();
    const top = this.heads.firstChild.getBoundingClientRect().bottom; // its cells stay, the row itself does not
    const bottom = this.sheet.getBoundingClientRect().top + this.sheet.clientHeight;
    const room = ROWS_AROUND * place.height;
    const band = row.previousSibling === this.band ? this.band.offsetHeight : 0; // it belongs to its row
    const above = top + room + band - place.top;
    const below = place.bottom + room - bottom;
    let by = above > 0 ? -above : Math.max(below, 0);
    if (Math.abs(by) > (bottom - top) / 2) by = (place.top + place.bottom - top - bottom) / 2;
    this.sheet.scrollTop += by + this.upToNextRow(top + by);
  }

  /** How far it is from a height to the next upper edge of a row, so that the titles cut no row in two. */
  upToNextRow(height) {
    const next = [...this.body.children].find((row) => row.getBoundingClientRect().top > height - 1);
    return next ? next.getBoundingClientRect().top - height : 0;
  }
}

/** The words that class a cell beside the column it is compared with, with a shape of their own. */
function tagOf({ kind, rankThere }) {
  if (kind === "moved") return { kind, text: `↕ at ${withCommas(rankThere + 1)} there` };
  if (kind === "same") return { kind, text: "= same" };
  return { kind: "only", text: `◆ ${ONLY_HERE}` };
}
