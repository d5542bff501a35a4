import { decodeText } from "./charset.ts";
import { base64Bytes, quotedPrintableBytes } from "./transfer-encoding.ts";

/** `=?charset?B?…?=` with an RFC 2231 language behind the charset, and blanks inside, which the standard forbids. */
const word = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([bq])\?([^?]*)\?=/gi;
/** A run of them: blanks between two are not shown (RFC 2047 6.2). */
const run = /=\?[^?\s]{1,100}\?[bq]\?[^?]*\?=(?:\s*=\?[^?\s]{1,100}\?[bq]\?[^?]*\?=)*/gi;

/**
 * Decodes the encoded words of a header value (RFC 2047). Neighbours of one charset are joined as bytes first, because
 * programs cut inside a letter although section 5 forbids it.
 */
export const decodeWords = (value: string): string => value.replace(run, (words) => decodeRun(words));

/** The value with each run of encoded words as one word in UTF-8: for readers that decode word by word. */
export const plainWords = (value: string): string =>
  value.replace(run, (words) => `=?utf-8?B?${Buffer.from(decodeRun(words)).toString("base64")}?=`);

const decodeRun = (words: string): string => {
  const pieces: { charset: string; bytes: Uint8Array[] }[] = [];
  for (const [, charset = "", encoding = "", text = ""] of words.matchAll(word)) {
    const bytes = /b/i.test(encoding)
      ? base64Bytes(Buffer.from(text, "latin1"))
      : quotedPrintableBytes(Buffer.from(text.replaceAll("_", " "), "latin1"));
    const last = pieces.at(-1);
    if (last?.charset === charset.toLowerCase()) last.bytes.push(bytes);
    else pieces.push({ charset: charset.toLowerCase(), bytes: [bytes] });
  }
  return pieces.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset).text).join("");
};
