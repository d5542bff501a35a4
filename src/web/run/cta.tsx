import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ItemState, RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Letters } from "../../client/kept-letter.ts";
import { saidOr } from "../../messages/wire-form.ts";
import type { RunView } from "../../show/run-view.ts";
import { settlesDraft } from "../../show/settles-draft.ts";
import { useWords, type Words } from "../words/use-words.ts";
import type { Clients } from "./clients.ts";
import { advance, confirmPlain, itemsToSee, mayAdvance, methodOf, plainItems, propose } from "./deeds.ts";
import { loadView, readArtifacts } from "./load-view.ts";
import { type RunStore, useRun } from "./run-store.ts";
import { takeAlong } from "./take-along.ts";

/** The one thing to do next, in the server's words: the only button of its look on the page. */
export const Cta = ({ onRewind }: { readonly onRewind: () => void }) => {
  const store = useRun();
  const words = useWords();
  const { view, isBusy } = store;
  const { context } = view;
  const next = context.nextAction;
  const why = whyNot(store, words);
  const isOff = isBusy || why !== "" || next?.possible === false;
  return (
    <section className="next" aria-label={words.say("page.what-comes-next")}>
      <p className="next-why" id="next-why">
        {why ||
          (isLetterTaken(store)
            ? words.say("page.then-it-is-read-as-what-you-answer", { title: store.ticked?.title ?? "" })
            : afterwards(view, words))}
      </p>
      <button
        type="button"
        className="cta"
        data-cta=""
        data-rpc={next?.rpc}
        aria-disabled={isOff}
        aria-describedby="next-why"
        onClick={() => {
          if (methodOf(context) === "Rewind") return onRewind();
          if (next && next.requestId !== "") return asked()?.focus();
          if (!isOff) return void press(store);
          if (methodOf(context) === "Confirm") firstLook()?.focus();
          if (methodOf(context) === "Propose") (isSettling(context) ? firstFinding() : wanted())?.focus();
          if (methodOf(context) === "ChooseEvidence") firstPassage()?.focus();
        }}
      >
        {isSavedFirst(store)
          ? words.say("page.keep-what-i-filled-in")
          : next && words.speech.sentence(saidOr(next.labelSaid, next.localisedLabel))}
      </button>
      {isLetterTaken(store) && !isBusy ? (
        <button
          type="button"
          className="quiet"
          data-no-letter=""
          onClick={() => void press({ ...store, ticked: undefined })}
        >
          {words.say("page.i-answer-no-letter")}
        </button>
      ) : null}
    </section>
  );
};

/** A goal is kept while a letter is ticked: a press takes both. */
const isLetterTaken = ({ view, unsent, ticked }: RunStore): boolean =>
  ticked !== undefined && unsent !== undefined && methodOf(view.context) === "Propose";

/** What was typed changes what would be confirmed: a press keeps it, and shows what becomes of it. */
const isSavedFirst = ({ view, unsent }: RunStore): boolean =>
  unsent !== undefined && (methodOf(view.context) === "Confirm" || isSettling(view.context));

const isSettling = ({ nextAction, state }: RunContext): boolean => settlesDraft(nextAction, state);

/** Why nothing happens on a press, as a sentence; empty: it would be taken. */
const whyNot = ({ view, unsent, ticked, isBusy, progress, trouble }: RunStore, { say, speech }: Words): string => {
  const { context } = view;
  const next = context.nextAction;
  // What was read last may be long over.
  if (trouble?.isGone) return say("page.the-server-does-not-answer");
  // Another tab, or the terminal, has the guide at work: its id says nothing to a person.
  if (context.turnId !== "" && progress === "") return say("page.the-guide-is-at-work");
  if (isBusy) return progress || say("page.one-moment");
  if (next?.possible === false) return progress || speech.sentence(saidOr(next.whyNotSaid, next.whyNot));
  const method = methodOf(context);
  if (method === "SubmitToolResult") return say("page.the-guide-waits-for-another-program-which");
  if (isSettling(context) && unsent === undefined) return say("page.what-stops-it");
  if (method === "Propose" && unsent === undefined)
    return ticked === undefined
      ? say("page.say-first-what-the-letter-is-for-or-choose")
      : say("page.is-ticked-press-i-answer-this-letter-beside", { title: ticked.title });
  if (method === "ChooseEvidence" && unsent === undefined) return say("choose.first");
  const toSee = itemsToSee(view);
  if (method !== "Confirm" || unsent !== undefined || plainItems(view).length > 0 || toSee.length === 0) return "";
  return isCompared(toSee)
    ? say("compare.first", { count: toSee.length })
    : say("page.look-first-at-what-has-mind-beside-it-you-say", { looks: toSee.length });
};

