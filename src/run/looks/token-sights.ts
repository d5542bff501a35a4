import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { statesNothing } from "../../grounding/acts.ts";
import { clausesOf } from "../../grounding/clauses.ts";
import { derive } from "../../grounding/derive.ts";
import { Cast } from "../../grounding/parties.ts";
import { holdsPlace, namesPlace, placesIn } from "../../grounding/places.ts";
import { type Grammar, grammarsFor, type Range, readTokens, type Token } from "../../grounding/reading.ts";
import { sourceOf, wholeDays } from "../../grounding/source.ts";
import { endOfUnsaid, isUncounted, saysAnother, saysToken } from "../../grounding/support.ts";
import { datedWeekday } from "../../grounding/token-rule.ts";
import type { Material } from "../kernel.ts";
import { inCodePoints, type Sight } from "./look.ts";

/**
 * What a claim names and none of its evidence has: sums, numbers, times, references, months, weekdays, names and bodies, as the draft
 * check reads them and with what it lets follow from the evidence. Whole days have a look of their own, and parties may be
 * named anywhere. A person who pointed at the words had claim and words before her (`isPointedAt`): that they do not say it is no doubt
 * then, only that they say another of its kind is.
 */
export const claimTokenSights = (
  claimText: string,
  evidence: readonly LedgerEntry[],
  { intent, profile }: Pick<Material, "intent" | "profile">,
  isPointedAt: boolean,
): Sight[] => {
  const known = smallWordsIn([claimText, ...evidence.map(({ span }) => span?.excerpt ?? "")]);
  const sources = evidence.map((entry) => sourceOf(entry, known));
  const cast = new Cast(intent?.parties ?? [], intent?.audience ?? "", profile);
  const grammars = grammarsFor(claimText, "");
  const tokens = readTokens(claimText, { grammars, known, struck: elsewhere(claimText) });
  const days = sources.flatMap(wholeDays);
  const open = grammars.flatMap((grammar) => openIn(claimText, grammar));
  return [
    ...clausesElsewhere(claimText, evidence),
    ...tokens
      .filter((token) => isHard(token) && !isParty(token, cast) && !isUncounted(token, sources))
      .filter((token) => datedWeekday(token, tokens, claimText, days) !== true)
      // In a condition or a duty a role is anybody's, as the check of a draft has it.
      .filter(({ kind, start, end }) => kind !== "role" || !open.some((one) => one.start <= start && end <= one.end))
      .filter((token) => !sources.some((source) => saysToken(source, token)) && derive(token, sources) === undefined)
      .filter((token) => !isPointedAt || sources.some((source) => saysAnother(source, token)))
      .map((token) => {
        const range = { start: token.start, end: endOfUnsaid(claimText, token, sources) };
        return {
          code: LookCode.TOKEN_NOT_IN_EVIDENCE,
          place: inCodePoints(claimText, range),
          rest: [token.kind, claimText.slice(range.start, range.end)],
        };
      }),
  ];
};

/** Clauses that a claim names by their number (`artikel 4.3`) and in which none of its evidence stands, nor speaks of them. */
const clausesElsewhere = (claimText: string, evidence: readonly LedgerEntry[]): Sight[] =>
  placesIn(claimText)
    .filter(({ kind, values }) => kind === "paragraph" && values.every((value) => /^\d+\.\d/u.test(value)))
    .filter(
      (place) => !evidence.some((entry) => holdsPlace(entry, place) || namesPlace(entry.span?.excerpt ?? "", place)),
    )
    .map((place) => ({
      code: LookCode.TOKEN_NOT_IN_EVIDENCE,
      place: inCodePoints(claimText, place),
      rest: ["reference", claimText.slice(place.start, place.end)],
    }));

/** The clauses that state nothing. */
const openIn = (text: string, grammar: Grammar): Range[] => {
  const clauses = clausesOf(text, grammar);
  return clauses.filter((clause, at) => statesNothing(clause, clauses[at - 1], grammar));
};

const isHard = (token: Token): boolean =>
  token.kind === "date" ? token.day.day === undefined : token.kind !== "daypart";

const isParty = (token: Token, cast: Cast): boolean => {
  if (token.kind === "name") return cast.isName(token.names);
  if (token.kind === "role") return cast.isRole(token.role);
  return token.kind === "reference" && cast.isAddress(token.key);
};

/** Numbers of articles and places: they say where something stands, and not what. */
const elsewhere = (text: string): Range[] => [
  ...placesIn(text),
  ...Array.from(text.matchAll(article), ({ 0: found, index }) => ({ start: index, end: index + found.length })),
];
const article = /(?<!\p{L})(?:art\.|artt\.|artikel(?:en)?|articles?)\s*\d[\d:.]*[a-z]{0,2}/giu;

const smallWordsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]+/gu) ?? []));
