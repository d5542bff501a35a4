import { describe, expect, it } from "vitest";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { author, head, lookNames, manager, paper } from "./papers.ts";

const mail = (entryId: string, excerpt: string, day: string, people: string[], span: object = {}) =>
  paper(entryId, { excerpt, title: "RE: uw brief van 10 februari", day, people, span });

const ledger = [
  mail(
    "mail",
    "De sleutel ligt sinds 4 maart 2025 bij de balie. Noor heeft mij op 2 maart 2025 gevraagd het lokaal te openen. Ik heb het lokaal op 3 maart 2025 geopend.",
    "2025-03-10",
    [manager, head, author],
  ),
  mail(
    "report",
    "Iris Denkbeeld vertelde mij in maart dat de balie vol was. Zij heeft Noor in april niet gesproken. Een recht op een sleutel was een gunst. De rekening is goedgekeurd. Ik adviseer de kast uiterlijk af te bouwen op 1 mei 2025.",
    "2025-05-10",
    [manager, author],
  ),
  mail("theirs", "Een recht op een sleutel is er niet. De sleutel was een gunst.", "2025-05-10", [head, author]),
  mail("quoted", "Het lokaal is te koud. Ik heb de kachel op 1 april 2025 besteld.", "2025-04-09", [manager, author], {
    speaker: author,
    voice: Voice.QUOTED,
    segmentDateText: "7 april 2025",
  }),
];

const codes = (text: string, ...entryIds: string[]) => lookNames(ledger, text, entryIds);

describe("who said or did it, and on what day", () => {
  it.each([
    [
      "a day in the words told as the day of saying them",
      "Op 4 maart 2025 schreef Bram Verzonnen dat de sleutel bij de balie ligt.",
      "mail",
    ],
    [
      "the day on which something else was said",
      "Op 2 maart 2025 meldde Bram Verzonnen dat de sleutel bij de balie ligt.",
      "mail",
    ],
    ["a day in front of its clause", "Het was op 4 maart 2025 dat Bram Verzonnen het lokaal opende.", "mail"],
    [
      "who is only in copy",
      "Iris Denkbeeld heeft mij op 10 maart 2025 laten weten dat de sleutel bij de balie ligt.",
      "mail",
    ],
    ["who is asked for who did it", "Op 3 maart 2025 heb ik het lokaal geopend.", "mail"],
    ["who did it for who asked", "Bram Verzonnen heeft op 2 maart 2025 gevraagd het lokaal te openen.", "mail"],
    ["who is only spoken of", "Ik schreef op 10 maart 2025 dat de sleutel bij de balie ligt.", "mail"],
    [
      "from whom it was heard",
      "Op 10 maart 2025 hoorde ik van Iris Denkbeeld dat de sleutel bij de balie ligt.",
      "mail",
    ],
    ["a paper of another day", "De e-mail van 4 maart 2025 vermeldt dat de sleutel bij de balie ligt.", "mail"],
    ["a paper of another hand", "In mijn bericht staat dat de sleutel bij de balie ligt.", "mail"],
    ["another month", "In april 2025 schreef Bram Verzonnen dat de sleutel bij de balie ligt.", "mail"],
    [
      "the day of the reply for that of the words quoted in it",
      "Op 9 april 2025 schreef ik dat het lokaal te koud is.",
      "quoted",
    ],
    ['who wrote it, told by "dit"', "Op 10 maart 2025 heeft Iris Denkbeeld mij dit geschreven.", "mail"],
    ['who promised it, told by "het"', "Op 10 maart 2025 heeft Iris Denkbeeld het toegezegd.", "mail"],
    ["who quotes for who is quoted", "Bram Verzonnen schreef dat het lokaal te koud is.", "quoted"],
  ])("a look is seen on %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).toContain("ACT_OF_ANOTHER");
  });

  it.each([
    ["the day of the document", "Op 10 maart 2025 schreef Bram Verzonnen dat de sleutel bij de balie ligt.", "mail"],
    ["the day on which the words tell it was done", "Bram Verzonnen heeft op 3 maart 2025 het lokaal geopend.", "mail"],
    ["the day on which the words tell it was asked", "Op 2 maart 2025 heb ik gevraagd het lokaal te openen.", "mail"],
    ["the passive of it", "Op 3 maart 2025 is het lokaal door Bram Verzonnen geopend.", "mail"],
    [
      "an infinitive for a participle",
      "Bram Verzonnen heeft mij op 10 maart 2025 laten weten dat de sleutel bij de balie ligt.",
      "mail",
    ],
    [
      "from whom it was heard",
      "Op 10 maart 2025 hoorde ik van Bram Verzonnen dat de sleutel bij de balie ligt.",
      "mail",
    ],
    ["a paper of its day", "De e-mail van 10 maart 2025 vermeldt dat de sleutel bij de balie ligt.", "mail"],
    [
      "the title of a document that names another paper",
      "De sleutel ligt bij de balie; in de e-mail van 10 maart 2025 (RE: uw brief van 10 februari) staat het.",
      "mail",
    ],
    ["a paper of its hand", "In het bericht van Bram Verzonnen staat dat de sleutel bij de balie ligt.", "mail"],
    ["its month", "In maart 2025 schreef Bram Verzonnen dat de sleutel bij de balie ligt.", "mail"],
    [
      "a denial of what a sentence without that name denies",
      "Iris Denkbeeld heeft Noor Fictief niet gesproken.",
      "report",
    ],
    ["a noun for its participle", "Na de goedkeuring van de rekening kwam er een kast.", "report"],
    [
      "a last day that stands apart from its preposition",
      "Bram Verzonnen adviseert de kast vóór 1 mei 2025 af te bouwen.",
      "report",
    ],
    ['who wrote it, told by "dit"', "Op 10 maart 2025 heeft Bram Verzonnen mij dit geschreven.", "mail"],
    ["the day of quoted words", "Op 7 april 2025 schreef ik dat het lokaal te koud is.", "quoted"],
  ])("no look is seen on %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).toEqual([]);
  });
});

