import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceRefSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type EvidenceNeedMapProposal,
  EvidenceNeedMapProposalSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { DomainError } from "../../error.ts";
import { splitFlag } from "./text-file.ts";

/**
 * Bindings from `--bind slot:4=EVIDENCE` flags. EVIDENCE is what the searches print: `vault:…`, `law:…`, a recorded
 * search `toolres:…` (with `:reviewed` behind it when it found something that does not matter), or `statement:` and the
 * author's own words. Errors: REQUEST_INVALID.
 */
export const parseBindings = (flags: readonly string[], reason = ""): EvidenceNeedMapProposal =>
  create(EvidenceNeedMapProposalSchema, {
    bindings: flags.map((flag) => {
      const [slotId, evidence] = splitFlag("--bind", flag);
      return { slotId, evidence: { evidence: parseEvidence(evidence) }, reason };
    }),
  });

type Evidence = NonNullable<MessageInitShape<typeof EvidenceRefSchema>["evidence"]>;

const parseEvidence = (text: string): Evidence => {
  if (text.startsWith("vault:")) return { case: "document", value: { evidenceId: text } };
  if (text.startsWith("law:")) return { case: "law", value: { evidenceId: text } };
  if (text.startsWith("statement:"))
    return { case: "statement", value: { text: text.slice("statement:".length).trim() } };
  const search = /^(toolres:[0-9A-Za-z]+)(:reviewed)?$/.exec(text);
  if (search?.[1]) return { case: "search", value: { toolResultId: search[1], reviewed: search[2] !== undefined } };
  throw new DomainError(
    "REQUEST_INVALID",
    `"${text}" is no evidence: it begins with vault:, law:, toolres: or statement:`,
  );
};
