import { OrchestratorStateSchema } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { type Speech, speechOf } from "../../words/speech.ts";
import type { SlotDifference } from "../fork/claim-differences.ts";
import type { Forked } from "../fork/fork-run.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine } from "../text/plain.ts";
import type { ReplayOutcome } from "../types.ts";
import { itemText } from "./item-text.ts";

/** What came out of a replay, for people. */
export const outcomeLines = (outcome: ReplayOutcome, { phrase, sentence }: Speech = speechOf("en")): string[] => {
  const { runId, events, derived, artifacts, taken, receiptsSignedAgain, receiptsFromRecord } = outcome;
  const whole = outcome.difference === undefined;
  return [
    whole
      ? phrase("{1}: {2} of {3} events and {4} artifacts came out byte for byte", runId, derived, events, artifacts)
      : phrase("{1}: {2} of {3} events came out byte for byte, then one did not", runId, derived, events),
    phrase("no model, no source and no network was asked"),
    ...(receiptsSignedAgain > 0 ? [phrase("{1} receipts were signed again and are equal", receiptsSignedAgain)] : []),
    ...(receiptsFromRecord > 0
      ? [phrase("{1} receipts have the signature of the record: their key is not here", receiptsFromRecord)]
      : []),
    ...taken.map(({ seq, event, why }) =>
      phrase("event {1} ({2}) was taken as recorded: {3}", String(seq), event, sentence(why)),
    ),
  ];
};

/** Where a replay came to something else. */
export const placeOf = ({ seq, event, role, path }: NonNullable<ReplayOutcome["difference"]>): string =>
  [`event ${seq} (${event || "not recorded"})`, role && `artifact ${role}`, path && `field ${path}`]
    .filter((part) => part !== "")
    .join(", ");

/** A fork for people: how far it went, what a person would have to confirm, and what became of each citation. */
export const forkLines = (
  made: {
    readonly parentId: string;
    readonly change: string;
    readonly forked: Forked;
    readonly view: RunView;
    readonly differences: readonly SlotDifference[];
  },
  speech: Speech = speechOf("en"),
): string[] => {
  const { phrase, sentence, itemName } = speech;
  const { context, left, open } = made.forked;
  const stage = sentence(enumWord(OrchestratorStateSchema, context.state));
  return [
    phrase("{1}: a fork of {2} with {3}, now in {4}", context.runId, made.parentId, made.change, stage),
    ...left.map((each) => phrase("  does not apply any more: {1}", sentence(each))),
    ...(open.length === 0
      ? [phrase("  everything that was confirmed rests on the same and holds")]
      : [
          phrase("  it waits: a person would have to confirm"),
          ...open.map((itemId) => `    ${itemName(itemId)}  ${oneLine(itemText(made.view, itemId, speech), 150)}`),
          phrase(
            "  once you have, `pincite replay {1} --with {2} --into {3}` goes on",
            made.parentId,
            made.change,
            context.runId,
          ),
        ]),
    ...claimLines(made.differences, { sentence, itemName }),
  ];
};

const claimLines = (
  differences: readonly SlotDifference[],
  { sentence, itemName }: Pick<Speech, "sentence" | "itemName">,
): string[] =>
  differences.flatMap(({ claimId, claimText, slotId, standing, drift }, at) => [
    ...(differences[at - 1]?.claimId === claimId ? [] : [`${itemName(claimId)}  ${oneLine(claimText, 120)}`]),
    `  ${itemName(slotId)}: ${sentence(standing)}`,
    ...(drift === "" ? [] : [`    ${sentence(drift)}`]),
  ]);
