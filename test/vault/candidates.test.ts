import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { openSource } from "../../src/span/source.ts";
import { SentenceCollection, yearDaysIn } from "../../src/vault/candidates/collection.ts";
import { featureNames, type SoughtClaim } from "../../src/vault/candidates/features.ts";
import { LaterNamings } from "../../src/vault/candidates/named-later.ts";
import { type Paper, paperOf as paperFrom } from "../../src/vault/candidates/paper.ts";
import { firstShare, rank, spread } from "../../src/vault/candidates/rank.ts";
import { sentenceUnits } from "../../src/vault/candidates/sentence-units.ts";

const sourceOf = (text: string, segments: { from: string; to: string; voice: Voice }[] = []) => {
  const at = (part: string) => [...text.slice(0, text.indexOf(part))].length;
  return openSource(
    create(CanonicalTextSchema, {
      text,
      docUid: "d",
      chunks: [{ chunkUid: "d#1:0", startChar: 0, endChar: [...text].length }],
      segments: segments.map(({ from, to, voice }) => ({
        startChar: at(from),
        endChar: at(to) + [...to].length,
        voice,
      })),
    }),
    sha256,
  );
};
const wordsOf = (text: string, segments: { from: string; to: string; voice: Voice }[] = []) =>
  sentenceUnits(sourceOf(text, segments)).map((unit) => unit.text);

const paperOf = (docUid: string, text: string, author = "", day = "2026-01-01"): Paper =>
  paperFrom({ docUid, title: docUid, day, author }, sourceOf(text));
const claim = (text: string, more: Partial<SoughtClaim> = {}): SoughtClaim => ({
  ...{
    text,
    days: [],
    speakers: [],
    answeredDocUid: "",
    isOfAnsweredLetter: false,
    authors: [],
    isOfAuthor: false,
    isAsking: false,
    isDenying: false,
  },
  ...more,
});
const weights = Object.fromEntries(featureNames.map((name) => [name, 1]));
const ranked = (papers: readonly Paper[], sought: SoughtClaim) =>
  rank(new SentenceCollection(papers), sought).map(({ paper, at }) => paper.units[at]?.text);

describe("what a person searches for", () => {
  // Three passages without the sum that was searched for stood before the invoice that has it.
  it("stands first where it stands at all", () => {
    const papers = [
      paperOf("brief", "De huurauto die u van ons kreeg, was voor de duur van de reparatie en is door u betaald."),
      paperOf("factuur", "Huur auto 258,18\n\nTotaal inclusief btw: € 312,40"),
    ];
    expect(ranked(papers, claim("312,40", { isSearch: true }))[0]).toBe("Totaal inclusief btw: € 312,40");
  });
});

describe("an hour", () => {
  it("with a point is that with a colon", () => {
    const papers = [
      paperOf("raam", "Er is op 11 juli ingeschakeld: 18:39 door MO."),
      paperOf("deur", "Er is op 11 juli ingeschakeld: 18:40 door MO."),
      paperOf("chat", "Ik kom morgen even langs voor de sleutels.\n\nDat is goed, tot morgen.\n\nNeem de doos mee."),
    ];
    expect(ranked(papers, claim("Op 11 juli is om 18.39 ingeschakeld."))[0]).toContain("18:39");
  });
});

