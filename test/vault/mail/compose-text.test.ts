import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BodyLine } from "../../../src/vault/mail/body-line.ts";
import { codePointLength } from "../../../src/vault/mail/clean-text.ts";
import { composeText } from "../../../src/vault/mail/compose-text.ts";
import { readMailHeaders } from "../../../src/vault/mail/mail-headers.ts";

const headers = readMailHeaders([
  { key: "from", value: "Iris Denkbeeld <iris@voorbeeld.example>" },
  { key: "subject", value: "Overleg" },
]);

describe("the text of a message", () => {
  // An appointment of Outlook whose rich text was empty had one empty line for a body: the text left it out, the ranges counted
  // it, and every search that met the item answered DATA_LOSS for all.
  it("has no range past its end when the body is one empty line", () => {
    const { text, segments } = composeText(headers, [{ depth: 0, text: "" }]);
    expect(Math.max(...segments.map((segment) => segment.end))).toBeLessThanOrEqual(codePointLength(text));
  });

  it("is, piece by piece, what its ranges cut out, in order and without overlap", () => {
    const line = fc.record({
      depth: fc.integer({ min: 0, max: 2 }),
      text: fc.constantFrom("", "Dag,", "Op 3 mei 2025 schreef Iris:", "van: Iris", "tekst 🙂 hier", "-- "),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines: BodyLine[]) => {
        const { text, segments } = composeText(headers, lines);
        const points = [...text];
        let before = 0;
        for (const { start, end } of segments) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeLessThanOrEqual(points.length);
          before = end;
        }
        const cut = segments.map(({ start, end }) => points.slice(start, end).join(""));
        expect(cut.join("").replaceAll("\n", "")).toBe(text.replaceAll("\n", ""));
      }),
    );
  });
});
