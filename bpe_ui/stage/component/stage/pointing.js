// What a person points at or picks, and what lights up with it: a pair and its places in the words, a word
// and its pairs in the table, a merge of the history and the words it touched.

import { sayWith } from "../say.js";
import { explainChange, explainCount } from "./headline.js";
import { pairKey } from "./message.js";

/** Whether there is more than fingers to point with. */
const CAN_POINT = window.matchMedia("(hover: hover)");

/** Keeps what is pointed at and picked, and shows what belongs to it. */
export class Pointing {
  constructor(stage) {
    this.stage = stage;
    this.linked = null; // what is pointed at: {pair, facts} | {word} | {rank}
    this.isByPointer = false; // whether a pointer did it, not the focus
    this.pointerAt = "";
    this.isAtRest = false; // whether the pointer has not moved since the stage changed under it
    this.pickedChips = [];
    this.pinned = null; // the pair picked while not predicting
  }

  /** Calls `point` where the pointer moves over an element or focus enters it; forgets when they leave. */
  listen(element, point, isLeft = () => true) {
    const hear = (event) => {
      if (this.isAtRest) return;
      this.isByPointer = true;
      point(event);
    };
    element.addEventListener("pointerover", hear);
    element.addEventListener("pointermove", hear);
    element.addEventListener("pointerleave", () => this.at(null));
    element.addEventListener("focusin", (event) => {
      const before = this.linked;
      point(event);
      if (this.linked !== before) this.isByPointer = false;
    });
    element.addEventListener("focusout", (event) => isLeft(event) && this.at(null));
  }

  /** Notes where the pointer is. A browser also reports one that rests, when something moves under it. */
  note(event) {
    const place = `${event.clientX},${event.clientY}`;
    if (place !== this.pointerAt) this.isAtRest = false;
    this.pointerAt = place;
  }

  /** Something else is on screen: a resting pointer points at nothing until it moves. */
  rest() {
    this.isAtRest = true;
    if (this.isByPointer) this.linked = null;
  }

  atPair(pair) {
    this.at(pair ? { pair: pair.key, facts: pair } : null);
  }

  atWord(row) {
    this.at(row ? { word: row } : null);
  }

  atMerge(rank) {
    this.at(rank === null ? null : { rank });
  }

  at(linked) {
    const name = (link) => (link ? `${link.pair ?? ""}/${link.word?.word.i ?? ""}/${link.rank ?? ""}` : "");
    if (name(linked) === name(this.linked)) return;
    this.linked = linked;
    this.show();
  }

  /** Shows what belongs to what is pointed at, or else to what is picked. */
  show() {
    const { message, predicting, words, pairs, position } = this.stage;
    const pick = predicting.state.on ? predicting.pick : this.pinned;
    const shown = this.linked ?? (pick ? { pair: pick.key, facts: pick } : null);
    words.showLinks(shown, this.pickedChips, position);
    pairs.mark(pairsIn(shown?.word), pick?.key ?? null);
    // The verdict on a prediction already gives these sums.
    this.explain(shown && (this.linked || !predicting.state.on) ? (shown.facts ?? null) : null);
    pairs.offer(this.isOffered(shown?.facts) ? shown.facts : null, message.texts);
  }

  /** Whether a pair can be merged instead: another than the next one, which occurs now. */
  isOffered(facts) {
    const { message, position, predicting } = this.stage;
    if (!facts || predicting.state.on || facts.times === 0 || this.stage.hidesCounts()) return false;
    if (message.data.busy || message.data.in_file) return false;
    if (message.isEnd(position)) return false; // a limit ends the training, though pairs are left
    return facts.key !== message.nextPair(position)?.key;
  }

  /** Writes under the table where a pair's count comes from and what the last merge did to it. */
  explain(facts) {
    const { message, position } = this.stage;
    const { detail } = this.stage.pairs;
    detail.classList.toggle("quiet", !facts);
    detail.replaceChildren(...this.aboutPair(facts, message, position));
    detail.title = detail.textContent;
  }

