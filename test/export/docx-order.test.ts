import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { renderDocx } from "../../src/export/docx.ts";
import { frameFixture, memoFixture } from "./memo-fixture.ts";

/**
 * The order in which ECMA-376-1 (5th edition) wants the children of each element that we write, with its clause. Word reports a
 * file that breaks it as damaged, LibreOffice and mammoth read it all the same. `…`: whatever the content model takes there, in
 * any order.
 */
const orders: Readonly<Record<string, readonly [clause: string, children: string]>> = {
  "w:document": ["17.2.3", "background body"],
  "w:body": ["17.2.2", "… sectPr"],
  "w:p": ["17.3.1.22", "pPr …"],
  "w:pPr": [
    "17.3.1.26",
    "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
  ],
  "w:r": ["17.3.2.25", "rPr …"],
  "w:rPr": [
    "17.3.2.28",
    "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath",
  ],
  "w:hyperlink": ["17.16.22", "…"],
  "w:numPr": ["17.3.1.19", "ilvl numId"],
  "w:tbl": ["17.4.37", "tblPr tblGrid tr"],
  "w:tblPr": [
    "17.4.59",
    "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription",
  ],
  "w:tblBorders": ["17.4.38", "top left start bottom right end insideH insideV"],
  "w:tblCellMar": ["17.4.42", "top left start bottom right end"],
  "w:tblGrid": ["17.4.48", "gridCol"],
  "w:tr": ["17.4.78", "tblPrEx trPr tc"],
  "w:trPr": ["17.4.81", "…"],
  "w:tc": ["17.4.65", "tcPr …"],
  "w:tcPr": [
    "17.4.69",
    "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark",
  ],
  "w:sectPr": [
    "17.6.17",
    "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid",
  ],
  "w:footnotes": ["17.11.15", "footnote"],
  "w:footnote": ["17.11.10", "…"],
  "w:styles": ["17.7.4.18", "docDefaults latentStyles style"],
  "w:docDefaults": ["17.7.5.1", "rPrDefault pPrDefault"],
  "w:rPrDefault": ["17.7.5.5", "rPr"],
  "w:pPrDefault": ["17.7.5.4", "pPr"],
  "w:style": [
    "17.7.4.17",
    "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr",
  ],
};

interface Fault {
  readonly part: string;
  readonly parent: string;
  readonly children: string;
}

/** Elements whose children stand in another order than the table has, and elements that the table lacks. */
const faultsIn = (part: string, xml: string): Fault[] => {
  const open: { name: string; children: string[] }[] = [];
  const faults: Fault[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    open.at(-1)?.children.push(name.replace(/^w:/u, ""));
    open.push({ name, children: [] });
  });
  parser.on("closetag", () => {
    const { name, children } = open.pop()!;
    if (children.length === 0) return;
    const row = orders[name];
    if (row && inOrder(children, row[1].split(" "))) return;
    faults.push({ part, parent: row ? `${name} (${row[0]})` : `${name} (no row)`, children: children.join(" ") });
  });
  parser.write(xml).close();
  return faults;
};

const inOrder = (children: readonly string[], order: readonly string[]): boolean => {
  const any = order.indexOf("…");
  const places = children.map((child) => {
    const at = order.indexOf(child);
    return at >= 0 ? at : any;
  });
  return places.every((at, n) => at >= 0 && at >= (places[n - 1] ?? 0));
};

describe("the Word file's elements", () => {
  it("stand in the order of the standard, each of them in the table", async () => {
    const parts = unzipSync(await renderDocx({ ...memoFixture(), frame: frameFixture() }));
    for (const part of ["word/document.xml", "word/footnotes.xml", "word/styles.xml"])
      expect(faultsIn(part, strFromU8(parts[part]!)), part).toEqual([]);
  });

  it("are seen to be in another order where they are", () => {
    const xml = '<w:p xmlns:w="w"><w:r><w:t>x</w:t><w:rPr><w:sz/><w:b/></w:rPr></w:r></w:p>';
    expect(faultsIn("x", xml).map(({ parent }) => parent)).toEqual(["w:rPr (17.3.2.28)", "w:r (17.3.2.25)"]);
    expect(faultsIn("x", '<w:x xmlns:w="w"><w:y/></w:x>')).toMatchObject([{ parent: "w:x (no row)" }]);
  });
});