describe("the sentences of a paper that may be candidates", () => {
  it("begin behind the number of their paragraph", () => {
    const text =
      "Artikel 9\n1. Bij ziekte betaalt werkgever het loon door.\n9.2 Werknemer meldt zich voor negen uur ziek.";
    expect(wordsOf(text)).toContain("Bij ziekte betaalt werkgever het loon door.");
    expect(wordsOf(text)).toContain("Werknemer meldt zich voor negen uur ziek.");
  });

  it("are whole ones, without the head of a mail, its salutation, and a signature", () => {
    const text =
      "From: Jan Pel <jan@pel.example>\nTo: Ans Mol <ans@mol.example>\nSubject: Loon\n\nBeste Ans,\n\nHet loon van mei wordt vrijdag betaald. Dat spraken wij zo af.\n\nMet groet van Jan Pel";
    const signature = { from: "Met groet", to: "Jan Pel", voice: Voice.SIGNATURE };
    expect(wordsOf(text, [{ ...signature, from: "Met groet van", to: "Met groet van Jan Pel" }])).toEqual([
      "Het loon van mei wordt vrijdag betaald.",
      "Dat spraken wij zo af.",
    ]);
  });

  // "Subject: RE: …?" has words and an end, and stood among the passages.
  it("are not the subject of a mail, however it ends", () => {
    const head =
      "From: Jan Pel <jan@pel.example>\nTo: Ans Mol <ans@mol.example>\nSubject: RE: wanneer komt de afrekening van dit jaar?";
    expect(wordsOf(`${head}\n\nBeste Ans,\n\nDe afrekening komt volgende week.`)).toEqual([
      "De afrekening komt volgende week.",
    ]);
  });

  // The day on which a form was sent was taken for a line of a letter's head, and no list had it.
  it("are a label with what it says, in a paper that is no letter", () => {
    const text = "Ontvangstbevestiging\n\nVerzonden op: 28 juli 2026, 21.14 uur\n\nU hebt uw vakantie doorgegeven.";
    expect(wordsOf(text)).toContain("Verzonden op: 28 juli 2026, 21.14 uur");
  });

  it("are not what stands above the salutation of a letter", () => {
    const head =
      "Fitclub Verzonnen B.V. te Utrecht.\nZuidplein 3\n2512 AB Den Haag\n\nMevrouw S. Mol\nLaan 8\n2565 CK Den Haag\n";
    const text = `${head}\nDen Haag, 3 augustus 2026\n\nBeste Sanne,\n\nWij verzoeken je binnen zeven dagen te betalen.\n\nMet groet,\nKim`;
    expect(wordsOf(text)).toEqual(["Wij verzoeken je binnen zeven dagen te betalen."]);
  });

  it("are those of general terms, though one of their lines begins like a salutation", () => {
    const text =
      "Algemene Voorwaarden\n\nArtikel 9 – Schade\n\n9.2 Schade meldt de opdrachtgever schriftelijk binnen zeven\ndagen na de aflevering.\n\n9.4 Vergoed worden de kosten van herstel of de\nwaarde vlak voor de schade.\n\n10.1 Van zaken die ontbreken wordt de dagwaarde vergoed.";
    expect(wordsOf(text)).toContain("Schade meldt de opdrachtgever schriftelijk binnen zeven\ndagen na de aflevering.");
    expect(wordsOf(text)).toContain("Vergoed worden de kosten van herstel of de\nwaarde vlak voor de schade.");
  });

  it("stay where words with an end stand above a line that is taken for a salutation", () => {
    const text =
      "Wij leveren niet later dan op de dag zelf aan huis.\n\nBeste klanten,\n\nTot zover de voorwaarden van deze winkel.";
    expect(wordsOf(text)[0]).toBe("Wij leveren niet later dan op de dag zelf aan huis.");
  });

  it("are no lines that only say whose words follow, and single messages of a chat", () => {
    const quoted = "> Het loon komt later dan afgesproken.";
    const text = `Dat klopt niet, zie onder.\n\nOp 3 mei 2026 schreef Jan Pel aan mij:\n${quoted}`;
    expect(wordsOf(text, [{ from: quoted, to: quoted, voice: Voice.QUOTED }])).toEqual([
      "Dat klopt niet, zie onder.",
      "Het loon komt later dan afgesproken.",
    ]);
    const chat =
      "03-05-2026 19:58 - Jan: Het loon komt vrijdag hoor\n03-05-2026 19:59 - Ans: Dank je wel voor het bericht";
    expect(wordsOf(chat)).toHaveLength(2);
  });
});

describe("a sentence that goes over two chunks", () => {
  it("is one candidate, and names neither", () => {
    const text = "Dat Noor in die maand niet is\ngekomen, doet daaraan niet af.";
    const cut = [...text].indexOf("\n") + 1;
    const source = openSource(
      create(CanonicalTextSchema, {
        text,
        docUid: "d",
        chunks: [
          { chunkUid: "d#1:0", startChar: 0, endChar: cut },
          { chunkUid: "d#1:1", startChar: cut, endChar: [...text].length },
        ],
      }),
      sha256,
    );
    expect(sentenceUnits(source).map((unit) => [unit.text, unit.chunkUid])).toEqual([[text, ""]]);
  });
});

