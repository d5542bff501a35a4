import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type LawVersion, LawVersionSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256Hex } from "../sha256.ts";
import { canonicalText } from "./canonical.ts";
import type { LawReading } from "./reading.ts";

/** Bounds on what a file may say about itself, so that the record stays small whatever the file holds. */
const titleLengthMax = 2_000;
const unknownMax = 100;
const nameLengthMax = 64;

/** A version ready to be stored, with the bytes of its canonical text. */
export interface MadeVersion {
  readonly version: LawVersion;
  readonly text: Uint8Array;
}

/** Makes the record and the canonical text of one reading. Nothing varies between two imports of a file but `importedAtMs`. */
export const makeVersion = (
  reading: LawReading,
  original: Uint8Array,
  about: { readonly path: string; readonly importedAtMs: number; readonly jurisdiction: string },
): MadeVersion => {
  const docUid = `${reading.lawId}@${reading.validFrom}`;
  const text = toBinary(CanonicalTextSchema, canonicalText(docUid, reading));
  const articles = reading.units.filter((unit) => unit.element === "artikel" || unit.element === "enig-artikel");
  const version = create(LawVersionSchema, {
    docUid,
    lawId: reading.lawId,
    validFrom: reading.validFrom,
    title: reading.title.slice(0, titleLengthMax),
    citationTitle: reading.citationTitle.slice(0, titleLengthMax),
    kind: reading.kind.slice(0, nameLengthMax),
    form: reading.form,
    fileName: (about.path.split(/[/\\]/).at(-1) ?? "").slice(0, 255),
    original: refOf("opaque:original", original),
    text: refOf(CanonicalTextSchema.typeName, text),
    sourceDigest: sha256Hex(new TextEncoder().encode(reading.text)),
    unitCount: reading.units.length,
    articleCount: articles.length,
    unquotableArticleCount: articles.filter((unit) => !unit.quotable).length,
    unknownElements: [...reading.unknownElements]
      .map(([name, count]) => ({ name: name.slice(0, nameLengthMax), count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, unknownMax),
    importTime: timestampFromMs(about.importedAtMs),
    jurisdiction: about.jurisdiction,
  });
  return { version, text };
};

const refOf = (kind: string, bytes: Uint8Array) => ({
  kind,
  version: 1,
  digest: sha256Hex(bytes),
  sizeBytes: BigInt(bytes.length),
});
