import { create } from "@bufbuild/protobuf";
import type { LetterPart } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { wordsOfFinding } from "../../client/settle-draft.ts";
import { speaksFor, twinOf, type Writer } from "../../client/writers.ts";
import { itemIdTyped, type PlainId, type Speech } from "../../messages/speech.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { concedes, noteOfAnswer, takesWords } from "../../show/conceded.ts";
import { isMisfit } from "../../show/cut-parts.ts";
import { lookedAt } from "../../show/looked-words.ts";
import { besideLines } from "../print/beside-lines.ts";
import { aboutItem } from "../print/item-text.ts";
import { answerMeaningLines, answerNamed, cutLines, shownAnswersTo, shownLeavings } from "../print/letter-lines.ts";
import { lookLine } from "../print/look-words.ts";
import { saidLine } from "../print/pointed-line.ts";
import { roleTyped, speakerWord, typedRoles } from "../print/role-words.ts";
import { demandQuestion } from "../print/wish-lines.ts";
import { isReadingChange } from "../proposal/reading-changes.ts";
import { isOwnPoint } from "../proposal/take-up.ts";
import { dayAhead } from "../text/day-typed.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { itemNamed } from "./act.ts";
import { type GoAnswer, nothingSaid, signOf } from "./answer.ts";
import { type Ask, askUntil, askYes, askYesAfter, isYesOrNo } from "./ask.ts";
import { askKept, askPassages, type Choosing } from "./ask-passages.ts";
import type { Led } from "./lead.ts";
import type { Passages } from "./stage-lines.ts";

/**
 * Asks what a run waits for, one question at a time, and returns it as one answer; undefined where nobody answers, or where
 * the person wants to stop here.
 */
export const askPerson = async (
  { view: shown, wait }: Led,
  { writers, passages, choosing, kept }: Laid,
  ask: Ask,
  speech: Speech,
): Promise<GoAnswer | undefined> => {
  const first: Asked = { view: shown, ask, speech };
  const none = { ...nothingSaid, sign: signOf(shown.context.version) };
  if (wait === "letter") {
    const said = await askAssertions(first);
    return said.length === 0 ? undefined : { ...none, said };
  }
  const settled = await askSettling(first);
  if (settled.length > 0) return { ...none, said: settled };
  await askKept(first, kept, choosing);
  const hasChosen = await askPassages(first, passages, choosing);
  const asked: Asked = { ...first, view: await choosing.view() };
  const sign = signOf(asked.view.context.version);
  if (wait !== "review") return hasChosen ? { ...nothingSaid, sign, isYes: true } : undefined;
  const isIntent = shown.context.state === State.INTENT_SEED;
  const said = isIntent ? [...(await askWishes(asked)), ...(await askPeople(asked, writers))] : [];
  const looks = await askLooks(asked);
  const agreed = await askAgreed(asked);
  if (agreed === undefined || looks === undefined) return undefined;
  const { isYes } = agreed;
  const rejected = isYes ? [] : await askRejected(asked);
  if (rejected === undefined) return undefined;
  const answer = {
    sign,
    isYes,
    seen: looks.seen,
    said: [...said, ...agreed.said],
    rejected: [...looks.rejected, ...rejected],
  };
  // Who neither agrees nor changes anything is shown what she can type, and not asked the same again.
  return isYes || [...answer.said, ...answer.seen, ...answer.rejected].length > 0 ? answer : undefined;
};

/** What was shown beside the run itself. */
interface Laid {
  readonly writers: readonly Writer[];
  readonly passages: Passages;
  readonly choosing: Choosing;
  /** Slots with a choice that late papers say something to. */
  readonly kept: readonly string[];
}

interface Asked extends Pick<Led, "view"> {
  readonly ask: Ask;
  readonly speech: Speech;
}

