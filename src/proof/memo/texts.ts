import type { Sha256 } from "#kit/digest.ts";
import type { CitationLedger, LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { MemoProof } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Place, SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { resolvePlace } from "../../span/place.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import { verifySpan } from "../../span/verify.ts";
import { strictDecode } from "../strict-decode.ts";
import { inOrder } from "./artifacts.ts";
import { must } from "./broken.ts";

/** A text that the memo cites: a document or a version of a law has several texts, one for each time that it was read. */
export interface CitedText {
  readonly docUid: string;
  /** SHA-256 of the text's UTF-8 bytes, 64 hex. */
  readonly sourceDigest: string;
}

/** Something that an entry of the ledger says of a text. */
interface Mention extends CitedText {
  readonly entryId: string;
  readonly span?: SpanRef;
  readonly place?: Place;
}

/** The texts that a ledger cites, each once, in order of entry. */
export const citedTexts = (ledger: CitationLedger): readonly CitedText[] => [
  ...new Map(
    mentionsOf(ledger).map(({ docUid, sourceDigest }) => [nameOf({ docUid, sourceDigest }), { docUid, sourceDigest }]),
  ).values(),
];

/** The mentions of texts in a ledger, in order of entry. */
export const mentionsOf = ({ entries }: CitationLedger): readonly Mention[] => entries.flatMap(mentionsIn);

const mentionsIn = ({ entryId, span, evidence }: LedgerEntry): Mention[] => {
  const document = evidence?.evidence.case === "document" ? evidence.evidence.value : undefined;
  const place = document?.place;
  return [
    ...(span ? [{ entryId, span, docUid: span.docUid, sourceDigest: span.sourceDigest }] : []),
    ...(document && place
      ? [{ entryId, place, docUid: document.evidenceId.replace(/^vault:/, ""), sourceDigest: place.sourceDigest }]
      : []),
  ];
};

/** The places that a ledger names in one text. */
export const placesIn = (ledger: CitationLedger, text: CitedText): readonly Place[] =>
  mentionsOf(ledger).flatMap(({ place, ...cited }) => (place && nameOf(cited) === nameOf(text) ? [place] : []));

/** By what an opened text is found. */
export const nameOf = ({ docUid, sourceDigest }: CitedText): string => `${docUid}\n${sourceDigest}`;

/** Opens the texts of the file: all that the ledger cites, and no other. */
export const openTexts = (
  { texts }: MemoProof,
  ledger: CitationLedger,
  sha256: Sha256,
): ReadonlyMap<string, SpanSource> => {
  const sources = [...inOrder(texts, "text", sha256)].map(([digest, bytes]) => {
    const canonical = strictDecode(CanonicalTextSchema, bytes);
    must(canonical, `text ${digest} cannot be read`);
    return openSource(canonical, sha256);
  });
  return allCited(sources, ledger);
};

/** Texts by name: all that a ledger cites, each once, and no other. */
export const allCited = (sources: readonly SpanSource[], ledger: CitationLedger): ReadonlyMap<string, SpanSource> => {
  const opened = new Map<string, SpanSource>();
  for (const source of sources) {
    const { docUid } = source.canonical;
    const name = nameOf({ docUid, sourceDigest: source.digest });
    must(!opened.has(name), `the text of ${docUid} is there twice`);
    opened.set(name, source);
  }
  const cited = new Set(citedTexts(ledger).map(nameOf));
  const absent = citedTexts(ledger).find((text) => !opened.has(nameOf(text)));
  must(!absent, `the text of ${absent?.docUid}, which the memo cites, is not there`);
  const stray = [...opened].find(([name]) => !cited.has(name));
  must(!stray, `the memo does not cite the text of ${stray?.[1].canonical.docUid}`);
  return opened;
};

/** Holds that a statute of a claim with a law date of its own, and what is quoted from it, is told as it was on that day. */
export const checkLawDays = ({ entries }: CitationLedger): void => {
  for (const { entryId, evidence, span, lawDate } of entries) {
    if (lawDate === "") continue;
    const law = evidence?.evidence.case === "law" ? evidence.evidence.value : undefined;
    const days = [law?.validity?.on, ...(span ? [span.validity?.on] : [])];
    must(
      days.every((day) => day === lawDate),
      `${entryId} tells its law of another day than its claim's, ${lawDate}`,
    );
  }
};

/** Cuts every quotation again and finds every place again. */
export const checkQuotes = (
  texts: ReadonlyMap<string, SpanSource>,
  ledger: CitationLedger,
  sha256: Sha256,
): { readonly quotes: number; readonly places: number } => {
  let [quotes, places] = [0, 0];
  for (const { entryId, span, place, ...cited } of mentionsOf(ledger)) {
    const source = texts.get(nameOf(cited));
    must(source, `the text of ${entryId} is not there`);
    if (span) {
      const problem = verifySpan(source, span, sha256);
      must(problem === undefined, `${entryId}: ${problem?.replace(/\.$/, "")}`);
      quotes += 1;
    }
    if (place) {
      const again = resolvePlace(source, place).place;
      const same =
        again?.startChar === place.startChar && again.endChar === place.endChar && again.label === place.label;
      must(same, `${entryId}: its text has no ${place.label} where it is said to be`);
      places += 1;
    }
  }
  return { quotes, places };
};
