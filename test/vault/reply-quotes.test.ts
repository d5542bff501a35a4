import { expect, it } from "vitest";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { eml } from "../../src/vault/import/eml.ts";
import type { TextSegment } from "../../src/vault/reader/port.ts";
import { describeWithData } from "../support/shared-data.ts";
import { pathsBelow, readBytes } from "./support/data-files.ts";
import { utf8 } from "./vault-fixture.ts";

const inMail = (html: Uint8Array): Uint8Array =>
  Buffer.concat([utf8("From: x@example.org\nSubject: Re: x\nContent-Type: text/html; charset=utf-8\n\n"), html]);

/** What the replier wrote and what they quote, as the set's makers say it. */
const expected = (path: string): { own: string; quoted: string } => {
  if (path.startsWith("html_replies/")) return { own: "Hi. I am fine.", quoted: "Hello! How are you?" };
  if (path.includes("share-block")) return { own: "Sounds great.", quoted: "New Booking Inquiry" };
  if (path.includes("separated-by-hr")) return { own: "there", quoted: "From: " };
  if (path.startsWith("OLK")) return { own: "Reply", quoted: "Hi" };
  if (path.endsWith("/outlook.eml")) return { own: "Hello", quoted: "The manager's comment:" };
  if (path.endsWith("/sparrow.eml")) return { own: "Hello", quoted: "Hi" };
  return { own: "Hello", quoted: "Hi" };
};

const spokenBy = (text: string, segments: readonly TextSegment[], isOwn: boolean): string => {
  const letters = [...text];
  const own = (one: TextSegment): boolean =>
    one.depth === 0 && (one.voice === Voice.AUTHOR || one.voice === Voice.SIGNATURE);
  // The first segment is the header block.
  return segments
    .slice(1)
    .filter((one) => own(one) === isOwn)
    .map((one) => letters.slice(one.start, one.end).join(""))
    .join("\n");
};

describeWithData("replies as real programs write them", "reply-quotes-talon", (folder) => {
  const paths = pathsBelow(folder).filter((path) => /\.(?:eml|html)$/.test(path));

  it("are twenty-four, and in every one the reply and the quotation are told apart", async () => {
    expect(paths).toHaveLength(24);
    const wrong: string[] = [];
    for (const path of paths) {
      const bytes = readBytes(folder, path);
      const { text, segments } = await eml.extract(path.endsWith(".html") ? inMail(bytes) : bytes, { path });
      const { own, quoted } = expected(path);
      const [replier, other] = [spokenBy(text, segments, true), spokenBy(text, segments, false)];
      const attributed =
        quoted === "From: " ? /^From: /m.test(replier) : replier.split("\n").some((line) => line.trim() === quoted);
      if (!replier.includes(own) || !other.includes(quoted) || attributed) wrong.push(path);
    }
    expect(wrong).toEqual([]);
  });
});
