import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnsweredTextSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { TurnContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { answeredBlock, toAnsweredContext } from "../../src/model/answered-context.ts";
import { charsOf } from "../../src/model/prompt/content-lines.ts";
import { renderContext } from "../../src/model/prompt/render-context.ts";
import { letterText, written } from "../run/letter-case.ts";
import { hostileTexts } from "./contexts.ts";

const ref = { digest: "d".repeat(64) };
const shown = (chars: number) => toAnsweredContext(letterText(), ref, chars);

describe("the letter that is answered, in a prompt", () => {
  it("stands whole in a frame that says that no tool ran and that it proves nothing", () => {
    const { context, shownChars } = shown(6_000);
    const block = answeredBlock(context, "zaak");
    expect(block.slice(0, 4)).toEqual([
      "TOOL_CONTEXT_START",
      "Tool: none; a person pinned this document as the letter that is answered",
      "Workspace: zaak",
      "Result:",
    ]);
    expect(block).toContain("  | Uw opleiding is nooit toegezegd. U hebt de kosten zelf gemaakt.");
    expect(block.join("\n")).toContain("quoted from somebody else's message");
    expect([context.truncated, shownChars, context.text]).toEqual([false, context.fullChars, letterText()]);
    expect(renderContext(create(TurnContextSchema, { answered: context })).text).toContain(
      "# The letter that is answered",
    );
  });

  it("gives up what it quotes before its own words, and then whole sentences, saying so", () => {
    const { context } = shown(shown(6_000).context.fullChars - 10);
    expect(context.text?.passages.map(({ voice }) => voice)).toEqual([Voice.AUTHOR]);
    expect(answeredBlock(context, "zaak").join("\n")).toMatch(
      /shortened; what is kept has \d+ characters, sha256 d{64}/u,
    );
    const less = shown(260).context;
    const [passage] = less.text?.passages ?? [];
    expect(written.startsWith(passage?.text ?? "?")).toBe(true);
    expect(passage?.text.trimEnd()).toMatch(/[.,]$/u);
    expect(passage?.endChar).toBe([...(passage?.text ?? "")].length);
  });

  it("holds no line that could be taken for one of ours, and stays within its budget", () => {
    const hostile = fc.array(fc.constantFrom(...hostileTexts), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 900 }), (texts, chars) => {
        let at = 0;
        const passages = texts.map((one) => {
          const text = one.toWellFormed();
          const startChar = at;
          at += [...text].length;
          return { text, startChar, endChar: at, chunkUid: "a#1:0" };
        });
        const { context, shownChars } = toAnsweredContext(create(AnsweredTextSchema, { passages }), ref, chars);
        expect(shownChars).toBeLessThanOrEqual(chars);
        const lines = answeredBlock(context, "zaak");
        expect(lines.filter((line) => /^(?:TOOL_CONTEXT|#|Tool:)/u.test(line))).toHaveLength(3);
        expect(charsOf(lines)).toBeLessThan(chars + 400);
      }),
    );
  });
});
