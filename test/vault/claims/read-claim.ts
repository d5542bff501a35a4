import { eml } from "../../../src/vault/import/eml.ts";

/** A mail that makes one claim, in bytes: letters above U+00FF may not stand in it, U+0080 to U+00FF are that byte. */
export const raw = (lines: readonly string[] | string): Uint8Array =>
  Buffer.from(typeof lines === "string" ? lines : lines.join("\r\n"), "latin1");

/** The mail read, its body apart from the header block. */
export const readClaim = async (message: Uint8Array) => {
  const made = await eml.extract(message, { path: "claim.eml" });
  const [block = "", ...rest] = made.text.split("\n\n");
  return { ...made, block, body: rest.join("\n\n"), noted: made.notes.join(" ") };
};

export const from = "From: a@example.org";

/** A message of one text part. */
export const withBody = (contentType: string, body: string, ...more: string[]): Uint8Array =>
  raw([from, "Subject: s", `Content-Type: ${contentType}`, ...more, "", body]);
