// Numbers as a person reads them.

/** An integer with thousands separated. */
export function withCommas(number) {
  return number.toLocaleString("en-US");
}

/** `+3` or `−5`. */
export function signed(difference) {
  return difference > 0 ? `+${withCommas(difference)}` : `−${withCommas(-difference)}`;
}

/** `1 word`, `3 words`. */
export function counted(number, noun) {
  return `${withCommas(number)} ${noun}${number === 1 ? "" : "s"}`;
}