const askAssertions = async ({ view, ask, speech }: Asked): Promise<string[]> => {
  const said: string[] = [];
  const meanings = answerMeaningLines(speech).join("\n");
  const answered = new Set((view.context.answeredLetter?.answers ?? []).map(({ assertionId }) => assertionId));
  const open = ({ partId }: LetterPart): boolean => !answered.has(partId);
  for (const part of (view.letterReading?.assertions ?? []).filter(open)) {
    const { partId, span } = part;
    const choices = shownAnswersTo(part, speech).join(", ");
    const number = partId.split(":")[1] ?? "";
    const proposed = cutLines(part, speech).map((line) => `${line}\n`);
    const words = `${number}  “${oneLine(span?.excerpt ?? "", 400)}”\n${proposed.join("")}   ${speech.phrase("go.one-of-these-answers", { choices })} `;
    const again = `${meanings}\n   ${speech.phrase("go.none-of-these-answers", { choices })} `;
    const changes = (one: string): boolean => isReadingChange(`${number}=${one.trim()}`);
    const fits = (one: string): boolean => {
      const meant = answerNamed(answerIn(one).word);
      return (meant !== undefined && !isMisfit(meant, part)) || changes(one);
    };
    const answer = await askUntil(ask, [words, again], fits);
    if (answer === undefined) return said;
    if (answer.trim() === "") continue;
    // A sentence that is taken in two is asked again by its halves.
    if (changes(answer)) return [...said, `${number}=${answer.trim()}`];
    const { word, words: given } = answerIn(answer);
    const named = answerNamed(word);
    const isOwn = named === AssertionAnswer.REPLIED;
    const question = speech.phrase(isOwn ? "go.in-own-words" : concedes(named) ? "go.if-half-true" : "go.why-not");
    const asks = given === "" && (isOwn || takesWords(named, view.profile));
    const note = noteOfAnswer(named);
    const noted = note ? wrap(speech.phrase(note), 86).map((line) => `   ${line}\n`) : [];
    const why = asks ? wordsOnly((await ask([...noted, `   ${question}`].join(""))) ?? "") : given;
    if (isOwn && why === "") continue;
    said.push(`${number}=${word}${why === "" ? "" : `: ${why}`}`);
  }
  for (const { partId, span } of (view.letterReading?.questions ?? []).filter(open)) {
    const number = partId.split(":")[1] ?? "";
    const question = speech.phrase("wants.answer-it-in-words-or", { choices: shownLeavings(speech).join(", ") });
    const answer = await ask(`${number}  “${oneLine(span?.excerpt ?? "", 400)}”\n${question}`);
    if (answer === undefined) return said;
    if (answer.trim() !== "") said.push(`${number}=${answer.trim()}`);
  }
  return said;
};

/** An answer to a statement with what is said to it: `wrong: why`, as it is typed behind `run go` too. */
const answerIn = (typed: string): { readonly word: string; readonly words: string } => {
  const { word = typed.trim(), words = "" } =
    /^\s*(?<word>[\p{L}-]+)\s*[:,]\s*(?<words>[\s\S]*?)\s*$/u.exec(typed)?.groups ?? {};
  return { word, words };
};

/** What is said besides an answer; nothing where it is an answer once more, or a yes or a no: that is no sentence of a letter. */
const wordsOnly = (typed: string): string => (answerNamed(typed) !== undefined || isYesOrNo(typed) ? "" : typed.trim());

/** A sum or a day has a digit; empty: none was given. */
const askDigits = async (ask: Ask, question: string): Promise<string> =>
  (await askUntil(ask, [question, question], (one) => /\d/u.test(one)))?.trim() ?? "";

/** More than this do not fit one memo. */
const demandsMax = 20;

