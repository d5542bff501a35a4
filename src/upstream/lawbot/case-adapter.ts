import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { isRulingId, rulingEvidence } from "#kit/ruling-id.ts";
import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { GetRulingResponse } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
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
import { DomainError } from "../../error.ts";
import { checkOutgoing } from "../../tool/exfiltration.ts";
import { contractBroken } from "../failure.ts";
import { lawDate } from "../iso-date.ts";
import { answerQueries, emptyQuery } from "../span-answers.ts";
import type { CallBounds } from "../vault/client.ts";
import { caseFailure, caseSentence } from "./case-failure.ts";
import { fromCaseResolution, fromCaseSearch, rulingCandidate, toCaseSearch } from "./case-mapping.ts";
import { createLawbotClient } from "./client.ts";
import { toSpanEntry } from "./mapping.ts";
import { mayNotLeave } from "./outgoing.ts";

/**
 * Rulings as the opt-in tools and pins use them, apart from statutes. Whether a run may have them is asked before: by the
 * policy for tools, by the directory for pins. Every method throws DomainError in our words.
 */
export interface CaseReader {
  search(params: LawbotSearchParams, bounds: CallBounds): Promise<EvidenceSearchResult>;
  /** One item for each citation, in order; one that names nothing is an item with its problem. */
  resolve(params: LawbotResolveCitationsParams, bounds: CallBounds): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[], bounds: CallBounds): Promise<SpanAnswer[]>;
  /** The ruling or consideration as a candidate; undefined where it is not loaded. */
  lookUp(evidenceId: string, bounds: CallBounds): Promise<EvidenceCandidate | undefined>;
}

export const createCaseReader = (transport: Transport): CaseReader => {
  const { cases } = createLawbotClient(transport);
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw caseFailure(error);
    });

  const resolveSent = async (citations: string[], bounds: CallBounds): Promise<ResolvedEvidence[]> => {
    if (citations.length === 0) return [];
    const { resolutions } = await called(cases.resolveCaseCitations({ citations }, bounds));
    if (resolutions.length !== citations.length) throw contractBroken("LawBot", "another number of answers");
    if (resolutions.every(({ errors }) => errors.some((error) => error.reason === "NO_LAW_LOADED")))
      throw new DomainError("NO_LAW_LOADED", caseSentence("NO_LAW_LOADED"));
    return resolutions.map((resolution, at) => fromCaseResolution(citations[at]!, resolution, caseSentence));
  };

  return {
    search: async (params, bounds) => {
      const refused = checkOutgoing(params.query);
      if (refused !== undefined) throw new DomainError("REQUEST_INVALID", refused);
      lawDate(params.inForceOn, "");
      return fromCaseSearch((await called(cases.searchCases(toCaseSearch(params), bounds))).result, params);
    },
    resolve: async ({ citations }, bounds) => {
      const problems = citations.map((citation) => checkOutgoing(citation));
      const sent = citations.filter((_, at) => problems[at] === undefined);
      const found = await resolveSent(sent, bounds);
      return citations.map((asked, at) =>
        problems[at] === undefined ? found.shift()! : create(ResolvedEvidenceSchema, { asked, problem: problems[at] }),
      );
    },
    spans: (queries, bounds) =>
      answerQueries(queries, {
        service: "LawBot",
        refusal: (query) => emptyQuery(query) ?? notRuling(query) ?? mayNotLeave(query),
        send: async (group) =>
          (await called(cases.resolveCaseSpans({ entries: group.map(toSpanEntry) }, bounds))).results,
      }),
    lookUp: async (evidenceId, bounds) => {
      const id = rulingEvidence(evidenceId);
      if (!id) return undefined;
      const answer = await called(cases.getRuling({ ecli: id.docUid }, bounds)).catch(absent);
      return answer && candidateOf(evidenceId, id.path, answer);
    },
  };
};

const notRuling = ({ locator }: SpanQuery): string | undefined =>
  isRulingId(locator?.docUid ?? "")
    ? undefined
    : "doc_uid is the ECLI of a ruling, such as `ECLI:NL:HR:2016:162`, or its id (`NCN:…`); take it from a passage";

const candidateOf = (evidenceId: string, path: string, answer: GetRulingResponse): EvidenceCandidate | undefined => {
  const { ruling, units, canonicalText } = answer;
  const unit = units.find((each) => each.path === path);
  if (!ruling || (path !== "" && !unit) || unit?.quotable === false) return undefined;
  if (evidenceId !== (unit?.evidenceId ?? `law:${ruling.ecli}`)) return undefined;
  const text = unit ? [...(canonicalText?.text ?? "")].slice(unit.quotableStartChar, unit.endChar).join("") : "";
  return rulingCandidate({ evidenceId, ruling, unit, text });
};

const absent = (error: unknown): undefined => {
  if (!(error instanceof DomainError && (error.reason === "NO_LAW_LOADED" || error.reason === "LAW_NOT_FOUND")))
    throw error;
  return undefined;
};
