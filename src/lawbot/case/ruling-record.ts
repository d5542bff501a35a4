import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Ruling, RulingSchema } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { chunksOf } from "../canonical.ts";
import type { RulingReading } from "../port/ruling-source.ts";

/** Makes the record and the canonical text of one reading. */
export const makeRuling = (
  reading: RulingReading,
  original: Uint8Array,
  about: { readonly path: string; readonly importedAtMs: number },
): { ruling: Ruling; text: Uint8Array } => {
  const { id, metadata, units } = reading;
  const canonical = create(CanonicalTextSchema, {
    text: reading.text,
    extractor: reading.extractor,
    extractorVersion: reading.extractorVersion,
    docUid: id,
    chunks: chunksOf(id, new CodePointIndex(reading.text), units),
    segments: reading.segments,
    units,
  });
  const text = toBinary(CanonicalTextSchema, canonical);
  const considerations = units.filter((unit) => unit.number !== "" && unit.element !== "noot");
  const ruling = create(RulingSchema, {
    ecli: id,
    court: metadata.court,
    decidedOn: metadata.decidedOn,
    kind: metadata.kind,
    caseNumbers: [...metadata.caseNumbers],
    title: metadata.title,
    subjects: [...metadata.subjects],
    reporters: [...metadata.reporters],
    ljn: metadata.ljn,
    form: reading.form,
    considerationCount: considerations.length,
    guessedCount: considerations.filter((unit) => unit.flags.includes("guessed")).length,
    fileName: (about.path.split(/[/\\]/).at(-1) ?? "").slice(0, 255),
    original: refOf("opaque:original", original),
    text: refOf(CanonicalTextSchema.typeName, text),
    sourceDigest: sha256Hex(new TextEncoder().encode(reading.text)),
    unknownElements: [...reading.unknownElements].map(([name, count]) => ({ name: name.slice(0, 64), count })),
    importTime: timestampFromMs(about.importedAtMs),
    withoutText: reading.withoutText,
    citation: reading.citation,
    readFrom: reading.readFrom ?? "",
  });
  return { ruling, text };
};

const refOf = (kind: string, bytes: Uint8Array) => ({
  kind,
  version: 1,
  digest: sha256Hex(bytes),
  sizeBytes: BigInt(bytes.length),
});
