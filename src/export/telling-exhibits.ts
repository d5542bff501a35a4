import { citedEntries, type Exhibit, exhibitsOf } from "./exhibits.ts";

/** An exhibit that holds many things of which the letter quotes some. */
export interface TellingExhibit extends Exhibit {
  /** Only rows of cells are quoted: what else a table holds, such as a bank statement, is mostly about something else. Unasked, the quoted words alone go along. */
  readonly isTable: boolean;
}

/**
 * Kinds of papers of many parts as evidence has them: chats, and `text`, which is every file that is no mail, PDF, event or chat: tables,
 * one's own notes, Word files.
 */
const manyParts: ReadonlySet<string | undefined> = new Set(["chat", "text"]);

type Cited = Parameters<typeof exhibitsOf>[0];

/** The exhibits that hold many things of which the letter quotes some. */
export const tellingExhibits = ({
  draft,
  ledger,
  evidence,
}: { readonly [K in "draft" | "ledger" | "evidence"]: Cited[K] | undefined }): TellingExhibit[] => {
  if (!draft || !ledger || !evidence) return [];
  const memo = { draft, ledger, evidence };
  const quotes = Map.groupBy(
    citedEntries(memo).filter(({ span }) => (span?.excerpt ?? "") !== ""),
    ({ evidence: ref }) => (ref?.evidence.case === "document" ? ref.evidence.value.evidenceId : ""),
  );
  return [...exhibitsOf(memo).values()]
    .filter(({ candidate }) => manyParts.has(candidate?.docType))
    .map((one) => {
      const quoted = quotes.get(one.evidenceId) ?? [];
      return { ...one, isTable: quoted.length > 0 && quoted.every(({ span }) => isRows(span?.excerpt ?? "")) };
    });
};

/** Cells of a row as the readers of tables part them. */
const isRows = (excerpt: string): boolean =>
  excerpt
    .split("\n")
    .filter((line) => line.trim() !== "")
    .every((line) => / \| /u.test(line));
