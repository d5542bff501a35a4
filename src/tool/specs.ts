import { create } from "@bufbuild/protobuf";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type ToolSpec,
  ToolSpec_Risk,
  ToolSpec_Trigger,
  ToolSpecSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";

const { INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING, SPAN_RESOLUTION } = OrchestratorState;

/** A search is answered from an index; everything else may have to open whole documents. */
const searchTimeoutMs = 20_000;
const readTimeoutMs = 30_000;
/** The most that a profile's budget of one step may be: it decides, unless a layer of the catalogue shows less of a tool. */
const shownCharsMax = 20_000;

interface Tool {
  readonly description: string;
  readonly params: string;
  readonly output: string;
  readonly states: readonly OrchestratorState[];
  readonly timeoutMs?: number;
}

const base = (name: string, tool: Tool) => ({
  name,
  description: tool.description,
  paramsType: `pincite.tool.v1.${tool.params}`,
  outputType: tool.output,
  states: [...tool.states],
  timeoutMs: tool.timeoutMs ?? readTimeoutMs,
  shownCharsMax,
});

/** Reads only, so a request by the model runs at once; it binds nothing. */
const autoRun = (name: string, tool: Tool): ToolSpec =>
  create(ToolSpecSchema, {
    ...base(name, tool),
    risk: ToolSpec_Risk.READ_ONLY,
    trigger: ToolSpec_Trigger.AUTO_RUN,
    modelMayPropose: true,
  });

/** Reads only, but a person must have opted in by profile and must start each request of the model. */
const optIn = (name: string, tool: Tool): ToolSpec =>
  create(ToolSpecSchema, {
    ...base(name, tool),
    risk: ToolSpec_Risk.READ_ONLY,
    trigger: ToolSpec_Trigger.MANUAL,
    optIn: true,
    modelMayPropose: true,
  });

/** Changes the Vault: a model may not even propose it. */
const userOnly = (name: string, tool: Tool): ToolSpec =>
  create(ToolSpecSchema, { ...base(name, tool), risk: ToolSpec_Risk.MUTATING, trigger: ToolSpec_Trigger.MANUAL });

const found = "pincite.evidence.v1.EvidenceSearchResult";
const resolved = "pincite.tool.v1.ResolveOutput";
const spans = "pincite.tool.v1.SpansOutput";
const intake = "pincite.tool.v1.VaultIntakeOutput";
const untilBound = [INTENT_SEED, SKELETON, EVIDENCE_NEEDS, EVIDENCE_BINDING];

/**
 * Every tool there is, in order of name (design §5). `available` is false here: which of them a server can run is known
 * only to whoever holds its executors. The descriptions are read by people and by models.
 */
export const toolSpecs: readonly ToolSpec[] = [
  optIn("lawbot.case_get_spans", {
    description:
      "Resolves exact quotes in rulings to places a draft can cite; without a quote, gives the passages of one ruling that fit a query best.",
    params: "GetSpansParams",
    output: spans,
    states: [SPAN_RESOLUTION],
  }),
  optIn("lawbot.case_resolve_citations", {
    description:
      "Looks rulings up by ECLI, with considerations where named (r.o. 4.2), and gives passages to quote from.",
    params: "LawbotResolveCitationsParams",
    output: resolved,
    states: [EVIDENCE_BINDING],
  }),
  optIn("lawbot.case_search", {
    description: "Searches the loaded rulings by words of law. Never put words of the user's documents in the query.",
    params: "LawbotSearchParams",
    output: found,
    states: [EVIDENCE_NEEDS, EVIDENCE_BINDING],
    timeoutMs: searchTimeoutMs,
  }),
  autoRun("lawbot.get_spans", {
    description:
      "Resolves exact quotes of statutes to the article, lid and onderdeel they stand in; without a quote, gives the passages of one statute version that fit a query best. `doc_uid` is `<regulation>@<version date>`, as search results name it.",
    params: "GetSpansParams",
    output: spans,
    states: [SPAN_RESOLUTION],
  }),
  autoRun("lawbot.resolve_citations", {
    description:
      "Looks statute citations up as lawyers write them (`art. 7:611 BW`, `art. 7:669 lid 3 onder g BW`) in the version in force on a date, and gives passages to quote from.",
    params: "LawbotResolveCitationsParams",
    output: resolved,
    states: [EVIDENCE_BINDING],
  }),
  autoRun("lawbot.search", {
    description:
      "Searches the statutes in force on a date by words of law, such as `goed werkgeverschap`. Never put words of the user's documents in the query.",
    params: "LawbotSearchParams",
    output: found,
    states: [EVIDENCE_NEEDS, EVIDENCE_BINDING],
    timeoutMs: searchTimeoutMs,
  }),
  userOnly("vault.bundle.attach", {
    description: "Attaches a bundle of documents to the run's strand, so that the run can search it.",
    params: "VaultBundleAttachParams",
    output: intake,
    states: untilBound,
  }),
  autoRun("vault.bundle.inspect", {
    description:
      "Lists what a bundle of documents holds, without attaching it: only what was attached can be searched and quoted.",
    params: "VaultBundleInspectParams",
    output: resolved,
    states: [EVIDENCE_NEEDS],
  }),
  autoRun("vault.get_spans", {
    description:
      "Resolves exact quotes of messages and documents to places a draft can cite; without a quote, gives the passages of one document that fit a query best. `doc_uid` is the part of the evidence id after `vault:`.",
    params: "GetSpansParams",
    output: spans,
    states: [SPAN_RESOLUTION],
  }),
  userOnly("vault.import", {
    description: "Imports one file (a message, a letter, a note) into the run's strand of the Vault.",
    params: "VaultImportParams",
    output: intake,
    states: untilBound,
  }),
  autoRun("vault.resolve_ids", {
    description:
      "Looks documents up by evidence id (`vault:<doc_uid>`) and gives passages to quote from, chosen by a query where one is given.",
    params: "VaultResolveIdsParams",
    output: resolved,
    states: [EVIDENCE_BINDING],
  }),
  autoRun("vault.search", {
    description:
      'Searches the messages and documents of the case. One matching word suffices, more rank higher; "phrases", prefix*, +must and -not work; kinds, dates and participants narrow.',
    params: "VaultSearchParams",
    output: found,
    states: [EVIDENCE_NEEDS],
    timeoutMs: searchTimeoutMs,
  }),
];

const byName: ReadonlyMap<string, ToolSpec> = new Map(toolSpecs.map((spec) => [spec.name, spec]));

/** The tool of that exact name; undefined when there is none. */
export const specOf = (name: string): ToolSpec | undefined => byName.get(name);
