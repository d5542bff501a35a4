import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type Clause, clausesOf } from "../clauses.ts";
import { deniesAnywhere } from "../sentence.ts";
import type { Range } from "../tokens/token.ts";
import { at, type Look, noIn, takesBack } from "./look.ts";

/**
 * “…” brought by words that deny it: the clause it stands in, or the one that governs that. Where the quotation itself says no or takes back,
 * only the verb of saying can turn it ("U heeft nooit geschreven: …").
 */
export const quotationIsDenied: Look = (sentence) => {
  const { scanned, clauses, cited } = sentence;
  const quoting = scanned.quotations.flatMap(({ words, start, end }) => {
    const index = clauses.findIndex((clause) => clause.start <= start && start < clause.end);
    const clause = clauses[index];
    if (clause === undefined) return [];
    const governs = clause.opener !== "" && !clause.isFirst ? clauses[index - 1] : undefined;
    const speaks = sentence.acts.some((act) => act.clause.start === clause.start && act.isSpeech && act.actor);
    const takes = sentence.grammars.some((grammar) => clausesOf(words, grammar).some((one) => takesBack(one, grammar)));
    const isRetold = takes || (deniesAnywhere(words, sentence.grammars) && !speaks);
    const no =
      (isRetold ? undefined : noIn(clause, sentence)) ??
      (governs && noIn(governs, sentence)) ??
      wrongIn(clause, start) ??
      (governs && wrongIn(governs, start));
    // "Zij bestrijdt …: “… niet …”": a verb of saying that denies brings words that deny.
    const isSaidSo = sentence.acts.some(({ verb, isSpeech }) => isSpeech && verb.start === no?.start);
    if (isSaidSo && deniesAnywhere(words, sentence.grammars)) return [];
    const source = cited.find(({ entry }) =>
      entry.span?.excerpt.includes(scanned.quotations[0]?.words.slice(0, 20) ?? ""),
    );
    return no && no.start < end + 200 ? [at(LookCode.QUOTATION_DENIED, no, source)] : [];
  });
  return quoting;
};

/** In front of a quotation, the contrary of `terecht` and `rightly`: who is said to be wrong in saying it is denied. */
const wrongIn = ({ text, start }: Clause, before: number): Range | undefined => {
  const found = /(?<!\p{L})(?:ten\s+onrechte|onterecht|wrongly)(?!\p{L})/iu.exec(text.slice(0, before - start));
  return found ? { start: start + found.index, end: start + found.index + found[0].length } : undefined;
};
