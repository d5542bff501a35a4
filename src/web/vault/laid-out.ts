import PostalMime from "postal-mime";
import type { OriginalFile } from "./fetch-original.ts";
import { tamed } from "./tame-html.ts";

/** Nothing may be fetched or run from it, whatever stands in it: said a second time, inside the frame that forbids it already. */
const rules = `<meta http-equiv="content-security-policy" content="default-src 'none'">`;

/** A page of what a mail or HTML file looks like, for a frame without scripts; undefined where it has no layout of its own. */
export const laidOut = async ({ head, bytes }: OriginalFile): Promise<string | undefined> => {
  const html = head.mediaType === "message/rfc822" ? (await PostalMime.parse(bytes)).html : await bytes.text();
  if (html === undefined || html.trim() === "") return undefined;
  return `<!doctype html><html><head><meta charset="utf-8">${rules}<title></title></head><body>${tamed(html)}</body></html>`;
};
