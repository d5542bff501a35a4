import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type FetchLawRequest,
  FetchLawRequestSchema,
  type FetchLawResponse,
  FetchLawResponseSchema,
  type FetchReport,
  FetchReportSchema,
} from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import type { LawStore } from "../law-store.ts";
import type { AskedDays } from "../port/official-service.ts";
import type { Versions } from "../versions.ts";
import type { LawFetcher, Settled, Target } from "./law-fetcher.ts";
import { type LawList, lawsOfProfile } from "./law-lists.ts";

export interface FetchCallParts {
  readonly fetcher: LawFetcher;
  readonly store: LawStore;
  readonly versions: Versions;
  /** The workflow profiles whose laws can be asked for by the profile's name. */
  readonly lists: readonly LawList[];
}

/** Runs one FetchLaw call. Under a key that was answered before, its report is all there is. */
export async function* runFetch(
  request: FetchLawRequest,
  asked: AskedDays,
  signal: AbortSignal,
  { fetcher, store, versions, lists }: FetchCallParts,
): AsyncGenerator<FetchLawResponse> {
  const key = `lawbot-fetch/${sha256Hex(new TextEncoder().encode(request.idempotencyKey))}`;
  const payloadDigest = sha256Hex(toBinary(FetchLawRequestSchema, { ...request, idempotencyKey: "" }));
  const earlier = await store.answered(key);
  if (earlier) return yield last(earlierReport(earlier, payloadDigest));
  const targets = targetsOf(request, fetcher, lists);
  const settled: Settled[] = [];
  for (const target of targets)
    settled.push(yield* fetcher.fetch(target, asked, { signal, isOneOfMany: targets.length > 1 }));
  const report = reportOf(settled, asked.day, versions.revision);
  // A key with a failure in its answer stays free, so that the same call can be sent again.
  if (report.failedCount === 0) await store.answer(key, payloadDigest, toBinary(FetchReportSchema, report));
  yield last(report);
}

/** The targets named and those of the profile, each once. */
const targetsOf = ({ targets, profile }: FetchLawRequest, fetcher: LawFetcher, lists: readonly LawList[]): Target[] => {
  const ids = [...targets, ...(profile ? lawsOfProfile(lists, profile) : [])];
  if (ids.length === 0) throw new DomainError("REQUEST_INVALID", worded("law.say-what-to-fetch-ids-of-regulations"));
  const byId = new Map(ids.map((id) => fetcher.target(id)).map((target) => [target.id, target]));
  return [...byId.values()];
};

const reportOf = (settled: readonly Settled[], inForceOn: string, corpusRevision: string): FetchReport => {
  const failedCount = settled.filter(({ target }) => target.reason !== "").length;
  const importedCount = settled.filter(({ isNew }) => isNew).length;
  return create(FetchReportSchema, {
    targets: settled.map(({ target }) => target),
    importedCount,
    failedCount,
    presentCount: settled.length - importedCount - failedCount,
    inForceOn,
    corpusRevision,
  });
};

const earlierReport = (earlier: { payloadDigest: string; answer?: Uint8Array }, payloadDigest: string): FetchReport => {
  if (earlier.payloadDigest === payloadDigest && earlier.answer) return fromBinary(FetchReportSchema, earlier.answer);
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", worded("law.this-idempotency-key-was-used-to-fetch"));
};

const last = (report: FetchReport): FetchLawResponse =>
  create(FetchLawResponseSchema, { event: { case: "report", value: report } });
