import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { unreadCitations } from "../../src/citation/unread.ts";
import { shippedNames } from "../../src/shipped-names.ts";

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

describe("the forms in which provisions are named", () => {
  it.each([
    ["de artikelen 7:611 en 699 BW", ["BW 7:611*", "BW 7:699*"]],
    ["artikelen 7:669 tot en met 7:671b BW", ["BW 7:669", "BW 7:671b"]],
    ["art. 7:613 lid 9 onder z BW", ["BW 7:613 lid 9 onder z"]],
    ["lid 3 van artikel 7:669 BW", ["BW 7:669 lid 3"]],
    ["het derde lid van artikel 7:669 BW", ["BW 7:669 lid 3"]],
    ["dat volgt uit 12 WIA", ["WIA 12"]],
    ["in 2015 WIA en 12 WIA-uitkeringen", []],
    ["Article 7:668(1) DCC", ["BW 7:668 lid 1"]],
    ["article 7:668(1)(a) of the Dutch Civil Code", ["BW 7:668 lid 1 onder a"]],
    ["Article 7:611 of the Civil Code", ["BW 7:611"]],
    ["Article 7:611 of the Civil Code of Québec", ["? 7:611"]],
    ["section 7:668(1) DCC", ["BW 7:668 lid 1"]],
    ["section 4 of the handbook", []],
    ["paragraph 1 of Article 7:658a DCC", ["BW 7:658a lid 1"]],
    ["the second paragraph of Article 7:658a DCC", ["BW 7:658a lid 2"]],
    ["Article 7:658a(1), (2) and (4) DCC", ["BW 7:658a lid 1", "BW 7:658a lid 2", "BW 7:658a lid 4"]],
    ["Articles 7:611 and 7:613 of the Dutch Civil Code", ["BW 7:611", "BW 7:613"]],
    ["Book 7, Article 613(1), of the Dutch Civil Code", ["BW 7:613 lid 1"]],
    ["Article 613 of Book 7 of the Dutch Civil Code", ["BW 7:613"]],
    ["article 3:2 GALA in conjunction with article 3:46 GALA", ["Awb 3:2", "Awb 3:46"]],
    ["art. 7:611 awb", ["Awb 7:611*"]],
    ["artikel 3 ro 3.4", ["? 3"]],
    ["art. 29 ziektewet", ["ZW 29"]],
    ["artikel 25 van de wet op de ondernemingsraden", ["WOR 25"]],
    ["artikel 5 van de arbeidsovereenkomst", ["document"]],
    ["artikel 3 van de Wet op de dwaze dingen", ["? 3"]],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("what stands behind the law", () => {
  it.each([
    ["artikel 7:629 BW, lid 3", ["BW 7:629 lid 3"]],
    ["artikel 7:629 BW (lid 3)", ["BW 7:629 lid 3"]],
    ["art. 7:669 BW lid 3 onder g", ["BW 7:669 lid 3 onder g"]],
    ["art. 7:669 BW, onderdeel g", ["BW 7:669 onder g"]],
    ["artikel 7:629 BW (derde lid, onder b)", ["BW 7:629 lid 3 onder b"]],
    ["art. 7:669 lid 3 BW, onder g", ["BW 7:669 lid 3 onder g"]],
    ["het derde lid van art 7:629 BW", ["BW 7:629 lid 3"]],
    ["artikel 7:658a BW, eerste lid,", ["BW 7:658a lid 1"]],
    // Not the article's own: the lid of another one, a note's number, a clause of the sentence.
    ["artikel 7:629 BW, lid 3 van artikel 7:669 BW", ["BW 7:629", "BW 7:669 lid 3"]],
    ["artikel 7:629 BW (3)", ["BW 7:629"]],
    ["artikel 7:629 BW, ten derde omdat", ["BW 7:629"]],
    ["artikel 7:629 BW onder de gegeven omstandigheden", ["BW 7:629"]],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("is told where it makes the text another one", () => {
    const provision = (text: string) => readCitations(text, names)[0]?.citation.provisions[0];
    expect(provision("art. 7:611 BW e.v.")?.andFollowing).toBe(true);
    expect(provision("art. 7:611 BW-oud")?.former).toBe(true);
    expect(provision("art. 7:611 BW oud")?.former).toBe(true);
  });
});

describe("forms of practice", () => {
  it.each([
    ["artikel 7: 611 B.W.", ["BW 7:611*"]],
    ["art. 7:669 lid 3 sub g B.W.", ["BW 7:669 lid 3 onder g*"]],
    ["art. 7:629-3 BW", ["BW 7:629 lid 3"]],
    // "e.v." was read as item e, "B." of "B.W." as item B, and "dat artikelen" as words that refer back.
    ["art. 7:629 lid 3 e.v. BW", ["BW 7:629 lid 3"]],
    ["art. 7:669 lid 3 sub a en c, B.W.", ["BW 7:669 lid 3 onder a*", "BW 7:669 lid 3 onder c*"]],
    ["dat artikelen 24 en 27 WW", ["WW 24", "WW 27"]],
    ["art. 8:26 A.w.b.", ["Awb 8:26*"]],
    ["is artikel 25 Wet op de ondernemingsraden van belang.", ["WOR 25*"]],
    ["art. 7:669-671b BW", ["BW 7:669", "BW 7:671b"]],
    // Lid 8, or a range: nobody can tell.
    ["art. 1:5-8 Atw", []],
    ["artikelen 1:5-8 Atw", ["Atw 1:5", "Atw 1:8"]],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

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

describe("words that refer back with a number", () => {
  it.each([
    ["De Wet WIA regelt dat in artikel 25 van die wet.", ["WIA 25*"]],
    ["De werknemer beroept zich op art. 7:611 van de wet.", ["back"]],
    ["De Wet WIA gaat daarover. Het staat in artikel 25 van die wet.", ["back"]],
    ["De Wet WIA en de Ziektewet zwijgen, maar artikel 25 van die wet niet.", ["back"]],
  ])("take the one law of their own sentence, and no other: %s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("the longest title, or none", () => {
  it.each([
    [
      "a law behind the numbers",
      "artikel 2 van de WAZ, 2:8, tweede lid, en 3:38 van de Wet Wajong",
      ["WAZ 2", "Wajong 2:8 lid 2", "Wajong 3:38"],
    ],
    ["an unknown law behind the numbers", "de AWBZ, artikel 1 van de Wet ziekenhuisvoorzieningen", ["? 1"]],
    ["the beginning of a longer title", "artikel 3 van de Dienstenwet BES", ["? 3"]],
    ["the end of a longer title", "het Besluit WIA, artikel 2, is van belang", ["? 2"]],
    ["the end of a longer title in small letters", "de Regeling contracteerproces AWBZ, artikel 3", ["? 3"]],
    ["a year in front of a full stop", "artikel 6 van de Ziektewet 2008. Daarom", ["? 6"]],
    [
      "a repeated artikel with another shape of number",
      "artikel 31 of artikel 4:95, eerste lid, van de Awb",
      ["? 31", "Awb 4:95 lid 1"],
    ],
    ["a repeated artikel with the same shape, said", "artikel 3 of artikel 4 van de Ziektewet", ["ZW 3*", "ZW 4*"]],
    [
      "an article that looks like an ordinal",
      "artikelen 18c, vijfde lid, en 18e, vierde lid, van de Ziektewet",
      ["ZW 18c lid 5", "ZW 18e lid 4"],
    ],
    ["a number in two pieces, said", "artikel 3 137 van de Wet inkomstenbelasting 2001", ["Wet IB 2001 3 137*"]],
    ["a verb behind the title", "artikel 29 van de Ziektewet bepaalt dat loon volgt", ["ZW 29"]],
  ])("decides where %s stands", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("quotes an unknown law as a whole", () => {
    const [reading] = readCitations("artikel 3 van de Wet op de lijkbezorging bepaalt dat", names);
    expect(reading?.citation.lawRaw).toBe("Wet op de lijkbezorging");
  });
});

describe("rulings", () => {
  it.each([
    ["ECLI:NL:HR:2016:162", ["ECLI:NL:HR:2016:162"]],
    ["(ECLI:NL:HR:2016:162, r.o. 3.8 en 3.9)", ["ECLI:NL:HR:2016:162 3.8", "ECLI:NL:HR:2016:162 3.9"]],
    ["HR:2016:999", ["ECLI:NL:HR:2016:999*"]],
    ["EU:C:1984:25", ["ECLI:EU:C:1984:25*"]],
    ["ECLI:NL: HR:2016:162", ["ECLI:NL:HR:2016:162*"]],
    ["ECLI:NL:(P)HR:2006:AV5007", []],
    ["ECLI:NL:HR:2016:l064", []],
  ])("are read from %s", (text, expected) => {
    expect(read(text)).toEqual(expected);
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
  it.each([
    ["BWBR0005290", "7:611", "BW", "Burgerlijk Wetboek"],
    ["BWBR0005291", "3:37", "BW", "Burgerlijk Wetboek"],
    ["BWBR0005289", "6:162", "BW", "Burgerlijk Wetboek"],
    ["BWBR0019057", "25", "WIA", "Wet werk en inkomen naar arbeidsvermogen"],
    ["BWBR0001888", "29", "ZW", "Ziektewet"],
    ["BWBR0013060", "32", "Wet SUWI", "Wet structuur uitvoeringsorganisatie werk en inkomen"],
    ["BWBR0005537", "3:4", "Awb", "Algemene wet bestuursrecht"],
    ["BWBR0008657", "2:8", "Wajong", "Wet arbeidsongeschiktheidsvoorziening jonggehandicapten"],
    ["BWBR0008657", "3:38", "Wet Wajong", "Wet werk en arbeidsondersteuning jonggehandicapten"],
    ["BWBR0008656", "46", "WAZ", "Wet arbeidsongeschiktheidsverzekering zelfstandigen"],
    ["BWBR0002524", "18", "WAO", "Wet op de arbeidsongeschiktheidsverzekering"],
    ["BWBR0004045", "24", "WW", "Werkloosheidswet"],
    ["BWBR0002638", "7", "Wml", "Wet minimumloon en minimumvakantiebijslag"],
    ["BWBR0013008", "3:1", "Wazo", "Wet arbeid en zorg"],
    ["BWBR0011173", "2", "Wfw", "Wet flexibel werken"],
    ["BWBR0010346", "3", "Arbowet", "Arbeidsomstandighedenwet"],
    ["BWBR0011468", "8", "Wbp", "Wet bescherming persoonsgegevens"],
    ["BWBR0040940", "30", "UAVG", "Uitvoeringswet Algemene verordening gegevensbescherming"],
    ["CELEX 32016R0679", "9", "AVG", "Algemene verordening gegevensbescherming"],
    ["BWBR0003227", "1", "Wgh", "Wet geluidhinder"],
    [
      "BWBR0013540",
      "2",
      "Regeling procesgang eerste en tweede ziektejaar",
      "Regeling procesgang eerste en tweede ziektejaar",
    ],
    [
      "BWBR0014375",
      "1",
      "Beleidsregels beoordelingskader poortwachter",
      "Beleidsregels beoordelingskader poortwachter",
    ],
  ])("is read by its title and its abbreviation in every form: %s", (lawId, number, abbreviation, title) => {
    for (const text of forms(number, abbreviation, title)) {
      const found = readCitations(text, names).flatMap(({ places }) => places.map(({ address }) => address));
      expect([text, found]).toMatchObject([text, [{ lawId, number }]]);
    }
  });
});
