import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { SubmitToolResultRequest, ToolSpec } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { type FactsOf, type MessageId, worded } from "../../messages/said.ts";
import { lawDayOf } from "../../run/law-day.ts";
import type { Runs } from "../run/runs.ts";
import type { Outcome } from "./tool-requests.ts";

/** At most so much evidence in one submitted output: each is looked up where it comes from. */
const idsMax = 200;

/** What a client's tool may put out: messages the kernel can judge. */
const outputs: readonly DescMessage[] = [EvidenceSearchResultSchema, ResolveOutputSchema, SpansOutputSchema];

const statusOf: Readonly<Record<number, "OK" | "EMPTY" | "ERROR">> = {
  [ToolResultStatus.OK]: "OK",
  [ToolResultStatus.EMPTY]: "EMPTY",
  [ToolResultStatus.ERROR]: "ERROR",
};

/**
 * What a client delivered, as it will be recorded. The client is not the source: its output must be exactly the tool's
 * message, may name only evidence that the Vault or LawBot know, and what is found is taken in the source's words, not in
 * the client's. Errors: REQUEST_INVALID, UPSTREAM_UNAVAILABLE.
 */
export const clientOutcome = async (
  runs: Runs,
  run: RunSnapshot,
  spec: ToolSpec,
  request: SubmitToolResultRequest,
  scope: { readonly signal: AbortSignal; readonly caseLaw: boolean; readonly slotId: string },
): Promise<Outcome> => {
  const status = statusOf[request.status];
  if (!status) throw invalid("status", "tool.output-status");
  const { summary, refinedQuery } = request;
  const reason = request.reason || (status === "ERROR" ? "The client's tool failed: ask again." : "");
  const ended = { status, summary, reason, refinedQuery, executor: "client" as const };
  refuseMisplaced(request, status);
  if (request.output.length === 0) return ended;
  const schema = outputs.find((one) => one.typeName === spec.outputType);
  if (!schema || request.outputType !== spec.outputType)
    throw invalid("output_type", "tool.output-type", { name: spec.name, type: spec.outputType });
  const message = decoded(schema, request.output);
  const known = await lookedUp(runs, run, namedIn(schema, message), scope);
  const candidates = candidateIds(schema, message).flatMap((id) => known.get(id) ?? []);
  const isSearch = schema === EvidenceSearchResultSchema;
  return { ...ended, output: { kind: schema.typeName, bytes: request.output }, findings: { candidates, isSearch } };
};

const invalid = <Id extends MessageId>(field: string, id: Id, ...facts: FactsOf<Id>): DomainError =>
  new DomainError("REQUEST_INVALID", worded("tool.output-of", { field, why: worded(id, ...facts) }), { field });

const refuseMisplaced = ({ output, outputType }: SubmitToolResultRequest, status: string): void => {
  if (status === "OK" && output.length === 0) throw invalid("output", "tool.output-required");
  if (status === "ERROR" && (output.length > 0 || outputType !== "")) throw invalid("output", "tool.output-misplaced");
};

/** The bytes as this message and nothing more: nobody may carry along what the message does not name. */
const decoded = <D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> => {
  let message: MessageShape<D>;
  try {
    message = fromBinary(schema, bytes);
  } catch {
    throw invalid("output", "tool.output-not-encoded", { type: schema.typeName });
  }
  if (toBinary(schema, message).length !== toBinary(schema, message, { writeUnknownFields: false }).length)
    throw invalid("output", "tool.output-unknown-fields", { type: schema.typeName });
  return message;
};

/** Evidence ids of the candidates, best first. */
const candidateIds = (schema: DescMessage, message: unknown): string[] => {
  const ids = (candidates: readonly EvidenceCandidate[]) => candidates.map((one) => one.evidenceId);
  if (schema === EvidenceSearchResultSchema)
    return ids((message as MessageShape<typeof EvidenceSearchResultSchema>).candidates);
  if (schema === ResolveOutputSchema)
    return (message as MessageShape<typeof ResolveOutputSchema>).items.flatMap((item) => ids(item.candidates));
  return [];
};

/** Every piece of evidence an output names: as a candidate, or as the document of a passage or a span. */
const namedIn = (schema: DescMessage, message: unknown): string[] => {
  const named = candidateIds(schema, message);
  if (schema === ResolveOutputSchema)
    for (const { passages } of (message as MessageShape<typeof ResolveOutputSchema>).items)
      named.push(...passages.map((one) => evidenceIdOf(one.docUid)));
  if (schema === SpansOutputSchema)
    for (const { passages, resolution } of (message as MessageShape<typeof SpansOutputSchema>).answers)
      named.push(...[...passages, ...(resolution?.spans ?? [])].map((one) => evidenceIdOf(one.docUid)));
  const ids = [...new Set(named)];
  if (ids.length > idsMax) throw invalid("output", "tool.output-many-ids", { count: ids.length, most: idsMax });
  return ids;
};

/** A document of the Vault is named by its hash; a version of a law by regulation and date, a ruling by its ECLI. */
const evidenceIdOf = (docUid: string): string => `${/[@:]/.test(docUid) ? "law" : "vault"}:${docUid}`;

const lookedUp = async (
  runs: Runs,
  run: RunSnapshot,
  ids: readonly string[],
  { slotId, ...scope }: { readonly signal: AbortSignal; readonly caseLaw: boolean; readonly slotId: string },
): Promise<ReadonlyMap<string, EvidenceCandidate>> => {
  const { strandId } = run;
  const referenceDate = lawDayOf(run, slotId);
  const found = new Map<string, EvidenceCandidate>();
  for (const id of ids) {
    const candidate = await runs.parts.directory.lookUp(id, { strandId, referenceDate, ...scope });
    if (!candidate) throw invalid("output", "tool.output-unknown-id", { id: JSON.stringify(id.slice(0, 100)) });
    found.set(id, candidate);
  }
  return found;
};
