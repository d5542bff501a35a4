import { type Exhibit, exhibitsOf } from "./exhibits.ts";

/** Rows of a table, such as a bank statement's, are mostly about something else: unasked, the quoted words alone go along. */
export const isTable = ({ candidate }: Exhibit): boolean => tables.has(candidate?.docType);

const tables: ReadonlySet<string | undefined> = new Set(["csv", "sheet"]);

/** Papers of many parts: chats, and texts such as one's own notes. */
const manyParts: ReadonlySet<string | undefined> = new Set(["chat", "text", "markdown"]);

type Cited = Parameters<typeof exhibitsOf>[0];

/** The exhibits that hold many things of which the letter quotes some. */
export const tellingExhibits = ({
  draft,
  ledger,
  evidence,
}: { readonly [K in "draft" | "ledger" | "evidence"]: Cited[K] | undefined }): Exhibit[] =>
  draft && ledger && evidence
    ? [...exhibitsOf({ draft, ledger, evidence }).values()].filter(
        (one) => isTable(one) || manyParts.has(one.candidate?.docType),
      )
    : [];
