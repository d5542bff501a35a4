import { citedEntries, type Exhibit, exhibitsOf } from "./exhibits.ts";

/** An exhibit that holds many things of which the letter quotes some, or words that must not be said. */
export interface TellingExhibit extends Exhibit {
  /** Only rows of cells are quoted: what else a table holds, such as a bank statement, is mostly about something else. Unasked, the quoted words alone go along. */
  readonly isTable: boolean;
  /** Words of it that the intent says must not be said; unasked, the quoted words alone go along. */
  readonly unsaid: readonly string[];
}

/** Whether, unasked, the quoted words of it go along and not the whole paper. */
export const isExtractUnasked = ({ isTable, unsaid }: Pick<TellingExhibit, "isTable" | "unsaid">): boolean =>
  isTable || unsaid.length > 0;

/**
 * Kinds of papers of many parts as evidence has them: chats, and `text`, which is every file that is no mail, PDF, event or chat: tables,
 * one's own notes, Word files.
 */
const manyParts: ReadonlySet<string | undefined> = new Set(["chat", "text"]);

type Cited = Parameters<typeof exhibitsOf>[0];

/** The exhibits that hold many things of which the letter quotes some, and those that say what must not be said: `saying`, by evidence id. */
export const tellingExhibits = (
  { draft, ledger, evidence }: { readonly [K in "draft" | "ledger" | "evidence"]: Cited[K] | undefined },
  saying: ReadonlyMap<string, readonly string[]> = new Map(),
): TellingExhibit[] => {
  if (!draft || !ledger || !evidence) return [];
  const memo = { draft, ledger, evidence };
  const quotes = Map.groupBy(
    citedEntries(memo).filter(({ span }) => (span?.excerpt ?? "") !== ""),
    ({ evidence: ref }) => (ref?.evidence.case === "document" ? ref.evidence.value.evidenceId : ""),
  );
  return [...exhibitsOf(memo).values()]
    .filter(({ candidate, evidenceId }) => manyParts.has(candidate?.docType) || saying.has(evidenceId))
    .map((one) => {
      const quoted = quotes.get(one.evidenceId) ?? [];
      const isTable = quoted.length > 0 && quoted.every(({ span }) => isRows(span?.excerpt ?? ""));
      return { ...one, isTable, unsaid: saying.get(one.evidenceId) ?? [] };
    });
};

/** Cells of a row as the readers of tables part them. */
const isRows = (excerpt: string): boolean =>
  excerpt
    .split("\n")
    .filter((line) => line.trim() !== "")
    .every((line) => / \| /u.test(line));
