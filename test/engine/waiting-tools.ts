import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { LawbotSearchParamsSchema, ToolExecutorKind } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolSpec_Risk, ToolSpec_Trigger, ToolSpecSchema } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { EngineParts } from "../../src/engine/run/runs.ts";
import { builtInSpecs, catalogueOf } from "../../src/tool/catalogue.ts";
import { letterCandidate, letters } from "../run/sample-content.ts";
import type { Ask } from "./scripted-model.ts";
import { scriptedProfile, TestEngine } from "./support.ts";

/** A tool that a client runs; a request by the model needs no decision, it only waits for the client. */
export const clientTool = create(ToolSpecSchema, {
  name: "office.lookup",
  description: "Looks something up in the office's own register.",
  paramsType: LawbotSearchParamsSchema.typeName,
  outputType: EvidenceSearchResultSchema.typeName,
  risk: ToolSpec_Risk.READ_ONLY,
  trigger: ToolSpec_Trigger.AUTO_RUN,
  modelMayPropose: true,
  states: [S.EVIDENCE_NEEDS],
  executor: ToolExecutorKind.CLIENT,
  layer: "user",
});

const messages = new Map([[LawbotSearchParamsSchema.typeName, LawbotSearchParamsSchema]]);

/** The built-in tools and the client's. */
export const withClientTool = catalogueOf([...builtInSpecs, clientTool], messages);

/** The same, but that the client's tool is described in other words: another version of the policy. */
export const withChangedTool = catalogueOf(
  [...builtInSpecs, create(ToolSpecSchema, { ...clientTool, description: "Looks elsewhere." })],
  messages,
);

/** An engine and a run in EVIDENCE_NEEDS whose profile opted in to case law, with a client's tool and an import. */
export const waitingRun = async (change: Partial<EngineParts> = {}, profile: Partial<WorkflowProfile> = {}) => {
  const test = await TestEngine.open({
    catalogue: withClientTool,
    profiles: [scriptedProfile({ caseLaw: true, ...profile })],
    ...change,
  });
  test.tools.tools.push("lawbot.case_search", "vault.import");
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  test.tools.ran.splice(0);
  return { test, run };
};

/** The opt-in search: a request of the model waits for a person. */
export const caseSearch = (query = "goed werkgever"): Ask => ({
  toolName: "lawbot.case_search",
  params: { lawbotCaseSearch: { query } },
});

/** The client's tool as the model asks for it, in a word that the person wrote: the run's title. */
export const officeLookup = (query = "sample"): Ask => ({
  toolName: "office.lookup",
  params: { opaque: { query } },
});

/** An import as the user asks for it. */
export const importParams = (path = "a.txt") =>
  ({ params: { case: "vaultImport", value: { path, content: new TextEncoder().encode(`text of ${path}`) } } }) as const;

/** What the client found: letters of the case, or whatever else is named. */
export const found = (change: MessageInitShape<typeof EvidenceSearchResultSchema> = {}): Uint8Array =>
  toBinary(
    EvidenceSearchResultSchema,
    create(EvidenceSearchResultSchema, {
      query: "register",
      candidates: [letterCandidate(letters[0]!)],
      totalCount: 1,
      scope: "the office",
      ...change,
    }),
  );

export const foundType = EvidenceSearchResultSchema.typeName;

/** Events of a run, in order. */
export const eventsOf = async (test: TestEngine, runId: string): Promise<RunEvent[]> =>
  (await test.engine.runs.events(runId, 1, 1_000)).map(({ event }) => event);

/** The events of one kind. */
export const valuesOf = async <C extends NonNullable<RunEvent["event"]["case"]>>(
  test: TestEngine,
  runId: string,
  name: C,
) =>
  (await eventsOf(test, runId)).flatMap(({ event }) =>
    event.case === name ? [event.value as Extract<RunEvent["event"], { case: C }>["value"]] : [],
  );
