import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  OrchestratorState,
  OrchestratorStateSchema,
  StagePhase,
  StagePhaseSchema,
} from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { enumWord } from "../../../src/cli/text/enum-word.ts";
import { quote, stages } from "./small-case.ts";

/** A place in which a run can rest. EVIDENCE_NEEDS is never open: its slots are put forward on entry. */
export interface Place {
  readonly name: string;
  readonly state: OrchestratorState;
  readonly phase: StagePhase;
  readonly finalised: boolean;
}

const phases = [StagePhase.OPEN, StagePhase.PROPOSED, StagePhase.CONFIRMED] as const;

export const stageName = (state: OrchestratorState): string => enumWord(OrchestratorStateSchema, state);

/** All of them, in order: seventeen, and the finalised run. */
export const places: readonly Place[] = [
  ...stages.flatMap((state) =>
    phases
      .filter((phase) => state !== OrchestratorState.EVIDENCE_NEEDS || phase !== StagePhase.OPEN)
      .map((phase) => ({
        name: `${stageName(state)} ${enumWord(StagePhaseSchema, phase)}`,
        ...{ state, phase, finalised: false },
      })),
  ),
  { name: "finalised", state: OrchestratorState.DRAFT, phase: StagePhase.CONFIRMED, finalised: true },
];

type Params = NonNullable<MessageInitShape<typeof ToolRequestParamsSchema>["params"]>;

/** Well-formed parameters of every tool, so that only the policy can object. */
export const paramsOf = (toolName: string, docUid: string): ToolRequestParams =>
  create(ToolRequestParamsSchema, { params: paramsByTool(docUid)[toolName] ?? { case: undefined } });

const paramsByTool = (docUid: string): Record<string, Params> => {
  // A place is asked for wherever the Vault may be asked at all; words to cite only once slots are bound.
  const places = [{ locator: { docUid }, place: { named: { case: "page", value: 1 } } }] as const;
  // Ids of law that parse: any other waits for a person, whatever the stage.
  const ofLaw = (lawUid: string) => [{ locator: { docUid: lawUid, exactQuote: quote } }];
  const citations = ["art. 7:611 BW"];
  return {
    "vault.search": { case: "vaultSearch", value: { query: "report" } },
    "vault.bundle.inspect": { case: "vaultBundleInspect", value: { bundleId: "bundle:1" } },
    "vault.resolve_ids": { case: "vaultResolveIds", value: { evidenceIds: [`vault:${docUid}`] } },
    "vault.get_spans": { case: "vaultGetSpans", value: { queries: [...places] } },
    "lawbot.search": { case: "lawbotSearch", value: { query: "goed werkgever" } },
    "lawbot.resolve_citations": { case: "lawbotResolveCitations", value: { citations } },
    "lawbot.get_spans": { case: "lawbotGetSpans", value: { queries: ofLaw("BWBR0005290@2023-07-01") } },
    "lawbot.case_search": { case: "lawbotCaseSearch", value: { query: "goed werkgever" } },
    "lawbot.case_resolve_citations": { case: "lawbotCaseResolveCitations", value: { citations } },
    "lawbot.case_get_spans": { case: "lawbotCaseGetSpans", value: { queries: ofLaw("ECLI:NL:HR:2016:162") } },
    "vault.import": { case: "vaultImport", value: { path: "a.txt", content: Buffer.from("a") } },
    "vault.bundle.attach": { case: "vaultBundleAttach", value: { bundleId: "bundle:1" } },
  };
};

const { INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION } = OrchestratorState;

/** The table of design section 5, written down a second time: which tools run in which stages, by whom, and how. */
export const toolTable: Readonly<
  Record<string, { readonly stages: readonly OrchestratorState[]; readonly kind: "read" | "opt-in" | "mutating" }>
> = {
  "vault.search": { kind: "read", stages: [EVIDENCE_NEEDS, EVIDENCE_BINDING] },
  "vault.bundle.inspect": { kind: "read", stages: [EVIDENCE_NEEDS] },
  "lawbot.search": { kind: "read", stages: [EVIDENCE_NEEDS, EVIDENCE_BINDING] },
  "vault.resolve_ids": { kind: "read", stages: [EVIDENCE_BINDING] },
  "lawbot.resolve_citations": { kind: "read", stages: [EVIDENCE_BINDING] },
  "vault.get_spans": { kind: "read", stages: [EVIDENCE_BINDING, SPAN_RESOLUTION] },
  "lawbot.get_spans": { kind: "read", stages: [SPAN_RESOLUTION] },
  "lawbot.case_search": { kind: "opt-in", stages: [EVIDENCE_NEEDS, EVIDENCE_BINDING] },
  "lawbot.case_resolve_citations": { kind: "opt-in", stages: [EVIDENCE_BINDING] },
  "lawbot.case_get_spans": { kind: "opt-in", stages: [SPAN_RESOLUTION] },
  "vault.import": { kind: "mutating", stages: [INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING] },
  "vault.bundle.attach": { kind: "mutating", stages: [INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING] },
};
