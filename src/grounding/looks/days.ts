import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Act } from "../acts.ts";
import { tellsActs } from "../cited-rules.ts";
import { kin } from "../language/kin.ts";
import { timeRoleOf } from "../language/time-roles.ts";
import type { Sentence } from "../sentence.ts";
import { saysDayInWords } from "../support.ts";
import type { Token } from "../tokens/token.ts";
import { type Unit, unitsOf } from "../units.ts";
import { at, type Look } from "./look.ts";

/**
 * A day that the words of an entry have as a beginning, a limit or the day of something else is not the day on which the act
 * was done: "vóór 1 juli" of a plan does not tell that it was done on 1 July.
 */
export const dayIsOfAnother: Look = (sentence) =>
  sentence.acts.flatMap((act) =>
    sentence.tokens
      .filter((token) => token.kind === "date" && act.from <= token.start && token.end <= act.clause.end)
      .filter((token) => isMistaken(token, act, sentence))
      .map((token) => at(LookCode.ACT_OF_ANOTHER, token)),
  );

type DateToken = Extract<Token, { kind: "date" }>;

const isMistaken = (token: Token, act: Act, sentence: Sentence): boolean => {
  if (token.kind !== "date" || token.day.day === undefined) return false;
  const role = token.start < act.clause.start ? "point" : timeRoleOf(sentence.scanned.rest.slice(0, token.start));
  if (role === undefined) return false;
  const units = sentence.cited.filter(tellsActs).flatMap(unitsOf);
  const said = units.flatMap((unit) =>
    unit.tokens.flatMap((one) => (one.kind === "date" && isDay(unit, one, token) ? [{ unit, one }] : [])),
  );
  const isOwn = sentence.cited.some(({ ownDays }) => saysDayInWords(ownDays, [], token.day));
  if (role === "point" && !(isOwn && act.isSpeech) && isTellingOfAnotherDay(token, act, units)) return true;
  if ((isOwn && act.isSpeech) || said.length === 0) return false;
  const roles = said.map(({ unit, one }) => timeRoleOf(unit.text.slice(0, one.start)));
  return roles.every((other) => other !== undefined && other !== role);
};

/** The words tell this very act, by its verb, on another day than that. */
const isTellingOfAnotherDay = (token: DateToken, act: Act, units: readonly Unit[]): boolean => {
  const told = units.flatMap((unit) =>
    unit.clauses
      .filter(({ words }) => words.some(({ folded }) => kin(folded, act.verb.folded)))
      .map((clause) =>
        datesIn(unit, clause.start - (unit.clauses[0]?.start ?? 0), clause.end - (unit.clauses[0]?.start ?? 0)),
      )
      .map((dates) => dates.filter((one) => isPoint(unit.text.slice(0, one.start))).map((one) => ({ unit, one })))
      .filter((dates) => dates.length > 0),
  );
  return told.length > 0 && !told.some((dates) => dates.some(({ unit, one }) => isDay(unit, one, token)));
};

/** A day on which it was, and not one on which it was not. */
const isPoint = (before: string): boolean =>
  timeRoleOf(before) === "point" && !/(?<!\p{L})(?:niet|not)\s+(?:op|on)\s+$/iu.test(before);

const datesIn = (unit: Unit, start: number, end: number): DateToken[] =>
  unit.tokens.filter((one): one is DateToken => one.kind === "date" && start <= one.start && one.end <= end);

const isDay = (unit: Unit, one: DateToken, { day }: DateToken): boolean =>
  saysDayInWords([one.day], unit.source.ownDays, day);
