/**
 * Edit distance by bit vectors (Myers 1999, in blocks of 32 rows after Hyyrö 2003): one step works on 32 pattern
 * characters at once, so that a quote of 8,000 characters is compared with a page in some milliseconds.
 */
const blockBits = 32;

/** A pattern made ready for comparison: for each of its characters, the rows where it stands. */
export interface Pattern {
  readonly length: number;
  readonly rows: ReadonlyMap<number, Int32Array>;
}

/** Prepares a pattern, from its end to its beginning if `isReversed`. Must not be empty. */
export const preparePattern = (text: string, isReversed = false): Pattern => {
  const blocks = Math.ceil(text.length / blockBits);
  const rows = new Map<number, Int32Array>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(isReversed ? text.length - 1 - at : at);
    const bits = rows.get(unit) ?? new Int32Array(blocks);
    bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
    rows.set(unit, bits);
  }
  return { length: text.length, rows };
};

/** The smallest distance and after how many text characters it is first reached. */
export interface Closest {
  readonly distance: number;
  readonly length: number;
}

/**
 * Compares the pattern with prefixes of a sequence of UTF-16 units. With `isAnchored` the match begins at the first
 * unit; without, anywhere, and `length` is where it ends.
 */
export const closest = (
  pattern: Pattern,
  unitAt: (at: number) => number,
  count: number,
  isAnchored: boolean,
): Closest => {
  const blocks = Math.ceil(pattern.length / blockBits);
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const nothing = new Int32Array(blocks);
  const lastBit = 1 << ((pattern.length - 1) & 31);
  let distance = pattern.length;
  let best: Closest = { distance, length: 0 };
  for (let at = 0; at < count; at++) {
    distance += column(plus, minus, pattern.rows.get(unitAt(at)) ?? nothing, isAnchored ? 1 : 0, lastBit);
    if (distance < best.distance) best = { distance, length: at + 1 };
  }
  return best;
};

/** Advances all blocks by one text character; the carry between blocks is the distance change at their border. */
const column = (plus: Int32Array, minus: Int32Array, equal: Int32Array, carryIn: number, lastBit: number): number => {
  let carry = carryIn;
  const last = plus.length - 1;
  for (let block = 0; block <= last; block++) {
    const up = plus[block] as number;
    const down = minus[block] as number;
    const matches = equal[block] as number;
    const vertical = matches | down;
    const diagonal = carry < 0 ? matches | 1 : matches;
    const zero = (((diagonal & up) + up) ^ up) | diagonal;
    let rises = down | ~(zero | up);
    let falls = up & zero;
    const top = block === last ? lastBit : 1 << 31;
    const next = (rises & top) !== 0 ? 1 : (falls & top) !== 0 ? -1 : 0;
    rises = (rises << 1) | (carry > 0 ? 1 : 0);
    falls = (falls << 1) | (carry < 0 ? 1 : 0);
    plus[block] = falls | ~(vertical | rises);
    minus[block] = rises & vertical;
    carry = next;
  }
  return carry;
};
