// The chips of words: which tokens a word has at a position, how each looks, and how two draw together into one.
// No BPE here: words are cut into tokens where the message from Python says that a boundary is still there.
//
//   hug with merged_at [2, 0]:   position 0   h | u | g      both boundaries are there
//                                position 1   h | u g        merge 0 removed the second
//                                position 3   h u g          merge 2 removed the first

import { make } from "./dom.js";
import { say } from "./say.js";

const MERGE_MILLISECONDS = 190;
const MOST_ROWS_IN_MOTION = 40;
const MOST_CHIPS_IN_MOTION = 90;
export const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The tokens of a word of `length` base symbols at a position: where each starts and ends, the rank of the
 * merge that made it (-1: none), and which half of the coming merge it is ("left", "right" or "").
 */
export function tokensOf(length, { merged_at: mergedAt, tail }, position) {
  const tokens = [];
  let start = 0;
  let rank = -1;
  for (let end = 1; end <= length; end += 1) {
    const merge = mergedAt[end - 1]; // undefined after the last symbol
    if (merge >= 0 && merge < position) {
      rank = Math.max(rank, merge);
      continue;
    }
    // A word that is too long to be sent is cut; `tail` has the merges that made the token across the cut.
    if (end === length) rank = Math.max(rank, tail.findLast((made) => made < position) ?? -1);
    tokens.push({ start, end, rank, next: "" });
    start = end;
    rank = -1;
  }
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    if (mergedAt[tokens[at].end - 1] === position) [tokens[at].next, tokens[at + 1].next] = ["left", "right"];
  }
  return tokens;
}

/** The classes of a token's chip at a position: learned, just made, next. */
export function chipClass({ rank, next }, position) {
  const learned = rank < 0 ? "chip" : rank === position - 1 ? "chip learned new" : "chip learned";
  return next ? `${learned} next next-${next}` : learned;
}

/** Where a token comes from: `hug, made by merge 3`. */
export function originOf(name, rank) {
  return rank < 0 ? say("{name}, base symbol", { name }) : say("{name}, made by merge {number:,}", { name, number: rank + 1 });
}

/**
 * Moves chips from where they were to where they are: two draw together into one, and those behind them close up.
 *
 * The page is already at the new position when this begins; pictures of the old chips move in a layer of their own.
 * So the next key never waits for an animation: it ends the running one.
 */
export class Merging {
  constructor(scroller) {
    this.scroller = scroller;
    this.layer = make("div", { class: "ghosts", "aria-hidden": "true" });
    this.running = [];
    this.lastAt = 0;
    scroller.append(this.layer);
  }

  /** Lets `rebuild` put other chips into rows; after a step, shows how they come from the ones before. */
  show(rows, from, position, rebuild) {
    this.finish();
    const isStep = from !== null && Math.abs(position - from) === 1;
    const before = isStep && this.isWelcome() ? this.measure(rows) : null;
    rebuild();
    if (before !== null) this.play(before);
  }

  /** Ends what is still moving. */
  finish() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    if (this.layer.firstChild) this.layer.replaceChildren();
  }

  /** Whether there is time to see a movement: not while a key is held down. */
  isWelcome() {
    const now = performance.now();
    const pause = now - this.lastAt;
    this.lastAt = now;
    return pause > 120 && !reducedMotion.matches;
  }

  /** Where the chips of these rows are now; only of rows that are on screen. */
  measure(rows) {
    const view = this.scroller.getBoundingClientRect();
    const measured = new Map();
    let chips = 0;
    for (const row of rows) {
      if (measured.size >= MOST_ROWS_IN_MOTION) break;
      const place = row.item.getBoundingClientRect();
      if (place.bottom < view.top || place.top > view.bottom) continue;
      chips += row.chips.length;
      if (chips > MOST_CHIPS_IN_MOTION) break;
      measured.set(
        row,
        row.chips.map((chip) => ({ chip, rect: chip.element.getBoundingClientRect() })),
      );
    }
    return measured;
  }

  /** Animates from the measured places to the present ones. */
  play(before) {
    const view = this.scroller.getBoundingClientRect();
    const origin = { x: view.left - this.scroller.scrollLeft, y: view.top - this.scroller.scrollTop };
    const moves = [];
    for (const [row, old] of before) {
      for (const chip of row.chips) {
        const rect = chip.element.getBoundingClientRect();
        const parts = old.filter(
          (was) => was.chip.token.start >= chip.token.start && was.chip.token.end <= chip.token.end,
        );
        moves.push({ chip, rect, parts });
      }
    }
    for (const { chip, rect, parts } of moves) {
      // everything is measured by now: from here on the page is only written
      if (parts.length === 1) this.slide(chip.element, parts[0].rect, rect);
      else if (parts.length > 1) this.drawTogether(chip, rect, parts, origin);
      else this.animate(chip.element, [{ opacity: 0.2 }, { opacity: 1 }]);
    }
  }

  slide(element, from, to) {
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (x || y) this.animate(element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
  }

  drawTogether(chip, rect, parts, origin) {
    const fromLeft = parts.map(({ rect: was }) => was.left);
    parts.forEach(({ chip: oldChip, rect: was }) => {
      const ghost = oldChip.element.cloneNode(true);
      ghost.className = "ghost";
      ghost.removeAttribute("tabindex");
      ghost.removeAttribute("role");
      Object.assign(ghost.style, {
        left: `${was.left - origin.x}px`,
        top: `${was.top - origin.y}px`,
        width: `${was.width}px`,
        height: `${was.height}px`,
        fontSize: getComputedStyle(chip.element).fontSize,
      });
      this.layer.append(ghost);
      const isLeft = was.left === Math.min(...fromLeft);
      const x = isLeft ? rect.left - was.left : rect.right - was.right;
      const end = `translate(${x}px, ${rect.top - was.top}px)`;
      this.animate(ghost, [
        { transform: "none", opacity: 1 },
        { transform: end, opacity: 1, offset: 0.7 },
        { transform: end, opacity: 0 },
      ]).onfinish = () => ghost.remove();
    });
    this.animate(chip.element, [
      { opacity: 0 },
      { opacity: 0, offset: 0.45 },
      { opacity: 1, offset: 0.7 },
      { opacity: 1 },
    ]);
  }

  animate(element, frames) {
    const animation = element.animate(frames, {
      duration: MERGE_MILLISECONDS,
      easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    });
    this.running.push(animation);
    return animation;
  }
}
