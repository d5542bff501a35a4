import { createHash } from "node:crypto";
import { create, type DescMessage, type MessageInitShape, type MessageShape, toBinary } from "@bufbuild/protobuf";
import {
  type EvidenceCandidate,
  EvidenceCandidateSchema,
  EvidenceSearchResultSchema,
} from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  MatchKind,
  SpanResolution_Outcome as Outcome,
  type Place,
  type SpanLocator,
  type SpanRefSchema,
  Validity_State,
  Voice,
} from "../../../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { GetSpansParams } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolExecutor, ToolOutcome } from "../../../../src/engine/run/ports.ts";
import type { Dossier, DossierDocument } from "../../../support/cases/dossier.ts";

const hashOf = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** Day on which the law of every dossier is read: all of it is in force. */
export const referenceDate = "2025-12-15";

/** A source of a dossier as Vault and LawBot would know it. */
export interface WorldSource {
  readonly evidenceId: string;
  readonly docUid: string;
  readonly text: string;
  /** Who wrote it; empty for law. */
  readonly speaker: string;
  readonly address: string;
  readonly candidate: EvidenceCandidate;
}

/** People of a document, its author first, then whoever sent it. */
const peopleOf = ({ author, participants }: DossierDocument): string[] => {
  const senders = participants.filter(({ part }) => part === "from");
  const all = [author, ...[...senders, ...participants].map(({ name }) => name)];
  return [...new Set(all)].filter((name) => name !== "");
};

/** Documents, laws and rulings of a dossier by their ids. */
export const sourcesOf = (dossier: Dossier): ReadonlyMap<string, WorldSource> => {
  const made = (
    id: string,
    {
      text,
      speaker = "",
      ...more
    }: { text: string; speaker?: string } & MessageInitShape<typeof EvidenceCandidateSchema>,
  ): [string, WorldSource] => {
    const evidenceId = more.evidenceId ?? "";
    const candidate = create(EvidenceCandidateSchema, { ...more, sourceDigest: hashOf(text) });
    const docUid = evidenceId.slice(evidenceId.indexOf(":") + 1);
    return [id, { evidenceId, docUid, text, speaker, address: candidate.address, candidate }];
  };
  const inForce = { state: Validity_State.IN_FORCE, on: referenceDate, authority: "the dossier" };
  return new Map([
    ...dossier.documents.map((one) =>
      made(one.id, {
        ...{ text: one.text, speaker: one.author, evidenceId: `vault:${hashOf(`${dossier.name} ${one.id}`)}` },
        ...{ title: one.title, docType: one.kind === "e-mail" ? "email" : "text", occurredAtIso: one.date },
        participants: peopleOf(one),
      }),
    ),
    ...dossier.laws.map((one) =>
      made(one.id, {
        ...{ text: one.text, evidenceId: `law:${one.id}@${one.version_date}`, docType: "statute" },
        ...{ address: one.address, title: one.address, versionDate: one.version_date },
        validity: { ...inForce, from: one.version_date },
      }),
    ),
    ...dossier.rulings.map((one) =>
      made(one.id, {
        ...{ text: one.text, evidenceId: `law:${one.ecli}`, docType: "caselaw" },
        ...{ address: one.ecli, title: one.ecli, versionDate: one.date },
      }),
    ),
  ]);
};

/** Tools over one dossier after another: what a search names is found, what is quoted stands where it stands. */
export const toolsOver = (dossiers: readonly Dossier[]): ToolExecutor["run"] => {
  const all = dossiers.map((dossier) => ({ dossier, sources: sourcesOf(dossier) }));
  return async ({ request, strandId }) => {
    const here = all.find(({ dossier }) => dossier.name === strandId);
    if (!here) throw new Error(`no dossier ${strandId}`);
    const { params } = request.params ?? {};
    switch (params?.case) {
      case "vaultSearch":
      case "lawbotSearch":
        return searched(params.value.query, here.sources);
      case "vaultGetSpans":
      case "lawbotGetSpans":
      case "lawbotCaseGetSpans":
        return outcome(
          "OK",
          SpansOutputSchema,
          create(SpansOutputSchema, { answers: answers(params.value, here.sources) }),
        );
      default:
        throw new Error(`the dossiers have no ${request.toolName}`);
    }
  };
};

/** Finds the source whose id is asked for; anything else is the scope of a search that finds nothing. */
const searched = (query: string, sources: ReadonlyMap<string, WorldSource>): ToolOutcome => {
  const candidates = [sources.get(query)?.candidate ?? []].flat();
  const scope = candidates.length > 0 ? "the dossier" : query;
  const result = { candidates, scope, totalCount: candidates.length, corpusRevision: "revision-1" };
  const status = candidates.length > 0 ? "OK" : "EMPTY";
  return outcome(status, EvidenceSearchResultSchema, create(EvidenceSearchResultSchema, result));
};

const answers = ({ queries }: GetSpansParams, sources: ReadonlyMap<string, WorldSource>) =>
  queries.map(({ locator, place }) => {
    const source = [...sources.values()].find(({ docUid }) => docUid === locator?.docUid);
    if (!source || !locator) return { problem: "no such document" };
    return place ? { place: { place: placeIn(source, place) } } : { resolution: quoted(source, locator) };
  });

/** The dossiers name their places in words; the reader's form is those words. */
const placeIn = ({ text, candidate }: WorldSource, { named }: Place) => ({
  ...{ named, startChar: 0, endChar: [...text].length, sourceDigest: candidate.sourceDigest },
  label: String(named.value),
});

const quoted = (source: WorldSource, { exactQuote }: SpanLocator) => {
  const at = source.text.indexOf(exactQuote);
  if (at < 0) return { outcome: Outcome.NOT_FOUND };
  const { docUid, text, speaker, address, candidate } = source;
  const startChar = [...text.slice(0, at)].length;
  const span: MessageInitShape<typeof SpanRefSchema> = {
    ...{ docUid, startChar, endChar: startChar + [...exactQuote].length, excerpt: exactQuote, speaker, address },
    ...{ excerptSha256: hashOf(exactQuote), sourceDigest: candidate.sourceDigest, matchKind: MatchKind.EXACT },
    voice: speaker === "" ? Voice.STATUTE : Voice.AUTHOR,
    shownBefore: text.slice(Math.max(0, at - 64), at),
    ...(candidate.validity ? { validity: candidate.validity } : {}),
  };
  return { outcome: Outcome.EXACT, spans: [span] };
};

const outcome = <D extends DescMessage>(
  status: ToolOutcome["status"],
  schema: D,
  message: MessageShape<D>,
): ToolOutcome => ({
  ...{ status, summary: "looked in the dossier", refinedQuery: "", reason: "" },
  output: { kind: schema.typeName, bytes: toBinary(schema, message) },
});
