// The pair table: chips of text, bar, count, and what the last merge changed.
//
//   | p + ug   -> pug    ########  5          next    the bracket holds those that share the highest count,
//   | hug + s  -> hugs   ########  5   new    tied    and with them the sentence that decides
//     b + un   -> bun    ######    4
//     Gone: u + g, h + u
//
// A row belongs to its pair and stays in the page while the pair does.

import { forgetUnseen, make, makePanel, makeSearch, makeTitle, setAttribute, setChildren, setText } from "../dom.js";
import { Roving } from "../roving.js";
import { joined, say, sayWith, signed } from "../say.js";
import { makeCells, makeTable, writeCells } from "../table.js";
import { OtherRules } from "./headline.js";

/** Beside them stand the columns that the message names: `bpe_core/queries/table_columns.py`. */
const FIRST = [
  { name: "pair", title: "Pair and what it becomes" },
  { name: "bar", title: "Share of the highest count or score" },
];
const LAST = [
  { name: "change", title: "Change" },
  { name: "state", title: "State" },
];
const MOST_GONE = 12;
const MOST_WORDS_NAMED = 2; // that made a count fall
/** The reason is below up to this many tied rows; below more it would be out of sight, so it is above them. */
const ROWS_ABOVE_REASON = 4;
const FEW_ROWS = 6; // which are higher on a wall

/** The panel of pairs: draws them, and hears which one a person points at, picks or wants merged instead. */
export class PairsPanel {
  constructor(stage) {
    this.stage = stage;
    this.rows = new Map(); // the pair's name -> its row
    this.pairOf = new WeakMap(); // a row, or the button of a pair that is gone -> the pair
    this.offered = null; // the pair that "Merge instead" is about
    this.historyId = null;
    this.build();
    this.roving = new Roving(this.table);
    this.listen();
  }

  build() {
    this.title = makeTitle("", "pair", "count", "overlap", "tie", "tie rule");
    this.note = make("span", { class: "quiet panel-note" });
    this.find = makeSearch("find-pair", "Find a pair", (text) => this.stage.view.ask("find_pair", { text }));
    this.bracket = make("tbody", { class: "bracket" });
    this.others = make("tbody");
    this.gone = make("tbody", { class: "gone" });
    this.why = make("div", {});
    this.otherRules = new OtherRules();
    this.table = make("table", { class: "pairs", "data-role": "pairs", "aria-label": "Pairs" });
    this.limit = make("p", { class: "quiet limit" });
    const insteadAttributes = { type: "button", class: "instead", "data-role": "merge-instead" };
    this.instead = make("button", insteadAttributes, "Merge instead");
    this.detail = make("p", { class: "detail", "data-role": "pair-detail" });
    this.element = makePanel(
      "pairs",
      "Pairs",
      [this.title, this.note, this.find],
      make("div", { class: "scroll", tabindex: "-1" }, this.table, this.limit),
      make("div", { class: "panel-foot" }, this.detail),
    );
  }

  /** The columns, once they are known, and the lines that go across all of them. */
  addColumns(counted) {
    this.counted = counted;
    const columns = [...FIRST, ...counted, ...LAST];
    this.across = { colspan: columns.length };
    this.reason = make("tr", { class: "reason" }, make("td", this.across, this.why, this.otherRules.element));
    this.overlap = make("tr", { class: "overlap" }, make("td", { ...this.across, "data-role": "overlap" }));
    this.table.replaceChildren(...makeTable({}, columns, this.bracket, this.others, this.gone).children);
    this.table.tHead.className = "unseen";
  }

  update({ data }) {
    const isOther = data.history_id !== this.historyId;
    if (isOther) this.rows.clear();
    if (this.counted?.map(({ name }) => name).join() !== data.columns.map(({ name }) => name).join()) this.addColumns(data.columns);
    this.historyId = data.history_id;
    setText(this.limit, data.table_limit);
    if (isOther) this.find.value = data.found_pairs?.text ?? "";
  }

