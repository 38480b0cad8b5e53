// A box over the page that stands beside an element, and goes when that element goes.

const EDGE = 8; // pixels between the box and the window's edge
const GAP = 2; // and between the box and its element

/** Shows a box, which is a `popover`, beside one element after the other. */
export class Beside {
  /** `onGone` hears that the element has gone. */
  constructor(box, onGone = () => {}) {
    Object.assign(this, { box, onGone });
    this.at = null; // the element
    this.frame = 0;
  }

  /** Shows the box beside an element; it becomes a child of `home`, whose style sheets it has. */
  show(element, home) {
    this.hide();
    this.at = element;
    home.append(this.box);
    this.box.showPopover();
    this.follow();
  }

  hide() {
    cancelAnimationFrame(this.frame);
    this.at = null;
    this.box.remove();
  }

  /** Stays beside the element, wherever that moves. */
  follow() {
    if (!this.at.isConnected) {
      this.hide();
      this.onGone();
      return;
    }
    this.place();
    this.frame = requestAnimationFrame(() => this.follow());
  }

  /** Below the element, or above it where there is more room. */
  place() {
    const { left, top, bottom } = this.at.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const isBelow = bottom + GAP + height + EDGE < innerHeight || bottom + top < innerHeight;
    const y = isBelow ? Math.min(bottom + GAP, innerHeight - height - EDGE) : top - GAP - height;
    this.box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    this.box.style.top = `${Math.max(EDGE, y)}px`;
  }
}
