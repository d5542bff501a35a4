import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
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
import { checkOutgoing } from "../../tool/exfiltration.ts";
import { contractBroken, inOurWords, sentenceFor } from "../failure.ts";
import { lawDate } from "../iso-date.ts";
import { answerQueries, emptyQuery } from "../span-answers.ts";
import type { CallBounds } from "../vault/client.ts";
import { createLawbotClient } from "./client.ts";
import {
  fromCitation,
  fromSearchResult,
  type LawId,
  parseLawId,
  toSearchRequest,
  toSpanEntry,
  unitCandidate,
  versionCandidate,
} from "./mapping.ts";
import { mayNotLeave } from "./outgoing.ts";

/** The date the law is read on unless the parameters name one, and how long a call may take. */
export interface LawScope extends CallBounds {
  readonly referenceDate: string;
}

/** LawBot as tools and pins use it, statutes only. Every method throws DomainError in our words, nothing in LawBot's. */
export interface LawReader {
  search(params: LawbotSearchParams, scope: LawScope): Promise<EvidenceSearchResult>;
  /** One item for each citation, in order; one that names nothing is an item with its problem. */
  resolve(params: LawbotResolveCitationsParams, scope: LawScope): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[], scope: LawScope): Promise<SpanAnswer[]>;
  /** The unit or version as a candidate; undefined where exactly this version is not loaded or has no such unit. */
  lookUp(evidenceId: string, scope: LawScope): Promise<EvidenceCandidate | undefined>;
}

export const createLawReader = (transport: Transport): LawReader => {
  const client = createLawbotClient(transport);
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw inOurWords(error, "LawBot");
    });

  const resolveSent = async (
    citations: string[],
    inForceOn: string,
    bounds: CallBounds,
  ): Promise<ResolvedEvidence[]> => {
    if (citations.length === 0) return [];
    const { resolutions } = await called(client.citations.resolveCitations({ citations, inForceOn }, bounds));
    if (resolutions.length !== citations.length) throw contractBroken("LawBot", "another number of answers");
    if (resolutions.every(({ errors }) => errors.some((error) => error.reason === "NO_LAW_LOADED")))
      throw new DomainError("NO_LAW_LOADED", sentenceFor("NO_LAW_LOADED", "LawBot"));
    return resolutions.map((resolution, at) => fromCitation(citations[at]!, resolution));
  };

  return {
    search: async (params, { referenceDate, ...bounds }) => {
      const refused = checkOutgoing(params.query);
      if (refused !== undefined) throw new DomainError("REQUEST_INVALID", refused);
      const request = toSearchRequest(params, lawDate(params.inForceOn, referenceDate));
      const { result } = await called(client.search.search(request, bounds));
      return fromSearchResult(result, params);
    },
    resolve: async ({ citations, inForceOn }, { referenceDate, ...bounds }) => {
      const problems = citations.map((citation) => checkOutgoing(citation));
      const sent = citations.filter((_, at) => problems[at] === undefined);
      const found = await resolveSent(sent, lawDate(inForceOn, referenceDate), bounds);
      return citations.map((asked, at) =>
        problems[at] === undefined ? found.shift()! : create(ResolvedEvidenceSchema, { asked, problem: problems[at] }),
      );
    },
    spans: (queries, { referenceDate, ...bounds }) =>
      answerQueries(queries, {
        service: "LawBot",
        refusal: (query) => emptyQuery(query) ?? notStatute(query) ?? mayNotLeave(query),
        send: async (group) =>
          (
            await called(
              client.spans.resolveSpans({ entries: group.map(toSpanEntry), inForceOn: referenceDate }, bounds),
            )
          ).results,
      }),
    lookUp: (evidenceId, { referenceDate: inForceOn, ...bounds }) => {
      const id = parseLawId(evidenceId);
      if (!id) return Promise.resolve(undefined);
      const found = id.path === "" ? wholeVersion(id.lawId, evidenceId) : unit(id);
      return found.catch(absent);

      async function unit({ lawId, docUid, path }: LawId): Promise<EvidenceCandidate | undefined> {
        const answer = await called(client.laws.getUnit({ lawId, path, docUid, inForceOn }, bounds));
        if (answer.unit?.evidenceId !== evidenceId || !answer.version) return undefined;
        return unitCandidate(answer.unit, { ...answer.version, text: answer.text, validity: answer.validity });
      }
      async function wholeVersion(lawId: string, wanted: string): Promise<EvidenceCandidate | undefined> {
        const { law, validities } = await called(client.laws.getLaw({ lawId, inForceOn }, bounds));
        const at = law?.versions.findIndex((each) => `law:${each.docUid}` === wanted) ?? -1;
        const version = law?.versions[at];
        return version && versionCandidate(version, validities[at]);
      }
    },
  };
};

/** Case law has tools of its own, which a profile must opt in to. */
const notStatute = ({ locator }: SpanQuery): string | undefined => {
  const id = parseLawId(`law:${locator?.docUid}`);
  return id && id.path === ""
    ? undefined
    : "doc_uid is `<regulation>@<version date>`, such as `BWBR0005290@2012-10-01`; take it from a passage";
};

const ofAbsence: ReadonlySet<Reason> = new Set(["NO_LAW_LOADED", "LAW_NOT_FOUND", "VERSION_NOT_FOUND", "UNKNOWN_UNIT"]);

const absent = (error: unknown): undefined => {
  if (!(error instanceof DomainError && ofAbsence.has(error.reason))) throw error;
  return undefined;
};
