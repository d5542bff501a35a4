/** A half-open stretch of a text in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Occurrences after which a text counts as repetitive: `indexOf` forgets what it compared and may then turn quadratic. */
const sparseMax = 512;
/**
 * The most characters of a pattern that `indexOf` is given. Where a text resembles the pattern everywhere, `indexOf` compares
 * nearly all of these characters at every place: 8,000 took seconds a megabyte, 256 take some hundredths of a second.
 */
const probeMax = 256;
/** Characters that may be read to compare the rest of the pattern, for each character of the text. */
const comparedPerCharacter = 2;

/**
 * Finds the starts of all occurrences of the pattern within the stretch, in order, overlapping occurrences included. The time
 * is linear in pattern and stretch. `indexOf` finds the first occurrences by the pattern's beginning, since nothing written
 * in JavaScript is as fast; a text that repeats the pattern, or nearly so, is then searched by Knuth, Morris and Pratt.
 */
export const occurrences = (text: string, pattern: string, within: Place): number[] => {
  const starts: number[] = [];
  const last = within.end - pattern.length;
  if (pattern === "" || last < within.start) return starts;
  const probe = pattern.length > probeMax ? pattern.slice(0, probeMax) : pattern;
  const searched = within.end < text.length ? text.slice(0, within.end) : text;
  let comparable = (within.end - within.start) * comparedPerCharacter + pattern.length;
  for (let at = searched.indexOf(probe, within.start); at >= 0 && at <= last; at = searched.indexOf(probe, at + 1)) {
    comparable -= pattern.length - probe.length;
    if (comparable < 0 || starts.length === sparseMax)
      return starts.concat(repeated(text, pattern, { start: at, end: within.end }));
    if (probe === pattern || searched.startsWith(pattern, at)) starts.push(at);
  }
  return starts;
};

/** Searches by Knuth, Morris and Pratt: one comparison a character, however the pattern overlaps itself. */
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

/** Returns, for each prefix of the pattern, the length of its longest proper prefix that is also its suffix. */
const borderLengths = (pattern: string): Uint32Array => {
  const lengths = new Uint32Array(pattern.length);
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && pattern.charCodeAt(at) !== pattern.charCodeAt(length)) length = lengths[length - 1] as number;
    if (pattern.charCodeAt(at) === pattern.charCodeAt(length)) length++;
    lengths[at] = length;
  }
  return lengths;
};
