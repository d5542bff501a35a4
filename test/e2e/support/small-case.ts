import { create } from "@bufbuild/protobuf";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunDriver } from "./run-driver.ts";

/** One document and one claim that quotes it: the least that passes through every stage with a real quote. */
export const note = {
  path: "minutes.txt",
  bytes: Buffer.from("Minutes of the meeting.\n\nOn 3 March the report was delivered to the board. Nobody objected.\n"),
};
export const quote = "On 3 March the report was delivered to the board.";

export const stages = [
  OrchestratorState.INTENT_SEED,
  OrchestratorState.SKELETON,
  OrchestratorState.EVIDENCE_NEEDS,
  OrchestratorState.EVIDENCE_BINDING,
  OrchestratorState.SPAN_RESOLUTION,
  OrchestratorState.DRAFT,
] as const;

/** A run with what its proposals name; without a document every proposal still has its form and names made-up ids. */
export interface Subject {
  readonly driver?: RunDriver;
  readonly docUid: string;
}

/** A good proposal for a stage, made from what the run holds at that moment. */
export const proposalFor = async (state: OrchestratorState, { driver, docUid }: Subject): Promise<StageProposal> => {
  switch (state) {
    case OrchestratorState.INTENT_SEED:
      return create(StageProposalSchema, {
        proposal: { case: "intentSeed", value: { goal: "Show that the report was delivered in time." } },
      });
    case OrchestratorState.SKELETON:
      return create(StageProposalSchema, {
        proposal: {
          case: "skeleton",
          value: { sections: [{ title: "Facts", claims: [{ text: "The report was delivered on 3 March." }] }] },
        },
      });
    case OrchestratorState.EVIDENCE_NEEDS:
      return create(StageProposalSchema, {
        proposal: {
          case: "evidenceNeeds",
          value: { links: [{ slotId: slotOf(driver), evidenceId: `vault:${docUid}` }] },
        },
      });
    case OrchestratorState.EVIDENCE_BINDING:
      return create(StageProposalSchema, {
        proposal: {
          case: "needMap",
          value: {
            bindings: [
              {
                slotId: slotOf(driver),
                evidence: { evidence: { case: "document", value: { evidenceId: `vault:${docUid}` } } },
                reason: "It says so.",
              },
            ],
          },
        },
      });
    case OrchestratorState.SPAN_RESOLUTION: {
      const map = await driver?.current("need_map", EvidenceNeedMapSchema);
      const bindingId = map?.bindings[0]?.bindingId ?? "binding:none";
      const span = { case: "locator" as const, value: { docUid, exactQuote: quote } };
      return create(StageProposalSchema, {
        proposal: { case: "citationLedger", value: { spans: [{ bindingId, span }] } },
      });
    }
    default:
      return draftProposal(driver);
  }
};

const draftProposal = async (driver: RunDriver | undefined): Promise<StageProposal> => {
  const ledger = await driver?.current("citation_ledger", CitationLedgerSchema);
  const skeleton = await driver?.current("skeleton", MessageSkeletonSchema);
  const section = skeleton?.sections[0];
  const sentence = {
    text: `The minutes say: “${quote}”`,
    kind: SentenceKind.FACT,
    claimId: section?.claims[0]?.claimId ?? "",
    entryIds: (ledger?.entries ?? []).map(({ entryId }) => entryId),
  };
  return create(StageProposalSchema, {
    proposal: {
      case: "draftText",
      value: { sections: [{ sectionId: section?.sectionId ?? "section:1", sentences: [sentence] }] },
    },
  });
};

const slotOf = (driver: RunDriver | undefined): string => driver?.context.slots[0]?.slotId ?? "slot:1";
