// The texts of a message, as a person can read them.
//
// `bpe_ui/stage/text/visible.py` decides which characters are written by name, and which markers such as `</w>`
// keep their direction in a text from right to left; here they are drawn.
//
//   "a b\n"  ->  ["a", {name: "space"}, "b", {name: "LF"}]  ->  a, an open box, b, a small frame with LF

import { make } from "./dom.js";
import { withCommas } from "./say.js";

/** The longest token in a chip, in characters; the whole of it is in the title. */
export const LONGEST_IN_CHIP = 24;
/** The longest token in a sentence. */
const LONGEST_IN_SENTENCE = 16;
const LETTER = /\p{L}/u;
const MARK_ON_CIRCLE = /(\u25cc\p{M}+)/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The texts of one message from Python, as nodes; each is built once and then copied. */
export class Texts {
  constructor(data) {
    this.runs = data.texts;
    this.plain = data.texts.map(plainText);
    this.rightToLeft = new Set(data.rtl);
    this.ids = new Map(Object.entries(data.ids ?? {}).map(([index, id]) => [Number(index), id])); // of texts that are tokens
    this.built = new Map();
  }

  /** The direction of a text, as an attribute's value. */
  direction(index) {
    return this.rightToLeft.has(index) ? "rtl" : null;
  }

  /** The direction in which texts run side by side: that of the first one with a letter. */
  directionOf(indexes) {
    const hasLetter = (index) => this.runs[index]?.some((run) => typeof run === "string" && LETTER.test(run));
    return this.rightToLeft.has(indexes.find(hasLetter)) ? "rtl" : "ltr";
  }

  /** A text as a node, cut after `longest` characters. */
  token(index, longest = 14) {
    const key = `${index}/${longest}`;
    if (!this.built.has(key)) this.built.set(key, this.build(index, longest));
    return this.built.get(key).cloneNode(true);
  }

  build(index, longest) {
    const element = make("bdi", { class: "token", "data-token": this.ids.get(index) });
    let room = longest;
    for (const run of this.runs[index]) {
      if (room <= 0) break;
      const [nodes, length] = drawnRun(run, room);
      element.append(...nodes);
      room -= length;
    }
    if (room < 0 || element.childNodes.length < this.runs[index].length) {
      element.append("…");
      element.title = this.plain[index];
    }
    return element;
  }

  /** `h + ug`, as nodes. */
  pair(left, right, longest) {
    return [this.token(left, longest), make("span", { class: "quiet" }, " + "), this.token(right, longest)];
  }

  /** `h + ug → hug`, as nodes. With both ids, a result that is not a token yet opens with what would make it. */
  merge({ leftText, rightText, tokenText, left, right }) {
    const becomes = make("span", { class: "quiet", role: "img", "aria-label": "becomes" }, " → ");
    const token = this.token(tokenText, 16);
    if (left !== undefined) token.dataset.token ??= `${left}+${right}`;
    const pair = make("span", {}, ...this.pair(leftText, rightText, 12));
    return [pair, make("span", {}, becomes, token)];
  }

  /** `h + ug`, as plain text. */
  plainPair(left, right) {
    return `${this.plain[left]} + ${this.plain[right]}`;
  }

  /** A sentence's parts as nodes: words, some with stress, numbers and texts. */
  sentence(parts, longest = LONGEST_IN_SENTENCE) {
    return parts.map((part) => {
      if (typeof part === "string") return document.createTextNode(part);
      if ("e" in part) return make("em", {}, part.e);
      return "n" in part ? make("b", {}, withCommas(part.n)) : this.token(part.t, longest);
    });
  }

  /** The same as plain text. */
  plainSentence(parts) {
    const plain = (part) => ("n" in part ? withCommas(part.n) : this.plain[part.t]);
    return parts.map((part) => (typeof part === "string" ? part : plain(part))).join("");
  }
}

/** A text in one string: what does not show itself is named. */
function plainText(runs) {
  const plain = (run) => (run.name === "space" ? "␣" : (run.marker ?? `[${run.name}]`));
  return runs.map((run) => (typeof run === "string" ? run : plain(run))).join("");
}

/** The nodes of a run, cut where the room ends, and how much of it they take. */
function drawnRun(run, room) {
  if (run.name) return [[namedGlyph(run.name)], 1];
  const [shown, length] = firstCharacters(run.marker ?? run, room);
  return [run.marker ? [make("bdi", { dir: "ltr" }, shown)] : withMarks(shown), length];
}

/** The first characters of a run and their number, which is one more than the room if the run was cut. */
function firstCharacters(run, room) {
  if (run.length <= room) return [run, run.length];
  const found = Array.from(graphemes.segment(run.slice(0, room * 12)), (part) => part.segment);
  const fits = found.length <= room && run.length <= room * 12;
  return [found.slice(0, room).join(""), fits ? found.length : room + 1];
}

/** A text's nodes: a mark on its dotted circle in a font that puts it there, the rest as it is. */
function withMarks(text) {
  const parts = text.split(MARK_ON_CIRCLE);
  return parts.map((part, at) => (at % 2 ? make("span", { class: "mark" }, part) : part)).filter(Boolean);
}

/** A character that cannot show itself: a space as an open box, others as their name in a small frame. */
function namedGlyph(name) {
  if (name === "space") return make("span", { class: "space", role: "img", "aria-label": "space" });
  return make("span", { class: "named" }, name);
}
