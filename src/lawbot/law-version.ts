import { hash } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type LawVersion, LawVersionSchema, UnitKeysSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256Hex } from "../sha256.ts";
import { canonicalText } from "./canonical.ts";
import type { LawReading } from "./reading.ts";

/** Bounds on what a file may say about itself, so that the record stays small whatever the file holds. */
const titleLengthMax = 2_000;
const unknownMax = 100;
const nameLengthMax = 64;

/** Articles, and sections of acts. */
const articleElements = new Set(["artikel", "enig-artikel", "section", "article"]);

/** A version ready to be stored, with the bytes of its canonical text. */
export interface MadeVersion {
  readonly version: LawVersion;
  readonly text: Uint8Array;
  /** The same before it was encoded, for whoever goes on with it. */
  readonly canonical: CanonicalText;
  /** Bytes of the units' identifiers; absent where the source has none. */
  readonly unitKeys?: Uint8Array;
}

/** Makes the record and the canonical text of one reading. Nothing varies between two imports of a file but `importedAtMs`. */
export const makeVersion = (
  reading: LawReading,
  original: Uint8Array,
  about: {
    readonly path: string;
    readonly importedAtMs: number;
    readonly jurisdiction: string;
    /** SHA-256 of the original, 64 hex, where the caller knows it. */
    readonly digest?: string;
  },
): MadeVersion => {
  const docUid = docUidOf(reading);
  const unitKeys =
    reading.unitKeys && toBinary(UnitKeysSchema, create(UnitKeysSchema, { keys: [...reading.unitKeys] }));
  const canonical = canonicalText(docUid, reading);
  const text = toBinary(CanonicalTextSchema, canonical);
  const articles = reading.units.filter((unit) => articleElements.has(unit.element));
  const version = create(LawVersionSchema, {
    docUid,
    lawId: reading.lawId,
    validFrom: reading.validFrom,
    title: reading.title.slice(0, titleLengthMax),
    citationTitle: reading.citationTitle.slice(0, titleLengthMax),
    kind: reading.kind.slice(0, nameLengthMax),
    form: reading.form,
    fileName: (about.path.split(/[/\\]/).at(-1) ?? "").slice(0, 255),
    original: refOf("opaque:original", original, about.digest),
    text: refOf(CanonicalTextSchema.typeName, text),
    sourceDigest: hash("sha256", reading.text, "hex"),
    unitCount: reading.units.length,
    articleCount: articles.length,
    unquotableArticleCount: articles.filter((unit) => !unit.quotable).length,
    unknownElements: [...reading.unknownElements]
      .map(([name, count]) => ({ name: name.slice(0, nameLengthMax), count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, unknownMax),
    importTime: timestampFromMs(about.importedAtMs),
    jurisdiction: reading.jurisdiction ?? about.jurisdiction,
    label: reading.label ?? "",
    originalSha512: hash("sha512", original, "hex"),
    ...(unitKeys && { unitKeys: refOf(UnitKeysSchema.typeName, unitKeys) }),
  });
  return { version, text, canonical, ...(unitKeys && { unitKeys }) };
};

/** `<law id>@<first day>`; the second text for one day and those after it carry their rank, `@2014-01-01_1`. */
export const docUidOf = ({ lawId, validFrom, label = "" }: LawReading): string => {
  const rank = label.startsWith(`${validFrom}_`) ? label.slice(validFrom.length + 1) : "0";
  return rank === "0" ? `${lawId}@${validFrom}` : `${lawId}@${validFrom}_${rank}`;
};

const refOf = (kind: string, bytes: Uint8Array, digest: string = sha256Hex(bytes)) => ({
  kind,
  version: 1,
  digest,
  sizeBytes: BigInt(bytes.length),
});
