import { create } from "@bufbuild/protobuf";
import {
  type ArtifactInfo,
  type LineageEdge,
  LineageEdgeSchema,
} from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { artifactLost } from "../../store/named-blob.ts";
import type { RunArtifacts } from "../run/run-artifacts.ts";
import type { Runs } from "../run/runs.ts";
import { infoOf, noSuchArtifact } from "./artifact-info.ts";

/** How a walk goes. */
export interface Walk {
  readonly toChildren: boolean;
  /** Steps, from 1. */
  readonly depth: number;
}

/** What was met on a walk. */
export interface Lineage {
  /** Nearest first, each once; at most 1,000. */
  readonly nodes: readonly ArtifactInfo[];
  readonly edges: readonly LineageEdge[];
  readonly truncated: boolean;
}

/** The lineage of an artifact in a run, and who else recorded it. */
export interface LineageOfRun extends Lineage {
  readonly runId: string;
  readonly otherRunIds: readonly string[];
  readonly parentRunId: string;
}

const nodesMax = 1_000;
const othersMax = 100;

/**
 * The lineage of an artifact within one run: the one named, or for "" the one that recorded it first. It is derived from
 * that run's events alone, so that other runs with equal contents change nothing in it.
 *
 * Errors: ARTIFACT_NOT_FOUND, RUN_NOT_FOUND, DATA_LOSS.
 */
export const lineageOf = async (runs: Runs, digest: string, named: string, walk: Walk): Promise<LineageOfRun> => {
  // One more than is listed: the run that is walked is among them.
  const recorders = (await runs.recorded.recorders(digest, othersMax + 1)).map(({ runId }) => runId);
  const runId = named || recorders[0];
  if (runId === undefined) throw (await runs.isLost(digest)) ? artifactLost(digest) : noSuchArtifact(digest);
  const artifacts = await runs.recorded.of(runId);
  if (!artifacts.last(digest)) throw notOfRun(digest, runId);
  const otherRunIds = recorders.filter((other) => other !== runId).slice(0, othersMax);
  const sees = await runs.parts.sight?.runs();
  const parentRunId = !sees || (await sees(artifacts.parentRunId)) ? artifacts.parentRunId : "";
  return { ...walked(artifacts, digest, walk), runId, otherRunIds, parentRunId };
};

/** Walks breadth first from an artifact of a run. */
export const walked = (artifacts: RunArtifacts, from: string, { toChildren, depth }: Walk): Lineage => {
  const nodes = new Map<string, ArtifactInfo>();
  const edges: LineageEdge[] = [];
  const meet = (digest: string): void => {
    const recorded = artifacts.last(digest);
    if (recorded) nodes.set(digest, infoOf(recorded));
  };
  meet(from);
  let frontier = [from];
  for (let level = 0; level < depth && frontier.length > 0; level++) {
    const next: string[] = [];
    for (const here of frontier) {
      for (const there of toChildren ? artifacts.children(here) : artifacts.parents(here)) {
        if (!nodes.has(there)) {
          if (nodes.size >= nodesMax) return { nodes: [...nodes.values()], edges, truncated: true };
          meet(there);
          next.push(there);
        }
        const [child, parent] = toChildren ? [there, here] : [here, there];
        edges.push(create(LineageEdgeSchema, { child, parent }));
      }
    }
    frontier = next;
  }
  return { nodes: [...nodes.values()], edges, truncated: false };
};

const notOfRun = (digest: string, runId: string): DomainError =>
  new DomainError(
    "ARTIFACT_NOT_FOUND",
    worded("error.run-did-not-record-leave-run-id-empty-and-the", { runId, digest }),
    { digest, run_id: runId },
  );
