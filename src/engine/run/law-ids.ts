import type { Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolContext, TurnContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { serviceOf } from "../../tool/service.ts";

/**
 * Ids of documents and chunks of law among what a model was shown: those that LawBot answered with, and those of the
 * evidence set, which holds what a source gave and what a person pinned. Only these and ids that parse leave unseen.
 */
export const lawIdsShown = (shown: TurnContext): string[] => [
  ...new Set([
    ...(shown.evidenceSet?.entries ?? []).flatMap(({ candidate }) => (candidate ? candidateIds(candidate) : [])),
    ...(shown.ledger?.entries ?? []).flatMap(({ evidence, span }) =>
      evidence?.evidence.case === "law" && span ? [span.docUid] : [],
    ),
    ...shown.toolContexts.filter(({ request }) => serviceOf(request?.toolName ?? "") === "lawbot").flatMap(answeredIds),
  ]),
];

const answeredIds = ({ output }: ToolContext): string[] => {
  switch (output.case) {
    case "search":
      return output.value.candidates.flatMap(candidateIds);
    case "resolved":
      return output.value.items.flatMap(({ candidates, passages }) => [
        ...candidates.flatMap(candidateIds),
        ...passages.flatMap(placeIds),
      ]);
    case "spans":
      return output.value.answers.flatMap(({ resolution, passages }) => [
        ...(resolution?.spans ?? []).map(({ docUid }) => docUid),
        ...passages.flatMap(placeIds),
      ]);
    default:
      return [];
  }
};

/** A law's evidence id is its document with `law:` before and perhaps `#` and a path behind; documents of the case have none. */
const candidateIds = ({ evidenceId, chunkUid }: { evidenceId: string; chunkUid: string }): string[] =>
  evidenceId.startsWith("law:") ? [evidenceId.slice(4).replace(/#.*$/su, ""), chunkUid] : [];

const placeIds = ({ docUid, chunkUid }: Passage): string[] => [docUid, chunkUid];
