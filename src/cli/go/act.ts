import { create } from "@bufbuild/protobuf";
import { IntentSeedProposalSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { changeClaims } from "../../client/change-claims.ts";
import { changeReading } from "../../client/change-reading.ts";
import type { Connection } from "../../client/connection.ts";
import { withWholeIds } from "../../client/doc-ids.ts";
import { contextOf, loadRunView, type RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { itemIdTyped } from "../../messages/speech.ts";
import { wantsOwnYes, yesTo } from "../../show/compare.ts";
import { speakerWord } from "../print/role-words.ts";
import { isAnswerSaid } from "../proposal/answers.ts";
import { claimChangesSaid, isClaimChange } from "../proposal/claim-changes.ts";
import { parseFrame, saysFrame } from "../proposal/frame.ts";
import { proposalOf } from "../proposal/proposal.ts";
import { isReadingChange, readingChangeSaid } from "../proposal/reading-changes.ts";
import { explainQuote } from "../proposal/refused-quote.ts";
import { outlineSaid } from "../proposal/take-up.ts";
import { isWish, wishesSaid } from "../proposal/wishes.ts";
import type { Shell } from "../shell.ts";
import { typedForms } from "../text/typed-words.ts";
import { absencesOf, dismissedBindings, isDismissal } from "./absences.ts";
import { type GoAnswer, nothingSaid } from "./answer.ts";
import {
  asksPlace,
  choiceIn,
  choosePassage,
  keepChoice,
  keptIn,
  type NumberedChoice,
  passagesNumbered,
} from "./choose.ts";
import { draftSaid } from "./draft-said.ts";
import { partedParts, partsNumbered } from "./law-parts.ts";
import { partiesSaid, presumedSaid, writersOf } from "./people.ts";
import { isReadingMend, mendReadings } from "./picture-shows.ts";
import { letsGo } from "./settle.ts";
import { type Signing, signatureOf } from "./signed.ts";

/** Who acts, where. */
export interface Acting extends Signing {
  readonly shell: Shell;
  /** True: no person types what is said next, so that no command is shown. */
  readonly isUnattended?: boolean;
}

/**
 * Does what a person answered, each part a call of its own: her own words are put forward, what was shown without looks is
 * confirmed, then each item with looks by itself. Nothing is confirmed that was not shown: the answer names the state of the
 * run that she saw, and what has looks is confirmed only where she names it. Errors: RUN_VERSION_STALE, ITEM_UNKNOWN.
 */
export const act = async (acting: Acting, view: RunView, answer: GoAnswer): Promise<RunContext> => {
  const shown = view.context;
  refuseUnseen(shown, answer);
  refuseAnswers(shown, answer);
  const changes = answer.said.filter(isClaimChange);
  if (changes.length > 0 && shown.state !== State.INTENT_SEED) {
    // A changed claim takes the run back, and what else was named with it would be of another stage.
    const others = [...answer.said.filter((one) => !isClaimChange(one)), ...answer.seen, ...answer.rejected];
    if (others.length > 0) throw sayApart(others, acting, shown);
    const { shell, connection } = acting;
    return changeClaims(
      connection.orchestrator,
      () => shell.newKey(),
      view,
      claimChangesSaid(view, changes, shell.speech(shown).locale),
    );
  }
  const readings = answer.said.filter(isReadingChange);
  if (readings.length > 0) {
    const { seen, rejected, isYes } = answer;
    const others = answer.said.filter((one) => !isReadingChange(one));
    const apart = [...others.filter((one) => !isAnswerSaid(one)), ...seen, ...rejected];
    if (apart.length > 0 || isYes) throw sayApart([...readings, ...apart], acting, shown);
    let now = view;
    for (const one of readings) now = await viewOf(acting, await readAnew(acting, now, one));
    return others.length === 0 ? now.context : act(acting, now, { ...nothingSaid, said: others });
  }
  const mends = shown.state === State.SPAN_RESOLUTION ? answer.said.filter(isReadingMend) : [];
  if (mends.length > 0) {
    const others = [...answer.said.filter((one) => !isReadingMend(one)), ...answer.seen, ...answer.rejected];
    if (others.length > 0) throw sayApart(others, acting, shown);
    const { shell, connection } = acting;
    const mended = await mendReadings({ docs: connection.docs, newKey: () => shell.newKey() }, view, mends);
    return say(acting, view, shown, mended, answer);
  }
  let context = shown;
  // What was shown of the intent is confirmed before it is changed: a change begins from what is confirmed.
  const saysFirst = shown.state !== State.INTENT_SEED;
  const { chosen: numbered, kept, others } = partedChoices(shown, answer.said);
  const { parts, passages: chosen } = partedParts(view, numbered);
  // Words that cannot be read are refused before anything is done: an answer is taken whole or not at all.
  // Who says no to the intent says nothing of it: neither in words of her own, nor by what a yes takes.
  const dropsIntent = !saysFirst && answer.rejected.some((named) => itemNamed(shown, named).itemId === "intent");
  if (dropsIntent && others.length > 0) throw sayApart(others, acting, shown);
  const taken = answer.isYes && view.intent && !saysFirst && !dropsIntent ? await presumed(acting, view, others) : [];
  const all = [...others, ...taken];
  const proposal = all.length + parts.length === 0 ? undefined : await proposalSaid(acting, view, all, parts);
  const passages = await passagesNumbered(acting.connection, shown.runId, chosen);
  const seen = answer.seen.map((named) => yesTo(itemNamed(shown, named)));
  for (const named of answer.rejected) itemNamed(shown, named);
  for (const slotId of kept) context = await keepChoice(acting, context, slotId, view.choices);
  for (const { slotId, passage } of passages)
    context = await choosePassage(acting, context, { slotId, passage, isPlace: asksPlace(view.needs, slotId) });
  if (saysFirst && proposal) context = await say(acting, view, context, proposal, answer);
  const items = decisionsOf({ ...view, context }, answer);
  if (items.length > 0) context = await confirm(acting, context, items);
  if (!saysFirst && proposal) context = await say(acting, view, context, proposal, answer);
  for (const one of seen) context = await confirm(acting, context, [one]);
  return context;
};

/** Takes a sentence of the letter in two, or makes one of it again. Errors: REQUEST_INVALID where that changes nothing. */
const readAnew = async ({ shell, connection }: Acting, view: RunView, said: string): Promise<RunContext> => {
  const change = readingChangeSaid(view, said);
  const changed = await changeReading(connection.orchestrator, () => shell.newKey(), view, change);
  if (changed) return changed;
  throw new DomainError("REQUEST_INVALID", worded("cut.nothing-changes", { said }));
};

/** What a yes to the first step takes of those whom it showed with a question mark. */
const presumed = async ({ shell, connection }: Acting, view: RunView, said: readonly string[]): Promise<string[]> => {
  const writers = await writersOf(connection, view.context.strandId);
  const { locale } = shell.speech(view.context);
  return presumedSaid(said, writers, view.intent, speakerWord(locale, view.profile));
};

/** What cannot be said together, each as a person writes it. */
const sayApart = (said: readonly string[], { shell }: Acting, context: RunContext): DomainError => {
  const { itemTyped } = shell.speech(context);
  const names = said.map((one) => one.replace(/^\p{L}+:\d+/u, (id) => itemTyped(itemIdTyped(id)))).join("; ");
  return new DomainError("REQUEST_INVALID", worded("command.say-these-apart", { names }));
};

/** The letter is answered in the outline: behind it an answer names nothing that is there. */
const refuseAnswers = ({ state, runId }: RunContext, { said }: GoAnswer): void => {
  const isGiven = (one: string): boolean => /^\s*\d/u.test(one) && isAnswerSaid(one) && !isReadingChange(one);
  const given = choosing.has(state) ? said.find(isGiven) : undefined;
  if (given === undefined) return;
  throw new DomainError("REQUEST_INVALID", worded("command.the-letter-is-answered-in-the-outline", { given, runId }));
};

const refuseUnseen = ({ version, runId, state }: RunContext, { sign, said }: GoAnswer): void => {
  if (sign === "" && state === State.DRAFT && said.some(letsGo))
    throw new DomainError("REQUEST_INVALID", worded("command.a-yes-names-what-was-seen-pincite-run-go-run"));
  if (sign === "" || version.startsWith(sign)) return;
  throw new DomainError(
    "RUN_VERSION_STALE",
    worded("command.has-changed-since-it-was-shown-to-you-look-at", { runId, runId2: runId }),
  );
};

type Decided = ReturnType<typeof yesTo>;

const decisionsOf = (view: Pick<RunView, "context" | "against">, { isYes, rejected, seen }: GoAnswer): Decided[] => {
  const { context } = view;
  const out = new Set(rejected.map((name) => itemNamed(context, name).itemId));
  const apart = new Set(seen.map((name) => itemNamed(context, name).itemId));
  const plain = isYes
    ? context.items.filter(
        (item) =>
          !wantsOwnYes(item, view) &&
          item.decision === ItemDecision.UNSPECIFIED &&
          !out.has(item.itemId) &&
          !apart.has(item.itemId),
      )
    : [];
  return [
    ...plain.map(({ itemId }) => ({ itemId, decision: ItemDecision.CONFIRM })),
    ...[...out].map((itemId) => ({ itemId, decision: ItemDecision.REJECT })),
  ];
};

/** The item by its id, by the beginning of it, or by the name it has in Dutch. Errors: ITEM_UNKNOWN. */
export const itemNamed = ({ items }: RunContext, name: string) => {
  const id = itemIdTyped(name);
  const found = items.filter(({ itemId }) => itemId === id || itemId.startsWith(`${id}:`));
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  throw new DomainError(
    "ITEM_UNKNOWN",
    more.length > 0
      ? worded("command.fits-several-items-write-the-whole-id", {
          name,
          found: found.map(({ itemId }) => itemId).join(", "),
        })
      : worded("command.there-is-no-in-what-was-shown", { name }),
  );
};

const confirm = async (acting: Acting, context: RunContext, items: readonly Decided[]): Promise<RunContext> => {
  const { shell, connection } = acting;
  const proposalDigest = context.current.find(({ role }) => role === "proposal")?.ref?.digest;
  if (proposalDigest === undefined) throw new DomainError("NOTHING_PROPOSED", worded("help.nothing-is-under-review"));
  const { runContext } = await connection.orchestrator.confirm({
    runId: context.runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: context.version,
    proposalDigest,
    items: [...items],
    ...(await signatureOf(acting, {
      runId: context.runId,
      expectedVersion: context.version,
      act: { case: "decisions", value: { proposalDigest, items: [...items] } },
    })),
  });
  return contextOf(runContext);
};

/** The stages in which passages are laid before a person. */
const choosing: ReadonlySet<State> = new Set([State.EVIDENCE_NEEDS, State.EVIDENCE_BINDING, State.SPAN_RESOLUTION]);

/** Choices among the passages that were shown, and what else was said. */
const partedChoices = (
  { state }: RunContext,
  said: readonly string[],
): { chosen: NumberedChoice[]; kept: string[]; others: string[] } => {
  const mayChoose = choosing.has(state);
  const read = said.map((words) => ({
    words,
    choice: mayChoose ? choiceIn(itemIdTyped(words)) : undefined,
    kept: state >= State.EVIDENCE_NEEDS ? keptIn(itemIdTyped(words)) : undefined,
  }));
  return {
    chosen: read.flatMap(({ choice }) => choice ?? []),
    kept: read.flatMap(({ kept }) => kept ?? []),
    others: read.flatMap(({ words, choice, kept }) => (choice || kept ? [] : [words])),
  };
};

/** Puts forward what the person says in her own words; what she says of people in the intent she has thereby confirmed. */
const say = async (
  acting: Acting,
  view: RunView,
  context: RunContext,
  proposal: StageProposal,
  { isYes }: GoAnswer,
): Promise<RunContext> => {
  const { shell, connection } = acting;
  const isIntent = context.state === State.INTENT_SEED;
  const { runContext } = await connection.orchestrator
    .propose({
      runId: context.runId,
      idempotencyKey: shell.newKey(),
      expectedVersion: context.version,
      proposal,
      confirm: isIntent && (isYes || !view.intent),
      // An outline and a draft are put forward whole.
      merge: !isIntent && context.state !== State.SKELETON && context.state !== State.DRAFT,
    })
    .catch(explainQuote(proposal, view, `pincite run go ${context.runId}`, shell.speech(context)));
  return contextOf(runContext);
};

const goalForm = new RegExp(`^\\s*(?:${typedForms("typed.goal")})\\s*=\\s*([\\s\\S]*\\S)\\s*$`, "iu");

const proposalSaid = async (
  { shell, connection }: Acting,
  view: RunView,
  said: readonly string[],
  parts: readonly NumberedChoice[] = [],
): Promise<StageProposal> => {
  const { context, intent } = view;
  const { locale } = shell.speech(context);
  const words = said.map(itemIdTyped);
  switch (context.state) {
    case State.INTENT_SEED: {
      const goals = said.flatMap((one) => goalForm.exec(one)?.[1] ?? []);
      const others = said.filter((one) => !goalForm.test(one) && !isWish(one));
      const framed = others.filter((one) => saysFrame(one, view.profile));
      const people = others.filter((one) => !framed.includes(one));
      const { tone = "", sections = [], audience = "", locale: lang = "", referenceDate = "" } = intent ?? {};
      const goal = goals.at(-1) ?? intent?.goal ?? "";
      if (goal === "")
        throw new DomainError("REQUEST_INVALID", worded("command.there-is-no-goal-yet-say-goal-words-what-the"));
      const writers = people.length === 0 ? [] : await writersOf(connection, context.strandId);
      const parties = partiesSaid(people, writers, intent?.parties ?? [], locale, view.profile);
      const value = create(IntentSeedProposalSchema, {
        goal,
        tone,
        sections,
        audience,
        locale: lang,
        referenceDate,
        parties,
        ...(framed.length > 0 ? { frame: parseFrame(framed, view.profile) } : {}),
        ...wishesSaid(said.filter(isWish), intent),
      });
      return create(StageProposalSchema, { proposal: { case: "intentSeed", value } });
    }
    case State.SKELETON:
      return outlineSaid(view, words, locale);
    case State.EVIDENCE_NEEDS:
      return proposalOf({ link: await withWholeIds(connection.docs, context.strandId, words) }, undefined, view);
    case State.EVIDENCE_BINDING:
      return bindingsSaid(connection, view, words);
    case State.SPAN_RESOLUTION:
      return quotesSaid(connection, view, { words, parts });
    default:
      return draftSaid(view, said);
  }
};

/** Quotes in words of the person, and the sentences of articles of law that she named by their numbers. */
const quotesSaid = async (
  connection: Connection,
  view: RunView,
  { words, parts }: { readonly words: readonly string[]; readonly parts: readonly NumberedChoice[] },
): Promise<StageProposal> => {
  const numbered = await partsNumbered(connection, view, parts);
  const typed = words.length === 0 ? undefined : proposalOf({ quote: words }, undefined, view).proposal;
  const spans = [...(typed?.case === "citationLedger" ? typed.value.spans : []), ...numbered];
  return create(StageProposalSchema, { proposal: { case: "citationLedger", value: { spans } } });
};

/** Documents that a person names for slots, and why what a search found is not what an absence asks for. */
const bindingsSaid = async (
  connection: Connection,
  view: RunView,
  words: readonly string[],
): Promise<StageProposal> => {
  const [dismissals, named] = [words.filter(isDismissal), words.filter((one) => !isDismissal(one))];
  const bind = await withWholeIds(connection.docs, view.context.strandId, named);
  if (dismissals.length === 0) return proposalOf({ bind }, undefined, view);
  const absent = dismissedBindings(dismissals, await absencesOf(connection, view));
  const given = named.length === 0 ? undefined : proposalOf({ bind }, undefined, view).proposal;
  const bindings = [...(given?.case === "needMap" ? given.value.bindings : []), ...absent];
  return create(StageProposalSchema, { proposal: { case: "needMap", value: { bindings } } });
};

/** Goes on to the next stage. */
export const advance = async (acting: Acting, context: RunContext): Promise<RunContext> => {
  const { shell, connection } = acting;
  const { runId, version, state } = context;
  const finalising = { runId, expectedVersion: version, act: { case: "finalising", value: true } } as const;
  const { runContext } = await connection.orchestrator.advance({
    runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: version,
    ...(state === State.DRAFT ? await signatureOf(acting, finalising) : {}),
  });
  return contextOf(runContext);
};

/** The run as it is now, with what a person reads of it. */
export const viewOf = ({ connection }: Acting, context: RunContext): Promise<RunView> =>
  loadRunView(connection, context);
