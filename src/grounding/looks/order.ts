import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { hasKin } from "../language/kin.ts";
import { timeRoleOf } from "../language/time-roles.ts";
import { type Word, wordsIn } from "../language/words.ts";
import { contentWords, isNo, type Sentence } from "../sentence.ts";
import { saysDayInWords, saysToken } from "../support.ts";
import type { Token } from "../tokens/token.ts";
import type { Unit } from "../units.ts";
import { comparable, contentIn } from "./alignment.ts";
import { at, type Look } from "./look.ts";

/** "Tot 1 maart" for "vanaf 1 maart", "na 6:00 uur" for "vóór 6:00 uur": a day or time whose side is changed and nothing else. */
export const limitIsTurned: Look = (sentence, book) => {
  const units = comparable(sentence);
  return sentence.clauses.flatMap((clause) => {
    if (clause.isQuestion || clause.text.includes("\ufffc") || denies(clause.words, sentence)) return [];
    const about = contentIn(clause.words, sentence, book);
    return sentence.tokens
      .filter(
        ({ kind, start, end }) => (kind === "date" || kind === "time") && clause.start <= start && end <= clause.end,
      )
      .flatMap((token) => {
        const own = timeRoleOf(sentence.scanned.rest.slice(0, token.start));
        const told = units.flatMap((unit) => rolesIn(unit, token).map((role) => ({ role, unit })));
        const isTurned =
          own !== undefined &&
          told.length > 0 &&
          told.every(
            ({ role, unit }) =>
              role !== undefined &&
              isOtherSide(own, role) &&
              !denies(wordsIn(unit.text), sentence) &&
              about.every((word) => hasKin(word, unit.words)),
          );
        return isTurned && about.length > 0 ? [at(LookCode.MEANING_TURNED, token, told[0]?.unit.source)] : [];
      });
  });
};

const isOtherSide = (one: string, other: string): boolean =>
  (one === "end") !== (other === "end") && one !== "point" && other !== "point";

const rolesIn = ({ text, tokens, source }: Unit, token: Token) =>
  tokens
    .filter((one) =>
      one.kind === "date" && token.kind === "date"
        ? saysDayInWords([one.day], source.ownDays, token.day)
        : one.kind === token.kind && saysToken({ ...source, tokens: [one], namings: [], words: new Set() }, token),
    )
    .map((one) => timeRoleOf(text.slice(0, one.start)));

const denies = (words: readonly Word[], { grammars }: Sentence): boolean =>
  words.some(({ folded }) => isNo(folded, grammars));

/** "Van 22 naar 20" for "van 20 naar 22". */
export const stepIsTurned: Look = (sentence) => {
  const told = comparable(sentence).flatMap((unit) => stepsIn(unit.text, unit.tokens).map((step) => ({ step, unit })));
  return stepsIn(sentence.scanned.rest, sentence.tokens).flatMap(([from, to]) => {
    const isSaid = (one: Token, other: Token): boolean => sizeOf(one) === sizeOf(other);
    const same = told.filter(
      ({ step: [a, b] }) => (isSaid(a, from) && isSaid(b, to)) || (isSaid(a, to) && isSaid(b, from)),
    );
    const isTurned = same.length > 0 && same.every(({ step: [a] }) => !isSaid(a, from));
    return isTurned ? [at(LookCode.MEANING_TURNED, { start: from.start, end: to.end }, same[0]?.unit.source)] : [];
  });
};

const stepsIn = (text: string, tokens: readonly Token[]): (readonly [Token, Token])[] => {
  const amounts = tokens.filter((one) => sizeOf(one) !== undefined).toSorted((a, b) => a.start - b.start);
  return amounts.flatMap((from, index) => {
    const to = amounts[index + 1];
    const isStep =
      to !== undefined &&
      /(?<!\p{L})(?:van|from)\s+(?:de\s+|the\s+)?$/iu.test(text.slice(0, from.start)) &&
      /^\s*(?:\p{L}+\s+){0,2}(?:naar|to)\s+$/iu.test(text.slice(from.end, to.start));
    return isStep ? [[from, to] as const] : [];
  });
};

const sizeOf = (token: Token): string | undefined =>
  token.kind === "number" || token.kind === "sum" ? String(token.value) : undefined;

/** Two things told in the other order, or as each other's reason: "before", "after" and "because" between them. */
export const orderIsTurned: Look = (sentence) => {
  const units = comparable(sentence);
  const [own, ...more] = linksIn(sentence.scanned.rest, sentence);
  if (own === undefined || more.length > 0 || sentence.scanned.rest.includes("\ufffc")) return [];
  const turned = units
    .flatMap((unit) => linksIn(unit.text, sentence).map((link) => ({ unit, isTurned: turnOf(own, link) })))
    .filter(({ isTurned }) => isTurned !== undefined);
  return turned.length > 0 && turned.every(({ isTurned }) => isTurned)
    ? [at(LookCode.MEANING_TURNED, own.at, turned[0]?.unit.source)]
    : [];
};

type Kind = "before" | "after" | "because";
interface Link {
  readonly kind: Kind;
  readonly main: readonly string[];
  readonly hanging: readonly string[];
  readonly at: Word;
}

/** Whether one says the other the wrong way round; undefined: they do not tell of the same two things. */
const turnOf = (own: Link, link: Link): boolean | undefined => {
  if ((own.kind === "because") !== (link.kind === "because")) return undefined;
  const [straight, crossed] = [
    [common(own.main, link.main), common(own.hanging, link.hanging)],
    [common(own.main, link.hanging), common(own.hanging, link.main)],
  ].map(([a = 0, b = 0]) => (a > 0 && b > 0 ? a + b : 0));
  if (straight === undefined || crossed === undefined || straight === crossed) return undefined;
  return crossed > straight === (own.kind === link.kind);
};

const common = (one: readonly string[], other: readonly string[]): number =>
  one.filter((word) => hasKin(word, other)).length;

const kinds: Readonly<Record<string, Kind>> = {
  voordat: "before",
  alvorens: "before",
  before: "before",
  nadat: "after",
  after: "after",
  omdat: "because",
  doordat: "because",
  because: "because",
};

/** The places where one clause hangs on another by order or reason; in front of its main clause it ends at the comma. */
const linksIn = (text: string, { grammars }: Sentence): Link[] => {
  const linking = wordsIn(text).filter(({ folded }) => kinds[folded] !== undefined);
  // A sentence of many is a list, or made to keep the check busy.
  if (linking.length > 2) return [];
  return linking.flatMap((word) => {
    const kind = kinds[word.folded];
    if (kind === undefined) return [];
    const comma = text.indexOf(",", word.end);
    const isFirst = text.slice(0, word.start).trim() === "";
    if (isFirst && comma < 0) return [];
    const [hanging, main] = isFirst
      ? [text.slice(word.end, comma), text.slice(comma)]
      : [text.slice(word.end), text.slice(0, word.start)];
    return [{ kind, at: word, main: contentWords(main, grammars), hanging: contentWords(hanging, grammars) }];
  });
};
