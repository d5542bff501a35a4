import { createClient } from "@connectrpc/connect";
import { beforeAll, describe, expect, it } from "vitest";
import { LawImportService, ImportItem_Outcome as Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { lawbotRoutes } from "../../src/lawbot/routes.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const toestand =
  '<toestand bwb-id="BWBR0005290" inwerkingtreding="2015-01-01" bwb-ng-vast-deel="http://wetten.overheid.nl/id/BWBR0005290/2015-01-01/0"><wetgeving soort="wet"><wet-besluit><wettekst><artikel><kop><label>Artikel</label><nr>1</nr></kop><al>Tekst.</al></artikel></wettekst></wet-besluit></wetgeving></toestand>';

/** One good file of each kind that an import takes. */
const good: Readonly<Record<string, string>> = {
  "a statute of the older form": lawXml(article("1", "<al>Tekst.</al>")),
  "a toestand": toestand,
  "a ruling": rulingXml("<para>1. Tekst.</para>"),
  "an act in Akoma Ntoso":
    '<akomaNtoso><act name="act"><meta><identification><FRBRWork><FRBRuri value="/akn/za/act/2023/7"/></FRBRWork><FRBRExpression><FRBRuri value="/akn/za/act/2023/7/eng@2023-04-20"/></FRBRExpression></identification></meta><body><section eId="sec_1"><num>1.</num><content><p>Tekst.</p></content></section></body></act></akomaNtoso>',
  "an act of the Union in Formex":
    '<ACT x="formex-05"><BIB.INSTANCE><DATE ISO="20031104">20031104</DATE></BIB.INSTANCE><TITLE><TI><P>Directive 2003/88/EC</P></TI></TITLE><ENACTING.TERMS><ARTICLE><TI.ART>Article 1</TI.ART><ALINEA>Tekst.</ALINEA></ARTICLE></ENACTING.TERMS></ACT>',
  "an act of the Union in HTML":
    '<html><!-- CONVEX --><body><div id="tit_1"><p class="oj-doc-ti">DIRECTIVE 2003/88/EC</p><p class="oj-doc-ti">of 4 November 2003</p></div><div id="art_1"><p class="oj-ti-art">Article 1</p><p class="oj-normal">Tekst.</p></div></body></html>',
  "an act of the Union in Akoma Ntoso":
    '<akomaNtoso><act><meta><identification><FRBRWork><FRBRuri value="/akn/eu/act/directive/2003/88"/><FRBRalias value="32003L0088" name="CELEX"/><FRBRdate date="2003-11-04"/></FRBRWork></identification></meta><body><article><num>Article 1</num><alinea><content><p>Tekst.</p></content></alinea></article></body></act></akomaNtoso>',
  "a manifest":
    '<work label="BWBR0005290" _latestItem="BWBR0005290/2015-01-01_0/xml/BWBR0005290_2015-01-01_0.xml"><metadata>Tekst</metadata><expression label="2015-01-01_0"><metadata><datum_inwerkingtreding>2015-01-01</datum_inwerkingtreding></metadata></expression></work>',
  "a file of names":
    '<wetstechnische-informatie bwb-id="BWBR0005290"><algemene-informatie><citeertitel>Wet Tekst</citeertitel></algemene-informatie></wetstechnische-informatie>',
};

const withDoctype = (xml: string, subset: string): string => {
  const at = xml.search(/<(?!\?)/);
  return `${xml.slice(0, at)}<!DOCTYPE x ${subset}>${xml.slice(at)}`;
};

const laughs = Array.from(
  { length: 9 },
  (_, rank) => `<!ENTITY b${rank} "${`&${rank ? `b${rank - 1}` : "a"};`.repeat(10)}">`,
);

/** Ways to make a good file into one that nobody should read on, and the reasons it may be refused for. */
const spoilt: readonly [name: string, reasons: readonly string[], spoil: (xml: string) => string][] = [
  ["an external entity", ["ENTITY_DECLARED"], (xml) => withDoctype(xml, '[<!ENTITY x SYSTEM "file:///etc/passwd">]')],
  [
    "an external entity that is used",
    ["ENTITY_DECLARED"],
    (xml) => withDoctype(xml, '[<!ENTITY x SYSTEM "file:///etc/passwd">]').replace("Tekst", "&x;"),
  ],
  [
    "a parameter entity from the network",
    ["ENTITY_DECLARED"],
    (xml) => withDoctype(xml, '[<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd">%x;]'),
  ],
  [
    "entities that blow up to gigabytes",
    ["ENTITY_DECLARED"],
    (xml) => withDoctype(xml, `[<!ENTITY a "x">${laughs.join("")}]`).replace("Tekst", "&b8;"),
  ],
  [
    "one long entity used a thousand times",
    ["ENTITY_DECLARED"],
    (xml) => withDoctype(xml, `[<!ENTITY a "${"x".repeat(10_000)}">]`).replace("Tekst", "&a;".repeat(1_000)),
  ],
  ["attributes by default", ["ENTITY_DECLARED"], (xml) => withDoctype(xml, '[<!ATTLIST al soort CDATA "x">]')],
  ["an entity nobody declared", ["ENTITY_DECLARED"], (xml) => xml.replace(/>([^<]*Tekst)/, ">&bedrag;$1")],
  ["elements without end", ["TOO_DEEP"], (xml) => xml.replace(/>([^<]*Tekst)/, `>${"<b>".repeat(500)}$1`)],
  [
    "another encoding in its declaration",
    ["ENCODING"],
    (xml) => `<?xml version="1.0" encoding="UTF-16"?>${xml.replace(/^<\?xml[^>]*\?>/, "")}`,
  ],
  ["a second root behind it", ["NOT_XML"], (xml) => `${xml}<meer/>`],
  ["a control character", ["NOT_XML"], (xml) => xml.replace("Tekst", "Te\u0001kst")],
];

describe.each(Object.entries(good))("%s", (name, xml) => {
  let send: (text: string) => Promise<{ outcome: Outcome; reason: string; message: string }>;
  beforeAll(async () => {
    const [{ lawbot }, { cases }] = [await openClients(), await openCases()];
    const imports = createClient(LawImportService, createInProcessTransport(lawbotRoutes(lawbot, cases)));
    const validFrom = name.includes("older") ? "2012-10-01" : "";
    let sent = 0;
    send = async (text) => {
      const files = [{ path: "file.xml", validFrom, bytes: bytesOf(text) }];
      const { items } = await imports.import(importMessages(`k${sent++}`, files));
      const [item] = items;
      if (!item) throw new Error("an import without an item");
      return item;
    };
  });

  for (const [what, reasons, spoil] of spoilt)
    it(`is refused with ${what}`, async () => {
      const { outcome, reason, message } = await send(spoil(xml));
      expect([outcome, reasons.includes(reason)], `${reason}: ${message}`).toEqual([Outcome.REFUSED, true]);
      expect(message).not.toContain("/etc/passwd");
    });

  it("is refused when it ends in the middle, wherever that is", async () => {
    for (let end = 1; end < xml.length; end += Math.ceil(xml.length / 40))
      expect((await send(xml.slice(0, end))).outcome, `cut at ${end}`).toBe(Outcome.REFUSED);
  });

  it("is taken with a DOCTYPE that only names its DTD, which nobody fetches, and then known", async () => {
    const file = withDoctype(xml, 'SYSTEM "http://127.0.0.1:1/x.dtd"');
    expect((await send(file)).outcome).toBe(Outcome.IMPORTED);
    expect((await send(file)).outcome).toBe(Outcome.DUPLICATE);
  });
});

describe("elements that a reader does not know", () => {
  it("are kept as text and told in the report, of a statute and of a ruling", async () => {
    const [{ lawbot }, { cases, client }] = [await openClients(), await openCases()];
    const imports = createClient(LawImportService, createInProcessTransport(lawbotRoutes(lawbot, cases)));
    const { items } = await imports.import(
      importMessages("k", [
        {
          path: "a.xml",
          validFrom: "2012-10-01",
          bytes: bytesOf(lawXml(article("1", "<al>Een.</al><raar>Twee.</raar>"))),
        },
        {
          path: "b.xml",
          validFrom: "",
          bytes: bytesOf(rulingXml("<para>1. Een.</para><raar><para>Twee.</para></raar>")),
        },
      ]),
    );
    expect(items.map(({ message }) => message)).toEqual([
      expect.stringContaining("elements not known, kept as text: raar"),
      expect.stringContaining("elements not known, kept as text: raar"),
    ]);
    const { canonicalText, ruling } = await client.getRuling({ ecli: "ECLI:NL:HR:2020:1" });
    expect(canonicalText?.text).toContain("Twee.");
    expect(ruling?.unknownElements).toMatchObject([{ name: "raar", count: 1 }]);
  });
});
