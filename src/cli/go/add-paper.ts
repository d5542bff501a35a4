import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Speech } from "../../messages/speech.ts";
import { withVault } from "../commands/at-service.ts";
import { failureOf } from "../exit-code.ts";
import { importPapers, requireWhole } from "../import-papers.ts";
import { wrap } from "../text/plain.ts";
import { pathTyped } from "../typed-path.ts";
import { vaultFilesAt } from "../vault-files.ts";
import type { Acting } from "./act.ts";
import { type GoAnswer, paperTyped } from "./answer.ts";
import type { Ask } from "./ask.ts";

/** Puts what a path names into the part of the Vault that a run is of, and says what was taken, what not, and why. Errors: those of Import. */
const takePaper = async ({ shell, connection }: Acting, { strandId }: RunContext, typed: string) => {
  if (typed === "") throw new DomainError("REQUEST_INVALID", worded("go.paper-which"));
  const found = vaultFilesAt([pathTyped(typed, shell.path)]);
  const state = await withVault(connection, () =>
    importPapers({ shell, connection }, found, { strandId, dryRun: false }),
  );
  const { tally } = state;
  return {
    hasNew: tally.countOf(Outcome.IMPORTED) + tally.countOf(Outcome.SUPERSEDES) > 0,
    requireWhole: () => requireWhole(found, state),
  };
};

/**
 * The papers that were named behind `run go`, each taken in; gives a check that all of them were taken whole, to be made once the step was shown. Nothing else is said
 * with them: a number chooses among the passages that were shown before they came. Errors: those of Import, REQUEST_INVALID.
 */
export const papersSaid = async (
  acting: Acting,
  context: RunContext,
  { said, isYes, seen, rejected }: GoAnswer,
): Promise<(() => void) | undefined> => {
  const papers = said.filter((one) => paperTyped(one) !== undefined);
  if (papers.length === 0) return undefined;
  if (isYes || papers.length < said.length || seen.length + rejected.length > 0)
    throw new DomainError("REQUEST_INVALID", worded("command.say-these-apart", { names: papers.join("; ") }));
  const checks: (() => void)[] = [];
  for (const paper of papers) checks.push((await takePaper(acting, context, paperTyped(paper) ?? "")).requireWhole);
  return () => {
    for (const check of checks) check();
  };
};

/** Who names so many papers at one question is no person. */
const papersMax = 50;

/** Questions that take a paper besides their answer. */
export interface PaperAsking {
  /**
   * Begins to ask what a step asks. Where the step is shown anew since a paper came, what was answered before it is answered again by itself where the same
   * is asked, so that nothing that was typed is lost.
   */
  begin(context: RunContext, speech: Speech): Ask;
  /** Whether a paper came: whoever asked gets no answers any more, and the step is to be shown anew. */
  readonly hasCome: boolean;
}

/** A question and what was typed to it. */
interface Answered {
  readonly about: string;
  readonly answer: string;
}

/** Asks a person, and takes in what she names as a paper before she answers. */
export const askingWithPapers = (acting: Acting): PaperAsking => {
  const { shell } = acting;
  let answered: Answered[] = [];
  let hasCome = false;
  let hasTaken = false;
  let helpedAt = 0;

  const take = async (context: RunContext, typed: string, speech: Speech): Promise<void> => {
    hasTaken = true;
    try {
      const { hasNew, requireWhole: check } = await takePaper(acting, context, typed);
      hasCome = hasNew;
      // The report says what was refused; of what was never sent it says nothing.
      if (shell.stop.aborted) check();
    } catch (error) {
      for (const line of (await failureOf(error, speech)).lines) shell.say(line);
    }
  };

  return {
    get hasCome() {
      return hasCome;
    },
    begin: (context, speech) => {
      const before = hasCome ? answered : [];
      answered = [];
      hasCome = false;
      return async (question, about = question) => {
        if (hasCome) return undefined;
        const at = before.findIndex((one) => one.about === about);
        const [again] = at < 0 ? [] : before.splice(at, 1);
        if (again) {
          answered.push(again);
          return again.answer;
        }
        const isHelped = helpedAt === context.state || acting.isUnattended === true;
        const help = isHelped ? [] : wrap(speech.phrase("go.paper-help"), 92);
        helpedAt = context.state;
        for (let tries = 0; tries < papersMax; tries++) {
          // Whoever stopped an import stops here.
          if (hasTaken && shell.stop.aborted) return undefined;
          const answer = await shell.ask([...(tries === 0 ? help : []), question].join("\n"));
          const paper = answer === undefined || acting.isUnattended ? undefined : paperTyped(answer);
          if (paper === undefined) {
            if (answer !== undefined) answered.push({ about, answer });
            return answer;
          }
          await take(context, paper, speech);
          if (hasCome) return undefined;
        }
        return undefined;
      };
    },
  };
};
