/** A half-open stretch of a text in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** After so many occurrences the text repeats itself, and `indexOf`, which forgets what it compared, may turn quadratic. */
const sparseMax = 512;

/**
 * Starts of all occurrences of the pattern within the stretch, overlapping ones included, in order. `indexOf` finds the
 * first ones, since nothing written in JavaScript is as fast; a text that repeats the pattern goes on linearly.
 */
export const occurrences = (text: string, pattern: string, within: Place): number[] => {
  const starts: number[] = [];
  if (pattern === "" || pattern.length > within.end - within.start) return starts;
  for (let at = text.indexOf(pattern, within.start); at >= 0; at = text.indexOf(pattern, at + 1)) {
    if (at + pattern.length > within.end) break;
    if (starts.length === sparseMax) return starts.concat(repeated(text, pattern, { start: at, end: within.end }));
    starts.push(at);
  }
  return starts;
};

/** Knuth, Morris and Pratt: one comparison a character, however the pattern overlaps itself. */
const repeated = (text: string, pattern: string, within: Place): number[] => {
  const starts: number[] = [];
  const borders = borderLengths(pattern);
  let matched = 0;
  for (let at = within.start; at < within.end; at++) {
    while (matched > 0 && text.charCodeAt(at) !== pattern.charCodeAt(matched)) matched = borders[matched - 1] as number;
    if (text.charCodeAt(at) === pattern.charCodeAt(matched)) matched++;
    if (matched < pattern.length) continue;
    starts.push(at + 1 - pattern.length);
    matched = borders[matched - 1] as number;
  }
  return starts;
};

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
const borderLengths = (pattern: string): Uint32Array => {
  const lengths = new Uint32Array(pattern.length);
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && pattern.charCodeAt(at) !== pattern.charCodeAt(length)) length = lengths[length - 1] as number;
    if (pattern.charCodeAt(at) === pattern.charCodeAt(length)) length++;
    lengths[at] = length;
  }
  return lengths;
};
