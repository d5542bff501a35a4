import PostalMime, { decodeWords } from "postal-mime";
import { ImportRefusal } from "../reader/port.ts";
import { LineBuffer } from "./line-buffer.ts";

/** A MIME part after transfer decoding. `bytes` is empty for a multipart that has children. */
export interface MimePart {
  /** Lower case, without parameters; `text/plain` where the part says nothing (RFC 2045 5.2). */
  readonly mediaType: string;
  /** Lower-case names; values as written. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly disposition: string;
  readonly fileName: string;
  readonly headers: readonly MimeHeader[];
  readonly bytes: Uint8Array;
  readonly children: readonly MimePart[];
}

/** `key` in lower case; `value` unfolded, encoded words not yet decoded. */
export interface MimeHeader {
  readonly key: string;
  readonly value: string;
}

/** Real mail nests four deep; each level costs a hostile sender one line and us a node. */
const nestingMax = 40;
/** Header bytes over all parts. The largest real header set seen is under 64 KiB. */
const headerBytesMax = 1024 * 1024;
/** Parts in all. A folder of a thousand attachments is beyond what people send. */
const partsMax = 2_000;

/**
 * Parses a message with postal-mime and gives its part tree. The library's own joined text is not used: it decodes
 * `format=flowed` without looking at quote depth, converts HTML in ways that break exact quotes, and inlines forwarded
 * messages. Its tree is not in its published types; the exact version is pinned and a test holds the shape.
 *
 * Errors: `ImportRefusal` for nesting, header and part bombs, and whatever else the parser refuses.
 */
export const parseMime = async (original: Uint8Array): Promise<MimePart> => {
  const parser = new PostalMime({
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerBytesMax,
    maxRfc822NestingDepth: 0,
  });
  const inside = parser as unknown as LibraryParser;
  collectLinesCheaply(inside);
  try {
    await parser.parse(original);
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(`${whyRefused(error)}; export the message again from the mail program and import that`, {
      cause: error,
    });
  }
  return partOf(inside.root, { left: partsMax });
};

/**
 * The library keeps each line of an unencoded part as two entries of a Blob: two megabytes of line ends took a minute
 * and any text twice its time. Each part gets a plain buffer instead, before its first line is read.
 */
const collectLinesCheaply = (parser: LibraryParser): void => {
  const processLine = parser.processLine.bind(parser);
  let prepared: LibraryNode | undefined;
  let parts = 0;
  parser.processLine = (line, isFinal) => {
    const node = parser.currentNode;
    // Counted here as well as in the tree: a part costs the library more than its bytes.
    if (node !== prepared && ++parts > 2 * partsMax) throw tooManyParts();
    if (node !== prepared) prepare(node);
    prepared = node;
    return processLine(line, isFinal);
  };
};

const prepare = (node: LibraryNode): void => {
  const setup = node.setupContentDecoder.bind(node);
  node.setupContentDecoder = (encoding) => {
    setup(encoding);
    if (!/base64|quoted-printable/i.test(encoding)) node.contentDecoder = new LineBuffer();
  };
};

const tooManyParts = (): ImportRefusal =>
  new ImportRefusal(`it has more than ${partsMax} parts; save its attachments and import those`);

const whyRefused = (error: unknown): string => {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("nesting")) return `its parts are nested more than ${nestingMax} deep`;
  if (message.includes("header size")) return `its headers are larger than ${headerBytesMax / 1024} KiB`;
  return "it cannot be parsed as mail";
};

/** What this file relies on inside the library. */
interface LibraryParser {
  readonly root: LibraryNode;
  readonly currentNode: LibraryNode;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

interface LibraryNode {
  setupContentDecoder(encoding: string): void;
  contentDecoder: unknown;
  readonly childNodes: readonly LibraryNode[];
  readonly content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } };
  readonly contentDisposition: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } };
  readonly headers: readonly MimeHeader[];
}

const partOf = (node: LibraryNode, budget: { left: number }): MimePart => {
  if (--budget.left < 0) throw tooManyParts();
  const { value, params } = node.contentType.parsed;
  const disposition = node.contentDisposition.parsed;
  const children = node.childNodes.map((child) => partOf(child, budget));
  return {
    mediaType: value || "text/plain",
    parameters: params,
    disposition: disposition.value.toLowerCase(),
    fileName: decodeWords(disposition.params.filename ?? params.name ?? ""),
    headers: node.headers,
    bytes: children.length > 0 || node.content === null ? new Uint8Array() : new Uint8Array(node.content),
    children,
  };
};
