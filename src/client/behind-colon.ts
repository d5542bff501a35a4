import type { Client } from "@connectrpc/connect";
import type { CanonicalText } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import type { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { endsAtColon } from "../show/colon-entries.ts";

/** A quote that takes in lines behind the colon at its end. */
export interface LongerQuote {
  /** All of it, as it stands in the source. */
  readonly exactQuote: string;
  /** The lines that it takes in besides. */
  readonly behind: string;
}

/** Longer nobody reads it in a sentence. */
const charsMost = 900;
const linesMost = 12;
/** A shorter word is in too many lines, unless it is an abbreviation in capitals. */
const lettersLeast = 4;

/**
 * Quotes that take in the lines behind the colon that a quote ends at: first up to the line that shares most words with its claim, then all of
 * them, as far as nobody else speaks there. None where it ends at no colon, or nothing stands behind it.
 */
export const quotesBehindColon = (
  { text, segments }: Pick<CanonicalText, "text" | "segments">,
  { excerpt, startChar, endChar }: Pick<SpanRef, "excerpt" | "startChar" | "endChar">,
  claim: string,
): LongerQuote[] => {
  const characters = [...text];
  if (!endsAtColon({ excerpt }) || characters.slice(startChar, endChar).join("") !== excerpt) return [];
  const border = segments.flatMap((one) => [one.startChar, one.endChar]).filter((at) => at >= endChar);
  const rest = characters.slice(endChar, Math.min(startChar + charsMost, ...border)).join("");
  const ends = lineEnds(rest);
  const wanted = new Set(longWords(claim));
  const shared = ends.map((end, at) => {
    const line = rest.slice(ends[at - 1] ?? 0, end);
    return longWords(line).filter((word) => wanted.has(word)).length;
  });
  const most = Math.max(0, ...shared);
  const best = most > 0 ? ends[shared.indexOf(most)] : undefined;
  return [...new Set([best, ends.at(-1)])].flatMap((end) =>
    end === undefined ? [] : [{ exactQuote: excerpt + rest.slice(0, end), behind: rest.slice(0, end).trim() }],
  );
};

/** Where the lines end that a colon announces: those of a list, over empty lines too, else those up to an empty one. */
const lineEnds = (rest: string): number[] => {
  const ends: number[] = [];
  let isList = false;
  let isBehindEmpty = false;
  for (const { 0: line, index } of rest.matchAll(/[^\n]+/gu)) {
    if (line.trim() === "") continue;
    const isItem = /^\s*(?:[-–—•*·]|\(?(?:\d{1,2}|\p{L})[.)])\s/u.test(line);
    isBehindEmpty = /\n[^\S\n]*\n/u.test(rest.slice(ends.at(-1) ?? 0, index));
    if (ends.length === 0) isList = isItem;
    else if (isBehindEmpty && !(isList && isItem)) break;
    ends.push(index + line.trimEnd().length);
    if (ends.length === linesMost) break;
  }
  return ends;
};

const longWords = (text: string): string[] => [
  ...new Set(
    (text.match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= lettersLeast || /\d|^\p{Lu}{2,}$/u.test(word))
      .map((word) => word.toLowerCase()),
  ),
];

/** The same of a quote of a paper of the Vault; none where it cannot be read: the quote stays what it is. */
export const longerQuotes = async (
  docs: Pick<Client<typeof DocsService>, "getDocText">,
  strandId: string,
  span: Pick<SpanRef, "docUid" | "excerpt" | "startChar" | "endChar">,
  claim: string,
): Promise<readonly LongerQuote[]> => {
  if (!endsAtColon(span)) return [];
  return docs.getDocText({ strandId, docUid: span.docUid }).then(
    ({ canonicalText }) => (canonicalText ? quotesBehindColon(canonicalText, span, claim) : []),
    () => [],
  );
};
