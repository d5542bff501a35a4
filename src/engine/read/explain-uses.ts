import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type EvidenceEntry,
  EvidenceEntrySchema,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { ContextManifestSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ToolRequest, ToolResult } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolUse, ToolUseSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { entryRole, setRole } from "../../run/evidence-state.ts";
import type { Recorded } from "../run/run-artifacts.ts";
import type { Runs } from "../run/runs.ts";

/** A finished call. */
interface Used {
  readonly request: ToolRequest;
  readonly result: ToolResult;
  readonly resultRef: ArtifactRef | undefined;
}

/**
 * What the result of a call was used for, in the order of the journal, each use once with the artifact in which it was
 * first made: turns whose manifest shows it, the evidence set it entered, pins, bindings, ledger entries, sentences.
 * Proposals nobody confirmed use nothing.
 */
export const usesOf = async (runs: Runs, runId: string, used: Used): Promise<ToolUse[]> => {
  const artifacts = await runs.recorded.of(runId);
  const first = artifacts.last(used.resultRef?.digest ?? "");
  const uses = new Map<string, ToolUse>();
  const chain = { resultId: used.result.id, bindings: new Set<string>(), entries: new Set<string>() };
  const shown = new Set([used.resultRef?.digest, used.result.outputRef?.digest]);
  for (const { ref, seq } of artifacts.recorded) {
    const artifact = seq < (first?.seq ?? 0) ? undefined : artifacts.last(ref.digest);
    if (!artifact) continue;
    for (const [kind, subjectId] of await usesIn(runs, artifact, chain, shown)) {
      const key = `${kind} ${subjectId}`;
      if (!uses.has(key)) uses.set(key, create(ToolUseSchema, { kind, subjectId, ref: artifact.ref }));
    }
  }
  return [...uses.values()];
};

/** From a result over bindings and entries to sentences; each link is by the id the kernel minted. */
interface Chain {
  readonly resultId: string;
  readonly bindings: Set<string>;
  readonly entries: Set<string>;
}

type Use = readonly [kind: string, subjectId: string];

const usesIn = async (
  runs: Runs,
  { ref, role, parents }: Recorded,
  chain: Chain,
  shown: ReadonlySet<string | undefined>,
): Promise<Use[]> => {
  switch (role) {
    case "context_manifest": {
      if (!parents.some(({ digest }) => shown.has(digest))) return [];
      return [["turn", (await runs.reader.read(ContextManifestSchema, ref)).turnId]];
    }
    case entryRole:
      return entriesUses([await runs.reader.read(EvidenceEntrySchema, ref)], chain);
    case setRole:
      return entriesUses((await runs.reader.read(EvidenceSetSchema, ref)).entries, chain);
    case "need_map":
      return bindingUses(runs, ref, chain);
    case "citation_ledger":
      return entryUses(runs, ref, chain);
    case "draft_text":
      return sentenceUses(runs, ref, chain);
    default:
      return [];
  }
};

const entriesUses = (entries: readonly EvidenceEntry[], { resultId }: Chain): Use[] => {
  const brought = entries.filter(({ toolResultIds }) => toolResultIds.includes(resultId));
  const pinned = brought.filter((entry) => entry.pinned);
  return [
    ...(brought.length > 0 ? [["evidence_set", ""] as const] : []),
    ...pinned.map(({ candidate }) => ["pin", candidate?.evidenceId ?? ""] as const),
  ];
};

const bindingUses = async (runs: Runs, ref: ArtifactRef, chain: Chain): Promise<Use[]> => {
  const { bindings } = await runs.reader.read(EvidenceNeedMapSchema, ref);
  const resting = bindings.filter(({ toolResultIds, evidence }) => {
    const search = evidence?.evidence.case === "search" ? evidence.evidence.value.toolResultId : "";
    return toolResultIds.includes(chain.resultId) || search === chain.resultId;
  });
  for (const { bindingId } of resting) chain.bindings.add(bindingId);
  return resting.map(({ slotId }) => ["binding", slotId]);
};

const entryUses = async (runs: Runs, ref: ArtifactRef, chain: Chain): Promise<Use[]> => {
  const { entries } = await runs.reader.read(CitationLedgerSchema, ref);
  const resting = entries.filter(
    ({ bindingId, toolResultId }) => toolResultId === chain.resultId || chain.bindings.has(bindingId),
  );
  for (const { entryId } of resting) chain.entries.add(entryId);
  return resting.map(({ entryId }) => ["citation_ledger", entryId]);
};

const sentenceUses = async (runs: Runs, ref: ArtifactRef, chain: Chain): Promise<Use[]> => {
  const { sections } = await runs.reader.read(DraftTextSchema, ref);
  return sections
    .flatMap(({ sentences }) => sentences)
    .filter(({ entryIds }) => entryIds.some((id) => chain.entries.has(id)))
    .map(({ sentenceId }) => ["draft_text", sentenceId]);
};
