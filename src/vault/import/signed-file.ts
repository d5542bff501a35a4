import { signedContent } from "../mail/signed-content.ts";
import { type Entry, fileName, type Opener } from "../reader/port.ts";

/**
 * Files inside a signature (.p7m: CMS, RFC 5652; S/MIME, RFC 8551): what was signed, under the name without the ending. One that is
 * encrypted holds nothing that can be read here and is no such file. The signature is not checked.
 */
export const signedFile: Opener = {
  mediaTypes: ["application/pkcs7-mime", "application/x-pkcs7-mime"],
  suffixes: [".p7m"],
  open(original, path): Entry[] | undefined {
    const bytes = signedContent(original);
    if (bytes === undefined) return undefined;
    const name = fileName(path).replace(/(?<=.)\.p7m$/i, "");
    return [{ name, mediaType: isMimePart(bytes) ? "message/rfc822" : "", bytes: new Uint8Array(bytes) }];
  },
};

/** A mail's signature holds a part with its own headers, which names its type first. */
const isMimePart = (bytes: Buffer): boolean => /^(?:content-|mime-version:)/i.test(bytes.toString("latin1", 0, 64));
