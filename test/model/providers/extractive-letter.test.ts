import { create, type MessageInitShape } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LetterRole, ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { toAnsweredContext } from "../../../src/model/answered-context.ts";
import { letterParts } from "../../../src/model/providers/extractive/letter.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { readingOf } from "../../../src/run/build/letter-reading.ts";
import { sha256 } from "../../../src/sha256.ts";
import { answeredTextOf } from "../../../src/span/answered-text.ts";
import { openSource } from "../../../src/span/source.ts";
import { TestRun } from "../../run/support.ts";
import { draws } from "../../support/draws.ts";
import { hostileTexts } from "../contexts.ts";

const docUid = "ab".repeat(32);
type Segment = readonly [text: string, voice: Voice];

/** A letter of these stretches, a line end between them, as the model is shown it. */
const letterOf = (segments: readonly Segment[]) => {
  let at = 0;
  const placed = segments.map(([text, voice]) => {
    const startChar = at;
    at += [...text].length + 1;
    return { startChar, endChar: at - 1, voice };
  });
  const text = segments.map(([words]) => words).join("\n");
  const source = openSource(create(CanonicalTextSchema, { text, docUid, segments: placed }), sha256);
  return answeredTextOf(source);
};
const contextOf = (segments: readonly Segment[], state: S = S.INTENT_SEED) =>
  create(TurnContextSchema, {
    state,
    profile: builtinProfiles()[0]!,
    answered: toAnsweredContext(letterOf(segments), { digest: "" }, 36_000).context,
    run: { locale: "nl", referenceDate: "2025-12-15", answeredLetter: { evidenceId: `vault:${docUid}` } },
  });
const readingIn = (...segments: readonly Segment[]) => {
  const { letterReading, frame } = letterParts(contextOf(segments));
  const quotes = (locators: readonly { exactQuote?: string }[] = []) =>
    locators.map(({ exactQuote = "" }) => exactQuote);
  return {
    assertions: quotes(letterReading?.assertions),
    questions: quotes(letterReading?.questions),
    terms: quotes(letterReading?.terms),
    references: (letterReading?.references ?? []).map(({ side, value }) => [side, value]),
    parties: (letterReading?.parties ?? []).map(({ role, name }) => [role, name]),
    day: letterReading?.day?.exactQuote,
    frame,
  };
};

const page = [
  "Zonnewijzer B.V.\nPostbus 12, Voorbeeldstad",
  "Mevrouw A. van der Verzonnen\nDorpsweg 4",
  "Voorbeeldstad, 5 december 2025\nOns kenmerk: PZ/2025/0417\nUw kenmerk: AV-3\nBetreft: einde dienstverband",
  "Geachte mevrouw Van der Verzonnen,",
  "Uw contract eindigt op 31 december 2025. Er is nooit een verlenging\ntoegezegd.",
  "Wij stellen vast dat u dit wist:\n- u hebt de aanzegging op 1 november ontvangen;\n- u hebt daarop niet gereageerd.",
  "Bijgaand het formulier. Wij verzoeken u dit vóór 19 december 2025 te tekenen. Hebt u nog vragen over het verlof?",
  "Met vriendelijke groet,\n\nPiet de Denkbeeldige\nhoofd personeelszaken",
].join("\n\n");

