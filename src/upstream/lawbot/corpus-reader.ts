import { create } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  type EvidenceSearchResult,
  EvidenceSearchResultSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SpanEntryResult } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import {
  type ResolvedEvidence,
  ResolvedEvidenceSchema,
  type SpanAnswer,
} from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type {
  LawbotResolveCitationsParams,
  LawbotSearchParams,
  SpanQuery,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError, type Reason } from "../../error.ts";
import { refinedQuery } from "../../tool/refined-query.ts";
import { contractBroken } from "../failure.ts";
import { lawDate } from "../iso-date.ts";
import { answerQueries, emptyQuery } from "../span-answers.ts";
import type { CallBounds } from "../vault/client.ts";
import { type Resolved, type ResolvedPart, resolvedEvidence } from "./mapping.ts";

/** The date the law is read on unless the parameters name one, and how long a call may take. Rulings hold for ever. */
export interface LawScope extends CallBounds {
  readonly referenceDate: string;
}

/** LawBot as tools and pins use it, one kind of its texts. Every method throws DomainError in our words, nothing in LawBot's. */
export interface CorpusReader {
  search(params: LawbotSearchParams, scope: LawScope): Promise<EvidenceSearchResult>;
  /** One item for each citation, in order; one that names nothing is an item with its problem. */
  resolve(params: LawbotResolveCitationsParams, scope: LawScope): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[], scope: LawScope): Promise<SpanAnswer[]>;
  /** The text or a part of it as a candidate; undefined where exactly this one is not loaded. */
  lookUp(evidenceId: string, scope: LawScope): Promise<EvidenceCandidate | undefined>;
}

/** The differences between statutes and rulings: how they are addressed, and which calls answer. `inForceOn` is checked. */
export interface Addressed<Resolution> {
  /** Whether an id is of this kind. */
  isOurs(evidenceId: string): boolean;
  /** The sentence for an id of the other kind, which breaks LawBot's contract. */
  readonly otherKind: string;
  /** Our sentence for a reason that LawBot gave. */
  sentence(reason: string): string;
  /** An error of a call in our words; a bug is thrown on as it is. */
  failure(error: unknown): DomainError;
  /** Why the document of a query is none of this kind, as a sentence; undefined: it is one. */
  notOurs(query: SpanQuery): string | undefined;
  search(
    params: LawbotSearchParams,
    referenceDate: string,
    limit: number,
    bounds: CallBounds,
  ): Promise<EvidenceSearchResult | undefined>;
  resolve(citations: string[], inForceOn: string, bounds: CallBounds): Promise<readonly Resolution[]>;
  /** The outcome of one citation, as far as both kinds have it. */
  resolved(resolution: Resolution): Resolved;
  spans(queries: readonly SpanQuery[], inForceOn: string, bounds: CallBounds): Promise<readonly SpanEntryResult[]>;
  lookUp(evidenceId: string, inForceOn: string, bounds: CallBounds): Promise<EvidenceCandidate | undefined>;
}

const limitDefault = 10;
const ofAbsence: ReadonlySet<Reason> = new Set(["NO_LAW_LOADED", "LAW_NOT_FOUND", "VERSION_NOT_FOUND", "UNKNOWN_UNIT"]);

