import { parseEcli, renderEcli } from "../../../citation/ecli.ts";
import { Refusal, type SourceClaim } from "../../port/reading.ts";
import type { RulingReading } from "../../port/ruling-source.ts";
import { readXml } from "../../xml/read-xml.ts";
import { RulingBlocks } from "./blocks.ts";
import { composeRuling } from "./compose.ts";
import { type IdentifiedMetadata, RulingRecord } from "./metadata.ts";
import { rulingName } from "./ruling-name.ts";
import type { RulingPaper } from "./ruling-paper.ts";

/** Reads one file of Rechtspraak Open Data. Throws Refusal for what is not such a file, or is not whole. */
export const readRuling = (bytes: Uint8Array, claim: SourceClaim): RulingReading => {
  const record = new RulingRecord();
  const blocks = new RulingBlocks();
  let into: RulingRecord | RulingBlocks | undefined;
  let depth = 0;
  let body = "";
  readXml(bytes, {
    open(name, attributes) {
      depth++;
      if (depth === 1) return requireRoot(name);
      if (depth === 2) into = name === "rdf:RDF" ? record : blocks;
      if (depth === 2 && (name === "uitspraak" || name === "conclusie")) body = name;
      into?.open(name, attributes);
    },
    close() {
      depth--;
      if (depth > 0) into?.close();
    },
    text: (text) => (depth > 1 ? into?.text(text) : undefined),
    instruction: (target) => {
      if (target === "linebreak") blocks.lineBreak();
    },
  });
  const paper = {
    events: blocks.events,
    metadata: record.metadata(),
    isOpinion: body === "conclusie",
    withoutText: body === "",
    unknown: blocks.unknown,
  };
  return { ...rulingOf(paper, claim), extractor: "rechtspraak-text", extractorVersion: "1" };
};

/** Puts what one form of a ruling says together, the same way for each of them. Throws Refusal where it has no ECLI, or the file is named after another. */
export const rulingOf = (
  { events, metadata, isOpinion, withoutText, unknown }: RulingPaper,
  claim: SourceClaim,
): Omit<RulingReading, "extractor" | "extractorVersion"> => {
  const id = requireEcli(metadata, claim);
  return {
    id,
    citation: rulingName({ court: metadata.court, decidedOn: metadata.decidedOn, ecli: id }),
    metadata,
    ...composeRuling(events, isOpinion ? "opinion" : "ruling"),
    withoutText,
    unknownElements: unknown,
  };
};

const requireRoot = (name: string): void => {
  if (name === "open-rechtspraak") return;
  const what = name === "wetgeving" || name === "toestand" ? "it is a statute; import it as such" : "no ruling";
  throw new Refusal(
    "UNKNOWN_ROOT",
    `the root is <${name.slice(0, 40)}>: ${what}; rulings begin with <open-rechtspraak>`,
  );
};

const requireEcli = ({ identifier }: IdentifiedMetadata, { path }: SourceClaim): string => {
  const ecli = parseEcli(identifier);
  if (!ecli) throw new Refusal("BAD_ID", `the file has no ECLI (found "${identifier.slice(0, 40)}")`);
  const written = renderEcli(ecli);
  const named = /ECLI[_:][A-Z]{2}[_:][A-Z0-9]+[_:]\d{4}[_:][A-Z0-9]+/i
    .exec(path)?.[0]
    .replaceAll("_", ":")
    .toUpperCase();
  if (named && named !== written)
    throw new Refusal("WRONG_ID", `the file is named after ${named} and holds ${written}; one of the two is wrong`);
  return written;
};
