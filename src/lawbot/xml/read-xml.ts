import { SaxesParser } from "saxes";
import { fileBytesMax } from "../limits.ts";
import { Refusal, type SourceBytes } from "../port/reading.ts";

/** Attributes of an element by name, prefixes as written. */
export type Attributes = Readonly<Record<string, string>>;

/** Events that a reader of one format receives, in order of the file. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** A processing instruction inside the root; the line breaks of some publishers are written so. */
  instruction?(target: string): void;
}

/** Deepest nesting of elements; real files stay below 30. */
const depthMax = 100;

/** Bytes handed to the parser at a time: large enough to be quick, small enough that memory follows the text, not the XML. */
const pieceBytes = 64 * 1024;

/**
 * Reads XML as a stream of events. Nothing is fetched: a DOCTYPE is passed over, and a file that declares entities is refused,
 * since entities could pull in other content or grow without bound. Throws Refusal for a file that is not well-formed, not
 * UTF-8, not whole, too deep or too large; a Refusal of a handler passes through.
 */
export const readXml = (source: SourceBytes, handlers: XmlHandlers): void => {
  requireSize(source instanceof Uint8Array ? source.length : source.sizeBytes);
  const parser = new SaxesParser({ position: false });
  const depth = listen(parser, handlers);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  for (const bytes of piecesOf(source)) {
    const piece = decode(decoder, bytes, true);
    // Some published files have blank lines before the XML declaration.
    write(parser, isFirst ? piece.trimStart() : piece);
    isFirst = false;
  }
  write(parser, decode(decoder, new Uint8Array(0), false));
  if (depth() > 0) throw new Refusal("TRUNCATED", "the file ends in the middle; fetch it again");
  guarded(() => parser.close(), "at the end");
};

const requireSize = (bytes: number): void => {
  if (bytes > fileBytesMax) throw new Refusal("TOO_LARGE", "the file is larger than 64 MiB; no regulation is");
};

function* piecesOf(source: SourceBytes): Generator<Uint8Array> {
  for (const large of source instanceof Uint8Array ? [source] : source.read())
    for (let at = 0; at < large.length; at += pieceBytes) yield large.subarray(at, at + pieceBytes);
}

const listen = (parser: SaxesParser, handlers: XmlHandlers): (() => number) => {
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding))
      throw new Refusal("ENCODING", `the file says it is ${encoding.slice(0, 20)}; save it as UTF-8`);
  });
  parser.on("doctype", refuseDeclarations);
  parser.on("opentag", ({ name, attributes }) => {
    if (++depth > depthMax) throw new Refusal("TOO_DEEP", `elements are nested more than ${depthMax} deep`);
    handlers.open(name, attributes as Attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    handlers.close(name);
  });
  parser.on("text", (text) => handlers.text(text));
  parser.on("cdata", (text) => handlers.text(text));
  if (handlers.instruction) parser.on("processinginstruction", ({ target }) => handlers.instruction?.(target));
  return () => depth;
};

const refuseDeclarations = (doctype: string): void => {
  if (/<!(ENTITY|ATTLIST|ELEMENT|NOTATION)/.test(doctype))
    throw new Refusal(
      "ENTITY_DECLARED",
      "the file declares entities or elements of its own; take the file as its publisher has it",
    );
};

const decode = (decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string => {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new Refusal("ENCODING", "the file is not valid UTF-8; save it as UTF-8");
  }
};

const write = (parser: SaxesParser, piece: string): void => guarded(() => parser.write(piece), "while reading");

/** Turns an error of the parser into a Refusal without the parser's own words; bugs of a handler stay what they are. */
const guarded = (work: () => unknown, when: string): void => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof TypeError || error instanceof RangeError) throw error;
    if (error instanceof Error && /undefined entity/.test(error.message))
      throw new Refusal(
        "ENTITY_DECLARED",
        "the file uses an entity that XML itself does not define; take the file as its publisher has it",
      );
    throw new Refusal("NOT_XML", `the file is not well-formed XML (found ${when}); fetch it again`);
  }
};
