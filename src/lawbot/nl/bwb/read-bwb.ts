import { CodePointIndex } from "../../../span/code-points.ts";
import { type LawReading, Refusal, type SourceClaim } from "../../reading.ts";
import { type Attributes, readXml } from "../../xml/read-xml.ts";
import { bookOfRegulation } from "../laws.ts";
import { type BwbDocument, claimedDate, documentOf } from "./document-checks.ts";
import { LawTextBuilder } from "./text-builder.ts";
import { BwbWalker } from "./walker.ts";

/** Where the heading of a law ends at the latest; a heading further down is none. */
const headingEndMax = 20_000;

/**
 * Reads one BWB file, of the older form (root `wetgeving`) or a toestand, into canonical text with addresses, by the
 * rules of the BWB's own schema. Throws Refusal for what is not such a file, or is not whole.
 */
export const readBwb = (bytes: Uint8Array, claim: SourceClaim): LawReading => {
  let begun: { document: BwbDocument; walker: BwbWalker; builder: LawTextBuilder } | undefined;
  let law: Attributes = {};
  readXml(bytes, {
    open(name, attributes) {
      // The root decides at once whether this is a file to read on, so that a large wrong one costs nothing.
      begun ??= begin(documentOf(name, attributes, claim));
      if (name === "wetgeving") law = attributes;
      begun.walker.open(name, attributes);
    },
    close: () => begun?.walker.close(),
    text: (text) => begun?.walker.text(text),
  });
  if (!begun) throw new Refusal("NOT_XML", "the file holds no XML element");
  begun.walker.flush();
  return readingOf(begun, law.soort ?? "", claim);
};

const begin = (document: BwbDocument) => {
  const builder = new LawTextBuilder(bookOfRegulation(document.lawId));
  return { document, builder, walker: new BwbWalker(builder) };
};

const readingOf = (
  { document, walker, builder }: ReturnType<typeof begin>,
  kind: string,
  claim: SourceClaim,
): LawReading => {
  const validFrom = claimedDate(document, claim);
  const units = builder.finish();
  const text = builder.text();
  if (text === "") throw new Refusal("NO_TEXT", `${document.lawId} holds no text of a law`);
  const head = new CodePointIndex(text.slice(0, headingEndMax));
  const titleOf = (element: string) => {
    const unit = units.find((each) => each.element === element);
    return unit ? head.slice(unit.startChar, unit.endChar) : "";
  };
  const keys = builder.keys();
  return {
    lawId: document.lawId,
    validFrom,
    title: titleOf("intitule"),
    citationTitle: titleOf("citeertitel"),
    kind,
    form: document.form,
    extractor: "bwb-text",
    extractorVersion: "2",
    text,
    units,
    unknownElements: walker.unknown,
    ...(document.label && { label: document.label }),
    ...(keys && { unitKeys: keys }),
  };
};
