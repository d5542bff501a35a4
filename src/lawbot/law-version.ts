import { createHash } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type LawVersion, LawVersionSchema, UnitKeysSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { LawReading } from "./port/reading.ts";
import type { LawText } from "./text/law-text.ts";
import type { UnitTable } from "./text/unit-table.ts";

/** Bounds on what a file may say about itself, so that the record stays small whatever the file holds. */
const titleLengthMax = 2_000;
const unknownMax = 100;
const nameLengthMax = 64;
/** Provisions that one rule about earlier cases names. */
const provisionsMax = 100;

/** Articles, and sections of acts. */
const articleElements = new Set(["artikel", "enig-artikel", "section", "article", "schedule-paragraph"]);

/** Bytes that the store has or will have, by what they are known by. */
export interface KeptBytes {
  /** SHA-256, 64 lower-case hex. */
  readonly digest: string;
  readonly sizeBytes: number;
}

/** Makes the record of one reading. Nothing varies between two imports of a file but `importedAtMs`. */
export const lawVersion = (
  reading: LawReading,
  about: {
    readonly path: string;
    readonly importedAtMs: number;
    readonly jurisdiction: string;
    /** The file it was read from, with its SHA-512, 128 hex. */
    readonly original: KeptBytes & { readonly sha512: string };
    /** What `canonicalBytes` gave. */
    readonly text: KeptBytes;
    /** What `unitKeyBytes` gave; absent where the source has none. */
    readonly unitKeys?: KeptBytes | undefined;
  },
): LawVersion =>
  create(LawVersionSchema, {
    docUid: docUidOf(reading),
    lawId: reading.lawId,
    validFrom: reading.validFrom,
    title: reading.title.slice(0, titleLengthMax),
    citationTitle: reading.citationTitle.slice(0, titleLengthMax),
    kind: reading.kind.slice(0, nameLengthMax),
    form: reading.form,
    fileName: (about.path.split(/[/\\]/).at(-1) ?? "").slice(0, 255),
    original: refOf("opaque:original", about.original),
    text: refOf(CanonicalTextSchema.typeName, about.text),
    sourceDigest: digestOf(reading.text),
    unitCount: reading.units.length,
    ...articlesOf(reading.units),
    unknownElements: [...reading.unknownElements]
      .map(([name, count]) => ({ name: name.slice(0, nameLengthMax), count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, unknownMax),
    importTime: timestampFromMs(about.importedAtMs),
    jurisdiction: reading.jurisdiction ?? about.jurisdiction,
    fromDocumentDate: reading.isDocumentDate ?? false,
    label: reading.label ?? "",
    originalSha512: about.original.sha512,
    transitional: (reading.transitional ?? []).map(({ rank, ...rule }) => ({
      path: reading.units.path(rank),
      words: rule.words,
      provisions: rule.provisions.slice(0, provisionsMax).map(({ lawId, number }) => ({ lawId, number })),
      appliesTo: rule.appliesTo,
      until: rule.until,
      untilOwnFirstDay: rule.untilOwnFirstDay,
    })),
    ...(about.unitKeys && { unitKeys: refOf(UnitKeysSchema.typeName, about.unitKeys) }),
  });

/** The identifiers of a reading's units, encoded; undefined where the source has none. */
export const unitKeyBytes = ({ unitKeys }: LawReading): Uint8Array | undefined =>
  unitKeys && toBinary(UnitKeysSchema, create(UnitKeysSchema, { keys: [...unitKeys] }));

/** SHA-256 of a text's UTF-8 bytes. */
const digestOf = (text: LawText): string => {
  const sha256 = createHash("sha256");
  for (const stretch of text.bytes()) sha256.update(stretch);
  return sha256.digest("hex");
};

const articlesOf = (units: UnitTable): { articleCount: number; unquotableArticleCount: number } => {
  let articleCount = 0;
  let unquotableArticleCount = 0;
  for (let rank = 0; rank < units.length; rank++) {
    if (!articleElements.has(units.element(rank))) continue;
    articleCount++;
    if (!units.isQuotable(rank)) unquotableArticleCount++;
  }
  return { articleCount, unquotableArticleCount };
};

/** `<law id>@<first day>`; the second text for one day and those after it carry their rank, `@2014-01-01_1`. */
export const docUidOf = ({ lawId, validFrom, label = "" }: LawReading): string => {
  const rank = label.startsWith(`${validFrom}_`) ? label.slice(validFrom.length + 1) : "0";
  return rank === "0" ? `${lawId}@${validFrom}` : `${lawId}@${validFrom}_${rank}`;
};

const refOf = (kind: string, { digest, sizeBytes }: KeptBytes) => ({
  kind,
  version: 1,
  digest,
  sizeBytes: BigInt(sizeBytes),
});
