import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { EvidenceCandidate, Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolContext, TurnContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { Material } from "../../run/kernel.ts";
import { serviceOf } from "../../tool/service.ts";

/** Words of this run that are not the case's: they may leave for a LawBot of another machine. */
export interface OfferedTexts {
  /** What a person typed or confirmed in this run. */
  readonly persons: readonly string[];
  /** Texts, titles and names of law that LawBot gave this run, as far as a model was shown them. */
  readonly law: readonly string[];
}

/** Gathers them from what a step shows. What a model proposed and nobody confirmed is in neither. */
export const offeredTexts = (
  shown: TurnContext,
  { title, intent, skeleton }: Material,
  prompt: string,
): OfferedTexts => ({
  persons: [
    prompt,
    title ?? "",
    intent?.goal ?? "",
    ...(skeleton?.sections ?? []).flatMap((section) => [section.title, ...section.claims.map(({ text }) => text)]),
    ...shown.conversation.filter((one) => one.meta?.createdBy?.kind === Principal_Kind.USER).map(({ text }) => text),
  ].filter(Boolean),
  law: [
    ...(shown.evidenceSet?.entries ?? []).flatMap(({ candidate }) => (candidate ? candidateTexts(candidate) : [])),
    ...(shown.ledger?.entries ?? []).flatMap(({ evidence, span }) =>
      evidence?.evidence.case === "law" && span ? [span.excerpt] : [],
    ),
    ...shown.toolContexts
      .filter(({ request }) => serviceOf(request?.toolName ?? "") === "lawbot")
      .flatMap(answeredTexts),
  ].filter(Boolean),
});

const candidateTexts = ({ evidenceId, title, snippet }: EvidenceCandidate): string[] =>
  evidenceId.startsWith("law:") ? [title, snippet] : [];

const passageTexts = ({ text }: Passage): string[] => [text];

const answeredTexts = ({ output }: ToolContext): string[] => {
  switch (output.case) {
    case "search":
      return output.value.candidates.flatMap(candidateTexts);
    case "resolved":
      return output.value.items.flatMap(({ candidates, passages }) => [
        ...candidates.flatMap(candidateTexts),
        ...passages.flatMap(passageTexts),
      ]);
    case "spans":
      return output.value.answers.flatMap(({ resolution, passages }) => [
        ...(resolution?.spans ?? []).map(({ excerpt }) => excerpt),
        ...passages.flatMap(passageTexts),
      ]);
    default:
      return [];
  }
};