describe("whom a letter of a third person speaks to", () => {
  const told = (...people: string[]) => [
    mail("letter", "U antwoordde dat de kast vol was.", "2025-05-10", ["K. Kachel", ...people]),
  ];
  const seen = (text: string, ...people: string[]) => lookNames(told(...people), text, ["letter"]);

  it('is who did what it tells of "u", as its salutation names them', () => {
    expect(seen("Iris Denkbeeld antwoordde dat de kast vol was.", "mevrouw Denkbeeld")).toEqual([]);
    expect(seen("Bram Verzonnen antwoordde dat de kast vol was.", "mevrouw Denkbeeld")).toEqual(["ACT_OF_ANOTHER"]);
    expect(seen("Iris Denkbeeld antwoordde dat de kast vol was.", head)).toEqual([]);
  });

  it("hears it from whoever signs, also by the function that is signed with", () => {
    const asked = [
      mail("letter", "Op 12 april heb ik gevraagd de kast te openen.", "2025-05-10", [
        "K. Kachel",
        "K. Kachel, koster",
      ]),
    ];
    expect(lookNames(asked, "De koster vroeg op 12 april 2025 de kast te openen.", ["letter"])).toEqual([]);
    expect(lookNames(asked, "De voorzitter vroeg op 12 april 2025 de kast te openen.", ["letter"])).not.toEqual([]);
  });

  it("is told of by a pronoun where its name stands in front of the words", () => {
    const spoken = (shownBefore: string) => [
      mail("letter", "Zij heeft nooit geweigerd de kast te openen.", "2025-05-10", [manager], { shownBefore }),
    ];
    const claim = "Iris Denkbeeld heeft nooit geweigerd de kast te openen.";
    expect(lookNames(spoken("Daarna kwam mevrouw Denkbeeld. "), claim, ["letter"])).toEqual([]);
    const mine = "De kast openen heb ik nooit geweigerd.";
    expect(lookNames(spoken("Ik sprak Noor Fictief. "), mine, ["letter"])).toEqual([]);
    expect(lookNames(spoken("Ik sprak niemand. "), mine, ["letter"])).not.toEqual([]);
  });

  it("is nobody where it names none, or more than one", () => {
    expect(seen("Iris Denkbeeld antwoordde dat de kast vol was.")).toEqual(["ACT_OF_ANOTHER"]);
    expect(seen("Iris Denkbeeld antwoordde dat de kast vol was.", head, manager)).toEqual(["ACT_OF_ANOTHER"]);
  });
});

describe("what somebody says of themselves", () => {
  const own = [
    mail("own", "Ik stem niet in met de verhuizing. Ik betaal de kast.", "2025-05-10", [head, author]),
    mail("fit", "Noor is geschikt voor werk in de kelder en ongeschikt voor werk na 14:00 uur.", "2025-05-10", [
      manager,
    ]),
  ];
  const seen = (text: string, entryId: string) => lookNames(own, text, [entryId]);

  it.each([
    ["whoever says it", "Iris Denkbeeld stemt niet in met de verhuizing.", "own", []],
    ["the contrary of the part it speaks of", "Ik ben geschikt voor werk na 14:00 uur.", "fit", ["MEANING_TURNED"]],
    ["the contrary of the other part", "Ik ben ongeschikt voor werk in de kelder.", "fit", ["MEANING_TURNED"]],
    ["the part it speaks of", "Ik ben geschikt voor werk in de kelder.", "fit", []],
  ])("is held to it: %s", (_what, text, entryId, expected) => {
    expect(seen(text, entryId)).toEqual(expected);
  });
});

describe("a word of agreement", () => {
  it("is the author's own where the source has another word that ends alike", () => {
    expect(codes("Terecht noemt Iris Denkbeeld de sleutel een gunst.", "theirs")).toContain("AGREES_WITH_OPPONENT");
  });
});
