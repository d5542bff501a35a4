import { expect, it } from "vitest";
import { msg } from "../../src/vault/import/msg.ts";
import { describeWithData } from "../support/shared-data.ts";
import { pathsBelow, readBytes } from "./support/data-files.ts";

const words = (text: string): string[] => text.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];

/** The item with its properties of those numbers renamed to ones that nobody reads. */
const without = (bytes: Uint8Array, properties: readonly string[]): Uint8Array => {
  let hex = Buffer.from(bytes).toString("latin1");
  for (const property of properties) {
    const name = (number: string): string => Buffer.from(`__substg1.0_${number}`, "utf16le").toString("latin1");
    hex = hex.replaceAll(name(property), name("6FFE"));
  }
  return new Uint8Array(Buffer.from(hex, "latin1"));
};
/** Body as plain text, and as HTML; the compressed RTF stays. */
const [plainBody, htmlBody] = ["1000", "1013"];

/** Plain text repeats the address of each link in pointed brackets; a reader of the rich text sees its words alone. */
const withoutLinks = (text: string): string => text.replaceAll(/<(?:https?|mailto|file):[^>]*>/g, " ");

/** Items whose words differ, each with its reason. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  "msg-poi": [
    // No rich text: nothing but the header is left.
    "ASCII_CP1251_LCID1049.msg",
    "ASCII_UTF-8_CP1252_LCID1031.msg",
    "ASCII_UTF-8_CP1252_LCID1031_HTML.msg",
    "HTMLBodyBinary_CP1251.msg",
    "HTMLBodyBinary_UTF-8.msg",
    // Its plain text has the addresses of links in square brackets as well; the one after it has no rich text either.
    "bug66335.msg",
    "simple_test_msg.msg",
  ],
  "msg-msgreader-js": [],
};

for (const [set, differing] of Object.entries(otherwise)) {
  describeWithData(`Outlook items of ${set} without their plain text and HTML`, set, (folder) => {
    it("say the same words by their rich text alone", async () => {
      const [same, other]: [string[], string[]] = [[], []];
      for (const path of pathsBelow(folder).filter((one) => one.endsWith(".msg"))) {
        const bytes = readBytes(folder, path);
        const whole = await msg.extract(bytes, { path });
        const rich = await msg.extract(without(bytes, [plainBody, htmlBody]), { path });
        const isSame = words(withoutLinks(whole.text)).join(" ") === words(withoutLinks(rich.text)).join(" ");
        (isSame ? same : other).push(path);
      }
      expect(other).toEqual(differing);
      expect(same.length).toBeGreaterThan(15);
    });
  });
}
