import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type ActContext, actorFits } from "../act-rules.ts";
import type { Act, Actor } from "../acts.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import { isoDay } from "../language/calendar.ts";
import { paperNoun } from "../language/paper-nouns.ts";
import type { Word } from "../language/words.ts";
import type { Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { saysDayInWords, saysToken } from "../support.ts";
import type { Token } from "../tokens/token.ts";
import { unitsOf } from "../units.ts";
import { contextOf } from "./acts.ts";
import { at, type Look } from "./look.ts";

type DateToken = Extract<Token, { kind: "date" }>;

/** A paper or saying as a sentence names it, with whose it is and of what day as far as it says. */
interface NamedPaper {
  readonly clause: Clause;
  readonly noun: Word;
  readonly owner: Actor | undefined;
  readonly day: DateToken | undefined;
}

/**
 * "De e-mail van 4 april", "het bericht van de architect": a paper must be one that is cited or that its words speak of, of
 * that day and of that hand.
 */
export const paperIsOfAnother: Look = (sentence, book) => {
  if (sentence.cited.length === 0) return [];
  const context = contextOf(sentence, book);
  return papersIn(sentence)
    .filter(({ owner, day }) => owner !== undefined || day !== undefined)
    .filter(({ day }) => !(day && isAnswered(day, book)))
    .filter((paper) => !sentence.cited.some((source) => isThatPaper(paper, source, context)))
    .map(({ noun }) => at(LookCode.ACT_OF_ANOTHER, noun));
};

const isThatPaper = (paper: NamedPaper, source: Source, context: ActContext): boolean => {
  const { day, owner } = paper;
  if (!source.isDocument) return day === undefined || saysToken(source, day);
  // Its words speak of such a paper: whose it is and of what day stands there.
  const isSpokenOf = unitsOf(source).some(
    (unit) =>
      [...unit.words].some((word) => paperNoun(word) !== undefined) &&
      (day === undefined ||
        unit.tokens.some((one) => one.kind === "date" && saysDayInWords([one.day], source.ownDays, day.day))),
  );
  if (isSpokenOf) return true;
  const isOfDay =
    day === undefined ||
    saysDayInWords(source.ownDays, [], day.day) ||
    (source.ownDays.length === 0 && saysToken(source, day));
  return isOfDay && (owner === undefined || actorFits(asAct(paper, owner), source, context));
};

/** Who wrote a paper wrote it; who made a statement said it. */
const asAct = ({ clause, noun }: NamedPaper, actor: Actor): Act => ({
  clause,
  actor,
  from: clause.start,
  isSpeech: true,
  isState: false,
  verb: { ...noun, folded: paperNoun(noun.folded) === "paper" ? "schreef" : "zei" },
});

const isAnswered = ({ day }: DateToken, { letters }: Book): boolean =>
  letters.some((letter) => saysDayInWords([isoDay(letter.day) ?? []].flat(), [], day));

const papersIn = (sentence: Sentence): NamedPaper[] =>
  sentence.clauses.flatMap((clause) =>
    clause.words
      .filter((word) => paperNoun(word.folded) !== undefined)
      .map((noun) => ({ clause, noun, owner: ownerOf(noun, clause, sentence), day: dayOf(noun, sentence) })),
  );

const title = "(?:(?:de|het|the|dhr|mw|mr|mrs|ms|dr)\\.?\\s+)?(?:(?:heer|mevrouw|meneer)\\s+)?";
const isFrom = new RegExp(`^\\s+(?:van|from|by|of)\\s+${title}$`, "iu");
const isOfDay = /(?:^|\s)(?:van|of|dated|d\.?d\.?|gedateerd|op|on)\s+(?:\p{L}+(?:dag|day)\s+)?$/iu;

/** Whose paper it is: "mijn brief", "uw brief", or "brief van X". */
const ownerOf = (noun: Word, { words }: Clause, { tokens, scanned: { rest } }: Sentence): Actor | undefined => {
  const before = words.findLast(({ end }) => end <= noun.start);
  if (before && /^(?:mijn|my)$/u.test(before.folded)) return { by: "pronoun", means: "author", at: before };
  if (before && /^(?:uw|your)$/u.test(before.folded)) return { by: "pronoun", means: "addressee", at: before };
  const token = tokens.find(
    (one) => (one.kind === "name" || one.kind === "role") && isFrom.test(rest.slice(noun.end, one.start)),
  );
  if (token?.kind === "name") return { by: "name", names: token.names, at: noun };
  return token?.kind === "role" ? { by: "role", noun: token.role, at: noun } : undefined;
};

/** The day right behind it, whoever it is from between them. */
const dayOf = (noun: Word, { tokens, scanned: { rest } }: Sentence): DateToken | undefined =>
  tokens.find((one): one is DateToken => {
    if (one.kind !== "date" || one.start < noun.end) return false;
    const between = rest.slice(noun.end, one.start);
    const words = between.trim().split(/\s+/u);
    // "Mijn bericht op 23 maart genoteerd": a day with a verb behind it is that of what was done.
    if (/(?:^|\s)(?:op|on)\s+(?:\p{L}+(?:dag|day)\s+)?$/iu.test(between) && /^\s+\p{L}/u.test(rest.slice(one.end)))
      return false;
    return isOfDay.test(between) && words.length <= 6 && (words.length <= 2 || isFromSomebody.test(between));
  });
const isFromSomebody = new RegExp(
  `^\\s+(?:van|from|by|of)\\s+${title}\\p{L}[\\p{L}.]*(?:\\s+\\p{Lu}\\p{L}+)?,?\\s+\\S+\\s+$`,
  "u",
);
