import { SaxesParser } from "saxes";
import { fileBytesMax } from "../../limits.ts";
import { type LawReading, Refusal, type SourceClaim } from "../../reading.ts";
import { bookOfRegulation } from "../laws.ts";
import { claimedDate, documentOf, xmlFault } from "./document-checks.ts";
import { LawTextBuilder } from "./text-builder.ts";
import { type Attributes, BwbWalker } from "./walker.ts";

/** Elements inside elements; real files stay below 30. */
const depthMax = 100;

/** Bytes handed to the parser at a time: large enough to be quick, small enough that memory follows the text, not the XML. */
const pieceBytes = 64 * 1024;

/**
 * Reads one BWB file, of the older form (root `wetgeving`) or a toestand, into canonical text with addresses, by the
 * rules of the BWB's own schema. Nothing is fetched: a DOCTYPE is passed over, and a file that declares entities is
 * refused, for whatever they would pull in. Throws Refusal for what is not such a file, or is not whole.
 */
export const readBwb = (bytes: Uint8Array, claim: SourceClaim): LawReading => {
  if (bytes.length > fileBytesMax) throw new Refusal("TOO_LARGE", "the file is larger than 64 MiB; no regulation is");
  return new BwbReading(claim).read(bytes);
};

class BwbReading {
  readonly #claim: SourceClaim;
  readonly #parser = new SaxesParser({ position: false });
  #walker: BwbWalker | undefined;
  #builder: LawTextBuilder | undefined;
  #root: { name: string; attributes: Attributes } | undefined;
  #law: Attributes = {};
  #depth = 0;

  constructor(claim: SourceClaim) {
    this.#claim = claim;
    this.#listen();
  }

  read(bytes: Uint8Array): LawReading {
    this.#feed(bytes);
    const document = documentOf(this.#root?.name ?? "", this.#root?.attributes ?? {}, this.#claim);
    const validFrom = claimedDate(document, this.#claim);
    const { units, text, unknown } = this.#finished();
    if (text === "") throw new Refusal("NO_TEXT", `${document.lawId} holds no text of a law`);
    const titleOf = (element: string) => {
      const unit = units.find((each) => each.element === element);
      return unit ? [...text.slice(0, 20_000)].slice(unit.startChar, unit.endChar).join("") : "";
    };
    return {
      lawId: document.lawId,
      validFrom,
      title: titleOf("intitule"),
      citationTitle: titleOf("citeertitel"),
      kind: this.#law.soort ?? "",
      form: document.form,
      extractor: "bwb-text",
      extractorVersion: "1",
      text,
      units,
      unknownElements: unknown,
    };
  }

  #finished() {
    if (!this.#walker || !this.#builder) throw new Refusal("NOT_XML", "the file holds no XML element");
    this.#walker.flush();
    return { units: this.#builder.finish(), text: this.#builder.text(), unknown: this.#walker.unknown };
  }

  #listen(): void {
    const parser = this.#parser;
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("xmldecl", ({ encoding }) => {
      if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding))
        throw new Refusal("ENCODING", `the file says it is ${encoding.slice(0, 20)}; save it as UTF-8`);
    });
    parser.on("doctype", (doctype) => {
      if (/<!(ENTITY|ATTLIST|ELEMENT|NOTATION)/.test(doctype))
        throw new Refusal(
          "ENTITY_DECLARED",
          "the file declares entities or elements of its own; take the file as the BWB publishes it",
        );
    });
    parser.on("opentag", (tag) => this.#open(tag.name, tag.attributes as Attributes));
    parser.on("closetag", () => {
      this.#depth--;
      this.#walker?.close();
    });
    parser.on("text", (text) => this.#walker?.text(text));
    parser.on("cdata", (text) => this.#walker?.text(text));
  }

  #open(name: string, attributes: Attributes): void {
    if (++this.#depth > depthMax) throw new Refusal("TOO_DEEP", `elements are nested more than ${depthMax} deep`);
    if (!this.#walker) this.#begin(name, attributes);
    if (name === "wetgeving") this.#law = attributes;
    this.#walker?.open(name, attributes);
  }

  /** The root decides at once whether this is a file to read on, so that a large wrong one costs nothing. */
  #begin(name: string, attributes: Attributes): void {
    this.#root = { name, attributes };
    const { lawId } = documentOf(name, attributes, this.#claim);
    this.#builder = new LawTextBuilder(bookOfRegulation(lawId));
    this.#walker = new BwbWalker(this.#builder);
  }

  #feed(bytes: Uint8Array): void {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    try {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
        // Some published files have blank lines before the XML declaration.
        this.#parser.write(at === 0 ? piece.trimStart() : piece);
      }
      this.#parser.write(decoder.decode());
    } catch (error) {
      throw xmlFault(error, "while reading");
    }
    if (this.#depth > 0) throw new Refusal("TRUNCATED", "the file ends in the middle; fetch it again");
    try {
      this.#parser.close();
    } catch (error) {
      throw xmlFault(error, "at the end");
    }
  }
}
