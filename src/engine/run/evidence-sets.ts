import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type EvidenceEntry,
  EvidenceEntrySchema,
  type EvidenceSet,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";

/** Reads artifacts, as ArtifactReader does. */
interface Artifacts {
  known<D extends DescMessage>(schema: D, ref: ArtifactRef): MessageShape<D> | undefined;
  read<D extends DescMessage>(schema: D, ref: ArtifactRef): Promise<MessageShape<D>>;
  maybe<D extends DescMessage>(schema: D, ref: ArtifactRef | undefined): Promise<MessageShape<D> | undefined>;
}

/** A set with the references of its entries. */
interface Composed {
  readonly refs: readonly ArtifactRef[];
  readonly set: EvidenceSet;
}

/** Memory for the sets of runs, in bytes, reckoned as the artifacts of their entries are. */
const memoryMax = 16 * 1024 * 1024;
const memoryOf = ({ refs }: Composed): number => refs.reduce((sum, { sizeBytes }) => sum + 5 * Number(sizeBytes), 1024);

/**
 * Composes the evidence sets of runs from their entries. A command changes one entry of hundreds: the set of the run as it was last
 * asked for is kept, and only entries that it has not are read.
 */
export class EvidenceSets {
  readonly #reader: Artifacts;
  readonly #composed = new Recent<string, Composed>(memoryMax, memoryOf);

  constructor(reader: Artifacts) {
    this.#reader = reader;
  }

  /** The evidence of a run as it stands; undefined before anything was found or pinned. Errors: DATA_LOSS. */
  async of({ runId, evidenceSet, evidenceEntries: refs }: RunSnapshot): Promise<EvidenceSet | undefined> {
    // A journal from before entries were artifacts of their own names the set whole.
    if (refs.length === 0) return this.#reader.maybe(EvidenceSetSchema, evidenceSet);
    const former = this.#composed.get(runId);
    if (former?.refs === refs) return former.set;
    const set: EvidenceSet = { $typeName: EvidenceSetSchema.typeName, entries: await this.#entries(refs, former) };
    this.#composed.set(runId, { refs, set });
    return set;
  }

  /** Lets go of everything. */
  forget(): void {
    this.#composed.clear();
  }

  async #entries(refs: readonly ArtifactRef[], former: Composed | undefined): Promise<EvidenceEntry[]> {
    const entries: EvidenceEntry[] = [];
    for (const [at, ref] of refs.entries()) {
      const same = former?.refs[at]?.digest === ref.digest ? former.set.entries[at] : undefined;
      const known = same ?? this.#reader.known(EvidenceEntrySchema, ref);
      entries.push(known ?? (await this.#reader.read(EvidenceEntrySchema, ref)));
    }
    return entries;
  }
}
