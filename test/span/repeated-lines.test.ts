import { expect, it } from "vitest";
import { repeatedLines } from "../../src/span/repeated-lines.ts";

it("knows the feet of pages by all but their numbers, and no sentence that is said twice", () => {
  const foot = "Firma Pel B.V. | KvK 001 | pagina 1 van 2";
  const text = `Wij betalen niet.\n${foot}\n\nWij betalen niet.\nDat blijft zo.\n${foot.replace("1 van", "2 van")}\nTotaal 5\nTotaal 7`;
  const isRepeated = repeatedLines(text);
  const isOf = (words: string): boolean => {
    const start = text.indexOf(words);
    return isRepeated({ start, end: start + words.length });
  };
  expect(["Firma Pel", "pagina 2 van 2", foot].map(isOf)).toEqual([true, true, true]);
  expect(["Wij betalen niet.", "Dat blijft zo.", "Totaal 5", `niet.\n${foot}`].map(isOf)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
