import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Clause } from "../clauses.ts";
import { areOpposed, directionOf, particleVerbsIn } from "../language/directions.ts";
import { hasKin, kin } from "../language/kin.ts";
import { numberWord } from "../language/numbers.ts";
import type { Word } from "../language/words.ts";
import { contentWords, isNo, type Sentence } from "../sentence.ts";
import type { Unit } from "../units.ts";
import { comparable } from "./alignment.ts";
import { at, type Look } from "./look.ts";

/** Longer clauses are lists or made to keep the check busy. */
const clauseMax = 80;

/** The clauses of a sentence that are held against its evidence word by word. */
const clausesOf = ({ clauses }: Sentence): readonly Clause[] =>
  clauses.filter(({ isQuestion, text, words }) => !isQuestion && !text.includes("\ufffc") && words.length <= clauseMax);

const deniesIn = (words: readonly { readonly folded: string }[], { grammars }: Sentence): boolean =>
  words.some(
    ({ folded }) => isNo(folded, grammars) || /^(?:alleen|slechts|uitsluitend|enkel|only|solely)$/u.test(folded),
  );

const wordsOfUnit = ({ clauses }: Unit): Word[] => clauses.flatMap(({ words }) => [...words]);

/** More or less of something: the evidence tells of it with the other direction alone. */
export const directionIsTurned: Look = (sentence) => {
  const units = comparable(sentence).filter((unit) => !deniesIn(wordsOfUnit(unit), sentence));
  return clausesOf(sentence).flatMap((clause) => {
    if (deniesIn(clause.words, sentence)) return [];
    const moving = directed(clause.words);
    const [own, ...others] = [...new Set(moving.map(({ direction }) => direction))];
    const [first] = moving;
    if (own === undefined || first === undefined || others.length > 0) return [];
    const about = contentWords(clause.text, sentence.grammars).filter((word) => directionOf(word) === 0);
    const alike = units
      .filter(({ words }) => about.some((word) => hasKin(word, words)))
      .map((unit) => ({ unit, directions: directed(wordsOfUnit(unit)).map(({ direction }) => direction) }))
      .filter(({ directions }) => directions.length > 0);
    const isTurned = alike.length > 0 && alike.every(({ directions }) => directions.every((one) => one !== own));
    return isTurned ? [at(LookCode.MEANING_TURNED, first.word, alike[0]?.unit.source)] : [];
  });
};

/** "Meer dan tien" sets a limit, and "niet meer" ends something: neither moves anything. */
const directed = (words: readonly Word[]) =>
  words.flatMap((word, index) => {
    const direction = directionOf(word.folded);
    const isLimit = /^(?:dan|than)$/u.test(words[index + 1]?.folded ?? "") && isNumber(words[index + 2]?.text ?? "0");
    return direction === 0 || isLimit ? [] : [{ word, direction }];
  });

const isNumber = (word: string): boolean => /\d/u.test(word) || numberWord(word) !== undefined;

/** `toegewezen` for `afgewezen`, `wees … toe` for `wees … af`: one verb with the opposite particle. */
export const particleIsTurned: Look = (sentence) => {
  const units = comparable(sentence).filter((unit) => !deniesIn(wordsOfUnit(unit), sentence));
  const told = units.flatMap((unit) =>
    unit.clauses.flatMap((clause) => particleVerbsIn(clause.words).map((verb) => ({ ...verb, unit }))),
  );
  return clausesOf(sentence).flatMap((clause) =>
    deniesIn(clause.words, sentence)
      ? []
      : particleVerbsIn(clause.words).flatMap(({ particle, root, word }) => {
          const same = told.filter((one) => kin(one.root, root));
          const isTurned = same.length > 0 && same.every((one) => areOpposed(one.particle, particle));
          return isTurned ? [at(LookCode.MEANING_TURNED, word, same[0]?.unit.source)] : [];
        }),
  );
};

/** With or after something in the one, without it in the other. */
export const conditionIsDropped: Look = (sentence) => {
  const units = comparable(sentence);
  return clausesOf(sentence).flatMap((clause) => {
    if (deniesIn(withoutWithout(clause.words), sentence)) return [];
    return heldIn(clause.words, sentence).flatMap(({ noun, isLacking }) => {
      const told = units.flatMap((unit) =>
        unit.clauses
          .flatMap((one) => heldIn(one.words, sentence))
          .filter((one) => kin(one.noun.folded, noun.folded))
          .map((one) => ({ ...one, unit })),
      );
      const isElsewhere = units.some(
        (unit) =>
          told.every((one) => one.unit !== unit) &&
          hasKin(noun.folded, unit.words) &&
          deniesIn(wordsOfUnit(unit), sentence),
      );
      const isTurned = told.length > 0 && !isElsewhere && told.every((one) => one.isLacking !== isLacking);
      return isTurned ? [at(LookCode.MEANING_TURNED, noun, told[0]?.unit.source)] : [];
    });
  });
};

