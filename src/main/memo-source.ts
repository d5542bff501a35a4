import { fromBinary } from "@bufbuild/protobuf";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { storedOriginal } from "../client/stored-original.ts";
import type { Audit } from "../engine/read/audit.ts";
import type { Views } from "../engine/read/views.ts";
import { noSuchStrand } from "../engine/run/erased.ts";
import type { EvidenceDirectory, Sight } from "../engine/run/ports.ts";
import { DomainError } from "../error.ts";
import type { MemoSource } from "../export/read-memo.ts";
import { worded } from "../messages/said.ts";
import { completedProfile } from "../profile/shipped.ts";

/** What exports are read from beside the runs. */
interface Sources {
  readonly directory: EvidenceDirectory;
  readonly vault: Transport;
  readonly lawbot: Transport;
  /** What whoever an export is for may see. Default: everything. */
  readonly sight?: Sight | undefined;
}

/** What exports are read from: the runs of this installation, and Vault and LawBot, wherever they are. */
export const memoSource = (
  views: Views,
  { receipts }: Audit,
  { directory, vault, lawbot, sight }: Sources,
): MemoSource => {
  const citations: Client<typeof LawCitationService> = createClient(LawCitationService, lawbot);
  const docs = createClient(DocsService, vault);
  return {
    context: (runId) => views.run(runId),
    evidence: async (runId) => (await views.runWithEvidence(runId)).evidenceSet,
    profile: async ({ digest }) => completedProfile(fromBinary(WorkflowProfileSchema, await views.content(digest))),
    content: (digest) => views.content(digest),

    async receipts(runId) {
      const found = new Map<string, string>();
      let after: string | undefined;
      do {
        const { rows, next } = await receipts.list(runId, after, 1_000);
        for (const { receipt } of rows) if (receipt) found.set(receipt.resultId, receipt.receiptId);
        after = next;
      } while (after !== undefined);
      return found;
    },

    citations: async (text) => (await citations.parseCitations({ text })).citations,

    withHealth: (strandId, evidenceIds) =>
      directory.withHealth(evidenceIds, { strandId, signal: new AbortController().signal }),

    async original(strandId, evidenceId) {
      const sees = await sight?.strands();
      // A run that may be read shows what it quotes of a paper, and not the paper.
      if (sees && !(await sees(strandId))) throw noSuchStrand(strandId);
      const docUid = evidenceId.slice("vault:".length);
      const { head, bytes } = await storedOriginal(docs.getOriginal({ strandId, docUid })).catch(asDomain);
      return { bytes, digest: head.digest, name: head.name };
    },
  };
};

/** The Vault's own words would reach our caller else. */
const asDomain = (cause: unknown): never => {
  if (cause instanceof DomainError) throw cause;
  throw new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("error.the-vault-does-not-give-the-original-of-an"),
    {},
    { cause },
  );
};
