import { rulingEvidence } from "#kit/ruling-id.ts";
import type { EvidenceRef } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { tools } from "./tools.ts";

/** The tools that find quotes, one for each source of words. */
export const quoteTools = [tools.vaultGetSpans, tools.lawbotGetSpans, tools.lawbotCaseGetSpans] as const;

export type QuoteTool = (typeof quoteTools)[number];

/** The tool of the source that has the words of a piece of evidence: the documents, the statutes or the rulings. */
export const quoteToolOf = (bound: EvidenceRef | undefined): QuoteTool => {
  if (bound?.evidence.case !== "law") return tools.vaultGetSpans;
  return rulingEvidence(bound.evidence.value.evidenceId) ? tools.lawbotCaseGetSpans : tools.lawbotGetSpans;
};
