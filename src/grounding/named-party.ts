import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { fold, type Word, wordsIn } from "./language/words.ts";
import { type MemoProfile, roleOfNoun } from "./role-of-noun.ts";
import { isNamedIn } from "./support.ts";

/**
 * The party that a text names first: by name, by the noun of a role that one of them plays, or as the one who speaks in it.
 * Undefined: it names none of them.
 */
export const firstNamed = (
  text: string,
  parties: readonly Party[],
  profile: MemoProfile | undefined,
): Party | undefined => {
  const folded = fold(text);
  const words = wordsIn(folded);
  const found = parties.flatMap((party) => {
    const at = Math.min(...byName(party, folded), ...byRole(party, words, profile));
    return Number.isFinite(at) ? [{ party, at }] : [];
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.party;
};

const byName = ({ names }: Party, folded: string): number[] =>
  names.flatMap((name) => {
    const words = wordsIn(fold(name)).map((word) => word.folded);
    const at = words.length > 0 && isNamedIn(words, folded) ? folded.indexOf(words[0] ?? "") : -1;
    return at < 0 ? [] : [at];
  });

const byRole = ({ role }: Party, words: readonly Word[], profile: MemoProfile | undefined): number[] => {
  const isMeant = (word: string): boolean =>
    (role === PartyRole.AUTHOR && /^(?:ik|i)$/u.test(word)) ||
    (role !== PartyRole.UNSPECIFIED && roleOfNoun(word, profile) === role);
  return words.flatMap(({ folded, start }) => (isMeant(folded) ? [start] : []));
};
