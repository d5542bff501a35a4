/**
 * Ids of rulings, which are the doc_uids of their texts: an ECLI in capitals, or, for a ruling that has a neutral citation
 * and no ECLI, that citation as an id (`NCN:EWHC-CH:2023:257` for `[2023] EWHC 257 (Ch)`).
 */
const ecli = "ECLI:[A-Z]{2}:[A-Z][A-Z0-9]{0,6}:\\d{4}:[A-Z0-9][A-Z0-9.]{0,24}";
const neutral = "NCN:[A-Z]{2,9}(?:-[A-Z0-9]{1,10})?:\\d{4}:\\d{1,5}";
const id = new RegExp(`^(?:${ecli}|${neutral})$`);
const evidence = new RegExp(`^law:(${ecli}|${neutral})(?:#(\\S{1,512}))?$`, "u");

/** Tells whether a doc_uid is a ruling's; statutes and documents have others. */
export const isRulingId = (docUid: string): boolean => id.test(docUid);

/** A ruling, or one part of it, as an evidence id names it. */
export interface RulingEvidence {
  readonly docUid: string;
  /** Machine address of the part; "" for the ruling as a whole. */
  readonly path: string;
}

/** Reads `law:<id>` with or without `#<path>`; undefined for anything else, statutes included. */
export const rulingEvidence = (evidenceId: string): RulingEvidence | undefined => {
  const [, docUid, path = ""] = evidence.exec(evidenceId) ?? [];
  return docUid === undefined ? undefined : { docUid, path };
};

/** The code of the court in an id: `HR`, `EWHC-CH`. */
export const courtCodeOf = (docUid: string): string => docUid.split(":")[docUid.startsWith("NCN:") ? 1 : 2] ?? "";