describe("the built-in reading of a letter", () => {
  it("parts the headings, the table and the feet of two pages from what the letter says", () => {
    const head =
      "Kinderopvang Voorbeeld B.V.\nHavenstraat 112, 7417 ZD Verzonnen | 0570 - 00 41 60 | post@voorbeeld.example";
    const foot = "Kinderopvang Voorbeeld B.V. | KvK 00000000 | pagina";
    const letter = [
      head,
      "Mevrouw A. van der Verzonnen\nDorpsweg 4\n7421 ZK Verzonnen",
      "Verzonnen, 22 oktober 2026",
      "Geachte mevrouw Van der Verzonnen,",
      "2. Sluiting van de vestiging\nHet sluiten van een vestiging is een beslissing die de ondernemer zelf neemt. Dat u\nvervolgens voor een andere aanbieder koos, komt voor uw rekening.",
      `${foot} 1 van 2`,
      head,
      "5. Onze vordering\nOp dit moment staat het volgende open:\nVerhoging juli 2026 € 104,50\nTotaal € 1.314,75\nIk verzoek u dit bedrag binnen veertien dagen over te maken.",
      "Met vriendelijke groet,\n\nKinderopvang Voorbeeld B.V.\nR.J. Denkbeeld",
      `${foot} 2 van 2`,
    ].join("\n\n");
    const reading = readingIn([letter, Voice.UNSPECIFIED]);
    expect(reading).toMatchObject({
      assertions: [
        "Het sluiten van een vestiging is een beslissing die de ondernemer zelf neemt.",
        "Dat u\nvervolgens voor een andere aanbieder koos, komt voor uw rekening.",
        "Verhoging juli 2026 € 104,50",
        "Totaal € 1.314,75",
      ],
      questions: ["Ik verzoek u dit bedrag binnen veertien dagen over te maken."],
    });
    // The letterhead stands on both pages in the same words.
    expect(reading.frame?.addressee).toContain("Havenstraat 112");
  });

  // The objection went to whoever had signed the decision, though that says where objections are sent.
  it("addresses what is done against a decision to where the decision says, and any other answer to its writer", () => {
    const head = "Dienst Voorbeeld\nPostbus 571, 1040 CT Verzonnen";
    const decision = (sending: string) =>
      [
        head,
        "De heer J. Bedacht\nWeversplein 8\n7551 BM Voorbeeld",
        "Datum: 10 november 2026\nOnderwerp: verlaging",
        "Beste heer Bedacht,",
        `Wij verlagen uw uitkering. Bel ons op, Postbus 9, 1000 AA Elders. U kunt bezwaar maken. ${sending} Uw bezwaar is op tijd voor 22 december.`,
        "Met vriendelijke groet,\nM. Denkbeeld",
      ].join("\n\n");
    const objection = builtinProfiles().find(({ profileId }) => profileId === "objection-to-decision");
    const addressee = (sending: string, profile = objection) =>
      letterParts(
        create(TurnContextSchema, {
          ...contextOf([[decision(sending), Voice.UNSPECIFIED]]),
          ...(profile ? { profile } : {}),
        }),
      ).frame?.addressee;
    const sending =
      "Stuur uw bezwaarschrift naar de dienst, afdeling Bezwaar en Beroep, Postbus 571, 1040 CT Verzonnen.";
    const signer = ["Dienst Voorbeeld", "M. Denkbeeld", "Postbus 571", "1040 CT Verzonnen"];
    expect(addressee(sending)).toEqual(["dienst", "afdeling Bezwaar en Beroep", "Postbus 571", "1040 CT Verzonnen"]);
    expect(
      addressee(
        "U dient het bezwaarschrift in bij het college van Verzonnen t.a.v. Juridische Zaken, Markt 4, 1234 AB Oost.",
      ),
    ).toEqual(["college van Verzonnen t.a.v. Juridische Zaken", "Markt 4", "1234 AB Oost"]);
    // An address in a block below a colon was not read, and the objection went to the clerk's box.
    expect(
      addressee("Richt uw bezwaarschrift aan:\nCollege van Verzonnen\nPostbus 900\n1040 AB Verzonnen\n\n"),
    ).toEqual(["College van Verzonnen", "Postbus 900", "1040 AB Verzonnen"]);
    // A box without its place, or the committee's street, stood in the sentence, and the objection went to the clerk's box.
    for (const [said, lines] of [
      ["bij het college van b&w van Verzonnen, Postbus 900", ["college van b&w van Verzonnen", "Postbus 900"]],
      ["bij de Commissie bezwaarschriften, Markt 1", ["Commissie bezwaarschriften", "Markt 1"]],
      ["bij het college van b&w, Postbus 900, 1040 AB", ["college van b&w", "Postbus 900", "1040 AB"]],
      ["bij ons kantoor, Markt 1", signer],
      ["bij de Dienst, telefoon 0800 1234", signer],
    ] as const)
      expect(addressee(`U kunt bezwaar maken ${said}.`)).toEqual(lines);
    expect(addressee("Een bezwaarschrift kunt u naar ons sturen.")).toEqual(signer);
    // A decision that names the board and no address went to its clerk.
    const board = (named: string) => [named, "Dienst Voorbeeld", "Postbus 571", "1040 CT Verzonnen"];
    for (const [said, named] of [
      ["bij het college van burgemeester en wethouders", "college van burgemeester en wethouders"],
      [
        "binnen zes weken bij gedeputeerde staten van de provincie Verzonnen",
        "gedeputeerde staten van de provincie Verzonnen",
      ],
      ["bij de raad van bestuur, met een kopie van dit besluit", "raad van bestuur"],
    ] as const)
      expect(addressee(`U kunt na de verzenddatum bezwaar maken ${said}.`)).toEqual(board(named));
    // Behind a colon no board was read, and of its short name only the first word.
    expect(addressee("Richt uw bezwaarschrift binnen zes weken aan: het college van b&w van Verzonnen.")).toEqual(
      board("college van b&w van Verzonnen"),
    );
    expect(addressee("U kunt bezwaar maken bij de balie.")).toEqual(signer);
    expect(addressee("U kunt bezwaar maken bij het college.", builtinProfiles()[0])).toEqual(signer);
    expect(addressee(sending, builtinProfiles()[0])).toEqual(signer);
  });

  it("has a sentence of three words that names a sum, which may be denied like any", () => {
    const paper =
      "Geachte mevrouw Mol,\nU betaalt 75% van de opleiding. Dat is € 3.150,00. Zo is het.\nGroet,\nR. Kort";
    expect(readingIn([paper, Voice.AUTHOR]).assertions).toEqual([
      "U betaalt 75% van de opleiding.",
      "Dat is € 3.150,00.",
    ]);
  });

  // The foot of a page was read on into the first sentence of the next page, and both were answered.
  // "Wat moet u betalen?" above the paragraph that says it was put to the reader to answer.
  it("asks nothing by the questions that head its paragraphs, and everything that it asks below them", () => {
    const paper = [
      "Geachte mevrouw Mol,",
      "U heeft ons gevraagd uw oven te herstellen. Dat doen wij niet.",
      "Geen garantie meer",
      "Op uw oven geven wij drie maanden garantie. Die termijn is verstreken.",
      "Wat moet u betalen?",
      "Voor het bezoek van 22 september 2026 brengen wij € 129,50 in rekening.",
      "Wij ontvangen graag antwoord op deze vragen. Wie heeft de oven aangesloten?",
      "Heeft u foto's van de aansluiting?",
      "Wij wachten uw antwoord af.",
      "Met vriendelijke groet,",
      "R. Kort",
    ].join("\n");
    const { questions, assertions } = readingIn([paper, Voice.AUTHOR]);
    expect(questions).not.toContain("Wat moet u betalen?");
    expect(questions).toEqual(
      expect.arrayContaining(["Wie heeft de oven aangesloten?", "Heeft u foto's van de aansluiting?"]),
    );
    expect(assertions).toContain("Voor het bezoek van 22 september 2026 brengen wij € 129,50 in rekening.");
    // One line by itself is no layout, and behind a heading a question is asked.
    const asked = (text: string) => readingIn([text, Voice.AUTHOR]).questions;
    const short =
      "Geachte mevrouw Mol,\nUw oven is stuk gegaan.\nWat wilt u dat wij doen?\nWij herstellen geen oude ovens.\nGroet,\nR. Kort";
    expect(asked(short)).toEqual(["Wat wilt u dat wij doen?"]);
    const headed = paper.replace("Wat moet u betalen?", "Onze vraag\nHeeft u zelf geprobeerd de oven te maken?");
    expect(asked(headed)).toContain("Heeft u zelf geprobeerd de oven te maken?");
  });

  it("begins no sentence in the foot of a page, though sentences stand in it", () => {
    const foot =
      "Bezoekadres: Kade 1, Verzonnen | post@voorbeeld.example\nWij werken op afspraak. Zie onze site. pagina";
    const said = `Wij wijzen uw aanvraag af.\n\n${foot} 1 van 2\nWij baseren dat op uw eigen opgave.`;
    const letter = `${page.replace("Er is nooit een verlenging\ntoegezegd.", said)}\n\n${foot} 2 van 2\n`;
    expect(readingIn([letter, Voice.UNSPECIFIED]).assertions.slice(1, 3)).toEqual([
      "Wij wijzen uw aanvraag af.",
      "Wij baseren dat op uw eigen opgave.",
    ]);
  });

  // Of 28 assertions of a decision, six told where to send an objection, and each was asked to be answered.
  it("takes what tells how to object for nothing that is answered, and keeps what is said of an objection that was made", () => {
    const told =
      "Wij verklaren uw bezwaar ongegrond. U heeft te laat bezwaar gemaakt. Tegen dit besluit kan geen hoger beroep worden ingesteld. Als u het niet eens bent met dit besluit, kunt u binnen zes weken\nbezwaar maken. U stuurt uw bezwaarschrift naar het college. Een bezwaarschrift schort het besluit niet op. Daarvoor betaalt u griffierecht. Het loket blijft in juli de hele maand gesloten.";
    const letter = page.replace("Er is nooit een verlenging\ntoegezegd.", told);
    const { assertions, terms } = readingIn([letter, Voice.UNSPECIFIED]);
    expect(assertions.slice(1, 5)).toEqual([
      "Wij verklaren uw bezwaar ongegrond.",
      "U heeft te laat bezwaar gemaakt.",
      "Tegen dit besluit kan geen hoger beroep worden ingesteld.",
      "Het loket blijft in juli de hele maand gesloten.",
    ]);
    expect(terms[0]).toContain("binnen zes weken");
  });

  it("takes a letter on paper apart by its form", () => {
    expect(readingIn([page, Voice.UNSPECIFIED])).toMatchObject({
      assertions: [
        "Uw contract eindigt op 31 december 2025.",
        "Er is nooit een verlenging\ntoegezegd.",
        "u hebt de aanzegging op 1 november ontvangen;",
        "u hebt daarop niet gereageerd.",
      ],
      questions: ["Wij verzoeken u dit vóór 19 december 2025 te tekenen.", "Hebt u nog vragen over het verlof?"],
      terms: ["Wij verzoeken u dit vóór 19 december 2025 te tekenen."],
      references: [
        [ReferenceSide.WRITER, "PZ/2025/0417"],
        [ReferenceSide.READER, "AV-3"],
      ],
      parties: [
        [LetterRole.WRITER, "Piet de Denkbeeldige"],
        [LetterRole.READER, "A. van der Verzonnen"],
      ],
      day: "5 december 2025",
      frame: {
        sender: ["A. van der Verzonnen", "Dorpsweg 4"],
        addressee: ["Zonnewijzer B.V.", "Piet de Denkbeeldige"],
        subject: "einde dienstverband",
        theirReference: "PZ/2025/0417",
        ownReference: "AV-3",
      },
    });
  });

  it("answers for the firm with the person to whom the letter goes", () => {
    const paper = [
      "Vinder Verzekeringen N.V.\nPostbus 8, 1234 AB Elders\nRijwielmakerij De Spaak\nDe heer P. el Bedacht\nKade 2\n1234 AC Elders",
      "Elders, 3 september 2026\nSchadenummer: 26-0551\nOnderwerp: afwijzing",
      "Geachte heer El Bedacht,\nWij wijzen uw claim af.\nMet vriendelijke groet,\nS. Denkbeeld\nbehandelaar",
    ].join("\n");
    expect(readingIn([paper, Voice.AUTHOR]).frame).toMatchObject({
      sender: ["Rijwielmakerij De Spaak", "P. el Bedacht", "Kade 2", "1234 AC Elders"],
      addressee: ["Vinder Verzekeringen N.V.", "S. Denkbeeld", "Postbus 8", "1234 AB Elders"],
      theirReference: "26-0551",
      signature: "P. el Bedacht",
    });
  });

  // The studio signed, as if it were a person, and who its letters go to was lost.
  it("answers the writer by the courtesy title with which a label of the letter names the same person", () => {
    const labelled = (named: string) => {
      const head = `Vinder B.V.\nKade 1\n1234 AB Elders\n\nDatum: 5 december 2025\nBehandeld door: ${named}\n`;
      return `${head}\nGeachte heer De Denkbeeldige,\n\nWij betalen uw factuur niet.\n\nHoogachtend,\n\nS. van der Kade\n`;
    };
    const addressee = (named: string) => readingIn([labelled(named), Voice.UNSPECIFIED]).frame?.addressee;
    expect(addressee("mevrouw S. van der Kade")).toContain("mevrouw S. van der Kade");
    expect(addressee("mevrouw T. van der Kade")).toContain("S. van der Kade");
  });

  it("takes for its reader whose attention it asks, below the firm that it goes to", () => {
    const head = "Studio Vinder\nt.a.v. mevrouw A. van der Verzonnen\nDorpsweg 4\n1234 AB Elders\n\n5 december 2025\n";
    const letter = `${head}\nGeachte mevrouw Van der Verzonnen,\n\nWij betalen uw factuur niet.\n\nHoogachtend,\nPiet de Denkbeeldige\n`;
    const { parties, frame } = readingIn([letter, Voice.UNSPECIFIED]);
    expect(parties).toContainEqual([LetterRole.READER, "A. van der Verzonnen"]);
    expect(frame?.signature).toBe("A. van der Verzonnen");
    expect(frame?.sender?.slice(0, 2)).toEqual(["Studio Vinder", "A. van der Verzonnen"]);
  });

  // Of a demand with its costs in a table the total alone could be answered, and the costs were named nowhere in the letter.
  it.each<[string, string, readonly string[]]>([
    [
      "a collector, of a PDF",
      "Hoofdsom (5 x € 32,50) € 162,50\nAdministratiekosten € 15,00\nWettelijke rente € 1,38\nIncassokosten € 40,00\nTotaal € 218,88",
      [
        "Hoofdsom (5 x € 32,50) € 162,50",
        "Administratiekosten € 15,00",
        "Wettelijke rente € 1,38",
        "Incassokosten € 40,00",
        "Totaal € 218,88",
      ],
    ],
    [
      "a collector, of a Word file",
      "Hoofdsom (5 x € 32,50)\t€ 162,50\nAdministratiekosten\t€ 15,00\nIncassokosten\t€ 40,00",
      ["Hoofdsom (5 x € 32,50)\t€ 162,50", "Administratiekosten\t€ 15,00", "Incassokosten\t€ 40,00"],
    ],
    [
      "dots between the columns",
      "Hoofdsom ....... € 162,50\nRente .......... €   1,38\nKosten ......... €  40,00",
      ["Hoofdsom ....... € 162,50", "Rente .......... €   1,38", "Kosten ......... €  40,00"],
    ],
    [
      "the sum under its words",
      "Hoofdsom\n€ 162,50\nAdministratiekosten\n€ 15,00\nIncassokosten\n€ 40,00",
      ["Hoofdsom\n€ 162,50", "Administratiekosten\n€ 15,00", "Incassokosten\n€ 40,00"],
    ],
    [
      "a landlord",
      "Maand\tHuur\tBetaald\tOpen\nmaart 2026\t€ 742,00\t€ 500,00\t€ 242,00\napril 2026\t€ 742,00\t€ 0,00\t€ 742,00\nServicekosten 2025\t\t\t€ 88,16",
      [
        "maart 2026\t€ 742,00\t€ 500,00\t€ 242,00",
        "april 2026\t€ 742,00\t€ 0,00\t€ 742,00",
        "Servicekosten 2025\t\t\t€ 88,16",
      ],
    ],
    [
      "an energy bill",
      "Omschrijving Verbruik Tarief Bedrag\nStroom normaal 1.240 kWh 0,31 € 384,40\nGas 812 m3 1,42 € 1.153,04\nVaste leveringskosten € 95,88\nAl betaalde termijnen -€ 1.320,00\nNog te betalen € 313,32",
      [
        "Stroom normaal 1.240 kWh 0,31 € 384,40",
        "Gas 812 m3 1,42 € 1.153,04",
        "Vaste leveringskosten € 95,88",
        "Al betaalde termijnen -€ 1.320,00",
        "Nog te betalen € 313,32",
      ],
    ],
    [
      "wages",
      "Salaris november 2.450,00\nOveruren 12 x 16,20 194,40\nVakantiegeld 196,00\nInhouding laptop 350,00-",
      ["Salaris november 2.450,00", "Overuren 12 x 16,20 194,40", "Vakantiegeld 196,00", "Inhouding laptop 350,00-"],
    ],
    [
      "an invoice",
      "Aantal Omschrijving Prijs Totaal\n2 Binnendeur stomp EUR 189,00 EUR 378,00\n1 Montage EUR 240,- EUR 240,-\nBtw 21% EUR 129,78",
      ["2 Binnendeur stomp EUR 189,00 EUR 378,00", "1 Montage EUR 240,- EUR 240,-", "Btw 21% EUR 129,78"],
    ],
    [
      "a garage, in whole euros",
      "Beurt  € 285\nRemblokken voor  € 164\nVervangend vervoer  € 50",
      ["Beurt  € 285", "Remblokken voor  € 164", "Vervangend vervoer  € 50"],
    ],
    [
      "with bars",
      "| Post | Bedrag |\n| Schoonmaak | € 75,00 |\n| Sleutels | € 42,50 |",
      ["| Schoonmaak | € 75,00 |", "| Sleutels | € 42,50 |"],
    ],
    [
      "in English",
      "Principal sum: £1,250.00\nLate payment fee: £40.00\nInterest at 8%: £12.33",
      ["Principal sum: £1,250.00", "Late payment fee: £40.00", "Interest at 8%: £12.33"],
    ],
    [
      "with a line between",
      "Hoofdsom\t€ 900,00\n\nRente tot heden\t€ 14,02\n\nTotaal\t€ 914,02",
      ["Hoofdsom\t€ 900,00", "Rente tot heden\t€ 14,02", "Totaal\t€ 914,02"],
    ],
  ])("takes each row of sums for an assertion of its own: %s", (_name, table, rows) => {
    const said = `Wij wijzen uw verzoek af.\n${table}\nWij wachten uw betaling niet langer af.`;
    const read = readingIn([page.replace("Er is nooit een verlenging\ntoegezegd.", said), Voice.UNSPECIFIED]);
    expect(read.assertions).toEqual([
      "Uw contract eindigt op 31 december 2025.",
      "Wij wijzen uw verzoek af.",
      ...rows,
      "Wij wachten uw betaling niet langer af.",
      ...read.assertions.slice(rows.length + 3),
    ]);
    expect(read.assertions.slice(rows.length + 3).join(" ")).toContain("u hebt de aanzegging");
  });

  it.each([
    "De contributie is verhoogd naar\n€ 32,50 en u hebt die verhoging\nnooit betwist.",
    "U betaalde in maart een bedrag van € 32,50. In april betaalde u € 30,00\nen daarna niets meer.",
    "Op 23.11.2026 belde u ons. U sprak met\nmevrouw Bedacht over dossier 12.50.",
  ])("takes no broken line of prose for a row", (said) => {
    const read = readingIn([page.replace("Er is nooit een verlenging\ntoegezegd.", said), Voice.UNSPECIFIED]);
    for (const one of read.assertions.slice(1)) expect(one).toMatch(/[.;:]$/u);
  });

  it("takes the line that leads to rows for an assertion where it names a sum itself", () => {
    const rows = "Schilderwerk € 780,00\nSchoonmaak € 245,00";
    const asserted = (line: string): readonly string[] => {
      const said = `Wij wijzen uw verzoek af. ${line}\n${rows}`;
      return readingIn([page.replace("Er is nooit een verlenging\ntoegezegd.", said), Voice.UNSPECIFIED]).assertions;
    };
    const taken = "Deze kosten brengen wij in mindering op uw waarborgsom van € 1.350,00:";
    expect(asserted(taken)).toContain(taken);
    expect(asserted("Deze kosten brengen wij in mindering:")).not.toContain("Deze kosten brengen wij in mindering:");
  });

  // The figures of a table, and the line above it, were answered one by one.
  it.each([
    "Dag\tOrders\nmaandag\t412\ndinsdag\t388",
    "Dag Orders Nodig\nmaandag 412 6\ndinsdag 388 6\nwoensdag 301 5",
  ])("takes no table for an assertion, nor the line that leads to it", (table) => {
    const said = `Wij wijzen uw verzoek af. Ter toelichting de orders per dag over het hele derde kwartaal:\n\n${table}\n\n`;
    const read = readingIn([page.replace("Er is nooit een verlenging\ntoegezegd.", said), Voice.UNSPECIFIED]);
    expect(read.assertions.slice(0, 2)).toEqual([
      "Uw contract eindigt op 31 december 2025.",
      "Wij wijzen uw verzoek af.",
    ]);
    expect(read.assertions.join(" ")).not.toContain("orders");
    expect(read.assertions.join(" ")).not.toContain("412");
  });

  it("takes thanks for no question, and a sentence of three words and a sum for an assertion", () => {
    const said = "Bedankt voor uw bericht van 9 november jl. De reparatie kost € 289,00.";
    const read = readingIn([page.replace("Er is nooit een verlenging\ntoegezegd.", said), Voice.UNSPECIFIED]);
    expect(read.assertions).toContain("De reparatie kost € 289,00.");
    expect(read.questions.join(" ")).not.toContain("Bedankt");
  });

  it("reads a mail by its headers, and only what its writer says, not what the mail quotes", () => {
    const header = [
      "From: Piet de Denkbeeldige <piet@zonnewijzer.example>",
      'To: "A. van der Verzonnen" <av@thuis.example>, Iemand Anders <ander@thuis.example>',
      "Date: Fri, 5 Dec 2025 10:00:00 +0100",
      "Subject: Re: verlenging",
    ].join("\n");
    const body = "Beste Anna,\n\nDe verlenging is nooit toegezegd.\n\nGroet,\nPiet";
    const older = "De verlenging is wel toegezegd op 3 maart 2025.";
    const found = readingIn([header, Voice.AUTHOR], [body, Voice.AUTHOR], [older, Voice.QUOTED]);
    expect(found).toMatchObject({
      assertions: ["De verlenging is nooit toegezegd."],
      day: "5 Dec 2025",
      parties: [
        [LetterRole.WRITER, "Piet de Denkbeeldige"],
        [LetterRole.READER, "A. van der Verzonnen"],
      ],
      frame: { subject: "Re: verlenging" },
    });
  });

  it("takes what is forwarded for the letter where its writer adds nothing to it", () => {
    const header = "From: Anna <av@thuis.example>\nTo: Anna <av@thuis.example>\nSubject: Fwd: brief";
    const letter = "Geachte mevrouw,\n\nUw contract eindigt op 31 december 2025.\n\nHoogachtend,";
    expect(readingIn([header, Voice.AUTHOR], [letter, Voice.FORWARDED]).assertions).toEqual([
      "Uw contract eindigt op 31 december 2025.",
    ]);
    const own = `${header}\n\nDit kreeg ik vandaag van mijn baas.`;
    expect(readingIn([own, Voice.AUTHOR], [letter, Voice.FORWARDED]).assertions).toEqual([
      "Dit kreeg ik vandaag van mijn baas.",
    ]);
  });

  it("reads an English letter, and one without salutation or closing", () => {
    const english =
      "Date: 5 December 2025\nOur ref: HR-12\n\nDear Ms Made,\n\nYour bonus was never agreed. Please reply within 14 days.\n\nKind regards,\nUp Fictional";
    expect(readingIn([english, Voice.UNSPECIFIED])).toMatchObject({
      assertions: ["Your bonus was never agreed."],
      questions: ["Please reply within 14 days."],
      terms: ["Please reply within 14 days."],
      references: [[ReferenceSide.WRITER, "HR-12"]],
      parties: [
        [LetterRole.WRITER, "Up Fictional"],
        [LetterRole.READER, "Made"],
      ],
    });
    expect(readingIn(["U bent op 1 mei te laat gekomen.", Voice.UNSPECIFIED])).toMatchObject({
      assertions: ["U bent op 1 mei te laat gekomen."],
      parties: [],
      day: undefined,
    });
  });

  it("names no day where the head bears two, and fills in nothing that the letter does not say", () => {
    const two = "5 december 2025\n8 december 2025\n\nGeachte heer,\n\nU krijgt geen bonus dit jaar.";
    const found = readingIn([two, Voice.UNSPECIFIED]);
    expect([found.day, found.parties, found.frame]).toEqual([undefined, [], undefined]);
  });

  it("puts forward nothing that the kernel would refuse, whatever stands in the letter", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...hostileTexts,
        page,
        "Datum: 5 december 2025",
        "Geachte heer Bos,",
        "Groet,",
        "\n\n",
        "a\u0301 b.",
      ),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    const voice = fc.constantFrom(Voice.AUTHOR, Voice.QUOTED, Voice.FORWARDED, Voice.UNSPECIFIED);
    const segments = fc.array(
      fc.tuple(
        piece.map((one) => one.toWellFormed().normalize("NFC")),
        voice,
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(segments, (all) => {
        const answered = letterOf(all);
        if (answered.passages.length === 0) return;
        const turn = extractiveTurn("n", contextOf(all));
        const proposal = turn.turn.case === "final" ? turn.turn.value.proposal?.proposal : undefined;
        if (proposal?.case !== "intentSeed" || !proposal.value.letterReading) return;
        const run = new TestRun();
        const { input } = run;
        const given = { ...input, material: { ...input.material, answeredText: answered } };
        expect(() => readingOf(given, proposal.value.letterReading as never)).not.toThrow();
      }),
      { numRuns: draws(70) },
    );
  });
});

