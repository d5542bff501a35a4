import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { longerQuotes } from "../../client/behind-colon.ts";
import type { Connection } from "../../client/connection.ts";
import { lateOf } from "../../client/late-papers.ts";
import { letterLaterOf } from "../../client/letter-later.ts";
import { type RunView, readRun } from "../../client/run-view.ts";
import { strangersAmong, type Writer } from "../../client/writers.ts";
import { itemIdTyped, type Speech } from "../../messages/speech.ts";
import { claimOfEntry, colonEntries } from "../../show/colon-entries.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { keptSlots } from "../../show/late-changes.ts";
import { keepsHere } from "../../show/late-papers.ts";
import { slotsLeft, slotsToChoose, statedSlots } from "../../show/open-slots.ts";
import { uncited, uncitedAmong } from "../../show/uncited.ts";
import { bareLines } from "../print/bare-lines.ts";
import { gapLines, unvouchedLines } from "../print/before-final-lines.ts";
import { type ColonQuote, colonLines } from "../print/colon-lines.ts";
import { droppedLines } from "../print/drop-lines.ts";
import { lateDateLines } from "../print/late-date-lines.ts";
import { lateLines } from "../print/late-lines.ts";
import { partLines } from "../print/part-lines.ts";
import { unansweredLines } from "../print/unanswered-lines.ts";
import { isAnswerSaid } from "../proposal/answers.ts";
import { claimsDropped, isClaimChange } from "../proposal/claim-changes.ts";
import { isReadingChange } from "../proposal/reading-changes.ts";
import { isOwnPoint, outlineSaid } from "../proposal/take-up.ts";
import { wrap } from "../text/plain.ts";
import { absencesOf } from "./absences.ts";
import { type Acting, act, itemNamed, viewOf } from "./act.ts";
import { askingWithPapers, papersSaid } from "./add-paper.ts";
import { type GoAnswer, nothingSaid, parseAnswer, signOf } from "./answer.ts";
import { choosingIn, nothingBefore } from "./ask-passages.ts";
import { askLines } from "./asks.ts";
import { passagesFor } from "./choose.ts";
import { articlesOpen } from "./law-parts.ts";
import { type Led, lead } from "./lead.ts";
import { writersOf } from "./people.ts";
import { askPerson } from "./questions.ts";
import { type Passages, stageLines, stepLine } from "./stage-lines.ts";

