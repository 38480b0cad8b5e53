// The sentences: the big one, the line under it, the numbers of the position, how a count comes
// about, and what was done.

import { icon, make, setAttribute, setText } from "../dom.js";
import { joined, say, sayWith, signed, withCommas } from "../say.js";
import { fetchChartCode } from "./charts.js";
import { pairKey } from "./message.js";

const LONG_SENTENCE = 95;
/** The doors of a first visit: their action, name, and what is behind. */
const DOORS = [
  ["learn", "Learn it", "from nothing, in an hour"],
  ["teach", "Teach it", "phones, votes, a quiz"],
  ["check", "Check mine", "why does my BPE differ?"],
];

/** The sentence that says what comes next and why, and the line under it. */
export class Headline {
  constructor() {
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.subtitle = make("p", { class: "subtitle", "data-role": "subtitle" });
    const doors = DOORS.map(([role, name, what]) => {
      const attributes = { type: "button", "data-role": role, "data-action": role };
      return make("button", attributes, make("b", {}, name), make("span", { class: "quiet" }, what));
    });
    this.doors = make("nav", { class: "doors", "aria-label": "Where to begin" }, ...doors);
    this.element = make("header", { class: "headline" }, this.sentence, this.subtitle, this.doors);
  }

  /** Shows two sentences, as parts; `tone` colours a verdict, which its words say too. */
  show(texts, { sentence, subtitle, tone = "" }) {
    const [parts, plain] = [texts.sentence(sentence), texts.plainSentence(sentence)];
    this.showNodes(parts, texts.sentence(subtitle), `${plain.length > LONG_SENTENCE ? "longer" : ""} ${tone}`);
    this.sentence.title = plain;
    this.subtitle.title = texts.plainSentence(subtitle);
  }

  showNodes(sentence, subtitle, kind = "") {
    this.sentence.replaceChildren(...sentence);
    this.subtitle.replaceChildren(...subtitle);
    this.sentence.className = `sentence ${kind}`;
    this.sentence.title = this.subtitle.title = "";
    this.doors.hidden = true;
  }

  /** What this is for, and where to begin: on a first visit, before anything was done. */
  welcome(words) {
    const what = ["Language models read text in pieces. ", make("br"), "Byte-pair encoding finds the pieces."];
    const asked = say("{words:,} {words:word|words}, cut into letters. Which two neighbours stand together most often?", { words });
    this.showNodes(what, [asked]);
    this.doors.hidden = false;
  }
}

const FIGURES_WITH_CHARTS = ["vocabulary", "symbols", "pairs"]; // as in pages/train/state.py, in the order of the figures

/** The quiet line of numbers, and at its end what was just done. A click on one of the first shows its charts. */
export class StatisticsLine {
  /** While predicting, the strip with the pick and the score takes the place of the numbers and the ties. */
  constructor(strip, ties, showCharts) {
    this.statistics = make("span", { class: "statistics", "data-role": "statistics" });
    this.cost = make("span", { class: "cost-in-large", "data-role": "cost-in-large" });
    this.notice = make("span", { class: "notice", role: "status", "data-role": "notice" });
    const back = { class: "back", "data-role": "take-back-rules", "data-action": "takeBackRules" };
    this.back = make("button", { type: "button", ...back });
    const parts = [strip, this.statistics, ties, this.cost, this.notice, this.back];
    this.element = make("div", { class: "statistics-line" }, ...parts);
    this.shown = [];
    this.charts = null; // the figure whose charts are open; null where there are none
    this.statistics.addEventListener("click", ({ target }) => {
      const chart = target.closest("[data-chart]")?.dataset.chart;
      if (chart) showCharts(chart === this.charts ? "" : chart);
    });
  }

  update({ data: { cost, present, predict, notice, rules_before: before, chart: open = null }, texts }) {
    if ((open === null) !== (this.charts === null)) this.shown = [];
    this.charts = open;
    this.markOpen();
    const isCostHere = present && !predict.on; // elsewhere the history has it
    this.cost.replaceChildren(...(isCostHere ? texts.sentence(cost) : []));
    setText(this.notice, notice);
    this.notice.title = notice;
    setText(this.back, before && say("Back to {rules}", { rules: before }));
    this.back.hidden = !before;
  }

  /** Writes the numbers; the elements stay as long as their labels do. */
  show(statistics) {
    const labels = statistics.map(([label]) => label);
    if (labels.join() !== this.shown.map(({ label }) => label).join()) this.rebuild(labels);
    statistics.forEach(([, value, rest], at) => {
      setText(this.shown[at].value, value);
      setText(this.shown[at].rest, rest ? ` ${rest}` : "");
    });
  }

  rebuild(labels) {
    this.shown = labels.map((label) => ({ label, value: make("b"), rest: make("span") }));
    const parts = this.shown.map(({ label, value, rest }, at) => {
      const chart = this.charts === null ? undefined : FIGURES_WITH_CHARTS[at];
      return make("span", {}, ...(chart ? [this.makeFigure(chart, label, value)] : [`${label} `, value]), rest);
    });
    this.statistics.replaceChildren(...parts);
    this.markOpen();
  }

