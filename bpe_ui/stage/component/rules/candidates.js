// The pairs of neighbours in the word: the one whose rule was learned first is merged next. And below them, the
// rules that have fired.

import { make, makePanel, makeTitle, setAttribute, setText } from "../dom.js";
import { Roving } from "../roving.js";
import { say, withCommas } from "../say.js";
import { makeTable } from "../table.js";

const CANDIDATE_COLUMNS = [
  { name: "pair", title: "Pair" },
  { name: "count", title: "Merge" },
  { name: "change", title: "Times" },
  { name: "state", title: "State" },
];
const LOOKUP_COLUMNS = [
  { name: "looked-up", title: "Text" },
  { name: "result", title: "Result" },
];
const FIRED_COLUMNS = [
  { name: "rank", title: "#" },
  { name: "merge", title: "pair" },
  { name: "number", title: "merge" },
];

export class CandidatesPanel {
  constructor(rules) {
    this.title = makeTitle("Pairs, earliest merge first", "pair", "rank");
    this.body = make("tbody");
    const attributes = { class: "pairs", "data-role": "candidates", "aria-label": "Pairs in the word" };
    const table = makeTable(attributes, CANDIDATE_COLUMNS, this.body);
    this.more = make("p", { class: "quiet limit" });
    const body = make("div", { class: "scroll", tabindex: "0", "aria-label": "Pairs" }, table, this.more);
    this.element = makePanel("candidates", "Pairs in the word", [this.title], body);
    for (const name of ["pointerover", "pointerleave"]) {
      this.body.addEventListener(name, ({ target }) => rules.pointAtPair(this.pairs?.[target.closest("tr")?.rowIndex - 1]));
    }
  }

  draw(message, position) {
    const { texts } = message;
    this.element.hidden = message.lookedUp(position) !== null;
    this.pairs = message.candidates(position);
    const isNext = (at) => at === 0 && position < message.data.known;
    this.body.replaceChildren(...this.pairs.map((pair, at) => this.row(pair, isNext(at), texts)));
    const { more } = message.snapshot(position);
    setText(this.more, more ? say("and {more:,} more {more:pair|pairs}", { more }) : "");
    setText(this.title, this.pairs.length ? "Pairs, earliest merge first" : "No pairs are left");
  }

  row({ leftText, rightText, rank, times }, isNext, texts) {
    const state = isNext ? "next" : rank === null ? "no merge" : "";
    return make(
      "tr",
      { class: isNext ? "next" : rank === null ? "out" : null },
      make("th", { scope: "row" }, ...texts.pair(leftText, rightText, 12)),
      make("td", { class: "number" }, rank === null ? "–" : withCommas(rank + 1)),
      make("td", { class: "change" }, withCommas(times)),
      make("td", { class: "state" }, state),
    );
  }
}

/** What a model without merges has looked up: WordPiece the beginnings of the rest, Unigram its pieces. */
export class LookupPanel {
  constructor() {
    this.title = makeTitle("", "WordPiece", "Unigram");
    this.body = make("tbody");
    const table = makeTable({ class: "lookup", "aria-label": "What was looked up" }, LOOKUP_COLUMNS, this.body);
    this.head = table.tHead.rows[0].lastChild;
    const body = make("div", { class: "scroll", tabindex: "0", "aria-label": "What was looked up" }, table);
    this.element = makePanel("lookup", "What was looked up", [this.title], body);
  }

  draw(message, position) {
    const rows = message.lookedUp(position);
    this.element.hidden = rows === null;
    if (rows === null) return;
    const isScored = message.word.lookup === "Unigram";
    setText(this.title, isScored ? "Pieces with their scores" : rows.length ? "Looked up, one after another" : "All are taken");
    setText(this.head, isScored ? "Score" : "Result");
    this.body.replaceChildren(
      ...rows.map(({ text, result }) =>
        make(
          "tr",
          { class: result === "taken" ? "next" : result === "no token" ? "out" : null },
          make("th", { scope: "row" }, message.texts.token(text)),
          make("td", { class: "state" }, result),
        ),
      ),
    );
  }
}

export class FiredPanel {
  constructor(view) {
    this.title = makeTitle("Merges made", "merge");
    this.body = make("tbody");
    const attributes = { class: "history", "data-role": "fired", "aria-label": "Merges made" };
    const table = makeTable(attributes, FIRED_COLUMNS, this.body);
    this.empty = make("p", { class: "quiet" }, "None yet.");
    const body = make("div", { class: "scroll", tabindex: "-1" }, table, this.empty);
    this.element = makePanel("fired", "Merges made", [this.title], body);
    this.roving = new Roving(this.body);
    this.body.addEventListener("click", ({ target }) => {
      const step = target.closest("[data-token]") ? undefined : target.closest("tr")?.dataset.step;
      if (step !== undefined) view.goTo(Number(step) + 1);
    });
  }

  draw(message, position) {
    const { texts } = message;
    this.element.hidden = message.lookedUp(position) !== null;
    const fired = message.steps.slice(0, position).reverse();
    this.body.replaceChildren(...fired.map((step) => this.row(step, position, texts)));
    this.empty.hidden = fired.length > 0;
    this.roving.repair();
  }

  row(step, position, texts) {
    const number = withCommas(step.at + 1);
    const name = say("Show the word after merge {number}", { number });
    const attributes = { type: "button", tabindex: "-1", "data-stop": true, "aria-label": name };
    const row = make(
      "tr",
      { "data-step": String(step.at), class: step.at === position - 1 ? "here" : null },
      make("th", { scope: "row" }, make("button", attributes, number)),
      make("td", {}, make("span", { class: "merge" }, ...texts.merge(step))),
      make("td", {}, withCommas(step.rank + 1)),
    );
    setAttribute(row, "aria-current", step.at === position - 1 ? "step" : null);
    return row;
  }
}
