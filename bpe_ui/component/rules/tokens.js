// The tokens of the text with their ids. The word that is shown below is marked; a click shows another one.

import { icon, make, makeButton, makePanel, makeTitle, setText } from "../dom.js";
import { LONGEST_IN_CHIP } from "../glyphs.js";
import { counted, withCommas } from "../numbers.js";
import { Roving } from "../roving.js";

export class TokensPanel {
  constructor(view) {
    this.view = view;
    this.title = makeTitle("", "token", "unknown");
    const turn = (role, name, drawn) => makeButton(role, name, icon(drawn), "small");
    this.before = turn("tokens-before", "Earlier tokens", "previous");
    this.after = turn("tokens-after", "Later tokens", "following");
    this.where = make("span", { class: "quiet panel-note" });
    this.list = make("ol", { class: "tokens", "data-role": "tokens", "aria-label": "Tokens" });
    this.detail = make("p", { class: "token-detail quiet", "data-role": "token-detail" });
    const body = make("div", { class: "scroll", tabindex: "-1" }, this.list);
    const head = [this.title, this.where, this.before, this.after];
    this.element = makePanel("tokens", "Tokens", head, body, this.detail);
    this.roving = new Roving(this.list, () => [...this.list.querySelectorAll("[data-stop]")]);
    this.tokenOf = new WeakMap();
    this.listen();
  }

  update(message) {
    const { first, total, here } = message.data.tokens;
    const { on, open } = message.data.predict;
    const isKnown = ({ at }) => !on || (open && at >= here[0] && at < here[1]);
    const isAll = message.shown.length === total;
    setText(this.title, !on ? counted(total, "token") : open ? "Tokens of this word" : "Tokens, hidden while you predict");
    const last = withCommas(first + message.shown.length);
    setText(this.where, isAll ? "" : `${withCommas(first + 1)} to ${last} of ${withCommas(total)}`);
    for (const button of [this.before, this.after]) button.hidden = isAll;
    this.list.replaceChildren(...message.shown.filter(isKnown).map((token) => this.chip(token, message.texts, here)));
    this.here = this.list.querySelector(".here");
    this.message = message;
    this.tell(null);
    this.roving.repair();
  }

  chip(token, texts, [from, to]) {
    const isHere = token.at >= from && token.at < to;
    const classes = ["chip", token.rank >= 0 && "learned", token.kind, isHere && "here"];
    const attributes = { class: classes.filter(Boolean).join(" "), role: "button", tabindex: "-1", "data-stop": true };
    const chip = make("span", attributes, texts.token(token.text, LONGEST_IN_CHIP));
    chip.append(make("sub", {}, token.id === null ? "–" : String(token.id)));
    chip.title = this.about(token, texts);
    this.tokenOf.set(chip, token);
    return make("li", { class: token.startsWord ? "starts" : null, dir: texts.direction(token.text) }, chip);
  }

  about({ text, id, rank, start, end, kind, bytes }, texts) {
    const made = rank >= 0 ? `made by merge ${withCommas(rank + 1)}` : kind || "base symbol";
    const number = id === null ? "no id" : `id ${id}`;
    const place = `characters ${withCommas(start)} to ${withCommas(end)}`;
    return [`${texts.plain[text]}: ${number}`, place, bytes, made].filter(Boolean).join(", ");
  }

  /** Says everything about a token; without one, what the small numbers are. */
  tell(token) {
    const hint = this.view.isHidden || !this.message.shown.length ? "" : "The small number is a token's id. Choose a token to see its word.";
    setText(this.detail, token ? this.about(token, this.message.texts) : hint);
    this.view.textBox.light(this.message.data.tokens.is_placed ? token : null);
  }

  reveal() {
    this.here?.scrollIntoView({ block: "nearest" });
  }

  listen() {
    const tokenAt = (event) => this.tokenOf.get(event.target.closest?.(".chip")) ?? null;
    for (const name of ["pointerover", "focusin"]) this.list.addEventListener(name, (event) => this.tell(tokenAt(event)));
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => this.tell(null));
    const show = (event) => {
      const token = tokenAt(event);
      const [first, after] = this.message.data.tokens.of_text; // those around it are in no word
      if (token && token.at >= first && token.at < after) this.view.showWord(token.start);
    };
    this.list.addEventListener("click", show);
    this.list.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      show(event);
    });
    const turn = (by) => {
      const { first, total } = this.message.data.tokens;
      const at = this.message.shown.at(by < 0 ? 0 : -1);
      if (by < 0 ? first > 0 : first + this.message.shown.length < total) this.view.showWord(at.start);
    };
    this.before.addEventListener("click", () => turn(-1));
    this.after.addEventListener("click", () => turn(1));
  }
}