  makeFigure(chart, label, value) {
    const title = {
      vocabulary: say("Charts: how the vocabulary grows, and how long its tokens are"),
      symbols: say("Charts: symbols and whole words"),
      pairs: say("Charts: how often the pairs occur, and the count of each pair merged"),
    }[chart];
    const attributes = { type: "button", class: "figure", "data-role": `chart-${chart}`, "data-chart": chart, title };
    const figure = make("button", attributes, icon("chart"), `${label} `, value);
    const soon = () => fetchChartCode().catch(() => null); // what fails here is said when the chart itself fails
    figure.addEventListener("pointerenter", soon, { once: true });
    return figure;
  }

  markOpen() {
    for (const button of this.statistics.querySelectorAll("[data-chart]")) {
      setAttribute(button, "aria-expanded", String(button.dataset.chart === this.charts));
    }
  }
}

const MOST_CHOICES_NAMED = 3;

/** What the other tie rules would choose: one line, which unfolds to a list of which rule chooses what. */
export class OtherRules {
  constructor() {
    this.summary = make("summary", {});
    this.list = make("ul", {});
    this.element = make("details", { class: "other-rules", "data-role": "other-rules" }, this.summary, this.list);
  }

  /** `picks` has each other rule with its pair; `own` is the pair of the rule that decides. */
  draw(picks, own, texts) {
    const rulesOf = new Map(); // a pair's name -> {pair, rules}
    for (const [rule, leftText, rightText, left, right] of picks) {
      const key = pairKey(left, right);
      if (!rulesOf.has(key)) rulesOf.set(key, { key, pair: [leftText, rightText], rules: [] });
      rulesOf.get(key).rules.push(rule);
    }
    const choices = [...rulesOf.values()];
    this.element.hidden = choices.length === 0;
    this.summary.replaceChildren(...this.sum(choices.filter(({ key }) => key !== own), texts));
    const line = ({ pair, rules }) => make("li", {}, ...texts.pair(...pair), ": ", ...joined(rules.map((rule) => [rule])));
    this.list.replaceChildren(...choices.map(line));
  }

  /** `Other tie rules would choose hug + s or b + un.` */
  sum(others, texts) {
    if (others.length === 0) return ["All other tie rules would choose the same."];
    const shown = others.length > MOST_CHOICES_NAMED ? others.slice(0, MOST_CHOICES_NAMED - 1) : others;
    const more = others.length - shown.length;
    const pairs = shown.map(({ pair }) => texts.pair(...pair, 12));
    if (more) pairs.push([say("{more:,} {more:other|others}", { more })]);
    return sayWith("Other tie rules would choose {pairs}.", { pairs: joined(pairs, ", ", " or ") });
  }
}

/** Where a count comes from: `hug 10 + pug 5 + hugs 5 = 20`, and what the last merge did to it. */
export function explainCount(pair, change, texts, isNext) {
  const sentences = [];
  if (isOneTerm(pair)) sentences.push(sayWith("only in {word}.", { word: texts.token(pair.sum[0][0]) }));
  else if (pair.sum.length) {
    const total = make("b", {}, withCommas(pair.times));
    const sum = joined(termsOf(pair, texts).map(({ nodes }) => nodes), " + ");
    sentences.push(sayWith("{sum} = {total}.", { sum, total }));
  }
  if (pair.merged < pair.times && pair.sum.length && !isNext) {
    sentences.push([say("Counted with overlaps: it can be merged {n:,} {n:time|times}.", { n: pair.merged })]);
  }
  if (change) sentences.push(explainChange(change, texts));
  return joined(sentences, " ");
}

/** Whether a pair's count is that of one word: nothing is added up. */
function isOneTerm(pair) {
  return pair.sum.length === 1 && pair.sum[0][1] === withCommas(pair.times);
}

/** The terms of the sum that is a pair's count: each with its nodes, and the name of its word if it is of one. */
export function termsOf(pair, texts) {
  return pair.sum.map(([word, added]) =>
    word === null ? { name: "", nodes: [added] } : { name: texts.plain[word], nodes: [texts.token(word), ` ${added}`] },
  );
}

/** `Fell by 5: hugs −5.` */
export function explainChange(change, texts) {
  const terms = change.words.map(([word, delta]) => [texts.token(word), ` ${signed(delta)}`]);
  const more = change.words_total - change.words.length;
  if (more > 0) terms.push([say("{more:,} more {more:word|words}", { more })]);
  const values = { count: Math.abs(change.after - change.before), words: joined(terms) };
  if (change.kind === "new") return sayWith("New with {count:,}: {words}.", values);
  if (change.kind === "fell") return sayWith("Fell by {count:,}: {words}.", values);
  return sayWith("Gone, was {count:,}: {words}.", values);
}
