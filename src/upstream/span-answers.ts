import { create } from "@bufbuild/protobuf";
import type { Passage } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Place, PlaceResolution, SpanResolution } from "../../gen/pincite/span/v1/span_pb.ts";
import { type SpanAnswer, SpanAnswerSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { SpanQuery } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError, type Reason } from "../error.ts";
import { contractBroken, type Service } from "./failure.ts";

/** Passages for a document without a quote: two or three are what a step's budget can show. */
export const passagesMax = 3;

/** The answer of either service to one entry. */
export interface EntryResult {
  readonly resolution?: SpanResolution | undefined;
  readonly passages: readonly Passage[];
  /** Given by a source that resolves places. */
  readonly place?: PlaceResolution | undefined;
}

export interface SpanSource {
  readonly service: Service;
  /** Why this query is not sent at all, as a sentence; undefined: it is sent. */
  refusal(query: SpanQuery): string | undefined;
  /** Sends queries about one document, and of law by one day. Errors: DomainError in our words. */
  send(queries: readonly SpanQuery[]): Promise<readonly EntryResult[]>;
}

/** Failures of what was asked, beside which other questions still have answers. */
const ofTheQuestion: ReadonlySet<Reason> = new Set([
  "REQUEST_INVALID",
  "LOCATOR_INVALID",
  "DOCUMENT_NOT_FOUND",
  "DATA_LOSS",
  "LAW_NOT_FOUND",
  "VERSION_NOT_FOUND",
]);
/** Those of them that one query of several may have caused. */
const ofOneQuery: ReadonlySet<Reason> = new Set(["REQUEST_INVALID", "LOCATOR_INVALID"]);

/**
 * One answer for each query, in order. The services fail a whole call for one bad entry; so there is one call per
 * document and day, and where one of its entries is at fault one per entry, that a wrong id costs nobody else the answer.
 *
 * Errors: DomainError in our words when the service as a whole failed.
 */
export const answerQueries = async (queries: readonly SpanQuery[], source: SpanSource): Promise<SpanAnswer[]> => {
  const answers = new Map<SpanQuery, SpanAnswer>();
  const sendable = queries.filter((query) => {
    const problem = source.refusal(query);
    if (problem !== undefined) answers.set(query, problemAnswer(problem));
    return problem === undefined;
  });
  const groups = Object.values(Object.groupBy(sendable, (query) => `${query.inForceOn}:${query.locator?.docUid}`));
  const answered = await Promise.all(groups.map((group) => answerGroup(group ?? [], source)));
  groups.forEach((group, at) => {
    group?.forEach((query, index) => void answers.set(query, answered[at]![index]!));
  });
  return queries.map((query) => answers.get(query)!);
};

const problemAnswer = (problem: string): SpanAnswer => create(SpanAnswerSchema, { problem });

const answerGroup = async (group: readonly SpanQuery[], source: SpanSource): Promise<SpanAnswer[]> => {
  try {
    const results = await source.send(group);
    if (results.length !== group.length) throw contractBroken(source.service, "another number of answers");
    return results.map((result, at) => answerOf(result, group[at]!, source.service));
  } catch (error) {
    if (!(error instanceof DomainError && ofTheQuestion.has(error.reason))) throw error;
    if (group.length === 1 || !ofOneQuery.has(error.reason)) return group.map(() => problemAnswer(error.message));
    const split = await Promise.all(group.map((query) => answerGroup([query], source)));
    return split.flat();
  }
};

const answerOf = (result: EntryResult, { locator, place: asked }: SpanQuery, service: Service): SpanAnswer => {
  const { resolution, passages, place } = result;
  const quoted = !asked && (locator?.exactQuote ?? "") !== "";
  if (quoted !== (resolution !== undefined)) throw contractBroken(service, "an answer of another kind");
  if ((asked !== undefined) !== (place !== undefined)) throw contractBroken(service, "an answer of another kind");
  const docUids = [...(resolution?.spans ?? []), ...passages].map((each) => each.docUid);
  if (docUids.some((docUid) => docUid !== locator?.docUid)) throw contractBroken(service, "another document");
  if (place?.place && !isWhole(place.place)) throw contractBroken(service, "a place without its characters");
  return create(SpanAnswerSchema, {
    ...(resolution && { resolution }),
    ...(place && { place }),
    passages: place ? [] : [...passages],
  });
};

/** A resolved place has characters, a label and the digest of the text it is in. */
const isWhole = ({ startChar, endChar, label, sourceDigest }: Place): boolean =>
  startChar < endChar && label.trim() !== "" && /^[0-9a-f]{64}$/.test(sourceDigest);

/** Why a query cannot be asked of the source that has the documents. */
export const unaskable = (query: SpanQuery): string | undefined => {
  if (!query.place) return emptyQuery(query);
  return query.locator?.exactQuote || query.query.trim() !== ""
    ? "it has a place beside a quote or a query; ask for one of them"
    : undefined;
};

/** Why a query cannot be asked of anybody: it must have a quote or words to choose passages by. */
export const emptyQuery = ({ locator, query, place }: SpanQuery): string | undefined => {
  if (place) return "only documents have places to resolve; a provision or consideration is cited by its address";
  return (locator?.exactQuote ?? "") === "" && query.trim() === ""
    ? "it has neither a quote nor a query; give the exact words, or words to choose passages by"
    : undefined;
};