describe("the built-in guide with a letter that is answered", () => {
  const finalOf = (context: MessageInitShape<typeof TurnContextSchema>) => {
    const { turn } = extractiveTurn("n", create(TurnContextSchema, context));
    if (turn.case !== "final") throw new Error("it asks for a tool");
    return turn.value;
  };

  it("takes answering it as the goal where nobody says more, with its people as parties", () => {
    const { message, proposal } = finalOf(contextOf([[page, Voice.UNSPECIFIED]]));
    expect(message).toContain("er staan 4 stellingen in");
    expect(proposal?.proposal).toMatchObject({
      case: "intentSeed",
      value: {
        goal: "Antwoorden op de brief van 5 december 2025.",
        parties: [
          { names: ["Piet de Denkbeeldige", "Zonnewijzer B.V."], role: PartyRole.OPPONENT },
          { names: ["A. van der Verzonnen"], role: PartyRole.AUTHOR },
        ],
      },
    });
  });

  it("answers each assertion as not known, and says no other claim of the letter", () => {
    const context = contextOf([[page, Voice.UNSPECIFIED]], S.SKELETON);
    const intent = {
      goal: "Reageren op de brief van 5 december; mijn verlenging is toegezegd.",
      locale: "nl",
      demands: [],
    };
    const assertions = [1, 2].map((n) => ({ partId: `assertion:${n}`, span: { excerpt: "Iets." } }));
    const { proposal, message } = finalOf({ ...context, intent, letterReading: { assertions } } as never);
    expect(message).toContain("Op 2 stellingen van de brief is nog geen antwoord");
    if (proposal?.proposal.case !== "skeleton") throw new Error("no outline");
    const { sections, answers } = proposal.proposal.value;
    expect(answers.map(({ assertionId, answer }) => [assertionId, answer])).toEqual([
      ["assertion:1", AssertionAnswer.UNKNOWN],
      ["assertion:2", AssertionAnswer.UNKNOWN],
    ]);
    const kinds = sections.flatMap(({ claims }) => claims.map(({ claimKind }) => claimKind));
    expect(kinds).toEqual(["promise", "legal-basis", "request", "reservation"]);
  });

  // Whoever passed over "Wij behouden ons alle rechten voor" wrote "is mij niet bekend of het juist is".
  it("keeps the outline that was answered, and answers nothing in the name of whoever passed over the rest", () => {
    const context = contextOf([[page, Voice.UNSPECIFIED]], S.SKELETON);
    const assertions = [1, 2].map((n) => ({ partId: `assertion:${n}`, span: { excerpt: "Iets." } }));
    const claim = { claimId: "claim:1", text: "Uw brief stelt: Iets.", claimKind: "assertion-of-letter" };
    const answers = [{ assertionId: "assertion:1", answer: AssertionAnswer.RIGHT }];
    const skeleton = {
      intent: { digest: "i" },
      left: [],
      sections: [{ sectionId: "section:1", title: "Uw brief", claims: [{ ...claim, answers }] }],
    };
    const intent = { goal: "Reageren op de brief.", locale: "nl", demands: [] };
    const asked = () => {
      const { proposal } = finalOf({
        ...context,
        ...{ intent, skeleton, letterReading: { assertions } },
        run: { locale: "nl", current: [{ role: "intent_seed", ref: { digest: "i" } }] },
      } as never);
      return proposal?.proposal.case === "skeleton" ? proposal.proposal.value : undefined;
    };
    const open = asked();
    expect(open?.answers).toEqual([]);
    expect(open?.sections.map(({ sectionId, title }) => sectionId || title)).toEqual([
      ...["section:1", "Juridische grondslag", "Verzoek", "Voorbehoud"],
    ]);
  });
});
