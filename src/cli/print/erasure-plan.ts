import type { ErasurePlan, RunInPlan } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { LawErasurePlan } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import {
  type DocumentToErase,
  type RemainingDocument,
  RemainingDocument_Why as Why,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";

/** A plan in words: what goes, what stays and why, and what no erasure reaches. */
export const erasurePlanLines = ({ runs, remainingRuns, vault, law }: ErasurePlan, speech: Speech): string[] => [
  speech.phrase("erasure.what-goes-for-good"),
  ...runs.flatMap((run) => runLines(run, speech)),
  ...(vault?.documents ?? []).flatMap((document) => documentLines(document, speech)),
  ...(law ? lawLines(law, speech) : []),
  ...stayingLines(remainingRuns, vault?.remaining ?? [], speech),
  speech.phrase("erasure.no-erasure-reaches-backups-files-and-proofs"),
];

const runLines = ({ runId, title, ...run }: RunInPlan, speech: Speech): string[] => [
  `  ${runId}  ${title}`.trimEnd(),
  `    ${speech.phrase("erasure.events-pieces-bytes", { eventCount: String(run.eventCount), artifactCount: String(run.artifactCount), sizeBytes: String(run.sizeBytes) })}`,
  ...(run.isFinalised ? [`    ${speech.phrase("erasure.it-is-finalised-letters-and-proofs-of-it-that")}`] : []),
  ...run.forkRunIds.map(
    (fork) => `    ${speech.phrase("erasure.is-a-fork-of-it-and-stays-with-what-it-took", { fork })}`,
  ),
];

const documentLines = (document: DocumentToErase, speech: Speech): string[] => [
  `  vault:${document.docUid.slice(0, 12)}  ${document.title}`,
  `    ${document.path}`,
  `    ${speech.phrase("erasure.bytes-texts-made-of-it", { sizeBytes: String(document.sizeBytes), textCount: String(document.textCount) })}`,
  ...(document.containerCount === 0
    ? []
    : [
        `    ${speech.phrase("erasure.mailboxes-and-archives-that-list-it-its-line", { containerCount: String(document.containerCount) })}`,
      ]),
  ...(document.otherStrandIds.length === 0
    ? []
    : [
        `    ${speech.phrase("erasure.other-parts-of-the-vault-have-it-too-and-keep", { otherStrandIds: document.otherStrandIds.join(", ") })}`,
      ]),
];

const lawLines = ({ docUid, title, fileName, sizeBytes, titleStays }: LawErasurePlan, speech: Speech): string[] => [
  `  law:${docUid}  ${title}`,
  `    ${fileName}`,
  `    ${speech.phrase("erasure.bytes-with-its-text-and-what-the-search-finds", { sizeBytes: String(sizeBytes) })}`,
  ...(titleStays ? [`    ${speech.phrase("erasure.that-it-was-imported-stays-in-lawbots-journal")}`] : []),
];

const stayingLines = (
  runs: readonly RunInPlan[],
  documents: readonly RemainingDocument[],
  speech: Speech,
): string[] => {
  if (runs.length + documents.length === 0) return [];
  return [
    speech.phrase("erasure.what-stays-though-it-has-to-do-with-it"),
    ...runs.flatMap(({ runId, title, namingCount, cites, isFinalised }) => [
      `  ${runId}  ${title}`.trimEnd(),
      `    ${speech.phrase("erasure.it-names-it-in-places-which-may-repeat-its", { namingCount: String(namingCount) })}`,
      ...(cites ? [`    ${speech.phrase("erasure.its-letter-cites-it")}`] : []),
      ...(isFinalised ? [`    ${speech.phrase("erasure.it-is-finalised")}`] : []),
    ]),
    ...(runs.length === 0 ? [] : [`  ${speech.phrase("erasure.with-runs-has-these-runs-go-too")}`]),
    ...documents.flatMap(({ docUid, title, why }) => [
      `  vault:${docUid.slice(0, 12)}  ${title}`,
      `    ${speech.phrase(whyWords[why] ?? "erasure.it-stays")}`,
    ]),
  ];
};

const whyWords: Readonly<Record<Why, PlainId>> = {
  [Why.UNSPECIFIED]: "erasure.it-stays",
  [Why.ATTACHED_ELSEWHERE]: "erasure.another-message-has-it-attached-as-well",
  [Why.IMPORTED_BY_ITSELF]: "erasure.it-was-imported-by-itself-as-well",
  [Why.HOLDS_ITS_BYTES]: "erasure.it-has-the-document-attached-and-so-holds-it",
  [Why.SAME_THREAD]: "erasure.it-is-of-the-same-thread-and-may-repeat-its",
};
