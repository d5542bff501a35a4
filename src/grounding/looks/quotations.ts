import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { deniesAnywhere, isInTitle } from "../sentence.ts";
import { at, type Look, noIn } from "./look.ts";

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
    const isRetold = deniesAnywhere(words, sentence.grammars) && !speaks;
    const no = (isRetold ? undefined : noIn(clause, sentence)) ?? (governs && noIn(governs, sentence));
    // "Zij bestrijdt …: “… niet …”": a verb of saying that denies brings words that deny.
    const isSaidSo = sentence.acts.some(({ verb, isSpeech }) => isSpeech && verb.start === no?.start);
    if (isSaidSo && deniesAnywhere(words, sentence.grammars)) return [];
    // “In my e-mail (October salary not received) it says: …”: what a paper is called denies nothing of it.
    if (no && cited.some((source) => isInTitle(scanned.rest, no, source))) return [];
    const source = cited.find(({ entry }) =>
      entry.span?.excerpt.includes(scanned.quotations[0]?.words.slice(0, 20) ?? ""),
    );
    return no && no.start < end + 200 ? [at(LookCode.QUOTATION_DENIED, no, source)] : [];
  });
  return quoting;
};