  /** Draws the table at a position; hidden, it lists the candidates by their text and tells nothing else.
   *
   * After a step, for a moment, and in a story, it tells because of which words counts have changed.
   */
  draw(message, position, from, isHidden) {
    const { texts } = message;
    this.byScore = message.data.by_score;
    const snapshot = message.snapshot(position);
    const rows = message.rows(position);
    const found = message.foundPairs(position);
    const pairs = isHidden ? sortedByText(found ?? rows, texts) : (found ?? rows);
    const changes = isHidden ? new Map() : message.changes(position);
    const highest = rows[0]?.bar ?? 1;
    const isTold = this.stage.story.phase === "changed";
    const nextKey = isHidden || isTold ? null : message.nextPair(position)?.key;
    const token = isTold ? message.byRank.get(position - 1)?.tokenText : undefined;
    const [isStep, wasTold] = [from !== null && position === from + 1, this.table.classList.contains("told")];
    const isNews = isTold || wasTold || from !== position;
    const isRanked = !isHidden && found === null;
    const inBracket = isRanked && snapshot.tied > 1 ? Math.min(snapshot.tied, pairs.length) : 0;
    const elements = pairs.map((pair, at) => {
      const state = pair.key === nextKey ? "next" : at < inBracket ? "tied" : "";
      const row = this.rowOf(pair, texts);
      row.element.className = at < inBracket ? `${state === "next" ? "next " : ""}tied` : state;
      row.bar.style.transform = `scaleX(${(isHidden ? 0 : Math.min(1, pair.bar / highest)).toFixed(4)})`;
      writeCells(row.cells, this.counted, isHidden ? null : pair.cells, snapshot.wholes);
      setText(row.delta, changeText(changes.get(pair.key)));
      if (isNews) this.tellWhy(row, isTold || isStep || wasTold ? changes.get(pair.key) : null, highest, token, texts);
      setText(row.state, state && stateName(state));
      return row.element;
    });
    const withOverlap = isRanked ? this.withOverlap(elements, snapshot, texts) : elements;
    const split = inBracket && withOverlap.length > elements.length ? inBracket + 1 : inBracket;
    setChildren(this.bracket, this.withReason(withOverlap.slice(0, split), snapshot, rows[0]?.key, texts));
    setChildren(this.others, withOverlap.slice(split));
    setChildren(this.gone, isRanked ? this.goneRow(changes, pairs, texts) : []);
    setAttribute(this.table, "data-tokens", isHidden ? "" : null); // then a click is an answer
    this.table.classList.toggle("told", isTold);
    this.table.classList.toggle("few", pairs.length + inBracket <= FEW_ROWS);
    forgetUnseen(this.rows, (row) => row.element);
    this.drawHead(message.data.found_pairs, found !== null, changes, isHidden, pairs.length);
    this.roving.repair();
  }

  drawHead(found, isFound, changes, isHidden, shown) {
    setText(this.title, this.titleOf(found, isFound, isHidden, shown));
    const number = (kind) => [...changes.values()].filter((change) => change.kind === kind).length;
    const [made, fell, gone] = [number("new"), number("fell"), number("gone")];
    const notes = [
      made && say("{made:,} new", { made }),
      fell && say("{fell:,} fell", { fell }),
      gone && say("{gone:,} gone", { gone }),
    ];
    setText(this.note, notes.filter(Boolean).join(", "));
  }

  titleOf(found, isFound, isHidden, shown) {
    if (isFound) return say("{n:,} {n:pair|pairs} found", { n: found.total });
    if (!shown) return "No pairs are left to merge";
    if (isHidden) return this.stage.root.matches(".fresh") ? "Pairs of neighbours" : "Pairs, in alphabetical order";
    return this.byScore ? "Pairs, highest score first" : "Pairs, most frequent first";
  }

  /** The row of a pair, made once; it is about the pair with the counts of this position. */
  rowOf(pair, texts) {
    if (!this.rows.has(pair.key)) this.rows.set(pair.key, this.makeRow(pair, texts));
    const row = this.rows.get(pair.key);
    this.pairOf.set(row.element, pair);
    return row;
  }

  makeRow(pair, texts) {
    const button = this.makePairButton(pair, texts, texts.merge(pair));
    const bar = make("span");
    const cells = makeCells(this.counted);
    const delta = make("span", { class: "delta" });
    const change = make("td", { class: "change" }, delta);
    const state = make("span", { class: "state-name" });
    const last = make("td", { class: "state" }, state);
    const head = make("th", { scope: "row" }, button);
    const element = make("tr", {}, head, make("td", { class: "bar" }, bar), ...cells, change, last);
    return { element, button, bar, cells, change, delta, why: null, state, last };
  }

  /** Behind what changed of a count the words because of which it did, and its bar as long as it was. */
  tellWhy(row, change, highest, token, texts) {
    row.why?.remove();
    row.why = change && (token !== undefined || change.kind === "fell") ? make("span", { class: "why" }, ...whyOf(change, token, texts)) : null;
    if (row.why) row.change.append(row.why);
    row.delta.classList.toggle("stressed", row.why !== null);
    const isShorter = change?.kind === "fell" && !this.byScore;
    row.bar.parentElement.classList.toggle("fell", isShorter);
    if (isShorter) row.bar.parentElement.style.setProperty("--was", Math.min(1, change.before / highest));
  }

