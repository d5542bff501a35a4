import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { bindingOf, passagesShown } from "../../client/passages.ts";
import { contextOf } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Shell } from "../shell.ts";

/** One of the passages that were shown for a slot, by its number from 1. */
export interface NumberedChoice {
  readonly slotId: string;
  readonly number: number;
}

/** The choice that `slot:3=2` is; undefined for other words. */
export const choiceIn = (words: string): NumberedChoice | undefined => {
  const [, slotId = "", number = ""] = /^(slot:\d{1,4})=([1-9]\d?)$/u.exec(words.trim()) ?? [];
  return slotId === "" ? undefined : { slotId, number: Number(number) };
};

/** The passages that a person is shown for slots, by slot; nothing where the run has none. */
export const passagesFor = async (
  { orchestrator }: Connection,
  runId: string,
  asked: { readonly slotIds?: readonly string[]; readonly query?: string } = {},
): Promise<ReadonlyMap<string, readonly PassageCandidate[]>> => {
  const { slotIds = [], query = "" } = asked;
  const { slots } = await orchestrator.listCandidates({ runId, slotIds: [...slotIds], query, limit: passagesShown });
  return new Map(slots.map(({ slotId, candidates }) => [slotId, candidates]));
};

/** Chooses a passage by its number. Errors: ITEM_UNKNOWN where no passage has it. */
export const choose = async (
  { shell, connection }: { readonly shell: Shell; readonly connection: Connection },
  { runId, version }: RunContext,
  { slotId, number }: NumberedChoice,
  query = "",
): Promise<RunContext> => {
  const shown = await passagesFor(connection, runId, { slotIds: [slotId], query });
  const passage = shown.get(slotId)?.[number - 1];
  if (!passage)
    throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-passage-of-that-number", { number, slotId }));
  const { runContext } = await connection.orchestrator.chooseEvidence({
    runId,
    idempotencyKey: shell.newKey(),
    expectedVersion: version,
    slotId,
    choice: { case: "binding", value: bindingOf(slotId, passage) },
  });
  return contextOf(runContext);
};
