import { SpanResolution_Outcome as Outcome, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";

/** A small generator of numbers that are the same at every run (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Resolve = (locator: {
  readonly docUid: string;
  readonly exactQuote: string;
  readonly contextBefore: string;
  readonly contextAfter: string;
}) => Promise<{ readonly outcome?: Outcome; readonly spans: readonly SpanRef[] } | undefined>;

/**
 * Spans of a text at places that chance chooses, of five characters to some lines, as its source resolves them: every other one is asked
 * for with its white space run together, so that it is met after folding. What resolves to no place is left out.
 */
export const spansOf = async (
  docUid: string,
  text: string,
  count: number,
  random: () => number,
  resolve: Resolve,
): Promise<SpanRef[]> => {
  const characters = [...text];
  const found: SpanRef[] = [];
  for (let tries = 0; found.length < count && tries < count * 6; tries++) {
    const length = 5 + Math.floor(random() ** 2 * 400);
    const start = Math.floor(random() * Math.max(1, characters.length - length));
    const words = characters.slice(start, start + length).join("");
    if (words.trim().length < 5) continue;
    const exactQuote = tries % 2 === 0 ? words : words.replace(/\s+/gu, " ").trim();
    const contextBefore = characters.slice(Math.max(0, start - 40), start).join("");
    const contextAfter = characters.slice(start + length, start + length + 40).join("");
    const answer = await resolve({ docUid, exactQuote, contextBefore, contextAfter }).catch(() => undefined);
    const [span, another] = answer?.spans ?? [];
    const isOne = answer?.outcome === Outcome.EXACT || answer?.outcome === Outcome.NORMALISED;
    if (isOne && span && another === undefined) found.push(span);
  }
  return found;
};
