import PostalMime, { decodeWords } from "postal-mime";
import { ImportRefusal } from "../import/importer.ts";

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
  try {
    await parser.parse(original);
  } catch (error) {
    throw new ImportRefusal(`${whyRefused(error)}; export the message again from the mail program and import that`, {
      cause: error,
    });
  }
  return partOf((parser as unknown as { root: LibraryNode }).root, { left: partsMax });
};

const whyRefused = (error: unknown): string => {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("nesting")) return `its parts are nested more than ${nestingMax} deep`;
  if (message.includes("header size")) return `its headers are larger than ${headerBytesMax / 1024} KiB`;
  return "it cannot be parsed as mail";
};

/** What this file relies on inside the library. */
interface LibraryNode {
  readonly childNodes: readonly LibraryNode[];
  readonly content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } };
  readonly contentDisposition: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } };
  readonly headers: readonly MimeHeader[];
}

const partOf = (node: LibraryNode, budget: { left: number }): MimePart => {
  if (--budget.left < 0)
    throw new ImportRefusal(`it has more than ${partsMax} parts; save its attachments and import those`);
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