describe("the order of sentences", () => {
  const papers = [
    paperOf("a", "De lunch is om twaalf uur. Het loon van mei is niet betaald.", "Jan van Dijk"),
    paperOf("b", "De bonus over 2025 bedraagt twee maanden loon.", "Anna van der Berg"),
  ];

  it("begins with what shares matter, and is the same twice", () => {
    const once = ranked(papers, claim("Het loon van mei is niet betaald."));
    expect(once[0]).toBe("Het loon van mei is niet betaald.");
    expect(ranked([...papers].reverse(), claim("Het loon van mei is niet betaald."))).toEqual(once);
    expect(once).toHaveLength(3);
  });

  // The bonus letter to another man, which had been delivered to her by mistake, stood for her own, which was in no list.
  it("are told of each paper that says something else besides, and once of papers that say the same", () => {
    const said = "It is paid with the salary of October.";
    const own = paperOf("own", `Dear Ms Quint,\n\nYour bonus is EUR 6,930.\n\n${said}`);
    const other = paperOf("other", `Dear Mr Quast,\n\nYour bonus is EUR 7,310.\n\n${said}`);
    const again = paperOf("again", `Dear Ms Quint,\n\nYour bonus is EUR 6,930.\n\n${said}`);
    const told = rank(new SentenceCollection([other, own, again]), claim("It should be paid in October."));
    expect(told.flatMap(({ paper, at }) => (paper.units[at]?.text === said ? [paper.docUid] : [])).sort()).toEqual([
      "again",
      "other",
    ]);
  });

  // "van" in both names made Jan van Dijk the speaker that was asked for.
  it("finds a provision by the number that the claim names, and that stands in front of its words", () => {
    const terms = paperOf(
      "terms",
      "9.1 Schade wordt op de bon genoteerd door de vervoerder.\n\n9.2 Andere schade wordt schriftelijk gemeld aan de vervoerder.\n\n9.3 Een mail geldt als schriftelijk bij de vervoerder.",
    );
    expect(ranked([terms], claim("Artikel 9.2 stelt een termijn."))[0]).toContain("Andere schade");
  });

  it("takes nobody for another who shares a small word of the name", () => {
    const speaker = featureNames.indexOf("speaker");
    const asked = claim("De bonus bedraagt twee maanden loon.", { speakers: ["Anna van der Berg"] });
    const told = rank(new SentenceCollection(papers), asked, undefined, { weights, samePaper: 0, sureFrom: 2 });
    expect(told.filter(({ features }) => features[speaker] === 1).map(({ paper }) => paper.docUid)).toEqual(["b"]);
  });

  // "I asked her on 27 September to ring me" found any sentence about a Monday before her question.
  it("takes a question for what says that somebody asked, and for nothing else", () => {
    const question = "Zullen we dinsdag bellen over het plan?";
    const statement = "Dinsdag bel ik de anderen over het plan.";
    const mails = [paperOf("a", `${question} Tot dan. ${statement}`, "Ans Mol"), ...papers];
    const text = "Ik heb gevraagd om dinsdag te bellen over het plan.";
    expect(ranked(mails, claim(text, { isAsking: true }))[0]).toBe(question);
    expect(ranked(mails, claim(text))[0]).toBe(statement);
  });

  it("has the sentence with the claim's words in a row among the first three, whoever speaks and whenever", () => {
    const text = "Uw monteur heeft op 22 september 2026 vastgesteld dat er geen sporen van verkeerde installatie zijn.";
    const sought = claim(text, { days: ["2026-09-22"], speakers: ["Jan Pel"] });
    const said = "Lek bij de pomp, afdichting poreus; geen sporen van verkeerde installatie.";
    const mails = [
      "Onze monteur komt op 22 september 2026 bij u aan de deur voor de pomp.",
      "Uw monteur heeft op 22 september 2026 de hele dag geen tijd voor u gehad.",
      "Uw monteur heeft zich op 22 september 2026 verkeerd laten inplannen, zegt hij.",
    ];
    const papers = [
      ...mails.map((text, at) => paperOf(`mail-${at}`, text, "Jan Pel", "2026-09-22")),
      paperOf(
        "rapport",
        `De klant meldt water onder het toestel.\n${said}\nHet onderdeel ligt klaar.`,
        "",
        "2026-10-01",
      ),
    ];
    expect(ranked(papers, sought).indexOf(said)).toBe(2);
    const sharing = claim("Op 22 september 2026 kwam de monteur.", { days: ["2026-09-22"], speakers: ["Jan Pel"] });
    expect(ranked(papers, sharing).indexOf(said)).toBeGreaterThan(2);
  });

  it("does not let standing decide where nothing is shared", () => {
    const long = paperOf("c", `${"Wij wensen alle leden een prettige vakantie toe ".repeat(8)}.`, "Anna van der Berg");
    const asked = claim("De bonus over 2025 bedraagt twee maanden loon.", { speakers: ["Anna van der Berg"] });
    expect(ranked([long, ...papers], asked)[0]).toBe("De bonus over 2025 bedraagt twee maanden loon.");
  });

  it("ranks a paper of two hundred thousand sentences", () => {
    const unit = papers[0]?.units[1];
    const words = papers[0]?.words[1];
    const grams = papers[0]?.grams[1];
    if (!unit || !words || !grams) throw new Error("a sentence");
    const many = <T>(one: T): T[] => Array.from({ length: 200_000 }, () => one);
    const big: Paper = { ...papers[0]!, units: many(unit), words: many(words), grams: many(grams) };
    expect(rank(new SentenceCollection([big]), claim("loon mei"))).toHaveLength(1);
  });

  it("shows several papers before many sentences of one, where little lies between them", () => {
    const one = { paper: "a", score: 5 };
    const [second, third, other, far] = [
      { paper: "a", score: 4.9 },
      { paper: "a", score: 4.8 },
      { paper: "b", score: 4.5 },
      { paper: "c", score: 1 },
    ];
    const ranked = [one, second, third, other, far];
    expect(spread(ranked, 0)).toEqual(ranked);
    expect(spread(ranked, 0.5)).toEqual([one, other, second, third, far]);
    const many = Array.from({ length: 500 }, (_, at) => ({ paper: at % 2, score: 500 - at }));
    expect(spread(many, 1).toSorted((a, b) => b.score - a.score)).toEqual(many);
  });

  it("tells how far the first is ahead as a share of the chance", () => {
    const told = rank(new SentenceCollection(papers), claim("Het loon van mei is niet betaald."));
    expect(firstShare(told)).toBeGreaterThan(1 / told.length);
    expect(firstShare([])).toBe(0);
  });

  const featureOf = (feature: (typeof featureNames)[number], all: readonly Paper[], sought: SoughtClaim): number[] =>
    rank(new SentenceCollection(all), sought, undefined, { weights, samePaper: 0, sureFrom: 2 })
      .toSorted((a, b) => (a.paper.docUid < b.paper.docUid ? -1 : 1))
      .map(({ features }) => features[featureNames.indexOf(feature)] ?? 0);

  it("knows a word in the forms of its verb, and in compounds", () => {
    const said = [
      paperOf("a", "Wij hebben de verhuizing geweigerd en dat bleef zo."),
      paperOf("b", "Het ouderschapsverlof begint in de maand mei."),
      paperOf("c", "De parkeerplaatsen zijn opnieuw verdeeld."),
    ];
    expect(featureOf("matter", said, claim("Zij weigerden."))).toEqual([1, 0, 0]);
    expect(featureOf("akin", said, claim("Het verlof."))).toEqual([0, 1, 0]);
  });

  it("knows a verb by its parts where they stand apart, and by the noun made of it", () => {
    const said = "Hierbij zeg ik de huur van mijn garage op per 31 mei.";
    const other = "De huur van de garage wordt elk jaar in mei verhoogd.";
    const papers = [paperOf("a", other), paperOf("b", said)];
    for (const text of ["Ik heb de garage opgezegd.", "Mijn opzegging van de garage."])
      expect(ranked(papers, claim(text))[0], text).toBe(said);
    const collection = new SentenceCollection([paperOf("c", "Op zijn verzoek leverde Jan de stoelen vrijdag op.")]);
    const [word] = collection.sought("opgeleverd", () => 0);
    expect([...(word?.same ?? [])]).toContain("op leverde");
    expect([...(word?.same ?? [])]).not.toContain("op stoelen");
  });

  it("knows whoever speaks by what stands under other mails of hers", () => {
    const signature = { from: "Rosa Til", to: "planner orders", voice: Voice.SIGNATURE };
    const signed = paperFrom(
      { docUid: "a", title: "a", day: "", author: "Rosa Til <rosa@firma.example>" },
      sourceOf("De lunch is om twaalf uur.\n\nRosa Til\nplanner orders", [signature]),
    );
    const other = paperOf("b", "Vrijdag vrij is voor mij prima, hoor.", "Rosa Til <rosa@firma.example>");
    const third = paperOf("c", "Vrijdag vrij is voor mij prima, denk ik.", "Koos Lam <koos@firma.example>");
    const [, own = 0, another = 0] = featureOf(
      "about",
      [signed, other, third],
      claim("De planner vond vrijdag vrij prima."),
    );
    expect(own).toBeGreaterThan(another);
  });

  it("reads a day without its year, as people say it", () => {
    expect(yearDaysIn("Op 9 september vroegen zij het, en op 12 okt. weer.")).toEqual(["09-09", "10-12"]);
    const asked = claim("Op 9 september is de ligger geplaatst.");
    const two = [
      paperOf("a", "De ligger is vandaag geplaatst.", "", "2026-09-09"),
      paperOf("b", "De ligger is vandaag geplaatst, zei hij.", "", "2026-09-10"),
    ];
    expect(featureOf("day", two, asked)).toEqual([1, 0]);
  });

  it("holds back what the author says where the claim is of others", () => {
    const own = featureNames.indexOf("ownElse");
    const asked = claim("Het loon is niet betaald.", { authors: ["Jan van Dijk"] });
    const told = rank(new SentenceCollection(papers), asked, undefined, { weights, samePaper: 0, sureFrom: 2 });
    expect(new Set(told.filter(({ features }) => features[own] === 1).map(({ paper }) => paper.docUid))).toEqual(
      new Set(["a"]),
    );
  });
});

