import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { rootName } from "../xml/root.ts";
import { refusedFile, tooLarge } from "./fetch-faults.ts";
import type { PartialHead } from "./partials.ts";

const expand: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Types that the services give XML; a missing one is forgiven, and what is inside decides. */
const xmlTypes = /^(?:(?:application|text)\/(?:xml|[\w.-]+\+xml)|application\/octet-stream|text\/plain)$/;

/**
 * The file inside a whole answer: expanded, within its bytes, of an XML type, beginning with a root that was expected.
 * Errors: LIMIT_EXCEEDED, IMPORT_REFUSED with `why` CONTENT_TYPE, ENCODING or UNKNOWN_ROOT.
 */
export const fileInside = async (
  sent: Uint8Array,
  { type, encoding }: PartialHead,
  wanted: { readonly url: string; readonly bytesMax: number; readonly roots: readonly string[] },
): Promise<Uint8Array> => {
  const media = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (media !== "" && (!xmlTypes.test(media) || media.includes("xhtml")))
    throw refusedFile("CONTENT_TYPE", wanted.url, `${wanted.url} gave ${media.slice(0, 60)} in place of XML`);
  const bytes = await expanded(sent, encoding, wanted);
  const root = rootName(bytes);
  // Prefixes are the sender's to choose.
  if (wanted.roots.includes(root.replace(/^.*:/, ""))) return bytes;
  const what = root.toLowerCase() === "html" ? "a web page" : root ? `<${root.slice(0, 40)}>` : "no XML";
  throw refusedFile(
    "UNKNOWN_ROOT",
    wanted.url,
    `${wanted.url} gave ${what} in place of <${wanted.roots.join("> or <")}>`,
  );
};

const expanded = async (
  sent: Uint8Array,
  encoding: string,
  { url, bytesMax }: { readonly url: string; readonly bytesMax: number },
): Promise<Uint8Array> => {
  if (encoding === "" || encoding === "identity") return sent;
  const how = expand[encoding];
  if (!how) throw refusedFile("ENCODING", url, `${url} came in an encoding that was not asked for`);
  try {
    return await how(sent, { maxOutputLength: bytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(url, bytesMax);
    throw refusedFile("ENCODING", url, `${url} came compressed and cannot be expanded`);
  }
};