  aboutPair(facts, message, position) {
    if (this.stage.story.isFresh(message, position)) {
      return ["Count them yourself, point at one to see where it stands, or let the app count."];
    }
    if (this.stage.hidesCounts()) return [];
    return facts ? this.explanation(facts, message, position) : this.invitation(message, position);
  }

  /** A hint at what one can do with the table, shown until one does. */
  invitation(message, position) {
    if (message.data.present || message.rows(position).length === 0) return [];
    const { in_file: inFile, in_lesson: inLesson } = message.data;
    const canChoose = !this.stage.predicting.state.on && !message.isEnd(position) && !inFile && !inLesson;
    if (CAN_POINT.matches) {
      return canChoose
        ? sayWith("Point at a pair to see where its count comes from; click one to pick it instead.")
        : sayWith("Point at a pair to see where its count comes from.");
    }
    return canChoose
      ? sayWith("Tap a pair to see where its count comes from, or to pick it instead.")
      : sayWith("Tap a pair to see where its count comes from.");
  }

  explanation(facts, message, position) {
    const { texts } = message;
    const rows = message.rows(position);
    const isThis = (pair) => pair.key === facts.key;
    const pair = rows.find(isThis) ?? message.foundPairs(position)?.find(isThis);
    const change = message.changes(position).get(facts.key);
    const values = { pair: texts.pair(facts.leftText, facts.rightText) };
    if (pair) values.why = explainCount(pair, change, texts, pair === rows[0]);
    else if (change) values.why = explainChange(change, texts);
    if (values.why) return sayWith("{pair}: {why}", values);
    return message.data.in_file
      ? sayWith("{pair}: not among the pairs listed.", values)
      : sayWith("{pair}: not among the pairs listed. Find it above for its count.", values);
  }

  pickRow(pair) {
    this.pickedChips = [];
    this.take(pair);
  }

  /** The first chip of a pair, or its second. */
  pickChip(chip) {
    const [first] = this.pickedChips;
    if (this.pickedChips.length !== 1 || !first.element.isConnected || first === chip) {
      const isTakenBack = first === chip && this.pickedChips.length === 1;
      this.pickedChips = isTakenBack ? [] : [chip];
      return this.take(null);
    }
    const isBackwards = chip.row === first.row && chip.index === first.index - 1;
    const [left, right] = isBackwards ? [chip, first] : [first, chip];
    const areNeighbours = left.row === right.row && right.index === left.index + 1;
    // Only a prediction may be about two symbols that are not side by side.
    const isPair = areNeighbours || this.stage.predicting.state.on;
    this.pickedChips = isPair ? [left, right] : [chip];
    return this.take(isPair ? this.stage.message.pairNamed(pairKey(left.token.id, right.token.id)) : null);
  }

  take(pair) {
    const { stage } = this;
    if (stage.predicting.isHidden(stage.position)) stage.predicting.choose(pair);
    else if (!stage.predicting.state.on) this.pinned = pair;
    stage.predicting.draw(stage.message, stage.position);
    stage.view.drawControls();
    this.show();
  }

  forgetPicks() {
    this.pickedChips = [];
    this.pinned = null;
    this.stage.predicting.choose(null);
  }

  /** A new message has other text indexes, so what was picked is looked up in it again. */
  lookUpAgain(message) {
    const again = (pair) => (pair ? message.pairAgain(pair) : null);
    this.pinned = again(this.pinned);
    this.stage.predicting.choose(again(this.stage.predicting.pick));
    if (!this.linked?.facts) return;
    const facts = again(this.linked.facts);
    this.linked = facts && { pair: facts.key, facts };
  }
}

/** The names of all pairs in a word. */
function pairsIn(row) {
  const keys = new Set();
  const chips = row?.chips ?? [];
  for (let at = 0; at + 1 < chips.length; at += 1) {
    keys.add(pairKey(chips[at].token.id, chips[at + 1].token.id));
  }
  return keys;
}
