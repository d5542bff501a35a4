import {
  type LetterPart,
  type LetterReading,
  LetterRole,
  type LetterTerm,
  ReferenceSide,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { termDay } from "../../client/term-day.ts";
import { dateInWords } from "../../export/days.ts";
import type { MessageWith, PlainId, Speech } from "../../messages/speech.ts";
import { concedes } from "../../show/conceded.ts";
import { isMisfit, proposedPieces } from "../../show/cut-parts.ts";
import { laterOnPart } from "../../show/letter-later.ts";
import { leadIn } from "../../show/letter-lead.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { isTyped, shownWord, type TypedId } from "../text/typed-words.ts";
import { frameLines } from "./frame-lines.ts";
import { laterSaid } from "./letter-later-lines.ts";

/** The words by which people type the answers. */
const answerWords: Readonly<Record<number, TypedId>> = {
  [AssertionAnswer.RIGHT]: "typed.right",
  [AssertionAnswer.WRONG]: "typed.wrong",
  [AssertionAnswer.DONE]: "typed.done",
  [AssertionAnswer.UNKNOWN]: "typed.unknown",
  [AssertionAnswer.BESIDE]: "typed.beside",
  [AssertionAnswer.RESTS]: "typed.rests",
  [AssertionAnswer.LEFT_OPEN]: "typed.left-open",
  [AssertionAnswer.RESERVED]: "typed.reserved",
  [AssertionAnswer.REPLIED]: "typed.own-words",
};

/** What each of them does, in a line. */
const answerMeanings: readonly (readonly [TypedId, PlainId])[] = [
  ["typed.right", "answer.right"],
  ["typed.wrong", "answer.wrong"],
  ["typed.own-words", "answer.own-words"],
  ["typed.rests", "answer.rests"],
  ["typed.done", "answer.done"],
  ["typed.unknown", "answer.unknown"],
  ["typed.beside", "answer.beside"],
  ["typed.left-open", "answer.left-open"],
  ["typed.reserved", "answer.reserved"],
  ["typed.cut", "answer.cut"],
  ["typed.whole", "answer.whole"],
  ["typed.as-demand", "answer.as-demand"],
];

/** What can be said to a statement of the letter, each with what becomes of it. */
export const answerMeaningLines = (speech: Speech): string[] => {
  const words = answerMeanings.map(([id]) => shownWord(id, speech));
  const width = Math.max(...words.map((word) => word.length));
  return answerMeanings.flatMap(([, meaning], at) =>
    wrap(speech.phrase(meaning), 88 - width).map(
      (line, row) => `  ${(row === 0 ? (words[at] ?? "") : "").padEnd(width)}  ${line}`,
    ),
  );
};

/** The word by which an answer is typed; empty: none. */
export const answerShown = (answer: AssertionAnswer, speech: Speech): string => {
  const id = answerWords[answer];
  return id === undefined ? "" : shownWord(id, speech);
};

/** Answers that say nothing of a part of the letter: the only ones that a question takes besides words. */
const leaving: readonly AssertionAnswer[] = [AssertionAnswer.LEFT_OPEN, AssertionAnswer.RESERVED];

/** The answers to a question as they are shown, besides one in words. */
export const shownLeavings = (speech: Speech): string[] => leaving.map((answer) => answerShown(answer, speech));

/** The answers as they are shown. */
export const shownAnswers = (speech: Speech): string[] => Object.values(answerWords).map((id) => shownWord(id, speech));

/** The answers that fit a part of the letter, as they are shown. */
export const shownAnswersTo = (part: LetterPart, speech: Speech): string[] =>
  Object.entries(answerWords)
    .filter(([answer]) => !isMisfit(Number(answer) as AssertionAnswer, part))
    .map(([, id]) => shownWord(id, speech));

/** That and how a sentence may be taken in two, where it has a border for it; no lines where it has none. */
export const cutLines = (part: LetterPart, speech: Speech): string[] => {
  const pieces = proposedPieces(part);
  if (pieces.length === 0) return [];
  const typed = `${numberOf(part.partId)}=${shownWord("typed.cut", speech)}`;
  const said = pieces.map((piece) => `“${oneLine(piece, 160)}”`).join(" | ");
  return wrap(speech.phrase("cut.in-two", { typed, said }), 86).map((line) => `      ${line}`);
};

/** The answer that a word of any language stands for. */
export const answerNamed = (word: string): AssertionAnswer | undefined => {
  const found = Object.entries(answerWords).find(([, id]) => isTyped(word, id));
  return found ? (Number(found[0]) as AssertionAnswer) : undefined;
};

/** The number a person knows a part of the letter by: that of its id. */
export const numberOf = (partId: string): string => partId.split(":")[1] ?? partId;

/** The letter taken apart, with numbers to answer it by; lines for a terminal. */
export const letterLines = (view: RunView, speech: Speech): string[] => {
  const { context, letterReading: reading } = view;
  const head = [speech.phrase("letter.the-letter-you-answer"), ...shortenedLines(view, speech), ""];
  if (!reading)
    return [...head, speech.phrase("letter.the-letter-was-not-taken-apart-yet-pincite", { runId: context.runId })];
  const none =
    reading.assertions.length === 0 ? [speech.phrase("letter.the-letter-states-nothing-that-could-be-told"), ""] : [];
  const asked = questionLines(view, reading, speech);
  const terms = reading.terms.flatMap((term) =>
    partLines(term.partId, term.span, termDays(term, context.referenceDate, speech)),
  );
  return [
    ...head,
    ...aboutLines(reading, speech),
    ...section(speech.phrase("letter.what-the-letter-states"), assertionLines(view, reading, speech)),
    ...none,
    ...section(speech.phrase("letter.what-the-letter-asks"), asked),
    ...section(speech.phrase("letter.terms-in-the-letter"), terms),
    ...section(
      speech.phrase("letter.the-frame-of-your-reply-as-far-as-it-is-known"),
      frameLines(view.intent?.frame, speech, view.profile).map((line) => `      ${line}`),
    ),
  ];
};

const termDays = ({ dueDate, countedDate }: LetterTerm, today: string, speech: Speech): string => {
  const day = termDay(countedDate, today, speech);
  const counted = day === "" ? "" : speech.phrase("letter.counted-from-the-letter", { day });
  return [termDay(dueDate, today, speech), counted].filter((text) => text !== "").join("; ");
};

/** What the letter states and asks alone, with numbers to answer it by. */
export const statedLines = (view: RunView, speech: Speech): string[] => {
  const { letterReading } = view;
  if (!letterReading) return letterLines(view, speech);
  const asked = questionLines(view, letterReading, speech);
  return [
    ...section(speech.phrase("letter.what-the-letter-states"), assertionLines(view, letterReading, speech)),
    ...section(speech.phrase("letter.what-the-letter-asks"), asked),
  ];
};

/** What the letter bears: its day, who wrote it to whom, its references. */
const aboutLines = ({ day, parties, references }: LetterReading, speech: Speech): string[] => {
  const joined = (values: readonly string[]): string => values.map((value) => oneLine(value, 80)).join(", ");
  const named = (wanted: LetterRole) => joined(parties.flatMap(({ role, name }) => (role === wanted ? [name] : [])));
  const referenced = (wanted: ReferenceSide) =>
    joined(references.flatMap(({ side, value }) => (side === wanted ? [value] : [])));
  const lines: [MessageWith<"name" | "onOneLine" | "value">, string][] = [
    ["letter.of", dateInWords(day?.day ?? "", speech.locale) || (day?.day ?? "")],
    ["letter.written-by", named(LetterRole.WRITER)],
    ["letter.addressed-to", named(LetterRole.READER)],
    ["letter.the-writers-reference", referenced(ReferenceSide.WRITER)],
    ["letter.the-readers-reference", referenced(ReferenceSide.READER)],
  ];
  const shown = lines
    .filter(([, value]) => value !== "")
    .map(([phrase, value]) => `  ${speech.phrase(phrase, { name: value, onOneLine: value, value })}`);
  return shown.length === 0 ? [] : [...shown, ""];
};

const assertionLines = (view: RunView, reading: LetterReading, speech: Speech): string[] =>
  answerable(view, reading, reading.assertions, speech);

const questionLines = (view: RunView, reading: LetterReading, speech: Speech): string[] =>
  answerable(view, reading, reading.questions, speech);

const answerable = (
  view: RunView,
  { assertions, questions }: LetterReading,
  parts: readonly LetterPart[],
  speech: Speech,
): string[] =>
  parts.flatMap((part) => [
    ...partLines(part.partId, part.span, "", leadIn(part, [...assertions, ...questions])),
    ...wrap(answerLine(view, part.partId, speech), 86).map((line) => `      ${line}`),
    ...(view.context.state === OrchestratorState.SKELETON ? cutLines(part, speech) : []),
    ...laterLines(view, part.partId, speech),
  ]);

const laterLines = (view: RunView, partId: string, speech: Speech): string[] => {
  const later = laterOnPart(view, partId);
  return later === undefined ? [] : wrap(laterSaid(later, speech), 86).map((line) => `      ${line}`);
};

const answerLine = ({ context, skeleton }: RunView, partId: string, speech: Speech): string => {
  const answered = context.answeredLetter?.answers.find(({ assertionId }) => assertionId === partId);
  const isReply = answered?.answer === AssertionAnswer.REPLIED;
  const word = isReply ? speech.phrase("letter.in-words") : answered && answerShown(answered.answer, speech);
  if (!answered || !word) return speech.phrase("letter.not-answered-yet");
  const claims = (skeleton?.sections ?? []).flatMap((one) => one.claims);
  const left = skeleton?.left ?? [];
  const given = [...claims.flatMap(({ answers }) => answers), ...left].find((one) => one.assertionId === partId);
  const why = oneLine(given?.why ?? "", 200);
  const made = answered.claimIds.map(speech.itemName).join(", ") || speech.phrase("letter.nothing-is-written");
  if (isReply) return speech.phrase("letter.your-reply", { why, made });
  if (why !== "" && answered.claimIds.length === 0) return speech.phrase("letter.your-answer-kept", { word, why });
  if (why === "") return speech.phrase("letter.your-answer", { word, made });
  return speech.phrase(concedes(answered.answer) ? "letter.your-answer-but" : "letter.your-answer-because", {
    word,
    why,
    made,
  });
};

const partLines = (partId: string, span: SpanRef | undefined, due = "", lead = ""): string[] => {
  const said = `“${oneLine(span?.excerpt ?? "", 600)}”`;
  const [first = "", ...rest] = wrap(lead === "" ? said : `(… ${oneLine(lead, 80)}) ${said}`, 88);
  const number = numberOf(partId).padStart(3);
  return [`${number}   ${due === "" ? "" : `${due}  `}${first}`, ...rest.map((line) => `      ${line}`)];
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, ""];

/** A word where the letter was longer than what is kept of it. */
export const shortenedLines = ({ answeredText }: RunView, speech: Speech): string[] => {
  const end = answeredText?.passages.at(-1)?.endChar ?? 0;
  if (!answeredText || end >= answeredText.textCharCount) return [];
  const counts = { keptCount: String(end), charCount: String(answeredText.textCharCount) };
  return [speech.phrase("letter.the-letter-is-too-long-only-its-first-of", counts)];
};

/** What becomes of a letter that was pinned behind the stage in which it is taken apart; nothing where it was, or still is. */
export const lateLetterLines = ({ runId, answeredLetter }: RunContext, speech: Speech): string[] => {
  if (!answeredLetter?.leftUnread) return [];
  return [
    speech.phrase("letter.the-letter-is-taken-apart-in-the-stage-of-the"),
    speech.phrase("letter.to-have-it-read-pincite-run-rewind-to-intent", { runId }),
  ];
};

/** How the assertions are answered, in the words of the language. */
export const answerHint = (
  { context, letterReading }: RunView,
  inOutline: boolean,
  speech: Speech,
  command = `run letter ${context.runId}`,
): string[] => {
  const { runId } = context;
  const [first, second] = letterReading?.assertions ?? [];
  const [question] = letterReading?.questions ?? [];
  if (!first && !question) return [];
  if (!inOutline) return [speech.phrase("letter.you-answer-it-in-the-stage-of-the-outline", { runId })];
  const why = speech.phrase("letter.why");
  const said = [
    ...(first ? [`"${numberOf(first.partId)}=${answerShown(AssertionAnswer.WRONG, speech)}: ${why}"`] : []),
    ...(second ? [`${numberOf(second.partId)}=${answerShown(AssertionAnswer.RIGHT, speech)}`] : []),
    ...(question ? [`"${numberOf(question.partId)}=${speech.phrase("letter.your-answer-in-words")}"`] : []),
  ];
  return [
    speech.phrase("letter.answer-what-it-states-in-one-command-such-as"),
    `  pincite ${command} ${said.join(" ")}`,
    ...answerMeaningLines(speech),
  ];
};
