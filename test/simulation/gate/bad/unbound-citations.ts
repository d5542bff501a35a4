import type { BadSentence } from "../../../support/cases/bad-sentence.ts";
import { boundIn, drawFrom, framed, writtenForms } from "./citations.ts";

/** Draws sentences whose citation is right in itself, but which cite no entry, or the entry of another provision. */
export const unboundCitations = (name: string, seed: number): readonly BadSentence[] => {
  const draw = drawFrom(seed, `unbound ${name}`);
  const rows = boundIn(name).flatMap(({ entryId, citation }) => {
    const others = boundIn(name).flatMap((bound) => (bound.entryId === entryId ? [] : [bound.entryId]));
    return [[], others.slice(0, 1), others.slice(-1)].map((entryIds) => {
      const forms = writtenForms(name, citation);
      const text = framed(name, forms[draw(forms.length)]!, draw);
      const why = entryIds.length === 0 ? "no entry is cited" : "the entry is of another provision";
      return { entryIds, text, why };
    });
  });
  return rows.map(({ entryIds, text, why }, index) => ({
    id: `${name.slice(0, 2)}-n${seed}-${String(index + 1).padStart(3, "0")}`,
    class: "citation-unbound",
    kind: "LAW",
    entryIds,
    expect: "refused",
    text,
    why,
  }));
};
