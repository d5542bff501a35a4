import type { ErasurePlan, RunInPlan } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { LawErasurePlan } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import {
  type DocumentToErase,
  type RemainingDocument,
  RemainingDocument_Why as Why,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import type { Speech } from "../../words/speech.ts";

/** A plan in words: what goes, what stays and why, and what no erasure reaches. */
export const erasurePlanLines = ({ runs, remainingRuns, vault, law }: ErasurePlan, speech: Speech): string[] => [
  speech.phrase("What goes, for good:"),
  ...runs.flatMap((run) => runLines(run, speech)),
  ...(vault?.documents ?? []).flatMap((document) => documentLines(document, speech)),
  ...(law ? lawLines(law, speech) : []),
  ...stayingLines(remainingRuns, vault?.remaining ?? [], speech),
  speech.phrase(
    "No erasure reaches: backups, files and proofs that were exported, and copies that a disk keeps by itself; docs/operations.md says more.",
  ),
];

const runLines = ({ runId, title, ...run }: RunInPlan, speech: Speech): string[] => [
  `  ${runId}  ${title}`.trimEnd(),
  `    ${speech.phrase("{1} events, {2} pieces, {3} bytes", String(run.eventCount), String(run.artifactCount), String(run.sizeBytes))}`,
  ...(run.isFinalised
    ? [`    ${speech.phrase("it is finalised: letters and proofs of it that were given out stay where they are")}`]
    : []),
  ...run.forkRunIds.map(
    (fork) => `    ${speech.phrase("{1} is a fork of it and stays, with what it took over", fork)}`,
  ),
];

const documentLines = (document: DocumentToErase, speech: Speech): string[] => [
  `  vault:${document.docUid.slice(0, 12)}  ${document.title}`,
  `    ${document.path}`,
  `    ${speech.phrase("{1} bytes, texts made of it: {2}", String(document.sizeBytes), String(document.textCount))}`,
  ...(document.containerCount === 0
    ? []
    : [
        `    ${speech.phrase("mailboxes and archives that list it: {1}; its line there is emptied", String(document.containerCount))}`,
      ]),
  ...(document.otherStrandIds.length === 0
    ? []
    : [
        `    ${speech.phrase("other parts of the Vault have it too, and keep it: {1}", document.otherStrandIds.join(", "))}`,
      ]),
];

const lawLines = ({ docUid, title, fileName, sizeBytes, titleStays }: LawErasurePlan, speech: Speech): string[] => [
  `  law:${docUid}  ${title}`,
  `    ${fileName}`,
  `    ${speech.phrase("{1} bytes, with its text and what the search finds of it", String(sizeBytes))}`,
  ...(titleStays
    ? [`    ${speech.phrase("that it was imported stays in LawBot's journal, with its title and dates")}`]
    : []),
];

const stayingLines = (
  runs: readonly RunInPlan[],
  documents: readonly RemainingDocument[],
  speech: Speech,
): string[] => {
  if (runs.length + documents.length === 0) return [];
  return [
    speech.phrase("What stays, though it has to do with it:"),
    ...runs.flatMap(({ runId, title, namingCount, cites, isFinalised }) => [
      `  ${runId}  ${title}`.trimEnd(),
      `    ${speech.phrase("it names it in {1} places, which may repeat its words", String(namingCount))}`,
      ...(cites ? [`    ${speech.phrase("its letter cites it")}`] : []),
      ...(isFinalised ? [`    ${speech.phrase("it is finalised")}`] : []),
    ]),
    ...(runs.length === 0 ? [] : [`  ${speech.phrase("--with-runs has these runs go too")}`]),
    ...documents.flatMap(({ docUid, title, why }) => [
      `  vault:${docUid.slice(0, 12)}  ${title}`,
      `    ${speech.phrase(whyWords[why] ?? "it stays")}`,
    ]),
  ];
};

const whyWords: Readonly<Record<Why, Parameters<Speech["phrase"]>[0]>> = {
  [Why.UNSPECIFIED]: "it stays",
  [Why.ATTACHED_ELSEWHERE]: "another message has it attached as well",
  [Why.IMPORTED_BY_ITSELF]: "it was imported by itself as well",
  [Why.HOLDS_ITS_BYTES]: "it has the document attached, and so holds it whole: remove it too, if that must not be",
  [Why.SAME_THREAD]: "it is of the same thread, and may repeat its words",
};
