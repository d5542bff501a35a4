import { OrchestratorStateSchema } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
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
      ? phrase("record.of-events-and-artifacts-came-out-byte-for", { runId, derived, events, artifacts })
      : phrase("record.of-events-came-out-byte-for-byte-then-one-did", { runId, derived, events }),
    phrase("record.no-model-no-source-and-no-network-was-asked"),
    ...(receiptsSignedAgain > 0
      ? [phrase("record.receipts-were-signed-again-and-are-equal", { receiptsSignedAgain })]
      : []),
    ...(receiptsFromRecord > 0
      ? [phrase("record.receipts-have-the-signature-of-the-record", { receiptsFromRecord })]
      : []),
    ...taken.map(({ seq, event, why }) =>
      phrase("record.event-was-taken-as-recorded", { seq: String(seq), event, why: sentence(why) }),
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
    phrase("record.a-fork-of-with-now-in", {
      runId: context.runId,
      parentId: made.parentId,
      change: made.change,
      stage,
    }),
    ...left.map((each) => phrase("record.does-not-apply-any-more", { each: sentence(each) })),
    ...(open.length === 0
      ? [phrase("record.everything-that-was-confirmed-rests-on-the")]
      : [
          phrase("record.it-waits-a-person-would-have-to-confirm"),
          ...open.map((itemId) => `    ${itemName(itemId)}  ${oneLine(itemText(made.view, itemId, speech), 150)}`),
          phrase("record.once-you-have-pincite-replay-with-into-goes", {
            parentId: made.parentId,
            change: made.change,
            runId: context.runId,
          }),
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