/** Reads one kind of LawBot's texts. Words that may not leave are not sent, and an answer that breaks the contract is not used. */
export const createCorpusReader = <Resolution>(kind: Addressed<Resolution>): CorpusReader => {
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw kind.failure(error);
    });

  const resolveSent = async (citations: string[], inForceOn: string, bounds: CallBounds) => {
    if (citations.length === 0) return [];
    const resolutions = (await called(kind.resolve(citations, inForceOn, bounds))).map(kind.resolved);
    if (resolutions.length !== citations.length) throw contractBroken("LawBot", "another number of answers");
    if (resolutions.every(({ errors }) => errors.some((error) => error.reason === "NO_LAW_LOADED")))
      throw new DomainError("NO_LAW_LOADED", kind.sentence("NO_LAW_LOADED"));
    const checked = (part: ResolvedPart) => {
      if (!part.isWhole || !kind.isOurs(part.evidenceId)) throw contractBroken("LawBot", kind.otherKind);
    };
    for (const { errors, parts } of resolutions) if (errors.length === 0) parts.forEach(checked);
    return resolutions.map((each, at) => resolvedEvidence(citations[at]!, each, kind.sentence));
  };

  return {
    search: async (params, { referenceDate, ...bounds }) => {
      const refused = checkForm(params.query);
      if (refused !== undefined) throw new DomainError("REQUEST_INVALID", refused);
      const limit = params.limit || limitDefault;
      const result = await called(kind.search(params, lawDate(params.inForceOn, referenceDate), limit, bounds));
      const candidates = result?.candidates ?? [];
      if (!result || candidates.length > limit) throw contractBroken("LawBot", "more than was asked for");
      if (!candidates.every((each) => kind.isOurs(each.evidenceId))) throw contractBroken("LawBot", kind.otherKind);
      const refined = candidates.length === 0 ? refinedQuery(params.query) : "";
      return create(EvidenceSearchResultSchema, { ...result, nextPageToken: "", refinedQuery: refined });
    },
    resolve: async ({ citations, inForceOn }, { referenceDate, ...bounds }) => {
      const problems = citations.map((citation) => checkForm(citation));
      const sent = citations.filter((_, at) => problems[at] === undefined);
      const found = await resolveSent(sent, lawDate(inForceOn, referenceDate), bounds);
      return citations.map((asked, at) =>
        problems[at] === undefined ? found.shift()! : create(ResolvedEvidenceSchema, { asked, problem: problems[at] }),
      );
    },
    spans: (queries, { referenceDate, ...bounds }) =>
      answerQueries(queries, {
        service: "LawBot",
        refusal: (query) => emptyQuery(query) ?? kind.notOurs(query) ?? faultOf(query),
        // The queries of a group are of one text and one day.
        send: async (group) => called(kind.spans(group, lawDate(group[0]?.inForceOn ?? "", referenceDate), bounds)),
      }),
    lookUp: (evidenceId, { referenceDate, ...bounds }) =>
      kind.isOurs(evidenceId)
        ? called(kind.lookUp(evidenceId, referenceDate, bounds)).catch(absent)
        : Promise.resolve(undefined),
  };
};

const absent = (error: unknown): undefined => {
  if (!(error instanceof DomainError && ofAbsence.has(error.reason))) throw error;
  return undefined;
};

/** Longest query that LawBot is asked, in Unicode code points. Long enough for any question of law, short for a letter. */
const queryCharsMax = 300;

/** The most a locator may hold (span.proto). */
const quoteCharsMax = 8_000;

/**
 * Control, format, private-use and unassigned characters and lone surrogates: nothing a question of law needs, and all of
 * them able to hide text from the person who looks at the request.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Whether LawBot takes a text: undefined, or a sentence that says what to change. */
const checkForm = (text: string, charsMax: number = queryCharsMax): string | undefined => {
  const length = [...text].length;
  if (length > charsMax)
    return `a text for LawBot has at most ${charsMax} characters, and this one has ${length}: ask in fewer words`;
  return hidden.test(text)
    ? "a text for LawBot holds a control or invisible character: write it in plain letters"
    : undefined;
};

/** Why an id, a quote or a query is not taken. A quote of law may be long and have line breaks; a query may not. */
const faultOf = ({ locator, query }: SpanQuery): string | undefined => {
  const quoted = [locator?.exactQuote, locator?.contextBefore, locator?.contextAfter].map((text) =>
    checkForm((text ?? "").replaceAll(/[\n\r\t]/g, " "), quoteCharsMax),
  );
  return [checkForm(query), checkForm(locator?.chunkUid ?? ""), ...quoted].find((problem) => problem !== undefined);
};
