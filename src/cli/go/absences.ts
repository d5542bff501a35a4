import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../../client/connection.ts";
import type { RunView } from "../../client/run-view.ts";
import { searchResult } from "../../client/search-result.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Speech } from "../../messages/speech.ts";
import { evidenceTitle } from "../print/item-text.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** A slot that asks for something that is not there, with what its search found all the same. */
export interface Absence {
  readonly slot: EvidenceSlot;
  readonly toolResultId: string;
  readonly hits: readonly EvidenceCandidate[];
}

/** The absences that nothing is put forward for, since their last search found something that nobody has set aside. */
export const absencesOf = async (connection: Connection, view: RunView): Promise<Absence[]> => {
  if (view.context.state !== State.EVIDENCE_BINDING) return [];
  const bound = new Set((view.needMap?.bindings ?? []).map(({ slotId }) => slotId));
  const open = (view.needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ required, optional }) => [...required, ...optional])
    .filter(({ kind, slotId }) => kind === SlotKind.ABSENCE && !bound.has(slotId));
  const found: Absence[] = [];
  for (const slot of open) {
    const toolResultId = slot.searchResultIds.at(-1);
    if (toolResultId === undefined) continue;
    const { outputRef } = await connection.tools.explainToolCall({ id: toolResultId });
    const hits = (await searchResult(connection, outputRef))?.candidates ?? [];
    if (hits.length > 0) found.push({ slot, toolResultId, hits });
  }
  return found;
};

/** Each hit of an absence with its number, and how a person says why it does not matter. */
export const absenceAsked = ({ slot, hits }: Absence, named: string, speech: Speech): string[] => {
  const { phrase, itemName, itemTyped } = speech;
  const typed = itemTyped(slot.slotId);
  const numbers = hits.map((_, at) => at + 1).join(",");
  return [
    ...wrap(phrase("go.asks-for-something-that-is-not-there-a-search", { slotId: itemName(slot.slotId) }), 92),
    ...hits.flatMap((hit, at) => [
      `  ${at + 1}  ${evidenceTitle(hit, speech)}`,
      ...wrap(`“${oneLine(hit.snippet, 160)}”`, 84).map((line) => `       ${line}`),
    ]),
    ...wrap(phrase("go.say-of-each-why-it-is-not-what-was-asked-for"), 92),
    `  pincite run go ${named} "${typed}=${numbers}: ${phrase("go.is-about-something-else")}"`,
  ];
};

const dismissal = /^(?<slotId>slot:\d+)=(?<numbers>\d+(?:\s*,\s*\d+)*)\s*:\s*(?<reason>[\s\S]*\S)\s*$/u;

/** Whether words say why hits do not matter: `slot:6=1,2: they are about another desk`. */
export const isDismissal = (said: string): boolean => dismissal.test(said);

/** Bindings of absences from what a person says of their hits. Errors: REQUEST_INVALID where there is no such slot or number. */
export const dismissedBindings = (
  said: readonly string[],
  absences: readonly Absence[],
): MessageInitShape<typeof BindingProposalSchema>[] => {
  const bySlot = Map.groupBy(
    said.flatMap((one) => {
      const { slotId = "", numbers = "", reason = "" } = dismissal.exec(one)?.groups ?? {};
      return numbers.split(",").map((number) => ({ slotId, number: Number(number), reason }));
    }),
    ({ slotId }) => slotId,
  );
  return [...bySlot].map(([slotId, dismissed]) => {
    const absence = absences.find(({ slot }) => slot.slotId === slotId);
    if (!absence)
      throw new DomainError(
        "REQUEST_INVALID",
        worded("command.waits-for-no-word-about-what-a-search-found", { slotId }),
      );
    const dismissals = dismissed.map(({ number, reason }) => {
      const hit = absence.hits[number - 1];
      if (!hit)
        throw new DomainError("REQUEST_INVALID", worded("command.the-search-for-found-no-number", { slotId, number }));
      return { evidenceId: hit.evidenceId, reason };
    });
    const { toolResultId } = absence;
    return { slotId, evidence: { evidence: { case: "search", value: { toolResultId } } }, dismissals };
  });
};
