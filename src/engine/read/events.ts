import { create, fromBinary } from "@bufbuild/protobuf";
import { protoName } from "#kit/proto-name.ts";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type AuditedEvent, AuditedEventSchema } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import type { StoredEvent } from "../../store/store.ts";
import { rowsThatFit } from "../run/page-bytes.ts";
import type { Runs } from "../run/runs.ts";
import type { Page } from "./views.ts";

/** Events are at most 256 KiB each: this many are read at a time, so that a page of large ones is not read in vain. */
const readAtOnce = 100;

/**
 * Events of a run as the journal has them, oldest first, after the given sequence number; fewer than `limit` where they
 * are large. Errors: RUN_NOT_FOUND, DATA_LOSS.
 */
export const listEvents = async (
  runs: Runs,
  runId: string,
  after: string | undefined,
  limit: number,
): Promise<Page<AuditedEvent>> => {
  const { head } = await runs.load(runId);
  const { store, owner } = runs.parts;
  const found: StoredEvent[] = [];
  for (let seq = Number(after ?? 0); found.length < limit; ) {
    const wanted = Math.min(readAtOnce, limit - found.length);
    const events = await store.read(owner, runId, { fromSeq: seq + 1, limit: wanted });
    found.push(...events);
    seq += events.length;
    if (events.length < wanted || rowsThatFit(found.map(({ body }) => body.length)) < found.length) break;
  }
  const kept = found.slice(0, rowsThatFit(found.map(({ body }) => body.length)));
  const last = kept.at(-1)?.seq ?? head.seq;
  return { rows: kept.map(audited), next: last < head.seq ? String(last) : undefined };
};

const audited = ({ seq, hash, type, body }: StoredEvent): AuditedEvent =>
  create(AuditedEventSchema, { seq, hash, eventType: protoName(type), event: fromBinary(RunEventSchema, body) });
