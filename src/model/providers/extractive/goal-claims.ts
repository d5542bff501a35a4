import { ClaimAct, type ClaimKind, type WorkflowProfile } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { hasFiniteVerb } from "../../../grounding/letter-mood.ts";
import { isSubjectMatter } from "../../../grounding/letter-signs.ts";
import { CodePointIndex } from "../../../span/code-points.ts";
import { sentencesOf } from "../../../span/sentences.ts";
import { citedLaws } from "./cited-laws.ts";
import { phraseFor, readerPattern } from "./claim-phrases.ts";
import { isFrame, saysNothing } from "./frames.ts";
import { cut, type Locale, openEnd, plain, sentence } from "./prose.ts";
import { allStems, hasCue, isCommonWord } from "./words.ts";

/** A claim drawn from the user's words. An empty kind is a claim that needs one quote. */
export interface GoalClaim {
  readonly text: string;
  readonly kind: string;
}

/** More claims than this no person confirms one by one. */
const claimsMax = 40;

/**
 * The claims of a goal: one per sentence, list item or part between semicolons, each of the kind whose cues fit best. With
 * `sentencesOnly` none is made of a bare subject matter, nor of the letter that the goal says is to be answered.
 */
export const goalClaims = (
  goal: string,
  profile: WorkflowProfile,
  locale: Locale,
  sentencesOnly = false,
): GoalClaim[] => {
  const parts = partsOf(goal).filter((part) => !sentencesOnly || saysSomething(part, profile));
  const claims = parts.map((part) => claimOf(part, profile, locale));
  const distinct = new Map(claims.filter((one) => one.text !== "").map((one) => [one.text.toLowerCase(), one]));
  return [...distinct.values()].slice(0, claimsMax);
};

/** Whether a part of a goal is a sentence, or tells what to do about something that sentences of some kind say. */
const saysSomething = (part: string, profile: WorkflowProfile): boolean => {
  const topic = taskIn(part, profile)?.topic;
  if (topic === undefined) return !isSubjectMatter(part);
  return hasFiniteVerb(topic) || (kindFor(topic, profile) ?? kindFor(part, profile)) !== undefined;
};

const partsOf = (goal: string): string[] => {
  const text = goal.toWellFormed();
  const index = new CodePointIndex(text);
  return sentencesOf(text)
    .map(({ start, end }) => index.slice(start, end))
    .flatMap((one) => one.split(/;|\r?\n/u))
    .map((part) => plain(part.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u, ""), 1500))
    .filter((part) => !saysNothing(part) && !isFrame(part));
};

/** Words by which a user tells the memo's writer what to do; what follows is the topic, or after "that" the claim itself. */
const englishTask =
  /^(?:please\s+|i\s+(?:want|would like|need|wish)\s+(?:you\s+)?to\s+|we\s+want\s+to\s+|help\s+me\s+(?:to\s+)?)?(?:reply|respond|answer|challenge|dispute|contest|refute|rebut|object|ask|request|demand|claim|write|draft|prepare|explain|show|argue|prove|state|point\s+out|confirm|reject|deny|insist|invoke|rely|cite|remind|get|obtain)\b(?:\s+(?:to|on|for|about|with|against|by))?(?<that>\s+that)?\s+(?<topic>.+)$/iu;
const dutchTask =
  /^(?:graag\s+|ik\s+wil\s+(?:graag\s+)?|wij\s+willen\s+|help\s+me\s+(?:om\s+|met\s+)?)?(?:reageer|reageren|antwoord|antwoorden|beantwoord|betwist|bestrijd|weerleg|vraag|verzoek|eis|vorder|schrijf|stel|maak|toon|bewijs|verwijs|bevestig|beroep)\b(?:\s+(?:op|aan|om|over|tegen|voor|van))?(?<that>\s+dat)?\s+(?<topic>.+)$/iu;
const dutchWish =
  /^(?:ik\s+wil|wij\s+willen|graag)\s+(?:graag\s+)?(?:op\s+|over\s+)?(?<topic>.+?)\s+(?:te\s+)?(?:reageren|antwoorden|beantwoorden|betwisten|bestrijden|aanvechten|vragen|verzoeken|weerleggen|aantonen|schrijven|stellen|krijgen)$/iu;

