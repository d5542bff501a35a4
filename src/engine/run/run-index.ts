import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { ArtifactRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ArtifactIndexSchema, ToolCallIndexSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import type { RecordChange } from "../../store/store.ts";
import { decisionRecords, decisionSpaces } from "./decision-index.ts";

/**
 * Index records an event brings: derived, written in the event's own batch, and the same whenever they are derived
 * again. Spaces: `run` (all runs by id), `art` (`<digest>/<run>`), `run-art` (`<run>/<seq>/<n>` → digest), `run-talk`
 * (`<run>/<seq>/<n>`: conversation entries), `kid` (`<parent>/<child>`), `par` (`<child>/<parent>`:
 * equal content may be recorded again from other parents, and keeps them all), `toolreq` and `toolres` (by id), `run-toolreq` (`<run>/<request>`),
 * `receipt` (by id) and `run-receipt` (`<run>/<seq>`, which is in order of number).
 */
export const indexRecords = (runId: string, seq: number, event: RunEvent): RecordChange[] => {
  const changes = unique(event.artifacts).flatMap((recorded, at) => artifactRecords(runId, seq, at, event, recorded));
  changes.push(...decisionRecords(runId, seq, event));
  const one = event.event;
  if (one.case === "runCreated") changes.push({ space: "run", key: runId, value: new Uint8Array([1]) });
  if (one.case === "toolRequested" && one.value.request) {
    const call = toolCall({ runId, request: one.value.request });
    changes.push({ space: "toolreq", key: one.value.requestId, value: call });
    changes.push({ space: "run-toolreq", key: `${runId}/${one.value.requestId}`, value: new Uint8Array([1]) });
  }
  if (one.case === "toolFinished" && one.value.result) {
    const request = event.artifacts.find((a) => a.role === "tool_result")?.parents[0];
    const { result, receipt, receiptId } = one.value;
    const call = toolCall({ runId, seq, result, ...(request ? { request } : {}), ...(receipt ? { receipt } : {}) });
    changes.push({ space: "toolreq", key: one.value.requestId, value: call });
    changes.push({ space: "toolres", key: one.value.resultId, value: call });
    if (receipt) {
      changes.push({ space: "receipt", key: receiptId, value: call });
      changes.push({ space: "run-receipt", key: endedAt(runId, seq), value: call });
    }
  }
  return changes;
};

const toolCall = (call: MessageInitShape<typeof ToolCallIndexSchema>): Uint8Array =>
  toBinary(ToolCallIndexSchema, create(ToolCallIndexSchema, call));

/** The spaces above and those of decision-index.ts: what a rebuild wipes and derives again. */
export const indexSpaces = [
  "run",
  "art",
  "run-art",
  "run-talk",
  "kid",
  "toolreq",
  "toolres",
  "run-toolreq",
  "receipt",
  "run-receipt",
  ...decisionSpaces,
] as const;

/** One artifact may be recorded in two roles at once (proposed and, confirmed whole, accepted): the last role names it. */
const unique = (recorded: readonly ArtifactRecorded[]): ArtifactRecorded[] => [
  ...new Map(recorded.map((one) => [one.ref?.digest ?? "", one])).values(),
];

const artifactRecords = (
  runId: string,
  seq: number,
  at: number,
  event: RunEvent,
  recorded: ArtifactRecorded,
): RecordChange[] => {
  const { ref, role, parents } = recorded;
  if (!ref) return [];
  const index = create(ArtifactIndexSchema, { ref, role, runId, seq, timeIso: event.timeIso, parents });
  return [
    { space: "art", key: `${ref.digest}/${runId}`, value: toBinary(ArtifactIndexSchema, index) },
    { space: "run-art", key: `${runId}/${padded(seq)}/${padded(at)}`, value: Buffer.from(ref.digest, "hex") },
    ...(role === "conversation"
      ? [
          {
            space: "run-talk",
            key: `${runId}/${padded(seq)}/${padded(at)}`,
            value: toBinary(ArtifactIndexSchema, index),
          },
        ]
      : []),
    ...parents.flatMap((parent) => [
      { space: "kid", key: `${parent.digest}/${ref.digest}`, value: new Uint8Array([1]) },
      { space: "par", key: `${ref.digest}/${parent.digest}`, value: new Uint8Array([1]) },
    ]),
  ];
};

/** Beginning of the `run-art` keys of one event. */
export const recordedAt = (runId: string, seq: number): string => `${runId}/${padded(seq)}/`;

/** The `run-receipt` key of the event that ended a call. */
export const endedAt = (runId: string, seq: number): string => `${runId}/${padded(seq)}`;

/** Keys sort as numbers do. */
const padded = (n: number): string => n.toString(16).padStart(8, "0");
