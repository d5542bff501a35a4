import { readFileSync } from "node:fs";
import type { EvidenceSlot } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { RunView } from "../client/run-view.ts";
import { DomainError } from "../error.ts";
import { packageRoot } from "../package-root.ts";
import { sha256Hex } from "../sha256.ts";
import type { CaseClaim, CaseEvidence } from "./case.ts";

/** Folder of the demo's own files. */
export const demoFolder = new URL("demo/", packageRoot);

/** A slot of the run with what the person of the demo has in mind for it. */
export interface PlannedSlot {
  readonly slot: EvidenceSlot;
  readonly claimId: string;
  readonly evidence: CaseEvidence;
}

/** The slots of the current needs that the case has evidence for, found by claim text and template. */
export const plannedSlots = (view: RunView, claims: readonly CaseClaim[]): PlannedSlot[] => {
  const byText = new Map(claims.map((claim) => [claim.text, claim]));
  const needs = view.needs?.sections.flatMap((section) => section.claims) ?? [];
  return needs.flatMap(({ claimId, claimText, required, optional }) =>
    [...required, ...optional].flatMap((slot) => {
      const evidence = byText.get(claimText)?.slots[slot.templateName || "quote"];
      return evidence === undefined ? [] : [{ slot, claimId, evidence }];
    }),
  );
};

/** The id of a file of the dossier: its bytes decide it. */
export const evidenceIdOfFile = (file: string): string =>
  `vault:${sha256Hex(readFileSync(new URL(`dossier/${file}`, demoFolder)))}`;

/** Ids of the law units that citations stand for. */
export type LawIds = ReadonlyMap<string, string>;

/** The id evidence is pinned and bound by; undefined for searches and statements, which have none. */
export const evidenceIdOf = (evidence: CaseEvidence, laws: LawIds): string | undefined => {
  if (evidence.from === "file") return evidenceIdOfFile(evidence.file);
  if (evidence.from !== "law") return undefined;
  const id = laws.get(evidence.citation);
  if (id === undefined) throw new DomainError("LAW_NOT_FOUND", `${evidence.citation} is not in the demo's law file`);
  return id;
};