// The rule that her employer had taken back six days later was offered first, and its correction stood nowhere; a statement that another one
// replaces was bound for its former number.
describe("what the writer of a paper wrote later", () => {
  const paper = (title: string, day: string, text: string, author = "Esther Hoog <e@firma.example>"): Paper =>
    paperFrom({ docUid: title, title, day, author }, sourceOf(text));
  const rule = paper("Bonusplan", "2026-10-08", "De bonus vervalt wie voor 31 december vertrekt.");
  const plan = paper("Update bonus plan", "2026-10-08", "Who leaves before 31 December gets none.");
  const statement = paper("werkgeversverklaring.pdf", "2026-10-27", "Het dienstverband duurde 14 weken.", "");
  const found = (of: Paper, ...papers: Paper[]) =>
    new LaterNamings([of, ...papers]).of(of, 0).map(({ paper: one, at }) => one.units[at]?.text);

  it.each([
    [
      plan,
      paper("Correction: Update bonus plan", "2026-10-14", "My message was not complete."),
      "My message was not complete.",
    ],
    [
      statement,
      paper("verklaring nieuw.pdf", "2026-11-16", "Deze verklaring vervangt de verklaring van 27 oktober 2026.", ""),
      "Deze verklaring vervangt de verklaring van 27 oktober 2026.",
    ],
    [
      rule,
      paper("Vraag", "2026-10-20", "Mijn bericht van 8 oktober 2026 trek ik in.", "Bas Bos <bas@firma.example>"),
      "Mijn bericht van 8 oktober 2026 trek ik in.",
    ],
  ])("is told where it names the paper by its subject or its day: %#", (of, later, words) => {
    expect(found(of, later)).toEqual([words]);
  });

  it("is no reply, no paper of somebody else, none from before, and no day without a paper", () => {
    const others = [
      paper("Re: Update bonus plan", "2026-10-14", "Thanks."),
      paper(
        "Question: Update bonus plan",
        "2026-10-14",
        "What of your message of 8 October 2026?",
        "Noor <n@thuis.example>",
      ),
      paper("Draft: Update bonus plan", "2026-10-01", "Who leaves gets all."),
      paper("Planning", "2026-10-20", "On 8 October 2026 the office was closed."),
    ];
    expect(found(plan, ...others)).toEqual([]);
  });

  // A log of one day put each of its lines into a new list of all before it.
  it("is sought among a hundred thousand lines of one day", () => {
    const log = paper("Logboek", "2026-10-09", "Op 8 oktober 2026 ging de poort open.\n\n".repeat(100_000));
    expect(found(plan, log)).toEqual([]);
  });
});
