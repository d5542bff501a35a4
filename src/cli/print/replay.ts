import { OrchestratorStateSchema } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { SlotDifference } from "../fork/claim-differences.ts";
import type { Forked } from "../fork/fork-run.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine } from "../text/plain.ts";
import type { ReplayOutcome } from "../types.ts";
import { itemText } from "./item-text.ts";

/** What came out of a replay, for people. */
export const outcomeLines = (outcome: ReplayOutcome): string[] => {
  const { runId, events, derived, artifacts, taken, receiptsSignedAgain, receiptsFromRecord } = outcome;
  const whole = outcome.difference === undefined;
  return [
    whole
      ? `${runId}: ${derived} of ${events} events and ${artifacts} artifacts came out byte for byte`
      : `${runId}: ${derived} of ${events} events came out byte for byte, then one did not`,
    "no model, no source and no network was asked",
    ...(receiptsSignedAgain > 0 ? [`${receiptsSignedAgain} receipts were signed again and are equal`] : []),
    ...(receiptsFromRecord > 0
      ? [`${receiptsFromRecord} receipts have the signature of the record: their key is not here`]
      : []),
    ...taken.map(({ seq, event, why }) => `event ${seq} (${event}) was taken as recorded: ${why}`),
  ];
};

/** Where a replay came to something else. */
export const placeOf = ({ seq, event, role, path }: NonNullable<ReplayOutcome["difference"]>): string =>
  [`event ${seq} (${event || "not recorded"})`, role && `artifact ${role}`, path && `field ${path}`]
    .filter((part) => part !== "")
    .join(", ");

/** A fork for people: how far it went, what a person would have to confirm, and what became of each citation. */
export const forkLines = (made: {
  readonly parentId: string;
  readonly change: string;
  readonly forked: Forked;
  readonly view: RunView;
  readonly differences: readonly SlotDifference[];
}): string[] => {
  const { context, left, open } = made.forked;
  const stage = enumWord(OrchestratorStateSchema, context.state);
  return [
    `${context.runId}: a fork of ${made.parentId} with ${made.change}, now in ${stage}`,
    ...left.map((each) => `  does not apply any more: ${each}`),
    ...(open.length === 0
      ? ["  everything that was confirmed rests on the same and holds"]
      : [
          "  it waits: a person would have to confirm",
          ...open.map((itemId) => `    ${itemId}  ${oneLine(itemText(made.view, itemId), 150)}`),
          `  once you have, \`pincite replay ${made.parentId} --with ${made.change} --into ${context.runId}\` goes on`,
        ]),
    ...claimLines(made.differences),
  ];
};

const claimLines = (differences: readonly SlotDifference[]): string[] =>
  differences.flatMap(({ claimId, claimText, slotId, standing, drift }, at) => [
    ...(differences[at - 1]?.claimId === claimId ? [] : [`${claimId}  ${oneLine(claimText, 120)}`]),
    `  ${slotId}: ${standing}`,
    ...(drift === "" ? [] : [`    ${drift}`]),
  ]);