/** What the person wants, one thing after the other with its sum and its day, and what must not be said. */
const askWishes = async ({ view, ask, speech }: Asked): Promise<string[]> => {
  const said: string[] = [];
  if ((view.intent?.demands.length ?? 0) > 0) return said;
  let question = `${demandQuestion(view.profile, speech)} ${speech.phrase("wants.nothing-go-on")} `;
  while (said.length < demandsMax) {
    const words = (await ask(question))?.trim() ?? "";
    if (words === "") break;
    const [sum, day] = [
      await askDigits(ask, speech.phrase("wants.which-sum-nothing-none")),
      await askDigits(ask, speech.phrase("wants.by-which-day-nothing-none", { day: dayAhead(Date.now()) })),
    ];
    said.push(`demand=${[words, sum, day].filter(Boolean).join(" | ")}`);
    question = speech.phrase("wants.another-one-nothing-go-on");
  }
  question = speech.phrase("wants.what-must-not-be-said-nothing-go-on");
  while (said.length < demandsMax) {
    const words = (await ask(question))?.trim() ?? "";
    if (words === "") break;
    said.push(`unsaid=${words}`);
    question = speech.phrase("wants.what-else-must-not-be-said");
  }
  return said;
};

/** What the draft does not say of what the person wants, asked one by one; nothing where it says all of it. */
const askSettling = async ({ view, ask, speech }: Asked): Promise<string[]> => {
  const { context, skeleton, letterReading } = view;
  const said: string[] = [];
  const gone = context.missingInputs.map((one) => wordsOfFinding(one, skeleton)).filter((words) => words !== "");
  if (gone.length > 0) {
    const shown = gone.map((words) => `  “${oneLine(words, 300)}”`).join("\n");
    const question = `${speech.phrase("wants.these-words-of-yours-are-gone")}\n${shown}\n`;
    if (await askYes(ask, `${question}${speech.phrase("wants.may-these-words-go-y-n")}`)) said.push("words=go");
  }
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  for (const { rule, subjectId } of context.missingInputs) {
    if (rule !== DraftRule.LETTER_UNANSWERED) continue;
    const words = oneLine(parts.find(({ partId }) => partId === subjectId)?.span?.excerpt ?? "", 400);
    const answer = (await ask(`“${words}”\n${speech.phrase("wants.open-or-reserved")}`))?.trim().toLowerCase() ?? "";
    const number = subjectId.split(":")[1] ?? "";
    if (/^o/u.test(answer)) said.push(`${number}=open`);
    if (/^[rv]/u.test(answer)) said.push(`${number}=reserved`);
  }
  return said;
};

const askPeople = async ({ view, ask, speech }: Asked, writers: readonly Writer[]): Promise<string[]> => {
  const said: string[] = [];
  // Whoever was named just now may be who writes under another name next.
  let parties = view.intent?.parties ?? [];
  // Who is never written to is shown, and not asked about one by one.
  for (const writer of writers.filter(({ isWrittenTo }) => isWrittenTo)) {
    const who = writer.name || writer.address;
    const twin = twinOf(writer, writers, { parties });
    const party = twin?.names[0] ?? "";
    if (party !== "" && (await askYes(ask, speech.phrase("go.is-the-same-as-y-n", { who, party })))) {
      said.push(`${who}=${party}`);
      parties = parties.map((one) => (one === twin ? { ...one, names: [...one.names, writer.name] } : one));
      continue;
    }
    const speaker = speaksFor(writer, writers, { parties }) ? speakerWord(speech.locale, view.profile) : "";
    if (speaker !== "" && (await askYes(ask, speech.phrase("go.speaks-for-y-n", { who, speaker })))) {
      said.push(`${who}=${speaker}`);
      continue;
    }
    const choices = typedRoles(speech.locale, view.profile).join(", ");
    const question = speech.phrase("go.what-is-in-this-case-nothing-leave-it-open", { who, choices });
    const isRole = (one: string): boolean => roleTyped(one, view.profile) !== undefined;
    const answer = await askUntil(ask, [question, `   (${choices}) `], isRole);
    if (answer === undefined) return said;
    if (answer.trim() === "") continue;
    said.push(`${who}=${answer.trim()}`);
    parties = [...parties, create(PartySchema, { role: roleTyped(answer, view.profile) ?? 0, names: [writer.name] })];
  }
  const others = writers.filter(({ isWrittenTo }) => !isWrittenTo).map(({ name, address }) => name || address);
  const names = others.join(", ");
  while (others.length > 0) {
    const question = speech.phrase("go.does-one-of-them-take-part", { names });
    const answer = (await ask(question, "others"))?.trim() ?? "";
    const [, role = ""] = /=\s*(.+)$/u.exec(answer) ?? [];
    if (roleTyped(role, view.profile) === undefined || said.length > 50) break;
    said.push(answer);
  }
  return said;
};