  makePairButton({ key, leftText, rightText }, texts, content) {
    const title = texts.plainPair(leftText, rightText);
    const attributes = {
      type: "button",
      class: "pair",
      tabindex: "-1",
      "data-stop": true,
      "data-pair": key,
      dir: texts.direction(leftText) && texts.direction(rightText), // so that what is cut is the end
      title,
    };
    return make("button", attributes, ...content);
  }

  /** The pairs that the last merge ended, in one line: `Gone: u + g, h + u`. */
  goneRow(changes, pairs, texts) {
    const shown = new Set(pairs.map((pair) => pair.key));
    const gone = [...changes.values()].filter((change) => change.kind === "gone" && !shown.has(change.key));
    if (gone.length === 0) return [];
    const buttons = gone.slice(0, MOST_GONE).map((change) => {
      const button = this.makePairButton(change, texts, texts.pair(change.leftText, change.rightText, 12));
      this.pairOf.set(button, { ...change, times: 0, merged: 0, sum: [] });
      return [button];
    });
    const more = gone.length - buttons.length;
    const values = { pairs: joined(buttons), more };
    const nodes = more
      ? sayWith("Gone: {pairs} and {more:,} more {more:pair|pairs}", values)
      : sayWith("Gone: {pairs}", values);
    return [make("tr", {}, make("td", this.across, ...nodes))];
  }

  /** Says under the first row why its pair is merged less often than it is counted, if it is. */
  withOverlap(rows, { overlap }, texts) {
    if (rows.length === 0 || overlap.length === 0) return rows;
    this.overlap.firstChild.replaceChildren(...texts.sentence(overlap));
    return [rows[0], this.overlap, ...rows.slice(1)];
  }

  /** The tied rows, and the reason why the rule takes the first and what other rules would choose. */
  withReason(rows, { reason, picks }, own, texts) {
    if (rows.length === 0) return rows;
    this.why.replaceChildren(...texts.sentence(reason));
    this.otherRules.draw(picks, own, texts);
    return rows.length > ROWS_ABOVE_REASON ? [this.reason, ...rows] : [...rows, this.reason];
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
  offer(pair, texts) {
    this.offered = pair;
    if (pair === null) {
      this.instead.remove();
      return;
    }
    const row = this.rows.get(pair.key);
    const home = row?.element.isConnected ? row.last : this.detail.parentElement;
    if (this.instead.parentElement !== home) home.append(this.instead);
    const name = texts.plainPair(pair.leftText, pair.rightText);
    setAttribute(this.instead, "aria-label", say("Merge {pair} instead", { pair: name }));
  }

  listen() {
    const { pointing } = this.stage;
    const pairAt = (target) =>
      this.pairOf.get(target.closest("button.pair")) ?? this.pairOf.get(target.closest("tr")) ?? null;
    const isLeft = (event) => !this.element.contains(event.relatedTarget);
    pointing.listen(this.table, (event) => pointing.atPair(pairAt(event.target)), isLeft);
    this.instead.addEventListener("click", (event) => {
      event.stopPropagation();
      const { left, right } = this.offered ?? {};
      if (this.offered) this.stage.view.askOnce("merge_instead", { left, right });
    });
    this.table.addEventListener("click", (event) => {
      const pair = pairAt(event.target);
      if (pair) pointing.pickRow(pair);
    });
  }
}

/** By text, so that the order tells nothing about the counts. */
function sortedByText(pairs, texts) {
  const name = (pair) => texts.plainPair(pair.leftText, pair.rightText);
  return [...pairs].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0));
}

/** What a row is, in its last column. */
function stateName(state) {
  return state === "next" ? "next" : "tied";
}

/** ` pug`, or to tell it at length after the merge that made `token`: `: pug has ug`. */
function whyOf(change, token, texts) {
  const n = change.words_total;
  const names = joined(change.words.map(([word]) => [texts.token(word, 10)]));
  const values = { n, words: n > MOST_WORDS_NAMED ? [say("{n:,} words", { n })] : names };
  if (token === undefined) return sayWith(" {words}", values);
  if (change.kind !== "fell") return sayWith(": {words}", values);
  return sayWith(": {words} {n:has|have} {token}", { ...values, token: texts.token(token, 10) });
}

/** `new`, `gone`, `+3` or `−5`. */
function changeText(change) {
  if (!change) return "";
  if (change.kind === "new") return "new";
  return change.kind === "gone" ? "gone" : signed(change.after - change.before);
}
