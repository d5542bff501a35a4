import type { DossierDocument, Entry } from "../../../support/cases/dossier.ts";

/** An e-mail of a case. */
export const mail = (
  id: string,
  title: string,
  date: string,
  author: string,
  to: string,
  cc: readonly string[],
  text: string,
): DossierDocument => ({
  ...{ id, title, kind: "e-mail", date, author, text },
  participants: [
    { name: author, part: "from" },
    { name: to, part: "to" },
    ...cc.map((name) => ({ name, part: "cc" as const })),
  ],
});

/** Makes entries that quote these texts whole, each by the id of its text. */
export const entriesOf =
  (texts: Readonly<Record<string, string>>) =>
  (id: string, source: string, claimId: string, more: object = {}): Entry => ({
    ...{ id, source, claimId, slotKind: "QUOTE", quote: texts[id] ?? "" },
    ...more,
  });
