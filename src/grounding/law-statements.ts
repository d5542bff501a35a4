import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { contentWords, sameLanguage, shareContent } from "./content-words.ts";
import type { SeenLook } from "./finding.ts";
import type { Sentence } from "./sentence.ts";

/** What may stand before the provision that a clause speaks of. */
const head = /^(?:\s|[,;(]|ook|het|de|the|also|and|en|maar|but|daarnaast|bovendien|moreover)*$/iu;

/**
 * A clause whose subject is a provision ("artikel 7:616 BW geeft recht op …") says what that provision says. Where nothing of it
 * behind the verb has a word in common with the law that is cited, only a person can tell whether it stands there.
 */
export const lawSaysOther = (sentence: Sentence): SeenLook[] => {
  const { clauses, citations, cited, scanned } = sentence;
  const laws = cited.filter(({ isLaw, said }) => isLaw && said !== "");
  if (laws.length === 0 || cited.some(({ isLaw }) => !isLaw)) return [];
  return clauses.flatMap((clause) => {
    const named = citations
      .filter(({ start, end }) => clause.start <= start && end <= clause.end)
      .toSorted((a, b) => b.end - a.end)[0];
    if (named === undefined || !head.test(scanned.rest.slice(clause.start, named.start))) return [];
    // The verb is the first word behind the provision: what it brings is what is said.
    const from = named.end + (/^\s+\p{L}+/u.exec(scanned.rest.slice(named.end, clause.end))?.[0].length ?? 0);
    const said = scanned.rest.slice(from, clause.end);
    if (said.includes("\ufffc") || contentWords(said).length === 0) return [];
    const isOther = laws.every((law) => sameLanguage(said, law.said) && shareContent(said, law.said) === false);
    return isOther ? [{ code: LookCode.NOUN_NOT_IN_EVIDENCE, start: from + 1, end: clause.end }] : [];
  });
};
