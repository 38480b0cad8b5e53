// What is said in words: the big sentence, the line under it, the figures, how a count comes about, and what
// was done.

const LONG_SENTENCE = 95;

/** The sentence that says what comes next and why, and the line under it. */
class Headline {
  constructor() {
    this.sentence = make("p", { class: "sentence", "data-role": "sentence" });
    this.aside = make("p", { class: "aside", "data-role": "aside" });
    this.element = make("header", { class: "headline" }, this.sentence, this.aside);
  }

  /** Shows two sentences; `tone` colours a verdict, which its words say too. */
  show(texts, sentence, aside, tone = "") {
    const plain = texts.plainSentence(sentence);
    this.sentence.replaceChildren(...texts.sentence(sentence));
    this.sentence.className = `sentence ${plain.length > LONG_SENTENCE ? "longer" : ""} ${tone}`;
    this.sentence.title = plain;
    this.aside.replaceChildren(...texts.sentence(aside));
    this.aside.title = texts.plainSentence(aside);
  }
}

/** The quiet line of figures, and at its end what was just done. */
class FiguresLine {
  /** While predicting, the strip with the pick and the score stands in the figures' place. */
  constructor(strip) {
    this.figures = make("span", { class: "figures", "data-role": "figures" });
    this.cost = make("span", { class: "cost-in-large", "data-role": "cost-in-large" });
    this.notice = make("span", { class: "notice", role: "status", "data-role": "notice" });
    this.element = make("div", { class: "figures-line" }, strip, this.figures, this.cost, this.notice);
    this.shown = [];
  }

  update(reading) {
    const { cost, present, predict } = reading.data;
    const isCostHere = present && !predict.on; // elsewhere the history has it
    this.cost.replaceChildren(...(isCostHere ? reading.texts.sentence(cost) : []));
    setText(this.notice, reading.data.notice);
    this.notice.title = reading.data.notice;
  }

  /** Writes the figures; the elements stay as long as their labels do. */
  show(figures) {
    if (figures.map(([label]) => label).join() !== this.shown.map(({ label }) => label).join())
      this.rebuild(figures);
    figures.forEach(([, value, rest], at) => {
      setText(this.shown[at].value, value);
      setText(this.shown[at].rest, rest ? ` ${rest}` : "");
    });
  }

  rebuild(figures) {
    this.shown = figures.map(([label]) => ({ label, value: make("b"), rest: make("span") }));
    this.figures.replaceChildren(
      ...this.shown.map(({ label, value, rest }) => make("span", {}, `${label} `, value, rest)),
    );
  }
}

/** What the other tie rules would take, one line a pair: `Would take hug + s: Last seen, Smallest pair`. */
function pickNodes(picks, texts) {
  const byPair = new Map();
  for (const [rule, leftText, rightText, left, right] of picks) {
    const key = pairKey(left, right);
    if (!byPair.has(key)) byPair.set(key, { leftText, rightText, rules: [] });
    byPair.get(key).rules.push(rule);
  }
  return [...byPair.values()].map(({ leftText, rightText, rules }) =>
    make(
      "span",
      { class: "rule-pick" },
      "Would take ",
      ...texts.pair(leftText, rightText),
      `: ${rules.join(", ")}`,
    ),
  );
}

/** Where a count comes from: `hug 10 + pug 5 + hugs 5 = 20`, and what the last merge did to it. */
function explainCount(pair, change, texts, isNext) {
  const nodes = [];
  if (isOneTerm(pair)) nodes.push("only in ", texts.token(pair.shares[0][0]), ". ");
  else nodes.push(...sumOf(pair, texts));
  if (pair.merged < pair.count && pair.shares.length && !isNext) {
    nodes.push(`Counted with overlaps: merging joins it ${counted(pair.merged, "time")}. `);
  }
  if (change) nodes.push(...explainChange(change, texts));
  return nodes;
}

/** Whether a pair's count is that of one word: nothing is added up. */
function isOneTerm(pair) {
  return pair.words === 1 && pair.shares.length === 1 && pair.shares[0][2] === 1;
}

function sumOf(pair, texts) {
  const nodes = [];
  pair.shares.forEach(([word, wordCount, times], at) => {
    const term = ` ${withCommas(wordCount)}${times > 1 ? ` × ${withCommas(times)}` : ""}`;
    nodes.push(at ? " + " : "", texts.token(word), term);
  });
  const more = pair.words - pair.shares.length;
  if (more > 0) nodes.push(` + ${counted(more, "more word")}`);
  if (pair.shares.length) nodes.push(" = ", make("b", {}, withCommas(pair.count)), ". ");
  return nodes;
}

/** `Fell by 5: hugs −5.` */
function explainChange(change, texts) {
  const difference = change.after - change.before;
  const verb = { new: "New by", fell: "Fell by", gone: "Gone; it had" }[change.kind];
  const nodes = [`${verb} ${withCommas(Math.abs(difference))}: `];
  change.words.forEach(([word, delta], at) => {
    nodes.push(at ? ", " : "", texts.token(word), ` ${signed(delta)}`);
  });
  const more = change.wordsTotal - change.words.length;
  if (more > 0) nodes.push(`, ${counted(more, "more word")}`);
  return [...nodes, "."];
}
