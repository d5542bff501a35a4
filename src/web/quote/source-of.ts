/** Which service a source belongs to. */
export type SourceKind = "vault" | "law" | "ruling";

/** Tells it by the id: documents have 64 hexadecimal digits, statutes a version behind an @, rulings neither. */
export const sourceKindOf = (docUid: string): SourceKind => {
  if (/^[0-9a-f]{64}$/.test(docUid)) return "vault";
  return docUid.includes("@") ? "law" : "ruling";
};

/** The id of a statute without its version. */
export const lawIdOf = (docUid: string): string => docUid.split("@", 1)[0] ?? docUid;
