import type { FieldName } from "./expression.ts";

/** What a word before a colon means: a field, a period, or the bound of one. */
type Meaning = FieldName | "date" | "before" | "after";

/** Names as Gmail, Outlook and Relativity have them, and in Dutch. */
const names: Readonly<Record<Meaning, string>> = {
  from: "from van afzender sender author",
  to: "to aan recipients recipient",
  cc: "cc bcc",
  subject: "subject onderwerp title titel",
  filename: "filename attachment bestand bestandsnaam bijlage file",
  has: "has heeft hasattachment hasattachments",
  date: "date datum sent received verzonden ontvangen on",
  before: "before voor older tot",
  after: "after na newer vanaf since sinds",
};

const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(names).flatMap(([meaning, list]) =>
    list.split(" ").map((name) => [name, meaning as Meaning] as const),
  ),
);

/** Fields of those programs that we have not: what they name is known, so their values are left out rather than searched for. */
const foreign: ReadonlySet<string> = new Set(
  (
    "in is label category categories folder larger smaller size importance list deliveredto rfc822msgid older_than newer_than " +
    "kind type flag flagged read isread conversation participants about body contents messagesize followupflag"
  ).split(" "),
);

/** What the name of a field means; undefined for none of ours. */
export const meaningOf = (name: string): Meaning | undefined => meanings.get(name.toLowerCase());

/** Whether a name is a field of another program. */
export const isForeign = (name: string): boolean => foreign.has(name.toLowerCase());

/** Fields of a corpus: which of them its entries have. Dates and titles all of them have. */
export type FieldSet = "mail" | "titles";

/** Whether entries of a corpus have what is meant. */
export const hasField = (fields: FieldSet, meaning: Meaning): boolean =>
  fields === "mail" || meaning === "subject" || meaning === "date" || meaning === "before" || meaning === "after";