const without = /^(?:zonder|without)$/u;
const withIt = /^(?:na|met|after|with|upon)$/u;
const withoutWithout = (words: readonly Word[]): Word[] => words.filter(({ folded }) => !without.test(folded));

/** The nouns that a clause has `met` or `na`, and those that it has `zonder`: the last content word of what follows. */
const heldIn = (words: readonly Word[], { grammars }: Sentence) =>
  words.flatMap((word, index) => {
    const isLacking = without.test(word.folded);
    if (!isLacking && !withIt.test(word.folded)) return [];
    const phrase: Word[] = [];
    for (const next of words.slice(index + 1, index + 5)) {
      const isInside = grammars.some(({ determiners }) => determiners.has(next.folded));
      if (!isInside && contentWords(next.folded, grammars).length === 0) break;
      if (!isInside) phrase.push(next);
      // An adjective ends in -e; what does not is the noun.
      if (!isInside && !/e$/u.test(next.folded)) break;
    }
    const noun = phrase.at(-1);
    return noun === undefined ? [] : [{ noun, isLacking }];
  });

/** Leave where the evidence has a duty, or a duty where it gives leave, of what is otherwise the same. */
export const modalityIsTurned: Look = (sentence) => {
  const units = comparable(sentence);
  return clausesOf(sentence).flatMap((clause) => {
    if (deniesIn(clause.words, sentence) || clause.opener !== "") return [];
    const own = modalityOf(clause.words.filter((word) => !isInToken(word, sentence)));
    if (own === undefined) return [];
    const words = contentWords(clause.text, sentence.grammars).filter((word) => !isModality(word));
    const told = units
      .flatMap((unit) => unit.clauses.map((one) => ({ one, unit })))
      .filter(({ one }) => !deniesIn(one.words, sentence) && isSaidIn(words, one));
    const isTurned = ({ one }: { one: Clause }): boolean => {
      const theirs = modalityOf(one.words)?.kind;
      return own.kind === "leave" ? theirs === "duty" || (theirs === undefined && own.isBare) : theirs === "leave";
    };
    return told.length > 0 && told.every(isTurned) ? [at(LookCode.MEANING_TURNED, own.word, told[0]?.unit.source)] : [];
  });
};

/** `May` is a month where it stands in a day. */
const isInToken = ({ start, end }: Word, { tokens }: Sentence): boolean =>
  tokens.some((token) => token.start <= start && end <= token.end);

/** All of a few words, or most of many. */
const isSaidIn = (own: readonly string[], { words }: Clause): boolean => {
  const theirs = words.map(({ folded }) => folded);
  const shared = own.filter((word) => hasKin(word, theirs)).length;
  return own.length > 0 && shared >= (own.length < 3 ? own.length : Math.ceil(own.length * 0.75));
};

const leave = /^(?:mag|mogen|may|bevoegd|toegestaan|vrij|allowed|permitted|entitled)$/u;
const duty =
  /^(?:moet|moeten|moest|moesten|dient|dienen|diende|verplicht|gehouden|must|shall|obliged|required|bound)$/u;
const isModality = (word: string): boolean => leave.test(word) || duty.test(word);

const modalityOf = (words: readonly Word[]) => {
  const word = words.find(({ folded }) => isModality(folded));
  if (word === undefined) return undefined;
  const isLeave = leave.test(word.folded);
  // What a contract says without a modal binds: "wordt meegedeeld" is no leave.
  return {
    word,
    kind: isLeave ? ("leave" as const) : ("duty" as const),
    isBare: /^(?:mag|mogen|may)$/u.test(word.folded),
  };
};

/** "Several cracks", "both blinds" where the evidence counts one of them. */
export const countIsTurned: Look = (sentence) => {
  const units = comparable(sentence);
  return clausesOf(sentence).flatMap((clause) =>
    clause.words.flatMap((word, index) => {
      if (!several.test(word.folded)) return [];
      const nouns = clause.words.slice(index + 1, index + 3).map(({ folded }) => folded);
      const counted = units.flatMap((unit) =>
        unit.tokens.flatMap((token) =>
          token.kind === "number" && token.units.slice(0, 2).some((one) => nouns.some((noun) => kin(one, noun)))
            ? [{ unit, value: token.value }]
            : [],
        ),
      );
      const isOne = counted.length > 0 && counted.every(({ value }) => value === 1);
      return isOne ? [at(LookCode.MEANING_TURNED, word, counted[0]?.unit.source)] : [];
    }),
  );
};
const several = /^(?:several|many|both|multiple|various|enkele|meerdere|verscheidene|diverse|beide|vele)$/u;
