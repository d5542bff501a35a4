import type { Dossier, Entry } from "../../support/cases/dossier.ts";
import type { World } from "./draw.ts";

/** A drawn dossier as the pure check is asked about it, with the sentences of all its drafts left out. */
export const dossierOf = ({ id, template, parties, papers, key, claims }: World): Dossier => {
  const names = [...claims.keys()];
  const claimOf = (what: string): string => `claim:${names.indexOf(what) + 1}`;
  return {
    ...{ name: id, locale: template.locale, audience: template.audience, parties },
    ...{ laws: [], rulings: [], honest: [] },
    documents: papers.map(({ file, title, day, author, text }) => ({
      ...{ id: file, title, kind: "letter", date: day, author, text },
      participants: [{ name: author, part: "from" as const }],
    })),
    claims: [...claims].map(([what, text]) => ({ id: claimOf(what), kind: "FACT", text, section: "Memo" })),
    entries: key.map(({ id, kind, file, words }): Entry => {
      if (kind === "OWN_STATEMENT") return { id, claimId: claimOf("own"), slotKind: kind, statement: words };
      if (kind === "ABSENCE") return { id, claimId: claimOf("absence"), slotKind: kind, sources: [], scope: words };
      return { id, claimId: claimOf(file), slotKind: kind, source: file, quote: words };
    }),
  };
};
