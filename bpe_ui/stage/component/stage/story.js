// The story of a merge: what happens between two positions, told in about three seconds.
//
//   count     each place of the pair lights up in its word, and the sum grows
//   choose    all counts, the highest first
//   join      the words after the merge
//   changed   which counts fell or are new, and because of which words
//
// A phase is a state in which the stage draws a position: the one before the merge, and from `join` on the one after
// it. A key or a click ends the story at once; with reduced motion each → goes on to the next phase.

import { reducedMotion } from "../chips.js";
import { make } from "../dom.js";
import { joined, sayWith, say, withCommas } from "../say.js";
import { termsOf } from "./headline.js";

const AFTER = { count: "choose", choose: "join", join: "changed", changed: null };
const PAUSES = { count: 300, choose: 700, join: 550, changed: 900 }; // in milliseconds; of `count`, after the sum
const COUNTING = 900; // for all terms of the sum
const LONGEST_TERM = 350;

/** Which phase the stage shows, and when the next one comes. */
export class Story {
  constructor(stage) {
    this.stage = stage;
    this.phase = null;
    this.tellsAll = false; // whether every merge is told, not only the first of a visit
    this.isOver = false; // whether the first one has been told
    this.counted = 0; // how many terms of the sum are told
    this.timer = 0;
    this.end = (event) => this.stage.isForward(event) || this.finish();
  }

  /** Whether a visit has just begun: nothing on the stage may give the first answer. */
  isFresh(message, position) {
    return this.isFirst(message, position) && !message.data.predict.on;
  }

  isFirst({ data }, position) {
    return data.is_new === true && position === 0 && !this.isOver;
  }

  /** Tells the merge after the position, if it is to be told; returns whether it does. */
  begin() {
    const { view, message, position } = this.stage;
    if (this.phase) return true;
    if (!this.tellsAll && !this.isFirst(message, position)) return false;
    if (!view.canGoOn() || !view.holds(position + 1)) return false;
    this.isOver = true;
    this.pair = message.countedNext(position);
    this.terms = termsOf(this.pair, message.texts);
    this.counted = reducedMotion.matches ? this.terms.length : 0;
    for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, this.end, true);
    this.show("count");
    return true;
  }

  /** What → does within it. */
  goOn() {
    if (reducedMotion.matches) this.next();
    else this.finish();
  }

  /** Ends it, after the merge. */
  finish() {
    const { view } = this.stage;
    const isBefore = this.isBeforeMerge;
    this.stop();
    if (isBefore) view.moveTo(view.position + 1);
    else view.draw();
  }

  /** Forgets it: something else is on screen. */
  stop() {
    clearTimeout(this.timer);
    this.phase = null;
    for (const name of ["keydown", "pointerdown"]) document.removeEventListener(name, this.end, true);
  }

  next() {
    clearTimeout(this.timer);
    const isCounting = this.phase === "count" && this.counted < this.terms.length;
    if (isCounting) this.counted += 1;
    // While one predicts, the counts after the merge are the next answer.
    const isEnd = this.phase === "changed" || (this.phase === "join" && this.stage.isAsking());
    if (isEnd) this.finish();
    else this.show(isCounting ? "count" : AFTER[this.phase]);
  }

  show(phase) {
    const { view } = this.stage;
    this.phase = phase;
    if (phase === "join") view.moveTo(view.position + 1);
    else view.draw();
    if (!reducedMotion.matches) this.timer = setTimeout(() => this.next(), this.pause());
  }

  pause() {
    const isCounting = this.phase === "count" && this.counted < this.terms.length;
    return isCounting ? Math.min(LONGEST_TERM, COUNTING / this.terms.length) : PAUSES[this.phase];
  }

  get isBeforeMerge() {
    return this.phase === "count" || this.phase === "choose";
  }

  /** Whether the places of the pair are marked in a word with these tokens. */
  isMarked(tokens) {
    if (this.phase === "join" || this.phase === "changed") return false; // what comes next is another story
    if (this.phase !== "count" || this.counted === this.terms.length) return true;
    const name = tokens.map((token) => token.name).join(""); // as the sum names it
    return this.terms.slice(0, this.counted).some((term) => term.name === name);
  }

  // ---- what it says

  /** The nodes of the two sentences on top; null where the position's own are shown. */
  sentences(message, position) {
    const { texts } = message;
    const says = { count: this.sum, join: this.joint, changed: this.changes }[this.phase];
    return says ? says.call(this, texts, message.changes(position)) : null;
  }

  pairIn(texts) {
    return texts.pair(this.pair.leftText, this.pair.rightText);
  }

  sum(texts) {
    const told = this.terms.slice(0, this.counted).map(({ nodes }) => nodes.map((node) => node.cloneNode?.(true) ?? node));
    const values = { pair: this.pairIn(texts), sum: joined(told, " + "), n: make("b", {}, withCommas(this.pair.times)) };
    const isWhole = this.counted === this.terms.length;
    const sentence = !told.length
      ? sayWith("{pair}: …", values)
      : isWhole
        ? sayWith("{pair}: {sum} = {n}", values)
        : sayWith("{pair}: {sum} + …", values);
    const under = sayWith("Count: where do {pair} stand side by side, and how often does that word occur?", { pair: this.pairIn(texts) });
    return { sentence, subtitle: under };
  }

  joint(texts) {
    const { tokenText, merged } = this.pair;
    const places = make("b", {}, withCommas(merged));
    const values = { pair: this.pairIn(texts), token: texts.token(tokenText), places };
    return {
      sentence: sayWith("{pair} becomes {token} in {places} places.", values),
      subtitle: [say("All at once, in every word: {merged:,} {merged:symbol|symbols} fewer.", { merged })],
    };
  }

  changes(texts, changes) {
    const number = (kind) => [...changes.values()].filter((change) => change.kind === kind).length;
    const [made, fell, gone] = [number("new"), number("fell"), number("gone")];
    const values = { token: texts.token(this.pair.tokenText), left: texts.token(this.pair.leftText), right: texts.token(this.pair.rightText) };
    return {
      sentence: [say("What changed: {made:,} {made:pair|pairs} new, {fell:,} fell, {gone:,} gone.", { made, fell, gone })],
      subtitle: sayWith("Where {token} stands now, {left} and {right} have no other neighbours any more.", values),
    };
  }
}
