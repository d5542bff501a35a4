import { expect, it } from "vitest";
import { quotesBehindColon } from "../../src/client/behind-colon.ts";

const excerpt = "Op 10 november hebben wij deze bestanden van u ontvangen:";
const behind = (rest: string, claim: string, segments: never[] = []) => {
  const [startChar, endChar] = [0, excerpt.length];
  return quotesBehindColon({ text: excerpt + rest, segments }, { excerpt, startChar, endChar }, claim).map(
    ({ behind: lines }) => lines,
  );
};

it("takes in a list up to the line that shares words with the claim, and all of it", () => {
  const list = "\n\n- loonstrook.pdf\n- VSO getekend.pdf\n\n- paspoort.pdf\n\nAanvraagnummer 4471.";
  expect(behind(list, "Het UWV had de getekende overeenkomst (VSO getekend) al.")).toEqual([
    "- loonstrook.pdf\n- VSO getekend.pdf",
    "- loonstrook.pdf\n- VSO getekend.pdf\n\n- paspoort.pdf",
  ]);
  expect(behind(list, "Iets heel anders.")).toEqual(["- loonstrook.pdf\n- VSO getekend.pdf\n\n- paspoort.pdf"]);
});

it("takes in lines that are no list up to an empty one, and none where somebody else speaks or nothing stands", () => {
  expect(behind("\nVSO getekend.pdf\n\nMet groet", "VSO")).toEqual(["VSO getekend.pdf"]);
  expect(behind("\n> VSO\n", "VSO", [{ startChar: excerpt.length + 1, endChar: excerpt.length + 6 } as never])).toEqual(
    [],
  );
  expect(behind("\n", "VSO")).toEqual([]);
});
