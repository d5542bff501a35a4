import { describe, expect, it } from "vitest";
import { Numbering } from "../../../src/vault/office/docx-numbering.ts";
import type { XmlElement } from "../../../src/vault/office/office-package.ts";

const element = (name: string, attributes: Record<string, string> = {}, ...children: XmlElement[]): XmlElement => ({
  name,
  attributes,
  children,
});
const value = (name: string, val: string): XmlElement => element(name, { val });
const level = (ilvl: string, text: string): XmlElement =>
  element("lvl", { ilvl }, value("start", "1"), value("numFmt", "decimal"), value("lvlText", text));
const paragraph = (numId: string, ilvl = "0"): XmlElement =>
  element("pPr", {}, element("numPr", {}, value("ilvl", ilvl), value("numId", numId)));

/** Two lists of one definition; the second begins anew. */
const numbering = (second: XmlElement[]): Numbering =>
  new Numbering(
    element(
      "numbering",
      {},
      element("abstractNum", { abstractNumId: "7" }, level("0", "%1."), level("1", "%1.%2")),
      element("num", { numId: "1" }, value("abstractNumId", "7")),
      element("num", { numId: "2" }, value("abstractNumId", "7"), ...second),
    ),
    undefined,
  );
const numbersOf = (counter: Numbering, given: readonly XmlElement[]): string[] => given.map((one) => counter.next(one));

describe("the numbers of a Word document", () => {
  const given = [
    paragraph("1"),
    paragraph("1", "1"),
    paragraph("2"),
    paragraph("2", "1"),
    paragraph("2"),
    paragraph("1"),
  ];

  it("go on over two lists of one definition", () => {
    expect(numbersOf(numbering([]), given)).toEqual(["1.", "1.1", "2.", "2.1", "3.", "4."]);
  });

  it("begin anew once where the second list says so", () => {
    const restart = element("lvlOverride", { ilvl: "0" }, value("startOverride", "1"));
    expect(numbersOf(numbering([restart]), given)).toEqual(["1.", "1.1", "1.", "1.1", "2.", "3."]);
  });

  it("begin where the override says", () => {
    const restart = element("lvlOverride", { ilvl: "0" }, value("startOverride", "5"));
    expect(numbersOf(numbering([restart]), given).slice(2, 5)).toEqual(["5.", "5.1", "6."]);
  });
});
