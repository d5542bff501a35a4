import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Clause } from "../clauses.ts";
import type { Cast } from "../parties.ts";
import type { Sentence } from "../sentence.ts";
import type { Token } from "../tokens/token.ts";
import { at, type Look } from "./look.ts";
import { sideOfToken } from "./sides.ts";

/** Somebody else is spoken of, nothing is cited and no act is stated: an opinion about a person that nothing carries. */
export const thirdPerson: Look = (sentence, { cast }) => {
  if (sentence.cited.length > 0 || sentence.acts.length > 0) return [];
  return sentence.clauses.flatMap((clause) => {
    if (sentence.open.has(clause)) return [];
    const token = sentence.tokens.find(
      (one) =>
        (one.kind === "name" || one.kind === "role") &&
        clause.start <= one.start &&
        one.end <= clause.end &&
        isSubject(one, clause, sentence) &&
        !isSideOfLetter(one, cast),
    );
    return token ? [at(LookCode.THIRD_PERSON, token)] : [];
  });
};

const isSubject = (token: Token, { words }: Clause, { grammars }: Sentence): boolean => {
  const first = words.findIndex(({ start }) => start >= token.start);
  const before = [words[first - 1], words[first - 2]].map((word) => word?.folded ?? "");
  return !grammars.some((grammar) =>
    before.some(
      (word, index) => grammar.prepositions.has(word) && (index === 0 || grammar.determiners.has(before[0] ?? "")),
    ),
  );
};

/** The author, the other side and the addressee are no third persons. */
const isSideOfLetter = (token: Token, cast: Cast): boolean => {
  const side = sideOfToken(token, cast);
  return side === cast.addressee || side === PartyRole.AUTHOR || side === PartyRole.OPPONENT;
};
