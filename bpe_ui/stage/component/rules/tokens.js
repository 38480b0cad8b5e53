// The tokens of the text with their ids. The word that is shown below is marked; a click shows another one.

import { icon, make, makeButton, makePanel, makeTitle, openToken, setChildren, setText } from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { Roving } from "../roving.js";
import { say } from "../say.js";

const TINTS = 4; // as in rules.css

export class TokensPanel {
  constructor(rules) {
    this.rules = rules;
    this.title = makeTitle("", "token", "unknown", "byte fallback");
    const turn = (role, name, drawn) => makeButton(role, name, icon(drawn), "small");
    this.before = turn("tokens-before", "Earlier tokens", "previous");
    this.after = turn("tokens-after", "Later tokens", "following");
    this.where = make("span", { class: "quiet token-range" });
    this.list = make("ol", { class: "tokens", "data-role": "tokens", "aria-label": "Tokens" });
    this.detail = make("p", { class: "token-detail quiet", "data-role": "token-detail" });
    this.scroller = make("div", { class: "scroll", tabindex: "-1" }, this.list);
    const head = [this.title, this.detail, this.where, this.before, this.after];
    this.back = make("p", { class: "back-line quiet", "data-role": "back" });
    this.element = makePanel("tokens", "Tokens", head, this.scroller, this.back);
    this.roving = new Roving(this.list);
    this.tokenOf = new WeakMap();
    this.chips = new Map(); // a token's number in the text -> {name, chip}
    this.words = new Map(); // the number of a word's first token -> its item
    this.listen();
  }

  update(message) {
    const { first, total, here } = message.data.tokens;
    const isAll = message.shown.length === total;
    setText(this.title, say("{total:,} {total:token|tokens}", { total }));
    const range = { from: first + 1, to: first + message.shown.length, total };
    setText(this.where, isAll ? "" : say("{from:,} to {to:,} of {total:,}", range));
    for (const button of [this.before, this.after]) button.hidden = isAll;
    this.chips = new Map(message.shown.map((token) => [token.at, this.chipOf(token, message.texts, here)]));
    this.list.dir = message.texts.directionOf(message.shown.map(({ text }) => text));
    setChildren(this.list, this.wordsOf(message.shown, message.texts));
    this.list.classList.toggle("with-ids", message.data.tokens.has_ids);
    this.back.replaceChildren(...message.texts.sentence(message.data.back));
    this.back.title = this.back.textContent;
    this.here = this.list.querySelector(".here");
    this.message = message;
    this.tell(null);
    this.roving.repair();
  }

  /** The words, each with its chips in its own direction; they stay in the page while they have the same place. */
  wordsOf(tokens, texts) {
    const words = [];
    for (const token of tokens) {
      if (token.startsWord || !words.length) words.push([]);
      words.at(-1).push(token);
    }
    this.words = new Map(words.map(([{ at }]) => [at, this.words.get(at) ?? make("li", {})]));
    return words.map((word) => {
      const item = this.words.get(word[0].at);
      item.dir = texts.directionOf(word.map(({ text }) => text));
      setChildren(item, word.map(({ at }) => this.chips.get(at).chip));
      return item;
    });
  }

  /** The chip of a token, which stays in the page as long as it says the same. */
  chipOf(token, texts, [from, to]) {
    const name = this.about(token, texts);
    const kept = this.chips.get(token.at);
    const found = kept?.name === name ? kept : { name, chip: this.makeChip(token, texts) };
    found.chip.classList.toggle("here", token.at >= from && token.at < to);
    this.tokenOf.set(found.chip, token);
    return found;
  }

  makeChip(token, texts) {
    const classes = ["chip", token.rank >= 0 && "learned", token.kind].filter(Boolean).join(" ");
    const attributes = { class: classes, role: "button", tabindex: "-1", "data-stop": true, "data-token": token.id };
    const readable = texts.sentence(token.inText, LONGEST_IN_CHIP);
    const shown = readable.map((part) => (part.nodeType === Node.TEXT_NODE ? make("small", {}, part) : part));
    const number = make("sub", {}, token.id === null ? "–" : String(token.id)); // no commas: people copy ids
    const chip = make("span", attributes, ...shown, number);
    chip.style.setProperty("--tint", `var(--tint-${(token.at % TINTS) + 1})`);
    chip.title = this.about(token, texts);
    return chip;
  }

  about({ text, id, rank, kind, placeAndBytes }, texts) {
    const made = rank >= 0 ? say("made by merge {number:,}", { number: rank + 1 }) : kind || "base symbol";
    const number = id === null ? "no id" : say("id {id}", { id });
    return [`${texts.plain[text]}: ${number}`, placeAndBytes, made].filter(Boolean).join(", ");
  }

  /** Says everything about a token; without one, what the small numbers are. */
  tell(token) {
    const { texts, data, shown } = this.message;
    const hint = shown.length ? texts.sentence(data.tokens.hint) : [];
    this.detail.replaceChildren(...(token ? [this.about(token, texts)] : hint));
    this.detail.title = this.detail.textContent;
    this.rules.textBox.light(this.message.data.tokens.is_placed ? token : null);
  }

  /** Scrolls the panel, and nothing else, to the tokens of the word. */
  reveal() {
    if (!this.here) return;
    const [panel, chip] = [this.scroller, this.here].map((element) => element.getBoundingClientRect());
    this.scroller.scrollTop += Math.max(0, chip.bottom - panel.bottom) + Math.min(0, chip.top - panel.top);
  }

  listen() {
    const tokenAt = (event) => this.tokenOf.get(event.target.closest?.(".chip")) ?? null;
    for (const name of ["pointerover", "focusin"]) this.list.addEventListener(name, (event) => this.tell(tokenAt(event)));
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => this.tell(null));
    const show = (event) => {
      const token = tokenAt(event);
      const [first, after] = this.message.data.tokens.of_text; // those around it are in no word
      if (token && token.at >= first && token.at < after) this.rules.showWord(token.start);
    };
    this.list.addEventListener("click", show);
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      show(event);
      openToken(event.target);
    });
    const turn = (by) => {
      const { first, total } = this.message.data.tokens;
      const at = this.message.shown.at(by < 0 ? 0 : -1);
      if (by < 0 ? first > 0 : first + this.message.shown.length < total) this.rules.showWord(at.start);
    };
    this.before.addEventListener("click", () => turn(-1));
    this.after.addEventListener("click", () => turn(1));
  }
}

