import { create } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import type { EvidenceCandidate, EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type ResolvedEvidence,
  ResolvedEvidenceSchema,
  type SpanAnswer,
} from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { SpanQuery, VaultSearchParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DocMark } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { EvidenceDirectory } from "../../engine/run/ports.ts";
import { DomainError } from "../../error.ts";
import { contractBroken, inOurWords } from "../failure.ts";
import { answerQueries, passagesMax, unaskable } from "../span-answers.ts";
import { type CallBounds, createVaultClient } from "./client.ts";
import {
  fromCameDoc,
  fromDocText,
  fromSearchResult,
  fromVaultEvidence,
  isVaultEvidenceId,
  toSearchRequest,
  toSpanEntry,
} from "./mapping.ts";

/** The part of the Vault a run may see, and how long a call may take. */
export interface VaultScope extends CallBounds {
  readonly strandId: string;
}

/** The Vault as tools and pins use it. Every method throws DomainError in our words, and nothing in the Vault's. */
export interface VaultReader {
  search(params: VaultSearchParams, scope: VaultScope): Promise<EvidenceSearchResult>;
  /** One item for each id, in order; an id that is unknown or malformed is an item with its problem. */
  resolve(evidenceIds: readonly string[], query: string, scope: VaultScope): Promise<ResolvedEvidence[]>;
  /** One answer for each query, in order. */
  spans(queries: readonly SpanQuery[], scope: VaultScope): Promise<SpanAnswer[]>;
  /** The document as a candidate; undefined where the strand has none of this id. */
  lookUp(evidenceId: string, scope: VaultScope): Promise<EvidenceCandidate | undefined>;
  /** The words of a document as the letter that is answered; undefined where the strand has none of this id. */
  letter(evidenceId: string, scope: VaultScope): Promise<AnsweredText | undefined>;
  /** Papers that came after an instant, at most 200. */
  cameAfter(instantIso: string, scope: VaultScope): ReturnType<EvidenceDirectory["cameAfter"]>;
  /** Revision of the strand's documents, as searches name it. */
  revision(scope: VaultScope): Promise<string>;
  /** Sentences of all papers for each query, best first. */
  sentences(
    asked: Parameters<EvidenceDirectory["sentences"]>[0],
    scope: VaultScope,
  ): ReturnType<EvidenceDirectory["sentences"]>;
  /** Documents that are marked as holding health data, or that the strand does not have. */
  withHealth(evidenceIds: readonly string[], scope: VaultScope): Promise<string[]>;
}

export const createVaultReader = (transport: Transport): VaultReader => {
  const client = createVaultClient(transport);
  const called = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw inOurWords(error, "the Vault");
    });

  const resolveOne = async (
    id: string,
    query: string,
    { strandId, ...bounds }: VaultScope,
  ): Promise<ResolvedEvidence> => {
    const request = { strandId, evidenceIds: [id], query, passagesMax };
    const { results } = await called(client.spans.resolveIds(request, bounds));
    return fromVaultEvidence(id, results[0]);
  };

  const resolve: VaultReader["resolve"] = (evidenceIds, query, scope) =>
    Promise.all(
      evidenceIds.map((asked) => {
        if (!isVaultEvidenceId(asked)) return unresolved(asked, malformed);
        return resolveOne(asked, query, scope).catch((error: unknown) => notFound(asked, error));
      }),
    );

  return {
    resolve,
    search: async (params, { strandId, ...bounds }) => {
      const { result } = await called(client.search.search(toSearchRequest(params, strandId), bounds));
      return fromSearchResult(result, params);
    },
    spans: (queries, { strandId, ...bounds }) =>
      answerQueries(queries, {
        service: "the Vault",
        refusal: (query) => unaskable(query) ?? malformedDocument(query),
        send: async (group) => {
          const request = { strandId, entries: group.map(toSpanEntry), passagesMax };
          return (await called(client.spans.resolveSpans(request, bounds))).results;
        },
      }),
    lookUp: async (evidenceId, scope) => (await resolve([evidenceId], "", scope))[0]?.candidates[0],
    letter: async (evidenceId, { strandId, ...bounds }) => {
      const docUid = evidenceId.slice("vault:".length);
      if (!isVaultEvidenceId(evidenceId)) return undefined;
      const found = await called(client.docs.getDocText({ strandId, docUid }, bounds)).catch(absent);
      return found && fromDocText(docUid, found);
    },
    cameAfter: async (importedAfterIso, { strandId, ...bounds }) => {
      const request = { strandId, importedAfterIso, pageSize: 200 };
      return (await called(client.docs.listDocs(request, bounds))).docs.flatMap(fromCameDoc);
    },
    revision: async ({ strandId, ...bounds }) => {
      const { corpusRevision } = await called(client.docs.listDocs({ strandId, pageSize: 1 }, bounds));
      if (corpusRevision === "") throw contractBroken("the Vault", "no revision");
      return corpusRevision;
    },
    sentences: async ({ queries, limit }, { strandId, ...bounds }) =>
      (await called(client.search.rankSentences({ strandId, queries: [...queries], limit }, bounds))).lists,
    withHealth: async (evidenceIds, { strandId, ...bounds }) => {
      const found: string[] = [];
      for (const evidenceId of evidenceIds) {
        const docUid = evidenceId.slice("vault:".length);
        const doc = isVaultEvidenceId(evidenceId)
          ? await called(client.docs.getDoc({ strandId, docUid }, bounds)).catch(absent)
          : undefined;
        const { marks } = doc?.doc?.summary ?? {};
        if (marks === undefined || marks.includes(DocMark.SENSITIVE_HEALTH)) found.push(evidenceId);
      }
      return found;
    },
  };
};

const malformed =
  "an evidence id of the Vault is `vault:` and the 64 hexadecimal digits of the document; take it from a search result";

const malformedDocument = ({ locator }: SpanQuery): string | undefined =>
  isVaultEvidenceId(`vault:${locator?.docUid}`)
    ? undefined
    : "doc_uid is the 64 hexadecimal digits after `vault:`; take it from a search result";

const unresolved = (asked: string, problem: string): ResolvedEvidence =>
  create(ResolvedEvidenceSchema, { asked, problem });

/** An id that is not there is an answer; anything else has failed. */
const notFound = (asked: string, error: unknown): ResolvedEvidence => {
  absent(error);
  return unresolved(asked, (error as DomainError).message);
};

const absent = (error: unknown): undefined => {
  const isAbsent =
    error instanceof DomainError && (error.reason === "EVIDENCE_NOT_FOUND" || error.reason === "DOCUMENT_NOT_FOUND");
  if (!isAbsent) throw error;
};
