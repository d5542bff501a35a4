import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema, EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  EvidenceClaimSchema,
  EvidenceNeedsSchema,
  EvidenceSectionSchema,
  EvidenceSlotSchema,
  EvidenceSlotStatusSchema,
} from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { ToolRequestSchema, ToolResultSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";

// The messages that the RFC writes out with numbers (sections 7.1, 10 and 13). They are stored for ever, so a number or a
// type that moved would turn old artifacts into other statements without a word.

/** Fields as a proto writes them, in order of number; ours come after them. */
const given: readonly (readonly [DescMessage, readonly string[]])[] = [
  [EvidenceNeedsSchema, ["AuditMeta meta", "repeated EvidenceSection sections"]],
  [EvidenceSectionSchema, ["string section_id", "string title", "repeated EvidenceClaim claims"]],
  [
    EvidenceClaimSchema,
    [
      ...["string claim_id", "string claim_text", "repeated EvidenceSlot required", "repeated EvidenceSlot optional"],
      "repeated ToolRequest suggested_searches",
    ],
  ],
  [
    EvidenceSlotSchema,
    [
      ...["string slot_id", "string description", "EvidenceSlotStatus status"],
      ...["repeated EvidenceCandidate candidates", "repeated EvidenceRef bound"],
    ],
  ],
  [
    EvidenceCandidateSchema,
    [
      ...["string evidence_id", "string thread_id", "string doc_type", "string title", "string snippet"],
      ...["string occurred_at_iso", "repeated string participants", "string source_link"],
    ],
  ],
  [EvidenceSearchResultSchema, ["string query", "repeated EvidenceCandidate candidates"]],
  [
    ToolRequestSchema,
    [
      ...["string id", "string run_id", "OrchestratorState state", "string tool_name", "ToolRequestParams params"],
      ...["bool requires_user_confirm", "string created_at_iso", "string requested_by"],
    ],
  ],
  [
    ToolResultSchema,
    [
      ...["string id", "string request_id", "string run_id", "ToolResultStatus status", "string summary"],
      ...["ArtifactRef output_ref", "string created_at_iso"],
    ],
  ],
];

const written = (field: DescField): string => {
  const scalar: Readonly<Record<number, string>> = { 8: "bool", 9: "string" };
  const type = field.message?.name ?? field.enum?.name ?? scalar[field.scalar ?? 0] ?? "?";
  return `${field.fieldKind === "list" ? "repeated " : ""}${type} ${field.name}`;
};

describe("the messages of the RFC", () => {
  it.each(given.map(([desc, fields]) => [desc.name, desc, fields] as const))(
    "%s has the RFC's fields under the RFC's numbers [S30, S34, S39]",
    (_, desc, fields) => {
      const ours = desc.fields.toSorted((a, b) => a.number - b.number).slice(0, fields.length);
      expect(ours.map(written)).toEqual(fields);
      expect(ours.map(({ number }) => number)).toEqual(fields.map((_field, at) => at + 1));
    },
  );

  it("EvidenceSlotStatus has the RFC's values under its names [S30]", () => {
    expect(EvidenceSlotStatusSchema.values.map(({ name, number }) => [number, name.replace(/^EVIDENCE_/, "")])).toEqual(
      [
        [0, "SLOT_STATUS_UNSPECIFIED"],
        [1, "SLOT_STATUS_MISSING"],
        [2, "SLOT_STATUS_CANDIDATES"],
        [3, "SLOT_STATUS_BOUND"],
      ],
    );
  });
});
