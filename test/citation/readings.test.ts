import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { unreadCitations } from "../../src/citation/unread.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { cellsOf } from "../support/cases/rows.ts";

const names = { register: shippedNames(), laws: [] };
/** What is read, each place as `law number steps`; a reading that says so ends in an asterisk. */
const read = (text: string) =>
  readCitations(text, names).flatMap(({ places, readAs, target, citation }) =>
    places.length === 0
      ? [target]
      : places.map(({ address }) => {
          const mark = readAs.length > 0 ? "*" : "";
          if (address.kind === "ruling") return `${address.number} ${address.consideration}`.trim() + mark;
          return [citation.law || "?", address.number, ...address.steps].join(" ") + mark;
        }),
  );

describe("a text that cites", () => {
  it.each(cellsOf("citations/read-as.tsv", "about", "text", "targets"))("%s: %s", (_, text, targets) => {
    expect(read(text)).toEqual(targets.split("|").filter(Boolean));
  });
});

describe("what stands behind the law", () => {
  it("is told where it makes the text another one", () => {
    const provision = (text: string) => readCitations(text, names)[0]?.citation.provisions[0];
    expect(provision("art. 7:611 BW e.v.")?.andFollowing).toBe(true);
    expect(provision("art. 7:611 BW-oud")?.former).toBe(true);
    expect(provision("art. 7:611 BW oud")?.former).toBe(true);
  });
});

describe("forms of practice", () => {
  // An article of a law that nobody knows lies inside no bound article of that number.
  it.each([
    ["artikel 7 van Richtlijn 2003/88/EG", "Richtlijn 2003/88/EG"],
    ["artikel 12 Onbekendewet", "Onbekendewet"],
    ["artikel 12 X.y.z.", "X.y.z."],
    ["artikel 12 Xyz bepaalt", "Xyz"],
    ["artikel 12 Algemene wet onbekendheid", "Algemene wet onbekendheid"],
    ["Handboek WOR, artikel 3,", "Handboek WOR"],
    ["artikel 7:658 Burgerlijk Wetboek van Curaçao", "Burgerlijk Wetboek van Curaçao"],
  ])("%s keeps the name of its law", (text, name) => {
    expect(readCitations(text, names)[0]?.citation).toMatchObject({ law: "", lawRaw: name });
  });
});

describe("numbers that are no article's", () => {
  // "CRvB 7 mei 2014, 12/24 WW" was read, without a word, as article 24 of the Werkloosheidswet.
  it.each([
    "CRvB 7 mei 2014, 12/24 WW",
    "in 18/2345 WIA",
    "overweging 4 AVG",
    "bijlage 3 WW",
    "huisnummer 24 WW",
    "kenmerk: 4382 WIA",
  ])("are read as none and told: %s", (text) => {
    const readings = readCitations(text, names);
    expect(readings).toEqual([]);
    expect(unreadCitations(text, readings)).not.toEqual([]);
  });

  // The last number of each was read as an article of the law behind it.
  it.each([
    "SGR 16 / 5076 WIA",
    "17-4466 WOR",
    "RSV 1998, 161 WIA",
    "producties 4 en 300 ZW",
    "tel. 012 176 22 25 WOR",
    "23.12.2005 WAO",
    "om 9:53:32 WW",
    "§ 7 AVG",
  ])("are none: %s", (text) => {
    expect(readCitations(text, names)).toEqual([]);
  });

  // Drawn from owners of numbers and abbreviations: whatever the number, none is an article.
  it("are none behind a noun or a slash, whatever the law", () => {
    const owner = fc.constantFrom(
      "overweging",
      "bijlage",
      "zaak",
      "dossier",
      "kamer",
      "regel",
      "pagina",
      "productie",
      "post",
    );
    const law = fc.constantFrom("WW", "WIA", "BW", "ZW", "AVG", "Awb", "WAO", "Wazo", "Wfw");
    const number = fc.integer({ min: 1, max: 9999 });
    const year = fc.integer({ min: 10, max: 26 });
    const text = fc.oneof(
      fc.tuple(owner, number, law).map(([noun, count, short]) => `Zie ${noun} ${count} ${short}.`),
      fc.tuple(year, number, law).map(([half, count, short]) => `Zie ${half}/${count} ${short}.`),
    );
    fc.assert(
      fc.property(text, (words) => {
        expect(readCitations(words, names)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("articles that follow", () => {
  it.each([
    "de artikelen 7:613 en volgende BW",
    "art. 7:613 e.v. BW",
    "artikel 7:613, eerste lid en volgende, van het Burgerlijk Wetboek",
    "Article 7:613 et seq. DCC",
    "Article 7:613(1) et seq. of the Dutch Civil Code",
    "Articles 7:613 and following DCC",
  ])("are told: %s", (text) => {
    const [found] = readCitations(text, names);
    expect(found?.citation.provisions[0]?.andFollowing).toBe(true);
    expect(found?.citation.law).toBe("BW");
  });

  it("are none where a week follows", () => {
    expect(
      readCitations("Dat staat in artikel 3 en volgende week bel ik.", names)[0]?.citation.provisions,
    ).toMatchObject([{ andFollowing: false }]);
  });
});

describe("the longest title, or none", () => {
  it("quotes an unknown law as a whole", () => {
    const [reading] = readCitations("artikel 3 van de Wet op de lijkbezorging bepaalt dat", names);
    expect(reading?.citation.lawRaw).toBe("Wet op de lijkbezorging");
  });
});

/** The forms of the citations that lawyers write, by which every law that the profiles work with must be found. */
const forms = (number: string, abbreviation: string, title: string) => [
  `art. ${number} ${abbreviation}`,
  `artikel ${number}, eerste lid, ${abbreviation}`,
  `artikel ${number}, eerste lid, van de ${title}`,
  `artikel ${number} van de ${title.toLowerCase().length < 5 ? title : title.toLowerCase()}`,
  `artikel ${number} lid 1 onder a ${abbreviation}`,
  `${abbreviation} art. ${number}`,
  `artikelen ${number} e.v. van de ${title}.`,
];

describe("every law that the shipped profiles work with", () => {
  it.each(cellsOf("citations/profile-laws.tsv", "law", "number", "abbreviation", "title"))(
    "is read by its title and its abbreviation in every form: %s",
    (lawId, number, abbreviation, title) => {
      for (const text of forms(number, abbreviation, title)) {
        const found = readCitations(text, names).flatMap(({ places }) => places.map(({ address }) => address));
        expect([text, found]).toMatchObject([text, [{ lawId, number }]]);
      }
    },
  );
});
