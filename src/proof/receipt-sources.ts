import { create, fromBinary } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type ReceiptSource, ReceiptSourceSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { NewArtifact } from "../run/kernel.ts";
import { type Service, serviceOf } from "../tool/service.ts";

/** One mention of a source in an output. */
interface Mention {
  readonly evidenceId: string;
  readonly sourceDigest: string;
  readonly excerptSha256?: string;
}

/**
 * The sources an output names, each once (by id and digest), in order of evidence id; excerpts in the order of the
 * output. An output of a kind that this server does not read names none: its digest still stands in the receipt.
 */
export const receiptSources = (toolName: string, output: NewArtifact | undefined): ReceiptSource[] => {
  const sources = new Map<string, { evidenceId: string; sourceDigest: string; excerptSha256: string[] }>();
  for (const { evidenceId, sourceDigest, excerptSha256 } of output ? mentions(toolName, output) : []) {
    const key = `${evidenceId}\n${sourceDigest}`;
    const known = sources.get(key) ?? { evidenceId, sourceDigest, excerptSha256: [] };
    if (excerptSha256) known.excerptSha256.push(excerptSha256);
    sources.set(key, known);
  }
  return [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => create(ReceiptSourceSchema, source));
};

const mentions = (toolName: string, { ref, bytes }: NewArtifact): Mention[] => {
  switch (ref.kind) {
    case EvidenceSearchResultSchema.typeName:
      return fromBinary(EvidenceSearchResultSchema, bytes).candidates.map(ofCandidate);
    case ResolveOutputSchema.typeName:
      return fromBinary(ResolveOutputSchema, bytes).items.flatMap((item) => item.candidates.map(ofCandidate));
    case SpansOutputSchema.typeName:
      return fromBinary(SpansOutputSchema, bytes).answers.flatMap(({ resolution, passages }) => [
        ...(resolution?.spans ?? []).map(({ docUid, sourceDigest, excerptSha256 }) => ({
          evidenceId: evidenceId(toolName, docUid),
          sourceDigest,
          excerptSha256,
        })),
        ...passages.map(({ docUid, sourceDigest }) => ({ evidenceId: evidenceId(toolName, docUid), sourceDigest })),
      ]);
    default:
      return [];
  }
};

const ofCandidate = ({ evidenceId, sourceDigest }: EvidenceCandidate): Mention => ({ evidenceId, sourceDigest });

/** The scheme with which the evidence ids of a service begin. */
const schemes: Readonly<Record<Service, string>> = { vault: "vault", lawbot: "law" };

/** Spans name their document without a scheme; a document of the Vault is a sha256, a law never looks like one. */
const evidenceId = (toolName: string, docUid: string): string => {
  const service = serviceOf(toolName);
  if (service) return `${schemes[service]}:${docUid}`;
  return `${/^[0-9a-f]{64}$/.test(docUid) ? "vault" : "law"}:${docUid}`;
};
