import { strFromU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { odp, pptx } from "../../../src/vault/import/presentation.ts";
import { lostWords } from "../../../src/vault/import/self-check.ts";
import type { ExtractedDocument } from "../../../src/vault/reader/port.ts";
import { draws } from "../../support/draws.ts";
import { brokenBytes, brokenXml, readBroken } from "../support/broken-bytes.ts";
import { type MadeSlide, makeOpenDocument, makePptx, odfStyle } from "../support/office-maker.ts";
import { file, importAll, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const r = (text: string, look = ""): string => `<a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r>`;
const p = (inner: string, properties = ""): string => `<a:p><a:pPr ${properties}</a:pPr>${inner}</a:p>`;
const line = (text: string): string => p(r(text), ">");
const shape = (inner: string, kind = "", more = ""): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" ${more}/><p:nvPr>${kind === "" ? "" : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${inner}</p:txBody></p:sp>`;
const read = (slides: readonly MadeSlide[], authors = "") =>
  pptx.extract(makePptx(slides, authors), { path: "plan.pptx" });
const marked = ({ text, marks = [] }: ExtractedDocument) =>
  marks.map(({ start, end, label }) => [label, [...text].slice(start, end).join("")]);

describe("a PowerPoint presentation", () => {
  it("is its slides in the order in which they are shown, each with its notes, and each is a place", async () => {
    const found = await read([
      {
        shapes: shape(line("Reorganisatie 😀"), "title") + shape(line("Niets verandert.") + line("")),
        notes: shape(line("Niet over loon.")),
      },
      { shapes: `<p:grpSp>${shape(line("In een groep"))}</p:grpSp>` },
    ]);
    expect(found.text).toBe("Reorganisatie 😀\nNiets verandert.\n\nNiet over loon.\n\nIn een groep");
    expect(marked(found)).toEqual([
      ["slide 1", "Reorganisatie 😀\nNiets verandert."],
      ["slide 1, notes", "Niet over loon."],
      ["slide 2", "In een groep"],
    ]);
    expect(found.segments).toHaveLength(3);
    expect(lostWords(found.witness ?? "", found.text)).toBe(0);
  });

  it("has the numbers that its lists state, each level counted by itself", async () => {
    const item = (text: string, type: string, level: number, more = ""): string =>
      p(r(text), `lvl="${level}"><a:buAutoNum type="${type}" ${more}/>`);
    const found = await read([
      {
        shapes: shape(
          item("een", "arabicPeriod", 0) +
            item("a", "alphaLcParenR", 1) +
            item("b", "alphaLcParenR", 1) +
            item("twee", "arabicPeriod", 0) +
            item("nieuwe a", "alphaLcParenR", 1) +
            line("los") +
            item("weer een", "arabicPeriod", 0) +
            item("iv", "romanLcParenBoth", 0, 'startAt="4"'),
        ),
      },
    ]);
    expect(found.text.split("\n")).toEqual([
      "1. een",
      "a) a",
      "b) b",
      "2. twee",
      "a) nieuwe a",
      "los",
      "1. weer een",
      "(iv) iv",
    ]);
  });

  it("reads tables, diagrams and line ends, and no number of the slide", async () => {
    const cell = (text: string): string => `<a:tc><a:txBody>${line(text)}</a:txBody></a:tc>`;
    const found = await read([
      {
        shapes: `${shape(p(`${r("boven")}<a:br/>${r("onder")}`, ">"))}<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell("fase")}${cell("maand")}</a:tr><a:tr>${cell("")}${cell("")}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>${shape(p('<a:fld id="x" type="slidenum"><a:t>17</a:t></a:fld>', ">"), "sldNum")}${shape(line("Kantoor X"), "ftr")}`,
        diagram: `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt><dgm:t>${line("Directie")}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      },
    ]);
    expect(found.text).toBe("boven\nonder\nfase | maand\nKantoor X\nDirectie");
    expect(marked(found).slice(1)).toEqual([["slide 1, page footer", "Kantoor X"]]);
    expect(lostWords(found.witness ?? "", found.text)).toBe(0);
  });

  it("marks what is struck through, and slides and shapes that are hidden", async () => {
    const struck = r("geen", 'strike="sngStrike"') + r(" ontslagen", 'strike="dblStrike"');
    const found = await read([
      {
        shapes:
          shape(p(`${r("Er vallen ")}${struck}${r(".", 'strike="noStrike"')}`, ">")) +
          shape(line("weg"), "", 'hidden="1"'),
      },
      { shapes: shape(line("Plan B")), show: "0" },
    ]);
    expect(marked(found)).toEqual([
      ["slide 1", "Er vallen geen ontslagen.\nweg"],
      ["slide 1, struck through", "geen ontslagen"],
      ["slide 1, cannot be seen", "weg"],
      ["slide 2", "Plan B"],
      ["slide 2, cannot be seen", "Plan B"],
    ]);
    expect(found.notes.join()).toMatch(/hidden when it is shown/);
  });

  it("gives remarks to whoever made them, in both forms, with answers", async () => {
    const authors = '<p:cmAuthor id="0" name="Ank Baas"/><p:author id="{J}" name="Jan Smit"/>';
    const older =
      '<p:cmLst xmlns:p="p"><p:cm authorId="0" dt="2025-12-09T10:00:00"><p:text>Klopt dit?</p:text></p:cm></p:cmLst>';
    const newer = `<p188:cmLst xmlns:p188="x" xmlns:a="a"><p188:cm authorId="{J}" created="2025-12-10"><p188:txBody>${line("Nee.")}</p188:txBody><p188:replyLst><p188:reply authorId="0"><p188:txBody>${line("Toch wel.")}</p188:txBody></p188:reply></p188:replyLst></p188:cm></p188:cmLst>`;
    const found = await read(
      [
        { shapes: shape(line("a")), comments: older },
        { shapes: shape(line("b")), comments: newer },
      ],
      authors,
    );
    expect(marked(found).filter(([label]) => /comment/.test(label ?? ""))).toEqual([
      ["slide 1, comment by Ank Baas", "Klopt dit?"],
      ["slide 2, comment by Jan Smit", "Nee."],
      ["slide 2, comment by Ank Baas", "Toch wel."],
    ]);
    expect(found.segments.filter(({ voice }) => voice === Voice.QUOTED).map(({ dateText }) => dateText)).toEqual([
      "2025-12-09T10:00:00",
      "2025-12-10",
      "",
    ]);
  });

  it("is refused with what to do where it is locked, empty or no presentation", async () => {
    const refusals: readonly (readonly [Uint8Array, RegExp])[] = [
      [Buffer.from("d0cf11e0a1b11ae1", "hex"), /protected by a password or is an old \.ppt/],
      [makePptx([{ shapes: "" }]), /hold no words/],
      [makeOpenDocument("presentation", ""), /no presentation that can be read/],
    ];
    for (const [bytes, told] of refusals) await expect(pptx.extract(bytes, { path: "x.pptx" })).rejects.toThrow(told);
  });
});

describe("an OpenDocument presentation", () => {
  const frame = (inner: string, kind = ""): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${inner}</draw:text-box></draw:frame>`;

  it("is its pages with their notes and remarks, what is struck through and hidden marked", async () => {
    const note = `<presentation:notes>${frame("<text:p>Niet over loon.</text:p>", "notes")}</presentation:notes>`;
    const remark =
      "<office:annotation><dc:creator>Jan Smit</dc:creator><text:p>Klopt dit?</text:p></office:annotation>";
    const pages = `<draw:page>${frame('<text:p>Er vallen <text:span text:style-name="S">geen</text:span> ontslagen.</text:p>')}${frame("<text:p>1</text:p>", "page-number")}${remark}${note}</draw:page><draw:page draw:style-name="H">${frame("<text:p>Plan B</text:p>")}</draw:page>`;
    const styles = `${odfStyle("S", "text", "struck")}<style:style style:name="H" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`;
    const found = await odp.extract(makeOpenDocument("presentation", pages, { styles }), { path: "plan.odp" });
    expect(found.text).toBe("Er vallen geen ontslagen.\n\nNiet over loon.\n\nKlopt dit?\n\nPlan B");
    expect(marked(found)).toEqual([
      ["slide 1", "Er vallen geen ontslagen."],
      ["slide 1, struck through", "geen"],
      ["slide 1, notes", "Niet over loon."],
      ["slide 1, comment by Jan Smit", "Klopt dit?"],
      ["slide 2", "Plan B"],
      ["slide 2, cannot be seen", "Plan B"],
    ]);
  });
});

describe("a presentation in the Vault", () => {
  const plan = makePptx([
    {
      shapes: shape(line("Plan")),
      notes: shape(line("De banen van de buitendienst blijven bestaan.")),
      comments: "<p:cmLst xmlns:p='p'/>",
    },
    { shapes: shape(p(`${r("Wij ontslaan ")}${r("niemand", 'strike="sngStrike"')}${r(" in het voorjaar.")}`, ">")) },
  ]);

  it("has quotes with their slide; one over struck words says so", async () => {
    const { vault, spans } = await openTestVault();
    const [row] = await importAll(vault, [file("plan.pptx", plan)]);
    const { results } = await spans.resolveSpans({
      entries: ["banen van de buitendienst blijven", "ontslaan niemand in het voorjaar"].map((exactQuote) => ({
        locator: { docUid: row?.docUid ?? "", exactQuote },
      })),
    });
    const found = results.flatMap(({ resolution }) => resolution?.spans ?? []);
    expect(found.map(({ address, flags }) => [address, flags])).toEqual([
      ["slide 1, notes", []],
      ["slide 2", [SpanFlag.STRUCK]],
    ]);
  });

  it.each(["plan.docx", "plan.ppt", "plan"])("is one by its content, called %s", async (path) => {
    const [one] = await readHere({ path, mediaType: "", bytes: plan });
    expect(one?.made?.record.detail?.summary?.docType).toBe("slides");
  });

  it("is read or refused, whichever bytes or signs are wrong", async () => {
    const parts = unzipSync(plan);
    const changed = Object.keys(parts)
      .filter((name) => name.startsWith("ppt/"))
      .flatMap((name) =>
        Array.from(brokenXml(strFromU8(parts[name] ?? new Uint8Array()), draws(15)), (xml) =>
          zipSync({ ...parts, [name]: utf8(xml) }),
        ),
      );
    const {
      faults,
      read: count,
      refused,
    } = await readBroken(pptx, [...brokenBytes(plan, draws(50)), ...changed], "x.pptx");
    expect(faults).toEqual([]);
    expect([count > 0, refused > 0]).toEqual([true, true]);
  });
});
