import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { euFormOf, readEu } from "../../../src/lawbot/eu/read-eu.ts";
import { Refusal } from "../../../src/lawbot/port/reading.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { importMessages, openClients } from "../support/lawbot-client.ts";
import { smallLaw } from "../support/small-law.ts";
import { bytesOf, type PlainReading, plainly, unitText } from "../support/xml.ts";

const readBytes = (bytes: Uint8Array, validFrom = ""): PlainReading => {
  const form = euFormOf(bytes.subarray(0, 8192));
  if (!form) throw new Refusal("UNKNOWN_ROOT", "it has no form of the Union");
  return plainly(readEu(form, bytes, { path: "x", validFrom }));
};
const reasonOf = (bytes: Uint8Array, validFrom = ""): string => {
  try {
    return readBytes(bytes, validFrom).lawId;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

const formex = (inside: string, title = "Directive 2003/88/EC of the European Parliament and of the Council") =>
  `<ACT xsi="formex-05"><BIB.INSTANCE><DOCUMENT.REF><YEAR>2003</YEAR></DOCUMENT.REF><DATE ISO="20031104">20031104</DATE><NO.DOC><NO.CURRENT>88</NO.CURRENT><YEAR>2003</YEAR><COM>EC</COM></NO.DOC></BIB.INSTANCE><TITLE><TI><P>${title}</P></TI></TITLE>${inside}</ACT>`;

const leave =
  '<PREAMBLE><GR.CONSID><CONSID><NP><NO.P>(4)</NO.P><TXT>The improvement of safety<NOTE><P>OJ L 1.</P></NOTE>.</TXT></NP></CONSID></GR.CONSID></PREAMBLE><ENACTING.TERMS><ARTICLE><TI.ART>Article 7</TI.ART><STI.ART>Annual leave</STI.ART><PARAG><NO.PARAG>1.</NO.PARAG><ALINEA><P>Paid leave of <QUOT.START CODE="2018"/>four weeks<QUOT.END CODE="2019"/>:</P><LIST TYPE="alpha"><ITEM><NP><NO.P>(a)</NO.P><TXT>for all</TXT><P><LIST TYPE="roman"><ITEM><NP><NO.P>(i)</NO.P><TXT>at sea.</TXT></NP></ITEM></LIST></P></NP></ITEM></LIST></ALINEA></PARAG></ARTICLE></ENACTING.TERMS>';

const journal = (inside: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><!-- CONVEX --><head><title>x</title></head><body><div class="eli-container"><div class="eli-main-title" id="tit_1"><p class="oj-doc-ti">DIRECTIVE 2003/88/EC</p><p class="oj-doc-ti">of 4 November 2003</p></div>${inside}</div><p class="oj-normal">ELI: http://data.europa.eu/eli/dir/2003/88/oj</p></body></html>`;

describe("acts of the Union", () => {
  it("have articles, paragraphs, nested points and recitals as units of their own, with their footnotes", () => {
    const reading = readBytes(bytesOf(formex(leave)));
    expect(reading).toMatchObject({
      lawId: "32003L0088",
      validFrom: "2003-11-04",
      citationTitle: "Richtlijn 2003/88/EG",
      text: "Directive 2003/88/EC of the European Parliament and of the Council\n(4) The improvement of safety.\nOJ L 1.\nArticle 7 Annual leave\n1. Paid leave of ‘four weeks’:\n(a) for all\n(i) at sea.",
    });
    expect(reading.units.map((unit) => [unit.path, unit.label])).toEqual([
      ["/Intitule", "intitule"],
      ["/Aanhef", "aanhef"],
      ["/Aanhef/Overweging4", "overweging 4"],
      ["/Aanhef/Overweging4/Noot1", "noot"],
      ["/Artikel7", "art. 7"],
      ["/Artikel7/Lid1", "lid 1"],
      ["/Artikel7/Lid1/Onderdeela", "onder a"],
      ["/Artikel7/Lid1/Onderdeela/Onderdeeli", "onder i"],
    ]);
  });

  it("take the article that they write into another act for words of the item that writes it", () => {
    const amending = `<ENACTING.TERMS><ARTICLE><TI.ART>Article 1</TI.ART><ALINEA><P>It is replaced by:</P><QUOT.S><ARTICLE><TI.ART><QUOT.START CODE="2018"/>Article 7</TI.ART><PARAG><NO.PARAG>1.</NO.PARAG><ALINEA>New words.</ALINEA></PARAG></ARTICLE></QUOT.S></ALINEA></ARTICLE></ENACTING.TERMS>`;
    const reading = readBytes(bytesOf(formex(amending)));
    expect(reading.units.map((unit) => unit.path)).toEqual(["/Intitule", "/Artikel1"]);
    expect(unitText(reading, "/Artikel1").quotable).toBe("It is replaced by:\n‘Article 7\n1. New words.");
  });

  it("are told by what is in the file, whatever it is called, and have an id in no other way", () => {
    const article =
      '<div class="eli-subdivision" id="art_1"><p class="oj-ti-art">Article 1</p><p class="oj-normal">Words.</p></div>';
    expect(readBytes(bytesOf(journal(article)))).toMatchObject({ lawId: "32003L0088", validFrom: "2003-11-04" });
    // Older pages have articles as mere headings: their words would stand in no article.
    expect(
      reasonOf(bytesOf(journal('<p class="ti-art">Article 1</p><div id="001.001"><p>1.   Words.</p></div>'))),
    ).toBe("NO_TEXT");
    expect(readBytes(bytesOf(journal(`${article}<p class="oj-normal">Stray.</p>`))).text).toContain("Words.\nStray.");
    expect(reasonOf(bytesOf(formex(leave, "Annual report for 2003")))).toBe("BAD_ID");
    expect(reasonOf(bytesOf("<html><body><p>A page.</p></body></html>"))).toBe("UNKNOWN_ROOT");
    expect(reasonOf(bytesOf(formex(leave)), "2003-11-03")).toBe("DATE_MISMATCH");
    expect(readBytes(bytesOf(formex(leave)))).toMatchObject({ validFrom: "2003-11-04", isDocumentDate: true });
    expect(readBytes(bytesOf(formex(leave)), "2004-08-02")).toMatchObject({
      validFrom: "2004-08-02",
      isDocumentDate: false,
    });
    expect(reasonOf(bytesOf(formex(leave).slice(0, -30)))).toBe("TRUNCATED");
    expect(reasonOf(bytesOf(`<!DOCTYPE x [<!ENTITY a "b">]>${formex(leave)}`))).toBe("ENTITY_DECLARED");
    expect(reasonOf(bytesOf(formex(`${"<P>".repeat(120)}x${"</P>".repeat(120)}`)))).toBe("TOO_DEEP");
  });

  it("are read in a time that goes with their length, whatever they pile up", () => {
    const times = 60_000;
    const note = "<NOTE><P>n</P></NOTE> w ";
    const piles = [
      formex(`<PREAMBLE><VISA>${note.repeat(times)}</VISA></PREAMBLE>`),
      formex(
        `<ENACTING.TERMS><ARTICLE>${"<ALINEA>w</ALINEA><STI.ART>h</STI.ART><PARAG/>".repeat(times)}</ARTICLE></ENACTING.TERMS>`,
      ),
      journal(`<div id="001.001">${`<p><a href="#ntr1">(1)</a></p>`.repeat(times)}${"<p>w</p>".repeat(times)}</div>`),
    ];
    const started = performance.now();
    for (const pile of piles) expect(reasonOf(bytesOf(pile))).toBe("32003L0088");
    // It was 103 s before reading was linear, and is below 2 s.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("say that they are consolidated where the file does, from the day it says, under the act's own id", () => {
    const consolidated = `<CONS.ACT><INFO.CONSLEG CONSLEG.REF="2014R0910" START.DATE="20241018"/><CONS.DOC><BIB.INSTANCE><DATE ISO="20241018"/></BIB.INSTANCE><FAM.COMP><BIB.DATA><NO.CELEX>32014R0910</NO.CELEX><DATE ISO="20140723">20140723</DATE></BIB.DATA></FAM.COMP><TITLE><TI><P>Verordening (EU) nr. 910/2014</P></TI></TITLE>${leave}</CONS.DOC></CONS.ACT>`;
    expect(readBytes(bytesOf(consolidated))).toMatchObject({
      lawId: "32014R0910",
      validFrom: "2024-10-18",
      isDocumentDate: false,
      kind: "consolidated",
      citationTitle: "Verordening (EU) nr. 910/2014",
    });
    expect(readBytes(bytesOf(consolidated)).form).toBe("formex-4-consolidated");
    expect(reasonOf(bytesOf(consolidated), "2024-10-19")).toBe("DATE_MISMATCH");
    expect(readBytes(bytesOf(formex(leave))).kind).toBe("act");
  });

  it("are cited by number, CELEX, or the short name of the register, to the unit's exact characters", async () => {
    const { imports, citations } = await openClients();
    const avg = formex(leave, "Regulation (EU) 2016/679")
      .replace("<NO.CURRENT>88</NO.CURRENT><YEAR>2003</YEAR>", "<NO.CURRENT>679</NO.CURRENT><YEAR>2016</YEAR>")
      .replace("<YEAR>2003</YEAR>", "<YEAR>2016</YEAR>");
    const files = [formex(leave), avg].map((xml, rank) => ({
      path: `${rank}.txt`,
      validFrom: "",
      bytes: bytesOf(xml),
    }));
    const { items } = await imports.import(importMessages("k", [...smallLaw, ...files]));
    expect(items.slice(-2).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      [ImportItem_Outcome.IMPORTED, ""],
      [ImportItem_Outcome.IMPORTED, ""],
    ]);
    const asked = {
      "artikel 7 lid 1 Richtlijn 2003/88/EG": "art. 7 lid 1 Richtlijn 2003/88/EG",
      "art. 7, eerste lid, onder a, van Richtlijn 2003/88/EG": "art. 7 lid 1 onder a Richtlijn 2003/88/EG",
      "artikel 7 van de Richtlijn 2003/88/EG van het Europees Parlement en de Raad": "art. 7 Richtlijn 2003/88/EG",
      "artikel 7, lid 1, onder a), i), van Richtlijn 2003/88/EG": "art. 7 lid 1 onder a onder i Richtlijn 2003/88/EG",
      "Article 7 of Directive 2003/88/EC": "art. 7 Richtlijn 2003/88/EG",
      "artikel 7 http://data.europa.eu/eli/dir/2003/88/oj": "art. 7 Richtlijn 2003/88/EG",
      "law:32003L0088@2003-11-04#/Artikel7/Lid1": "art. 7 lid 1 Richtlijn 2003/88/EG",
      "artikel 7 CELEX 32003L0088": "art. 7 Richtlijn 2003/88/EG",
      "overweging 4 van Richtlijn 2003/88/EG": "overweging 4 Richtlijn 2003/88/EG",
      "recital (4) of Directive 2003/88/EC": "overweging 4 Richtlijn 2003/88/EG",
      "Richtlijn 2003/88/EG, overweging 4": "overweging 4 Richtlijn 2003/88/EG",
      "overweging 4 Richtlijn 2003/88/EG": "overweging 4 Richtlijn 2003/88/EG",
      "art. 7 lid 1 AVG": "art. 7 lid 1 AVG",
      "overweging 4 AVG": "overweging 4 AVG",
      "art. 7 Verordening (EU) 2016/679": "art. 7 AVG",
      "artikel 7 Richtlijn 2003/89/EG": "LAW_NOT_FOUND",
      "overweging 5 van Richtlijn 2003/88/EG": "UNKNOWN_UNIT",
      "art. 7:611 BW": "art. 7:611 BW",
    };
    const { resolutions } = await citations.resolveCitations({ citations: Object.keys(asked) });
    expect(
      Object.fromEntries(
        resolutions.map((each) => [each.citation, each.units[0]?.unit?.address ?? each.errors[0]?.reason]),
      ),
    ).toEqual(asked);
  });
});

describeWithData("the real acts of the Union", "law-eu", (folder) => {
  const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const journalFile = "L_202400903EN.html";
  const formexFile = "L_202400903EN.000101.fmx.xml";

  it("give the same units, words, addresses, day and title in Formex as in the Journal's HTML, whose file has the annex too", () => {
    const [one, other] = [readBytes(bytes(formexFile)), readBytes(bytes(journalFile))];
    const shape = ({ text, units }: PlainReading) =>
      units
        .filter((unit) => !unit.path.startsWith("/Bijlage"))
        .map((unit) => [
          unit.path,
          unit.element,
          unit.number,
          unit.label,
          unit.quotableStartChar,
          unit.endChar,
          [...text].slice(unit.startChar, unit.endChar).join(""),
        ]);
    expect(shape(one)).toEqual(shape(other));
    expect(other.text.slice(0, one.text.length)).toBe(one.text);
    for (const each of [one, other])
      expect(each).toMatchObject({
        lawId: "32024R0903",
        validFrom: "2024-03-13",
        title: one.title,
        citationTitle: "Verordening (EU) 2024/903",
      });
    const count = (element: string) => one.units.filter((unit) => unit.element === element).length;
    // As many as the Formex file has ARTICLE, PARAG, ITEM, CONSID and NOTE.
    expect(["artikel", "lid", "li", "overweging", "noot"].map(count)).toEqual([23, 95, 118, 57, 20]);
    expect(one.units.filter(({ flags }) => flags.length > 0)).toEqual([]);
  });

  it("are read in Akoma Ntoso with every article, paragraph, point and recital that the file marks", () => {
    const reading = readBytes(bytes("32014L0092.akn.xml"));
    const count = (element: string) => reading.units.filter((unit) => unit.element === element).length;
    expect(["artikel", "lid", "li", "overweging", "noot"].map(count)).toEqual([31, 99, 122, 58, 19]);
    expect(reading).toMatchObject({
      lawId: "32014L0092",
      validFrom: "2014-07-23",
      citationTitle: "Richtlijn 2014/92/EU",
    });
    expect([...reading.unknownElements]).toEqual([]);
    expect(unitText(reading, "/Artikel1/Lid6/Onderdeela").quotable).toBe("place funds in a payment account;");
  });

  it("lose no word of their file and add none, but for a page's own foot", () => {
    const inline = /<\/?(?:HT|DATE|REF\.DOC\.OJ|FT|span|ref|date|a|QUOT\.START|QUOT\.END)\b[^>]*>/g;
    const asides = /^.*?(?=<div class="eli-container">)|<a id="nt[cr][^>]*>.*?<\/a>/gs;
    const words = (text: string) => Map.groupBy(text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [], (word) => word);
    for (const name of [formexFile, journalFile, "32014L0092.akn.xml", "e115172d-DOC_2.fmx.xml"]) {
      const source = new TextDecoder()
        .decode(bytes(name))
        .replace(name.endsWith(".html") ? asides : /<BIB\.INSTANCE>.*?<\/BIB\.INSTANCE>|<meta>.*?<\/meta>/gs, "");
      const [own, read] = [
        words(source.replace(inline, "").replace(/<[^>]*>/g, " ")),
        words(readBytes(bytes(name)).text),
      ];
      const missing = [...own].flatMap(([word, all]) =>
        Array(Math.max(0, all.length - (read.get(word)?.length ?? 0))).fill(word),
      );
      const added = [...read].filter(([word, all]) => all.length > (own.get(word)?.length ?? 0));
      expect([name, added]).toEqual([name, []]);
      expect([name, missing.sort().join(" ")]).toEqual([
        name,
        name.endsWith(".html") ? "0677 1977 2024 903 DATA EDITION ELECTRONIC ELI ELI EU EUROPA HTTP ISSN OJ REG" : "",
      ]);
    }
  });

  it("refuse a cover and an annex of its own by name, and read the older Formex", () => {
    expect(reasonOf(bytes("L_202400903EN.doc.fmx.xml"))).toBe("BAD_ID");
    expect(reasonOf(bytes("e115172d-DOC_3.fmx.xml"))).toBe("BAD_ID");
    expect(readBytes(bytes("e115172d-DOC_2.fmx.xml"))).toMatchObject({
      lawId: "32008R1137",
      validFrom: "2008-10-22",
      citationTitle: "Verordening (EG) nr. 1137/2008",
    });
  });

  it("import by the one call, and stand for the same words cited in each form", async () => {
    const words = await Promise.all(
      [formexFile, journalFile].map(async (name) => {
        const { imports, citations } = await openClients();
        const { items } = await imports.import(
          importMessages("k", [{ path: name, validFrom: "", bytes: bytes(name) }]),
        );
        expect(items[0]?.outcome).toBe(ImportItem_Outcome.IMPORTED);
        const { resolutions } = await citations.resolveCitations({
          citations: [
            "artikel 3 lid 2 onder a Verordening (EU) 2024/903",
            "overweging 4 van Verordening (EU) 2024/903",
          ],
        });
        return resolutions.map((each) =>
          each.units.map(({ unit, passages }) => [unit?.address, ...passages.map(({ text }) => text)]),
        );
      }),
    );
    expect(words[0]).toEqual(words[1]);
    expect(words[0]?.flat().every((each) => (each[1] ?? "").length > 20)).toBe(true);
    expect(words[0]?.map((each) => each[0]?.[0])).toEqual([
      "art. 3 lid 2 onder a Verordening (EU) 2024/903",
      "overweging 4 Verordening (EU) 2024/903",
    ]);
  });

  it("are cited by a grammar over their units, in Dutch and English, to each unit's exact characters", async () => {
    const { imports, citations } = await openClients();
    const names = [journalFile, "32014L0092.akn.xml"];
    await imports.import(
      importMessages(
        "k",
        names.map((name) => ({ path: name, validFrom: "", bytes: bytes(name) })),
      ),
    );
    const asked: { citation: string; path: string; text: string; from: number; to: number; isLeaf: boolean }[] = [];
    const bare = (words: string) => words.replace(/\s+/g, "");
    for (const [name, act, english] of [
      [journalFile, "Verordening (EU) 2024/903", "Regulation (EU) 2024/903"],
      ["32014L0092.akn.xml", "Richtlijn 2014/92/EU", "Directive 2014/92/EU"],
    ] as const) {
      const reading = readBytes(bytes(name));
      for (const { path, quotableStartChar: from, endChar: to } of reading.units) {
        const [, article, paragraph, point] = /^\/Artikel(\w+)(?:\/Lid(\w+))?(?:\/Onderdeel(\w+))?$/.exec(path) ?? [];
        const recital = /\/Overweging(\d+)$/.exec(path)?.[1];
        if (!article && !recital) continue;
        const parts = `${paragraph ? ` lid ${paragraph}` : ""}${point ? ` onder ${point}` : ""}`;
        const parted = `${paragraph ? `, lid ${paragraph}` : ""}${point ? `, onderdeel ${point}` : ""}`;
        const forms = recital
          ? [`overweging ${recital} van ${act}`, `recital ${recital} of ${english}`, `${act}, overweging ${recital}`]
          : [
              `artikel ${article}${parts} ${act}`,
              `art. ${article}${parted}, van ${act}`,
              `artikel ${article}${parts} van ${english}`,
            ];
        const isLeaf = !reading.units.some((unit) => unit.parentPath === path);
        asked.push(...forms.map((citation) => ({ citation, path, text: reading.text, from, to, isLeaf })));
      }
    }
    const wrong: string[] = [];
    let right = 0;
    for (let at = 0; at < asked.length; at += 50) {
      const some = asked.slice(at, at + 50);
      const { resolutions } = await citations.resolveCitations({ citations: some.map(({ citation }) => citation) });
      resolutions.forEach(({ units, citation, errors }, rank) => {
        const { path = "", text = "", from = 0, to = 0, isLeaf = false } = some[rank] ?? {};
        const passages = units.flatMap((each) => each.passages);
        const areExact = passages.every(
          (each) =>
            from <= each.startChar && each.endChar <= to && text.slice(each.startChar, each.endChar) === each.text,
        );
        // Between passages lie numbers of the units inside, which are no words of the law; a unit without any is whole.
        const joined = passages.map((each) => each.text).join("");
        const isWhole = !isLeaf || bare(joined) === bare(text.slice(from, to));
        if (units.length === 1 && units[0]?.unit?.path === path && passages.length > 0 && areExact && isWhole) right++;
        else wrong.push(`${citation}: ${errors[0]?.message ?? joined.slice(-160)}`);
      });
    }
    console.info(`acts of the Union, citations made over their units: ${right} right of ${asked.length}`);
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it("never end in anything but a reading or a refusal when their bytes are spoilt", () => {
    let seed = 34;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed >>> 8) % below;
    };
    const files = [formexFile, "32014L0092.akn.xml", journalFile, "e115172d-DOC_2.fmx.xml"].map(bytes);
    const tags = /<\/?[A-Za-z][^<>]*>/g;
    const outcomes = new Map<string, number>();
    for (let round = 0; round < 240; round++) {
      const whole = new TextDecoder().decode(
        (files[round % files.length] as Uint8Array).subarray(0, 30_000 + random(20_000)),
      );
      const all = [...whole.matchAll(tags)];
      const [one, other] = [all[random(all.length)], all[random(all.length)]];
      const [from, to] = [one?.index ?? 0, other?.index ?? 0];
      const spoilt = [
        () => whole.slice(0, from) + whole.slice(from + (one?.[0].length ?? 0)),
        () => whole.slice(0, from) + (other?.[0] ?? "") + whole.slice(from),
        () => whole.slice(0, Math.min(from, to)) + whole.slice(Math.max(from, to)),
        () => whole.replaceAll(/<(\/?)P>/g, () => (random(9) === 0 ? "<P/>" : "")),
        () => closed(whole.slice(0, from)),
        () => closed(whole.slice(0, from).replace(/<(CONSID|LIST|PARAG|NP|div|tr|point|num)\b[^>]*>/g, "<$1>")),
      ][round % 6]?.();
      const outcome = reasonOf(bytesOf(spoilt ?? ""));
      const kind = /^\d/.test(outcome) ? "read" : outcome;
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    }
    expect(outcomes.get("read") ?? 0).toBeGreaterThan(20);
    expect([...outcomes.values()].reduce((sum, each) => sum + each, 0)).toBe(240);
  });
});

/** A file that was cut between tags, with the elements that are open closed. */
const closed = (xml: string): string => {
  const open: string[] = [];
  for (const [, isEnd, name = "", isEmpty] of xml.matchAll(/<(\/?)([A-Za-z][\w.:-]*)[^<>]*?(\/?)>/g)) {
    if (isEnd) open.pop();
    else if (!isEmpty) open.push(name);
  }
  return (
    xml +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join("")
  );
};