/** The same without "ik wil": a bare infinitive at the end, as in notes to oneself. */
const dutchNote =
  /^(?!(?:ik|wij|we|u|hij|zij)\s)(?:op\s+|over\s+)?(?<topic>(?:\S+\s+){0,9}?\S+)(?<!\ste)\s+(?:reageren|antwoorden|beantwoorden|betwisten|bestrijden|aanvechten|weerleggen|aantonen)$/iu;

/** A note of what is to be asked of a reader: "UWV vragen of …". Behind a pronoun the verb would be a finite one. */
const dutchAsking = (profile: WorkflowProfile): RegExp =>
  new RegExp(
    `^(?:(?:aan\\s+)?(?:het\\s+|de\\s+)?(?:${readerPattern(profile)})\\s+)(?:te\\s+)?vragen\\s+(?<topic>of\\s.+)$`,
    "u",
  );

/** What a part of a goal tells the memo's writer to do, by the names of its groups; undefined: nothing. */
const taskIn = (part: string, profile: WorkflowProfile) =>
  [dutchAsking(profile), dutchWish, englishTask, dutchTask, dutchNote]
    .map((form) => form.exec(openEnd(part)))
    .find((found) => found !== null)?.groups;

const claimOf = (part: string, profile: WorkflowProfile, locale: Locale): GoalClaim => {
  const body = openEnd(part);
  const asking = dutchAsking(profile);
  const task = taskIn(part, profile);
  const topic = task?.topic?.trim() ?? "";
  // What is to be written about decides the kind, unless the instruction is itself a request to the reader.
  const isRequest =
    asking.test(body) || /^\W*(?:\S+\s+){0,4}?(?:ask|request|demand|vraag|verzoek|eis|vorder)\b/iu.test(body);
  const asked = isRequest && !asking.test(body) ? askingKind(part, profile) : undefined;
  const kind =
    asked ?? (topic === "" || isRequest ? kindFor(part, profile) : (kindFor(topic, profile) ?? kindFor(part, profile)));
  const name = kind?.name ?? "";
  // "Reply that …" and "stel dat …": what follows is said, not commanded.
  if (task?.that && topic !== "") return { text: sentence(topic), kind: name };
  const isSentence = task === undefined && body.split(" ").length >= 4;
  const text = isSentence ? sentence(part) : phraseFor(kind, topic || body, locale, profile);
  return { text: cut(plain(text, 2000), 2000), kind: name };
};

/** The kind that asks the reader to do something, where its cues open the sentence: what it is asked about does not make it another. */
const askingKind = (text: string, { claimKinds }: WorkflowProfile): ClaimKind | undefined => {
  const opening = allStems(text.split(/\s+/u).slice(0, 3).join(" "));
  return claimKinds.find(({ act, cues }) => act === ClaimAct.ASKS && cues.some((cue) => hasCue(opening, cue)));
};

/**
 * The kind with most cues in the text, in the profile's order. Cues of one stem count once. A cue among the first three
 * words counts twice, since a sentence begins with what it does; common words such as "ik" or "geen" count half, and
 * only so decide where nothing else does. Where the text names an article, kinds that cite law come first.
 */
export const kindFor = (text: string, profile: WorkflowProfile): ClaimKind | undefined => {
  const stems = allStems(text);
  const opening = allStems(text.split(/\s+/u).slice(0, 3).join(" "));
  const cites = citedLaws(text).length > 0;
  const score = (kind: ClaimKind): number => {
    const cues = distinctCues(kind.cues.filter((cue) => hasCue(stems, cue)));
    const points = cues.map((cue) => (isCommonWord(cue) ? 0.5 : hasCue(opening, cue) ? 2 : 1));
    const law = cites && kind.slots.some((slot) => slot.source === "law") ? 3 : 0;
    return points.reduce<number>((sum, one) => sum + one, law);
  };
  let best: ClaimKind | undefined;
  let most = 0;
  for (const kind of profile.claimKinds) {
    const points = score(kind);
    if (points > most) [best, most] = [kind, points];
  }
  return best;
};

const distinctCues = (cues: readonly string[]): string[] => [
  ...new Map(cues.map((cue) => [[...allStems(cue)].sort()[0] ?? cue, cue])).values(),
];
