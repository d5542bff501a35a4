import fc from "fast-check";
import { expect, it } from "vitest";
import { LawText } from "../../src/lawbot/text/law-text.ts";

const textOf = (parts: readonly string[]): LawText => {
  const text = new LawText();
  for (const part of parts) text.append(part);
  return text;
};

const part = fc.string({ unit: fc.constantFrom("a", "é", "–", "\n", "𝛼", "\ufeff", "e\u0301"), maxLength: 12 });

it("gives the same slices, length and bytes as the whole string in code points", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.nat(80), fc.nat(80), (parts, start, end) => {
      const text = textOf(parts);
      const points = [...parts.join("")];
      expect(text.length).toBe(points.length);
      expect(text.slice(start, end)).toBe(points.slice(start, end).join(""));
      expect(String(text)).toBe(parts.join(""));
      expect(Buffer.concat([...text.bytes()]).toString("utf8")).toBe(parts.join(""));
      expect(text.sizeBytes).toBe(Buffer.byteLength(parts.join("")));
    }),
  );
});
