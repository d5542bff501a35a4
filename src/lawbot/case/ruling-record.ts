import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Ruling, RulingSchema } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { CodePointIndex } from "../../span/code-points.ts";
import { chunksOf } from "../canonical.ts";
import type { RulingReading } from "../nl/rechtspraak/read-ruling.ts";
import { rulingName } from "../nl/rechtspraak/ruling-name.ts";

/** Makes the record and the canonical text of one reading. */
export const makeRuling = (
  reading: RulingReading,
  original: Uint8Array,
  about: { readonly path: string; readonly importedAtMs: number },
): { ruling: Ruling; text: Uint8Array } => {
  const { ecli, metadata, units } = reading;
  const canonical = create(CanonicalTextSchema, {
    text: reading.text,
    extractor: reading.extractor,
    extractorVersion: reading.extractorVersion,
    docUid: ecli,
    chunks: chunksOf(ecli, new CodePointIndex(reading.text), units),
    segments: reading.segments,
    units,
  });
  const text = toBinary(CanonicalTextSchema, canonical);
  const considerations = units.filter((unit) => unit.number !== "" && unit.element !== "noot");
  const ruling = create(RulingSchema, {
    ecli,
    court: metadata.court,
    decidedOn: metadata.decidedOn,
    kind: metadata.kind,
    caseNumbers: [...metadata.caseNumbers],
    title: metadata.title,
    subjects: [...metadata.subjects],
    reporters: [...metadata.reporters],
    ljn: metadata.ljn || ljnOf(ecli),
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
    citation: rulingName({ court: metadata.court, decidedOn: metadata.decidedOn, ecli }),
  });
  return { ruling, text };
};

/** The older number became the ordinal of the ECLI. */
const ljnOf = (ecli: string): string => /:([A-Z]{2}\d{4})$/.exec(ecli)?.[1] ?? "";

const refOf = (kind: string, bytes: Uint8Array) => ({
  kind,
  version: 1,
  digest: sha256Hex(bytes),
  sizeBytes: BigInt(bytes.length),
});
