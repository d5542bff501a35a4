import type { Command } from "commander";
import { OrchestratorState } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { changeReading } from "../../../client/change-reading.ts";
import { contextOf, loadRunView, type RunView, readRun } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { answerHint, letterLines } from "../../print/letter-lines.ts";
import { nextLines } from "../../print/show-run.ts";
import { answersProposal } from "../../proposal/answers.ts";
import { isReadingChange, readingChangeSaid } from "../../proposal/reading-changes.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run letter`: the letter that is answered, taken apart, and the answers to what it states. */
export const addLetterCommand = (run: Command, shell: Shell): void => {
  const letter = run
    .command("letter")
    .argument("<run>")
    .argument("[answers...]", "NUMBER=right|wrong|unknown|beside, with the reason behind a colon; Dutch words will do")
    .option("--confirm", "confirm the outline at once")
    .description("The letter you answer, taken apart; with answers: make the outline of them.");
  withExample(
    letter,
    "pincite run letter latest",
    'pincite run letter latest 1=right "2=wrong: it was promised on 17 March" 3=unknown 4=beside',
    'pincite run letter latest 1=juist "2=onjuist: het is op 17 maart toegezegd" 3=weet-niet 4=nvt --confirm',
  );
  letter.action((named: string, given: string[], options: { confirm?: boolean }, command: Command) =>
    shell.connected(command, async (connection) => {
      let view = await loadRunView(connection, await readRun(connection, named));
      const { locale } = shell.speech(view.context);
      refuseNoLetter(view);
      for (const one of given.filter(isReadingChange)) {
        const { orchestrator } = connection;
        const changed = await changeReading(orchestrator, () => shell.newKey(), view, readingChangeSaid(view, one));
        if (!changed) throw new DomainError("REQUEST_INVALID", worded("cut.nothing-changes", { said: one }));
        view = await loadRunView(connection, changed);
      }
      const answers = given.filter((one) => !isReadingChange(one));
      if (answers.length === 0) return say(shell, view);
      const { runId, version } = view.context;
      refuseOtherStage(view);
      const { runContext } = await connection.orchestrator.propose({
        runId,
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
        proposal: answersProposal(answers, locale, view.letterReading?.questions, view.letterReading?.assertions),
        confirm: options.confirm ?? false,
      });
      const after = await loadRunView(connection, contextOf(runContext));
      say(shell, after);
      for (const line of nextLines(after.context, shell.speech(after.context))) shell.say(line);
    }),
  );
};

const say = (shell: Shell, view: RunView): void => {
  const speech = shell.speech(view.context);
  const inOutline = view.context.state === OrchestratorState.SKELETON;
  const early = view.context.state === OrchestratorState.INTENT_SEED;
  for (const line of letterLines(view, speech)) shell.say(line);
  for (const line of inOutline || early ? answerHint(view, inOutline, speech) : []) shell.say(line);
};

const refuseNoLetter = ({ context: { answeredLetter, runId } }: RunView): void => {
  if (answeredLetter) return;
  throw new DomainError("PIN_NOT_FOUND", worded("command.no-letter-is-pinned-as-the-one-you-answer", { runId }));
};

/** Answers make the outline, so they are given where the outline is made. */
const refuseOtherStage = ({ context: { state, runId } }: RunView): void => {
  if (state === OrchestratorState.SKELETON) return;
  const go =
    state === OrchestratorState.INTENT_SEED
      ? `pincite run advance ${runId}`
      : `pincite run rewind ${runId} --to skeleton`;
  throw new DomainError("PROPOSAL_WRONG_STAGE", worded("command.the-letter-is-answered-in-the-stage-of-the", { go }));
};
