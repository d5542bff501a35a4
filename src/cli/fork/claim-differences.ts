import {
  CompareSpanResponse_Verdict,
  CompareSpanResponse_VerdictSchema,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Connection } from "../../client/connection.ts";
import type { RunView } from "../../client/run-view.ts";
import { fromConnectError } from "../../wire/client.ts";
import { enumWord } from "../text/enum-word.ts";
import { unitOf } from "./names.ts";

/** How what a claim rests on in the fork stands to what it rested on in the parent. */
export type Standing =
  | "same"
  | "other evidence"
  | "other words"
  | "other version of the article"
  | "now unsupported"
  | "not reached";

/** One slot of a claim in both runs. */
export interface SlotDifference {
  readonly claimId: string;
  readonly claimText: string;
  readonly slotId: string;
  readonly standing: Standing;
  /** What LawBot says of the parent's words of the law on the other day; empty where it was not asked. */
  readonly drift: string;
}

/** What the parent's every citation comes to in the fork, in order of its ledger. `lawDate`: LawBot is asked about it. */
export const claimDifferences = async (
  connection: Connection,
  parent: RunView,
  fork: RunView,
  lawDate: string | undefined,
): Promise<SlotDifference[]> => {
  const texts = new Map(
    (parent.skeleton?.sections ?? []).flatMap(({ claims }) => claims.map(({ claimId, text }) => [claimId, text])),
  );
  const found: SlotDifference[] = [];
  for (const entry of parent.ledger?.entries ?? []) {
    const { claimId, slotId } = entry;
    const drift = lawDate && entry.span && entry.lawDate === "" ? await driftOf(connection, entry, lawDate) : noDrift;
    const standing = drift.isGone ? "now unsupported" : standingOf(parent, fork, entry);
    found.push({ claimId, claimText: texts.get(claimId) ?? "", slotId, standing, drift: drift.words });
  }
  return found;
};

const standingOf = (parent: RunView, fork: RunView, entry: LedgerEntry): Standing => {
  const inSlot = <T extends { slotId: string }>(all: readonly T[] | undefined) =>
    (all ?? []).filter(({ slotId }) => slotId === entry.slotId);
  const before = parent.needMap?.bindings.find(({ bindingId }) => bindingId === entry.bindingId);
  const bindings = inSlot(fork.needMap?.bindings);
  const entries = inSlot(fork.ledger?.entries);
  if (bindings.length === 0)
    return fork.context.state > OrchestratorState.EVIDENCE_BINDING ? "now unsupported" : "not reached";
  const wasId = nameOf(before);
  const now = bindings.find((one) => nameOf(one) === wasId) ?? bindings[0];
  const nowId = nameOf(now);
  if (wasId !== nowId) return unitOf(wasId) === unitOf(nowId) ? "other version of the article" : "other evidence";
  if (!entry.span) return "same";
  if (entries.length === 0)
    return fork.context.state > OrchestratorState.SPAN_RESOLUTION ? "now unsupported" : "not reached";
  return entries.some(({ span }) => span?.excerpt === entry.span?.excerpt) ? "same" : "other words";
};

/** What a binding rests on, by name; a search by what it searched, as its result has another id in each run. */
const nameOf = (binding: Binding | undefined): string => {
  const evidence = binding?.evidence?.evidence;
  if (evidence?.case === "document" || evidence?.case === "law") return evidence.value.evidenceId;
  if (evidence?.case === "search") return `search: ${evidence.value.scope}`;
  return evidence?.case === "statement" ? `statement: ${evidence.value.text}` : "";
};

/** What LawBot says of words of the law on another day, and whether they have nothing to stand in there. */
interface Drift {
  readonly words: string;
  readonly isGone: boolean;
}

const noDrift: Drift = { words: "", isGone: false };

const driftOf = async ({ lawSpan }: Connection, { span }: LedgerEntry, inForceOn: string): Promise<Drift> => {
  // Documents of the Vault are named by their hash alone; a version of a law by its day too.
  if (!span?.docUid.includes("@")) return noDrift;
  try {
    const { verdict, message } = await lawSpan.compareSpan({ span, inForceOn });
    const words = `${enumWord(CompareSpanResponse_VerdictSchema, verdict)}: ${message}`;
    return { words, isGone: verdict === CompareSpanResponse_Verdict.REPEALED };
  } catch (error) {
    const { reason, message } = fromConnectError(error);
    return { words: message, isGone: reason === "VERSION_NOT_FOUND" };
  }
};
