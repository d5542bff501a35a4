import { describe, expect, it } from "vitest";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { fixedLines } from "../../../src/vault/mail/body-line.ts";
import { introduces } from "../../../src/vault/mail/reply-header.ts";
import { replySegments } from "../../../src/vault/mail/reply-segments.ts";
import { own, ownLetters, replyClaims, theirs } from "./reply-headers.ts";

/** Lines of a letter that its author is said to have written. */
const authorsLines = (text: string): string[] => {
  const lines = fixedLines(text, introduces);
  return replySegments(lines, "Jan", false)
    .filter(({ voice, depth }) => depth === 0 && (voice === Voice.AUTHOR || voice === Voice.SIGNATURE))
    .flatMap(({ from, to }) => lines.slice(from, to).map((line) => line.text.replace(/^> ?/, "").trim()));
};

describe("who says what in an answer, in ten languages", () => {
  it("are sixty answers", () => expect(replyClaims).toHaveLength(60));

  for (const { form, text } of replyClaims) {
    it(form, () => {
      const said = authorsLines(text);
      expect(theirs.slice(0, 2).filter((line) => said.includes(line))).toEqual([]);
      expect(own.filter((line) => !said.includes(line))).toEqual([]);
    });
  }

  for (const { form, text } of ownLetters) {
    it(`leaves a letter to its author: ${form}`, () => {
      const said = authorsLines(text);
      expect(
        text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "" && !said.includes(line)),
      ).toEqual([]);
    });
  }
});
