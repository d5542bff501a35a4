import { describe, expect, it } from "vitest";
import { ImportItem_Outcome as Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { rulingPage } from "./support/ruling-page.ts";
import { rulingPrint } from "./support/ruling-print.ts";

const ecli = "ECLI:NL:HR:2020:1";
const inside =
  "<section><title><nr>3</nr>Beoordeling van het middel</title><paragroup><nr>3.1</nr><para>Een werknemer werkt.<footnote-ref linkend='a'/></para></paragroup><paragroup><nr>3.2</nr><parablock><para>Het middel faalt om twee redenen:</para><itemizedlist mark='-'><listitem><para>de eerste;</para></listitem><listitem><para>de tweede.</para></listitem></itemizedlist></parablock></paragroup></section><section><title>Beslissing</title><para>De Hoge Raad verwerpt het beroep.</para></section><footnote id='a' label='1'><para>Zie ook elders.</para></footnote>";
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const imported = async (path: string, bytes: Uint8Array) => {
  const { client } = await openCases();
  const { items } = await client.importRulings(importMessages("k", [{ path, validFrom: "", bytes }]));
  const [item] = items;
  const read = item?.ruling ? await client.getRuling({ ecli: item.ruling.ecli }) : undefined;
  const words = (number: string): string => {
    const unit = read?.units.find((each) => each.number === number || each.label === number);
    return [...(read?.canonicalText?.text ?? "")].slice(unit?.quotableStartChar, unit?.endChar).join("");
  };
  return { item, client, read, words };
};

const head = [
  ecli,
  ["Instantie", "Hoge Raad"],
  ["Datum uitspraak", "17-01-2020"],
  ["Zaaknummer", "19/00001"],
  ["Inhoudsindicatie", "Samenvatting van de redactie over ontslag."],
  ["Vindplaatsen", "Rechtspraak.nl"],
  "Uitspraak",
] as const;
const long =
  "De Hoge Raad overweegt over deze lange zin dat zij verder gaat dan de regel waarop zij begint en dus op de volgende regel verder loopt.";

describe("a ruling's page as a browser saves it", () => {
  it("gives the ruling that its XML gives: record, summary, considerations, headings, footnotes", async () => {
    const fromData = await imported("a.xml", bytesOf(rulingXml(inside)));
    const page = await imported("a.html", bytesOf(rulingPage(rulingXml(inside))));
    expect(page.item).toMatchObject({
      outcome: Outcome.IMPORTED,
      ruling: {
        ecli,
        court: "Hoge Raad",
        decidedOn: "2020-01-17",
        kind: "Uitspraak",
        readFrom: "page",
        form: "sections",
      },
    });
    expect(page.read?.canonicalText?.text).toBe(fromData.read?.canonicalText?.text);
    const places = (units = fromData.read?.units ?? []) =>
      units.map(({ path, label, number, startChar, endChar, voice }) => [
        path,
        label,
        number,
        startChar,
        endChar,
        voice,
      ]);
    expect(places(page.read?.units)).toEqual(places());
    expect(fromData.item?.ruling?.readFrom).toBe("");
  });

  it("says so wherever it is told: in the import's answer and in each address, which leads back all the same", async () => {
    const { item, client } = await imported("a.html", bytesOf(rulingPage(rulingXml(inside))));
    expect(item?.message).toMatch(/; read from a page as saved, not from the publisher's data/);
    const cited = `HR 17 januari 2020, ${ecli}, r.o. 3.2`;
    const { resolutions } = await client.resolveCaseCitations({ citations: [cited] });
    const address = resolutions[0]?.rulings[0]?.unit?.address ?? "";
    expect(address).toBe(`${cited} (gelezen van een opgeslagen pagina)`);
    const back = await client.resolveCaseCitations({ citations: [address] });
    expect(back.resolutions[0]?.rulings[0]?.unit?.number).toBe("3.2");
  });

  it("whose words were changed is another text, and never takes the place of the one that is loaded", async () => {
    const { client } = await imported("a.html", bytesOf(rulingPage(rulingXml(inside))));
    const other = rulingPage(rulingXml(inside.replace("faalt", "slaagt")));
    const { items } = await client.importRulings(
      importMessages("l", [{ path: "b.html", validFrom: "", bytes: bytesOf(other) }]),
    );
    expect(items[0]).toMatchObject({ outcome: Outcome.REFUSED, reason: "OTHER_BYTES" });
  });

  it("leaves open what it does not show, a day that is none included", async () => {
    const page = rulingPage(rulingXml(inside)).replace("17-01-2020", "31-02-2020").replace(">Instantie<", ">Gerecht<");
    const { item } = await imported("a.html", bytesOf(page));
    expect(item?.ruling).toMatchObject({ court: "", decidedOn: "", citation: `HR, ${ecli}` });
  });

  it("is refused with what to do where it is no ruling, names two, or is not UTF-8", async () => {
    const cases: [page: string | Uint8Array, reason: string, what: RegExp][] = [
      [
        "<html><body><h1>Nieuws</h1><p>ECLI:NL:HR:2020:1 is gewezen.</p></body></html>",
        "NO_RULING",
        /save the ruling's page/,
      ],
      [
        "<html><body><h2>ECLI:NL:HR:2020:1</h2><p>Zie aldaar.</p></body></html>",
        "NO_RULING",
        /neither its record nor its words/,
      ],
      [
        `${rulingPage(rulingXml(inside))}<h2>ECLI:NL:HR:2020:2</h2>`,
        "BAD_ID",
        /of ECLI:NL:HR:2020:1 and of ECLI:NL:HR:2020:2/,
      ],
      [new Uint8Array([...bytesOf("<html><body>"), 0xff, 0xfe]), "ENCODING", /UTF-8/],
    ];
    for (const [page, reason, what] of cases) {
      const { item } = await imported("a.html", typeof page === "string" ? bytesOf(page) : page);
      expect(item).toMatchObject({ outcome: Outcome.REFUSED, reason });
      expect(item?.message).toMatch(what);
    }
    const named = await imported("ECLI_NL_HR_2020_9.html", bytesOf(rulingPage(rulingXml(inside))));
    expect(named.item?.reason).toBe("WRONG_ID");
  });
});

describe("a ruling's page as PDF", () => {
  it("gives considerations by numbers that hang out, headings by their size, footnotes without their marks", async () => {
    const bytes = await rulingPrint(head, [
      { words: "HOGE RAAD DER NEDERLANDEN" },
      { words: "3 Beoordeling van het middel", size: 14 },
      { words: "3.1", hangs: 24 },
      { words: "Een werknemer werkt", mark: "1" },
      { words: "3.2", hangs: 24 },
      { words: long },
      { words: "- de eerste;" },
      { words: "Beslissing", size: 14 },
      { words: "De Hoge Raad verwerpt het beroep." },
      { words: "1 Zie ook elders.", size: 8 },
    ]);
    const { item, read, words } = await imported("a.pdf", bytes);
    expect(item?.ruling).toMatchObject({
      ecli,
      court: "Hoge Raad",
      decidedOn: "2020-01-17",
      readFrom: "pdf",
      caseNumbers: ["19/00001"],
    });
    expect(item?.message).toMatch(/read from a PDF, not from the publisher's data/);
    expect(read?.units.map(({ label }) => label)).toEqual([
      "inhoudsindicatie",
      "r.o. 3",
      "r.o. 3.1",
      "r.o. 3.2",
      "Beslissing",
      "noot 1",
    ]);
    expect(words("3.1")).toBe("Een werknemer werkt");
    expect(words("3.2")).toBe(`${long}\n- de eerste;`);
    expect(words("noot 1")).toBe("Zie ook elders.");
    expect(read?.units.find(({ number }) => number === "3.2")?.address).toMatch(/ \(gelezen uit een pdf\)$/);
  });

  it("keeps a hyphen at a line's end as the word's own, and says so of the consideration", async () => {
    const broken = `${"Het beroep is gericht tegen ".repeat(3)}sociaal-economisch`;
    const bytes = await rulingPrint(head, [{ words: "1.", hangs: 24 }, { words: `${broken} beleid en daarmee uit.` }]);
    const { read, words } = await imported("a.pdf", bytes);
    expect(words("1")).toContain("sociaal-economisch beleid");
    expect(read?.units.find(({ number }) => number === "1")?.flags).toContain("joined");
  });

  it("is refused with what to do where it is no ruling, or damaged", async () => {
    const letter = await rulingPrint(["Geachte heer,"], [{ words: "Zie ECLI:NL:HR:2020:1." }]);
    expect((await imported("a.pdf", letter)).item).toMatchObject({ reason: "NO_RULING" });
    const damaged = await imported("a.pdf", bytesOf("%PDF-1.7 niets"));
    expect(damaged.item).toMatchObject({ reason: "UNREADABLE" });
    expect(damaged.item?.message).toMatch(/save or print it as PDF again/);
  });
});