/** What a press leaves undone. */
const afterwards = (view: RunView, { say }: Words): string => {
  const { context } = view;
  const toSee = itemsToSee(view);
  if (awaitsAnswers(context)) return say("page.say-what-you-think-of-the-letter-the-guide");
  if (methodOf(context) !== "Confirm" || toSee.length === 0) return "";
  return isCompared(toSee)
    ? say("compare.then", { count: toSee.length })
    : say("page.what-has-mind-beside-it-is-left-for-you-to", { looks: toSee.length });
};

/** Nothing was seen on them: their words stand beside those of their sources. */
const isCompared = (items: readonly ItemState[]): boolean =>
  items.every(({ looks, compareDigests }) => looks.length === 0 && compareDigests.length > 0);

/** What answers the letter that is ticked; where there is no letter, the place to drop one. */
const wanted = (): HTMLElement | null =>
  document.querySelector<HTMLElement>("[data-answer]") ?? document.querySelector<HTMLElement>(".drop input");

/** What a person may say to the request that waits. */
const asked = (): HTMLElement | null => document.querySelector<HTMLElement>(".waiting button");

const firstPassage = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-choose]");

/** What settles the first thing that keeps the draft from being final. */
const firstFinding = (): HTMLElement | null => document.querySelector<HTMLElement>(".findings :is(button, summary)");

const firstLook = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-look]");

/** Sends what was typed, then makes the call that the server named; an entered stage has the guide begin. */
const press = ({ act, clients, guide, unsent, ticked, view }: RunStore): Promise<boolean> =>
  act(async (shown) => {
    // What a person says of the memo is said of one that answers the letter: said before, it would have to be looked at again.
    const read = ticked && methodOf(shown) === "Propose" ? await ticked.answer(shown) : shown;
    const context = unsent ? await unsent(read) : read;
    switch (methodOf(shown)) {
      case "Guide":
        return guide(context);
      case "ExportMemo":
        await takeAlong(clients, context.runId, { format: "docx" });
        return undefined;
      case "Advance":
        return unsent && !mayAdvance(context) ? context : entered(await advance(clients, context), guide, clients);
      case "Confirm": {
        if (unsent) return context;
        const confirmed = await confirmPlain(clients, { ...view, context });
        // Where all of it was said yes to, nothing on the page asks for a second press: both calls stand in the journal.
        const leadsOn = mayAdvance(confirmed) && itemsToSee({ ...view, context: confirmed }).length === 0;
        return leadsOn ? entered(await advance(clients, confirmed), guide, clients) : confirmed;
      }
      default:
        return context;
    }
  });

/** In a stage where the server names the guide, it is asked at once. A letter is answered first, and keeps what its author wrote of it before. */
export const entered = async (context: RunContext, guide: RunStore["guide"], clients: Clients): Promise<RunContext> => {
  if (methodOf(context) !== "Guide" || awaitsAnswers(context)) return context;
  const guided = await guide(context);
  return guided.state === State.DRAFT ? withOwnWords(clients, guided) : guided;
};

/** A letter that the guide wrote anew, with what its author had written in the one before. */
const withOwnWords = async (clients: Clients, context: RunContext): Promise<RunContext> => {
  const { keptLetter } = await import("../../client/kept-letter.ts");
  const read: Letters["read"] = (schema, refs) => readArtifacts(clients, schema, refs);
  const value = await keptLetter({ artifacts: clients.artifacts, read }, await loadView(clients, context));
  return value ? propose(clients, context, { case: "draftText", value }) : context;
};

/** A letter was read, and nothing of it is answered: its answers are half the outline. */
const awaitsAnswers = ({ state, answeredLetter }: RunContext): boolean =>
  state === State.SKELETON && answeredLetter?.reading !== undefined && answeredLetter.answers.length === 0;