/** Takes an answer, goes on, and shows what comes next; at a terminal it asks, for as long as there is something to ask. */
export const goOn = async (acting: Acting, named: string, words: readonly string[]): Promise<void> => {
  const { shell } = acting;
  let answer: GoAnswer | undefined = words.length === 0 ? undefined : parseAnswer(words);
  let context = await readShown(acting.connection, named, answer?.sign ?? "");
  const requireWhole = answer && (await papersSaid(acting, context, answer));
  if (requireWhole) answer = undefined;
  let isFirst = answer === undefined;
  const asking = askingWithPapers(acting);
  let chosenBefore = nothingBefore();
  for (;;) {
    const { now, later } = answer ? beforeOutline(context, withDrops(context, answer)) : { now: undefined, later: [] };
    answer = now;
    const before = answer ? await viewOf(acting, context) : undefined;
    // An answer that cannot be read is refused before what came with it is done.
    const answersLater = later.filter((one) => !isReadingChange(one));
    if (before && answersLater.length > 0) outlineSaid(before, answersLater, shell.speech(context).locale);
    if (answer && before) context = await act(acting, before, answer);
    // Answers to the letter are half an outline: the guide adds what such a letter says besides.
    const answersLetter =
      before?.context.state === OrchestratorState.SKELETON &&
      (answer?.said ?? []).some((one) => !isClaimChange(one) && !isOwnPoint(one) && !isReadingChange(one));
    const isRead = answer?.said.some(isReadingChange) ?? false;
    let led = await lead(acting, context, {
      mayAdvance: answer !== undefined && !isRead,
      mayFinish: answer?.isYes === true && before?.context.state === OrchestratorState.DRAFT,
      isFirst,
      answersLetter: answersLetter && !isRead,
      asksLetter: isRead,
    });
    if (later.length > 0 && led.wait === "letter") {
      answer = { ...nothingSaid, said: later };
      ({ context } = led.view);
      continue;
    }
    const speech = shell.speech(led.view.context);
    const letterLater = await letterLaterOf(acting.connection.orchestrator, led.view.context);
    led = { ...led, view: { ...led.view, letterLater } };
    const writers = await strangersOf(acting, led);
    const { title, runId } = led.view.context;
    // Which run is the newest may change under a terminal that works on it.
    const memo = named === "latest" ? [title, runId].filter(Boolean).join(" · ") : title;
    const head = [memo, stepLine(led.view, speech)].filter(Boolean);
    const told = guideTold(led, speech).flatMap((text) => wrap(`${speech.phrase("go.the-guide")}: ${text}`, 92));
    const isAgain = before?.context.state === led.view.context.state && !answersLetter && led.told.length === 0;
    const passages = await laidBefore(acting, led);
    const isDrafted = led.view.context.state === OrchestratorState.DRAFT && led.view.draft !== undefined;
    const besides = isDrafted ? uncited(led.view, [...passages.values()]) : [];
    const known = { writers, isAgain, passages, besides, isUnattended: acting.isUnattended ?? false };
    const shown = led.wait === "finalised" ? [] : stageLines(led.view, known, speech);
    const left = before && answer ? leftOut(before, { answer, later }, led, speech) : [];
    const dropped = before && answer ? droppedLines(before, claimsDropped(answer.said), speech) : [];
    const open = unansweredLines(led.view, named, speech);
    const term = tellsTerm(led) ? lateDateLines(led.view, speech) : [];
    const bare = bareLines(led.view, { run: named, sign: signOf(led.view.context.version) }, speech);
    // A whole outline or letter between a paper and the question it was typed at says nothing of the paper.
    const isShown = !asking.hasCome || (!isOutline(led) && !isDrafted);
    const came = await lateOf(acting.connection.orchestrator, led.view.context);
    const kept = keepsHere(led.view.context) ? keptSlots(came.changes, led.view.choices) : [];
    const late = lateLines(came, { context: led.view.context, named, kept }, speech);
    const colons = colonLines(led.view, await colonQuotes(acting, led.view), named, speech);
    const [signed, articles] = [signOf(led.view.context.version), await articlesOpen(acting.connection, led.view)];
    const signedGo = `  pincite run go ${named} ${signed}`;
    const parts = acting.isUnattended ? [] : partLines(led.view, articles, signedGo, speech);
    const mayMend = isDrafted && led.wait !== "finalised" && !acting.isUnattended;
    const final = mayMend ? [...unvouchedLines(led.view, signedGo, speech), ...gapLines(led.view, named, speech)] : [];
    const step = [...left, ...dropped, ...head, "", ...shown, ...colons, ...parts, ...open, ...bare, ...term, ...final];
    for (const line of [...(isShown ? step : []), ...late, ...told]) shell.say(line);
    const choosing = choosingIn(acting, led.view, chosenBefore);
    answer = await askPerson(
      led,
      { writers, passages, choosing, kept },
      asking.begin(led.view.context, speech),
      speech,
    );
    const view = await choosing.view();
    if (asking.hasCome) {
      ({ context } = view);
      [answer, isFirst] = [undefined, true];
      continue;
    }
    chosenBefore = nothingBefore();
    if (!answer) {
      if (acting.isUnattended) return;
      if (view !== led.view) led = await lead(acting, view.context, nobodySaid);
      const absences = await absencesOf(acting.connection, led.view);
      for (const line of askLines(led, { named, writers, absences }, speech)) shell.say(line);
      requireWhole?.();
      return;
    }
    ({ context } = view);
    isFirst = false;
  }
};

/** The quotes that end at a colon where their words are chosen or a draft cites them, with what would take in the lines behind it. */
const colonQuotes = ({ connection }: Acting, view: RunView): Promise<ColonQuote[]> => {
  const { state, strandId } = view.context;
  const isTold = state === OrchestratorState.SPAN_RESOLUTION || (state === OrchestratorState.DRAFT && view.draft);
  return Promise.all(
    (isTold ? colonEntries(view) : []).map(async (entry) => ({
      entry,
      longer: entry.span ? await longerQuotes(connection.docs, strandId, entry.span, claimOfEntry(view, entry)) : [],
    })),
  );
};

const isOutline = ({ view: { context } }: Led): boolean => context.state === OrchestratorState.SKELETON;

/** What is shown again, after nothing but choices. */
const nobodySaid = { mayAdvance: false, mayFinish: false, isFirst: false, answersLetter: false, asksLetter: false };

/**
 * What the guide says. The one that is built in says it in the language of the memo, and nothing that the screen does not show: who reads
 * another language is not told it.
 */
const guideTold = ({ told, view: { profile, context } }: Led, { locale }: Speech): readonly string[] =>
  profile?.provider === "extractive" && !context.locale.startsWith(locale) ? [] : told;

/** The day of the letter is held against the terms of the one that is answered where it can be said, and before it is final. */
const tellsTerm = ({ view: { context, draft }, wait }: Led): boolean =>
  wait !== "finalised" &&
  (context.state === OrchestratorState.SKELETON || (context.state === OrchestratorState.DRAFT && draft !== undefined));

