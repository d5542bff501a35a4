import { create } from "@bufbuild/protobuf";
import type { Passage } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type SpanEntry,
  type SpanEntryResult,
  SpanEntryResultSchema,
} from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { queryTerms } from "../search/words/analysis.ts";
import { sha256 } from "../sha256.ts";
import { bestChunks } from "../span/passages.ts";
import { resolveLocator } from "../span/resolve.ts";
import type { SpanSource } from "../span/source.ts";

const passagesDefault = 5;

/** An opened text of the corpus, a statute's or a ruling's, as far as quotes are looked for in it. */
export interface QuotedText {
  readonly source: SpanSource;
  /** ISO day since when the text holds; absent: it has one text for ever. */
  readonly versionDate?: string;
  address(unit: Unit): string;
  /** A stretch of one chunk as a passage that can be quoted from its first character on; none where nothing is left of it. */
  passage(chunkUid: string, start: number, end: number): readonly Passage[];
  /** The chunks that are read with one, itself included: those of its article, which may fill several. Absent: each is read alone. */
  together?(chunkUid: string): ReadonlySet<string>;
}

/** Errors: LOCATOR_INVALID for an entry with neither a quote nor a query, or with both. */
export const checkEntry = ({ locator, query }: SpanEntry): void => {
  const hasQuote = (locator?.exactQuote ?? "") !== "";
  if (hasQuote !== (query !== "")) return;
  const what = hasQuote ? "both a quote and a query" : "neither a quote nor a query";
  throw new DomainError(
    "LOCATOR_INVALID",
    worded("source-error.an-entry-for-has-give-one-of-the-two", { docUid: String(locator?.docUid), what }),
    {
      doc_uid: locator?.docUid ?? "",
    },
  );
};

/** Where a quote stands, or, for a query, the best passages: where a chunk is named, of it and of those that are read with it. */
export const answerEntry = (text: QuotedText, { locator, query, passageLimit }: SpanEntry): SpanEntryResult => {
  if (!locator || query !== "")
    return create(SpanEntryResultSchema, { passages: passages(text, locator?.chunkUid ?? "", query, passageLimit) });
  const resolution = resolveLocator(text.source, locator, {
    sha256,
    ...(text.versionDate !== undefined && { versionDate: text.versionDate }),
    address: (unit) => text.address(unit),
  });
  return create(SpanEntryResultSchema, { resolution });
};

const passages = (text: QuotedText, chunkUid: string, query: string, limit: number): Passage[] => {
  const wanted = limit || passagesDefault;
  const { chunks } = text.source.canonical;
  const named = chunkUid === "" ? undefined : (text.together?.(chunkUid) ?? new Set([chunkUid]));
  const found = bestChunks(text.source, { termsOf: queryTerms }, query, named ? chunks.length : wanted);
  const inNamed = found.filter((passage) => named?.has(passage.chunkUid) ?? true);
  const ranked = new Set(inNamed.map((passage) => passage.chunkUid));
  // What is read together is shown whole: the words of the query may be those of a claim, which another lid says otherwise.
  const others = chunks.filter(
    (chunk) => named && named.size > 1 && named.has(chunk.chunkUid) && !ranked.has(chunk.chunkUid),
  );
  return [...inNamed, ...others]
    .flatMap((passage) => text.passage(passage.chunkUid, passage.startChar, passage.endChar))
    .slice(0, wanted);
};
