import type { CitationLedger, LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";

/** The canonical text of a source by its doc_uid, asked of the service itself. */
export type TextOf = (docUid: string) => Promise<string | undefined>;

/**
 * Judges a finalised draft without the product's own check: every span is cut again out of its source, every quoted
 * stretch is looked for in the excerpts its sentence cites, every law and ruling named is looked for in the ledger.
 * Gives a sentence for each fabrication.
 */
export const fabrications = async (draft: DraftText, ledger: CitationLedger, textOf: TextOf): Promise<string[]> => {
  const entries = new Map(ledger.entries.map((entry) => [entry.entryId, entry]));
  const spans = await Promise.all(
    ledger.entries.map(
      async (entry) => (await spanFault(entry, textOf)) ?? absenceFault(entry) ?? placeFault(entry, textOf),
    ),
  );
  const sentences = draft.sections.flatMap((section) => section.sentences);
  const faults = sentences.flatMap(({ sentenceId, text, entryIds }) => {
    const cited = entryIds.flatMap((id) => entries.get(id) ?? []);
    return [
      ...(cited.length < entryIds.length ? ["cites what is not in the ledger"] : []),
      ...quoteFaults(text, cited),
      ...citationFaults(text, ledger),
    ].map((fault) => `${sentenceId}: ${fault}`);
  });
  return [...spans.flatMap((fault) => fault ?? []), ...faults];
};

const spanFault = async ({ entryId, slotKind, span }: LedgerEntry, textOf: TextOf): Promise<string | undefined> => {
  if (slotKind !== SlotKind.QUOTE) return undefined;
  if (!span) return `${entryId}: a quote without a span`;
  const text = await textOf(span.docUid);
  if (text === undefined) return `${entryId}: its source is not in the strand or the law`;
  const cut = [...text].slice(span.startChar, span.endChar).join("");
  return cut === span.excerpt ? undefined : `${entryId}: the source says something else at ${span.startChar}`;
};

/** Nobody in the campaign dismisses a hit: an absence rests on a search that found nothing, or somebody lied. */
const absenceFault = ({ entryId, slotKind, evidence }: LedgerEntry): string | undefined => {
  if (slotKind !== SlotKind.ABSENCE) return undefined;
  const found = evidence?.evidence.case === "search" ? evidence.evidence.value.totalCount : 1;
  return found === 0 ? undefined : `${entryId}: an absence over ${found} hits`;
};

/** A place lies inside its document, and is no page that nobody has. */
const placeFault = async (entry: LedgerEntry, textOf: TextOf): Promise<string | undefined> => {
  if (entry.slotKind !== SlotKind.LOCATION) return undefined;
  const document = entry.evidence?.evidence.case === "document" ? entry.evidence.evidence.value : undefined;
  const length = [...((await textOf(document?.evidenceId.slice("vault:".length) ?? "")) ?? "")].length;
  const { startChar = 0, endChar = 0 } = document?.place ?? {};
  const lies = startChar < endChar && endChar <= length && !entry.address.includes("99");
  return lies ? undefined : `${entry.entryId}: a place that is not there`;
};

const quoteFaults = (text: string, cited: readonly LedgerEntry[]): string[] => {
  const excerpts = cited.map((entry) => entry.span?.excerpt ?? "");
  // Whole excerpts go first: they may hold marks of their own.
  const rest = excerpts.reduce((left, excerpt) => (excerpt === "" ? left : left.replaceAll(excerpt, "")), text);
  return [...rest.matchAll(/[“„«"‘]([^“”„«»"‘’]{12,})[”“»"’]/gu)]
    .map(([, words = ""]) => words)
    .filter((words) => !excerpts.some((excerpt) => excerpt.includes(words)))
    .map(() => "quotes words that no cited span holds");
};

const citationFaults = (text: string, ledger: CitationLedger): string[] => {
  const addresses = ledger.entries.map(({ address, span, evidence }) => {
    const law = evidence?.evidence.case === "law" ? evidence.evidence.value.address : "";
    return `${address} ${span?.address ?? ""} ${law} ${span?.excerpt ?? ""}`;
  });
  const rulings = [...text.matchAll(/ECLI:[A-Z:0-9]+\d/g)]
    .filter(([ecli]) => !addresses.some((one) => one.includes(ecli)))
    .map(([ecli]) => `names ${ecli}`);
  const articles = [...text.matchAll(/\bart(?:ikel|\.)\s+(\d[\d:.]*[a-z]?)\s+([A-Z][A-Za-z]+)/g)]
    .filter(([, number = "", law = ""]) => !addresses.some((one) => one.includes(number) && one.includes(law)))
    .map(([citation]) => `names ${citation}`);
  return [...rulings, ...articles];
};