/** A no to a claim that is not what is asked about drops it, wherever the run stands: `no claim:27` says there what `claim:27=` says. */
export const withDrops = ({ state, items }: Pick<RunContext, "state" | "items">, answer: GoAnswer): GoAnswer => {
  const isAsked = (id: string): boolean => items.some(({ itemId }) => itemId === id);
  const isDrop = (name: string): boolean => {
    const id = itemIdTyped(name);
    return state > OrchestratorState.SKELETON && /^claim:\d{1,6}$/u.test(id) && !isAsked(id);
  };
  const drops = answer.rejected.filter(isDrop);
  return drops.length === 0
    ? answer
    : {
        ...answer,
        rejected: answer.rejected.filter((name) => !isDrop(name)),
        said: [...answer.said, ...drops.map((name) => `${itemIdTyped(name)}=`)],
      };
};

/** Answers to the letter that were given with the goal, before there is an outline to hold them: they follow once there is one. */
const beforeOutline = (
  { state }: RunContext,
  answer: GoAnswer,
): { readonly now: GoAnswer; readonly later: readonly string[] } =>
  state === OrchestratorState.INTENT_SEED
    ? {
        now: { ...answer, said: answer.said.filter((one) => !isAnswerSaid(one)) },
        later: answer.said.filter(isAnswerSaid),
      }
    : { now: answer, later: [] };

/** The stages in which a person has passages before her, to choose or as they were chosen. */
const laidIn: ReadonlySet<OrchestratorState> = new Set([
  OrchestratorState.EVIDENCE_NEEDS,
  OrchestratorState.EVIDENCE_BINDING,
  OrchestratorState.SPAN_RESOLUTION,
]);

/**
 * The passages that may serve each slot, with what stands for it and what other papers say of its clauses. Where nothing waits for a choice the stage is shown
 * without them if they cannot be listed.
 */
const laidBefore = async ({ connection }: Acting, { view }: Led): Promise<Passages> => {
  const { context, needs } = view;
  // A letter does not wait for what its papers say besides.
  if (context.state === OrchestratorState.DRAFT && view.draft)
    return passagesFor(connection, context.runId, { most: uncitedAmong }).catch(() => new Map());
  if (!laidIn.has(context.state)) return new Map();
  const stated = statedSlots(view);
  const slotIds = slotsToChoose(needs).flatMap(({ slot }) => (stated.has(slot.slotId) ? [] : [slot.slotId]));
  if (slotIds.length === 0) return new Map();
  const listing = passagesFor(connection, context.runId, { slotIds });
  return context.state === OrchestratorState.EVIDENCE_NEEDS || slotsLeft(view).length > 0
    ? listing
    : listing.catch(() => new Map());
};

/** So many of the newest runs are looked through for the one that a sign was shown of. */
const recentMax = 20;

/** The run that was shown under this sign, where `latest` has come to mean another one meanwhile; else the one that is named. */
const readShown = async (connection: Connection, named: string, sign: string): Promise<RunContext> => {
  const context = await readRun(connection, named);
  if (named !== "latest" || sign === "" || context.version.startsWith(sign)) return context;
  const { runs } = await connection.orchestrator.listRuns({ pageSize: recentMax });
  for (const { runId } of runs.filter(({ erasedAtIso }) => erasedAtIso === "")) {
    const other = await readRun(connection, runId);
    if (other.version.startsWith(sign)) return other;
  }
  return context;
};

/** What was left behind on the way on: it has looks that nobody named, and the stage did not need it. */
const leftOut = (
  shown: RunView,
  { answer, later }: { readonly answer: GoAnswer; readonly later: readonly string[] },
  { view }: Led,
  { phrase, itemName }: Speech,
): string[] => {
  const { context } = shown;
  if (later.length > 0) return [phrase("go.answers-come-with-the-goal", { names: later.join("; ") }), ""];
  if (view.context.state === context.state) return [];
  const named = new Set([...answer.seen, ...answer.rejected].map((name) => itemNamed(context, name).itemId));
  const left = context.items.filter(
    (item) => item.decision === 0 && wantsOwnYes(item, shown) && !item.required && !named.has(item.itemId),
  );
  const names = left.map(({ itemId }) => itemName(itemId)).join(", ");
  return left.length === 0 ? [] : [phrase("go.not-taken-along-because-you-did-not-name-it", { names }), ""];
};

/** Who wrote something and is nobody yet: asked about at the beginning alone. */
const strangersOf = async ({ connection }: Acting, { view: { context, intent } }: Led): Promise<Writer[]> =>
  context.state === OrchestratorState.INTENT_SEED
    ? strangersAmong(await writersOf(connection, context.strandId), intent)
    : [];
