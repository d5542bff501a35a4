import { type LawReading, Refusal, type SourceBytes, type SourceClaim } from "../../port/reading.ts";
import { LawTextBuilder } from "../../text/law-text-builder.ts";
import { type Attributes, readXml } from "../../xml/read-xml.ts";
import { dutchNames } from "../dutch-names.ts";
import { dutchCustoms } from "./address.ts";
import { type BwbDocument, claimedDate, documentOf } from "./document-checks.ts";
import { transitionalIn } from "./transitional.ts";
import { BwbWalker } from "./walker.ts";

/** Where the heading of a law ends at the latest; a heading further down is none. */
const headingEndMax = 20_000;

/**
 * Reads one BWB file, of the older form (root `wetgeving`) or a toestand, into canonical text with addresses, by the
 * rules of the BWB's own schema. Throws Refusal for what is not such a file, or is not whole.
 */
export const readBwb = (source: SourceBytes, claim: SourceClaim): LawReading => {
  let begun: { document: BwbDocument; walker: BwbWalker; builder: LawTextBuilder } | undefined;
  let law: Attributes = {};
  readXml(source, {
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
  const book = dutchNames.bookOf(document.lawId);
  const builder = new LawTextBuilder(dutchCustoms(book));
  return { document, builder, walker: new BwbWalker(builder) };
};

const readingOf = (
  { document, walker, builder }: ReturnType<typeof begin>,
  kind: string,
  claim: SourceClaim,
): LawReading => {
  const validFrom = claimedDate(document, claim);
  builder.finish();
  const { units, text } = builder;
  if (text.length === 0) throw new Refusal("NO_TEXT", `${document.lawId} holds no text of a law`);
  const titleOf = (element: string) => {
    const rank = units.firstOf(element);
    return rank === undefined ? "" : text.slice(units.start(rank), Math.min(units.end(rank), headingEndMax));
  };
  const keys = builder.keys();
  const transitional = transitionalIn({ lawId: document.lawId, text, units, links: builder.links });
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
    transitional,
  };
};
