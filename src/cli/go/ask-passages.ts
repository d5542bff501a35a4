import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { claimOfSlot, passagesMost, shownAtOnce } from "../../client/passages.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { slotsLeft } from "../../show/open-slots.ts";
import { passageLines } from "../print/passage-lines.ts";
import { typedForms } from "../text/typed-words.ts";
import { type Acting, viewOf } from "./act.ts";
import { type Ask, askUntil, askYes } from "./ask.ts";
import { asksPlace, choosePassage, keepChoice, passagesFor } from "./choose.ts";
import type { Passages } from "./stage-lines.ts";

/** What is done with a passage while a person is asked: each choice is recorded when it is made, so that nothing asked later loses it. */
export interface Choosing {
  /** The passages that words of a person find for a slot. */
  readonly find: (slotId: string, query: string) => Promise<readonly PassageCandidate[]>;
  readonly choose: (slotId: string, passage: PassageCandidate) => Promise<void>;
  /** Says that what was chosen for a slot stays. */
  readonly keep: (slotId: string) => Promise<void>;
  readonly say: (line: string) => void;
  /** The run as it is now. */
  readonly view: () => Promise<RunView>;
  /** What was done before the step was shown anew. */
  readonly before: ChosenBefore;
}

/** What a person chose and looked for before a step was shown anew since a paper came. */
export interface ChosenBefore {
  hasChosen: boolean;
  /** The words that were last looked for, by slot. */
  readonly sought: Map<string, string>;
}

/** Where nothing was. */
export const nothingBefore = (): ChosenBefore => ({ hasChosen: false, sought: new Map() });

/** That in the run that is shown. */
export const choosingIn = (acting: Acting, shown: RunView, before = nothingBefore()): Choosing => {
  let { context } = shown;
  return {
    before,
    find: async (slotId, query) => {
      const sought = { slotIds: [slotId], most: passagesMost, query };
      return (await passagesFor(acting.connection, context.runId, sought)).get(slotId)?.candidates ?? [];
    },
    choose: async (slotId, passage) => {
      context = await choosePassage(acting, context, { slotId, passage, isPlace: asksPlace(shown.needs, slotId) });
    },
    keep: async (slotId) => {
      context = await keepChoice(acting, context, slotId, shown.choices);
    },
    say: (line) => acting.shell.say(line),
    view: async () => (context === shown.context ? shown : viewOf(acting, context)),
  };
};

/** Asks of each slot that late papers say something to whether what was chosen stays; a yes ends that it is told. */
export const askKept = async (
  { ask, speech }: { readonly ask: Ask; readonly speech: Speech },
  slotIds: readonly string[],
  choosing: Choosing,
): Promise<void> => {
  for (const slotId of slotIds) {
    const isKept = await askYes(ask, speech.phrase("late.keep-question", { name: speech.itemName(slotId) }));
    if (isKept === undefined) return;
    if (isKept) await choosing.keep(slotId);
  }
};

const search = new RegExp(`^\\s*(?:${typedForms("typed.search")})\\s*[:=]\\s*(?<words>[\\s\\S]*\\S)\\s*$`, "iu");
const wordsSought = (answer: string): string | undefined => search.exec(answer)?.groups?.words;

/**
 * Asks slot by slot which of the passages that were shown says it, or which others are to be shown, and chooses it; what is left empty is
 * asked again later. True: something was chosen.
 */
export const askPassages = async (
  { view, ask, speech }: { readonly view: RunView; readonly ask: Ask; readonly speech: Speech },
  passages: Passages,
  choosing: Choosing,
): Promise<boolean> => {
  const { before } = choosing;
  for (const { slot } of slotsLeft(view)) {
    const { slotId } = slot;
    const chosen = await askPassage(
      (passages.get(slotId)?.candidates ?? []).slice(0, shownAtOnce(slot, view.profile)),
      ask,
      {
        questionOf: (count) => speech.phrase("choose.question", { name: speech.itemName(slotId), count }),
        slotId,
        sought: before.sought,
      },
      async (query) => {
        const found = await choosing.find(slotId, query);
        const lines = passageLines(found, {}, claimOfSlot(view.needs, slotId), speech);
        for (const line of lines.length > 0 ? lines : [speech.phrase("choose.nothing-shares-a-word")])
          choosing.say(line);
        return found;
      },
    );
    if (chosen === "nobody") break;
    if (chosen === "later") continue;
    await choosing.choose(slotId, chosen);
    before.hasChosen = true;
  }
  return before.hasChosen;
};

/** So often a person may search for one slot in a row: a program that searches for ever is no person. */
const searchesMax = 50;

/** The question about one slot, and what was looked for of each. */
interface OfSlot {
  readonly slotId: string;
  readonly questionOf: (count: number) => string;
  readonly sought: Map<string, string>;
}

const askPassage = async (
  first: readonly PassageCandidate[],
  ask: Ask,
  { slotId, questionOf, sought }: OfSlot,
  find: (query: string) => Promise<readonly PassageCandidate[]>,
): Promise<PassageCandidate | "later" | "nobody"> => {
  let shown = first;
  // Where nothing was found, the numbers that were shown still hold.
  const look = async (query: string): Promise<void> => {
    sought.set(slotId, query);
    const found = await find(query);
    if (found.length > 0) shown = found;
  };
  const looked = sought.get(slotId);
  if (looked !== undefined) await look(looked);
  for (let searches = 0; searches < searchesMax; searches++) {
    const question = questionOf(shown.length);
    const fits = (one: string): boolean => passageOf(shown, one) !== undefined || wordsSought(one) !== undefined;
    // An answer to other passages is none to these.
    const about = [slotId, ...shown.map(({ evidence, locator }) => `${evidence?.evidenceId} ${locator?.exactQuote}`)];
    const answer = await askUntil((words) => ask(words, about.join("\n")), [question, question], fits);
    if (answer === undefined) return "nobody";
    const query = wordsSought(answer);
    if (query === undefined) return passageOf(shown, answer) ?? "later";
    await look(query);
  }
  return "nobody";
};

const passageOf = (shown: readonly PassageCandidate[], answer: string): PassageCandidate | undefined =>
  /^\s*\d{1,2}\s*$/u.test(answer) ? shown[Number(answer) - 1] : undefined;
