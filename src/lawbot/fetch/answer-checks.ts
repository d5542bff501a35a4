import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Wanted } from "../port/official-service.ts";
import { rootName } from "../xml/root.ts";
import { refusedFile, tooLarge } from "./fetch-faults.ts";
import type { PartialHead } from "./partials.ts";

type Expand = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

/** A Map: what is looked up in it was written by a stranger, and an object would know `constructor`. */
const expand: ReadonlyMap<string, Expand> = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** Types that the services give XML; a missing one is forgiven, and what is inside decides. */
const xmlTypes = /^(?:(?:application|text)\/(?:xml|[\w.-]+\+xml)|application\/octet-stream|text\/plain)$/;

/**
 * The file inside a whole answer: expanded, within its bytes, of an XML type, beginning with a root that was expected.
 * Errors: LIMIT_EXCEEDED, IMPORT_REFUSED with `why` CONTENT_TYPE, ENCODING or UNKNOWN_ROOT.
 */
export const fileInside = async (
  sent: Uint8Array,
  { type, encoding }: PartialHead,
  wanted: Omit<Wanted, "fileName">,
): Promise<Uint8Array> => {
  const media = (type.split(";")[0] ?? "").trim().toLowerCase();
  if (media !== "" && (!xmlTypes.test(media) || media.includes("xhtml")))
    throw refused("CONTENT_TYPE", wanted, `gave ${media.slice(0, 60)} in place of XML`);
  const bytes = await expanded(sent, encoding, wanted);
  const root = rootName(bytes);
  // Prefixes are the sender's to choose.
  if (wanted.roots.includes(root.replace(/^.*:/, ""))) return bytes;
  const what = root.toLowerCase() === "html" ? "a web page" : root ? `<${root.slice(0, 40)}>` : "no XML";
  throw refused("UNKNOWN_ROOT", wanted, `gave ${what} in place of <${wanted.roots.join("> or <")}>`);
};

const refused = (why: string, { url, byHand }: Omit<Wanted, "fileName">, what: string) =>
  refusedFile(why, url, `${url} ${what}`, byHand);

const expanded = async (sent: Uint8Array, encoding: string, wanted: Omit<Wanted, "fileName">): Promise<Uint8Array> => {
  if (encoding === "" || encoding === "identity") return sent;
  const how = expand.get(encoding);
  if (!how) throw refused("ENCODING", wanted, "came in an encoding that was not asked for");
  try {
    return await how(sent, { maxOutputLength: wanted.bytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(wanted.url, wanted.bytesMax);
    throw refused("ENCODING", wanted, "came compressed and cannot be expanded");
  }
};