/** Each item with looks by itself: shown with what was seen, then taken or left out. */
const askLooks = async ({ view, ask, speech }: Asked) => {
  const seen: string[] = [];
  const rejected: string[] = [];
  const open = view.context.items.filter(
    (item) => item.decision === ItemDecision.UNSPECIFIED && wantsOwnYes(item, view),
  );
  for (const { itemId, looks, compareDigests } of open) {
    const isAgainst = looks.length + compareDigests.length === 0;
    const about = [
      `${speech.itemName(itemId)}: ${aboutItem(view, itemId, speech)}`,
      saidLine(view, itemId, speech),
      ...(compareDigests.length > 0 ? besideLines(view, itemId, speech) : []),
      ...(isAgainst ? [speech.phrase("go.mind", { lookLine: speech.phrase("choose.read-of-its-paper-first") })] : []),
      ...looks.map((look) => speech.phrase("go.mind", { lookLine: lookLine(look, speech, lookedAt(view, look)) })),
    ];
    const question =
      compareDigests.length > 0 && looks.length === 0
        ? speech.phrase("compare.question", { name: speech.itemName(itemId) })
        : speech.phrase("go.you-have-seen-this-and-take-it-y-n");
    const isTaken = await askYes(ask, `${about.filter(Boolean).join("\n   ")}\n   ${question}`);
    if (isTaken === undefined) return undefined;
    (isTaken ? seen : rejected).push(itemId);
  }
  return { seen, rejected };
};

/** Whether all that was shown is right; an outline takes points of the person's own before that. */
const askAgreed = ({ view, ask, speech }: Asked) => {
  const { state } = view.context;
  const questions: Readonly<Record<number, PlainId>> = {
    [State.SKELETON]: "go.is-the-outline-right-y-n",
    [State.DRAFT]: "go.is-the-letter-right-as-it-stands-and-final-y",
  };
  const question = speech.phrase(questions[state] ?? "go.is-the-rest-right-y-n");
  const isPart = (one: string): boolean =>
    state === State.SPAN_RESOLUTION && /^slot:\d{1,4}=\s*[1-9]\d?\s*$/u.test(itemIdTyped(one.trim()));
  return askYesAfter(ask, question, (one) => (state === State.SKELETON && isOwnPoint(one)) || isPart(one));
};

/** What is left out of what was shown; an unknown name is asked again. Undefined: nobody answers. */
const askRejected = async ({ view, ask, speech }: Asked): Promise<readonly string[] | undefined> => {
  const example = speech.itemTyped(view.context.items.at(-1)?.itemId ?? "");
  const questions: [string, string] = [
    speech.phrase("go.what-do-you-leave-out-its-names-with-spaces"),
    speech.phrase("go.leave-out-what-was-shown", { example }),
  ];
  const answer = await askUntil(ask, questions, (one) => namesIn(one).every((name) => isShown(view, name)));
  return answer === undefined ? undefined : namesIn(answer);
};

/** The names of items in what was typed, also as the screen has them: `claim 3`. */
const namesIn = (answer: string): string[] =>
  answer
    .replaceAll(/(?<kind>\p{L}+)[ \t]*:?[ \t]+(?<number>\d+)/gu, "$<kind>:$<number>")
    .split(/[\s,;]+/u)
    .filter(Boolean);

const isShown = ({ context }: Pick<Led["view"], "context">, name: string): boolean => {
  try {
    itemNamed(context, name);
    return true;
  } catch {
    return false;
  }
};
