import type { Dossier, DossierDocument } from "../../../support/cases/dossier.ts";
import { entriesOf, mail } from "./record.ts";
import type { Case } from "./shape.ts";

const people: Case["people"] = {
  femke: { calls: ["ik"], objects: ["mij"], isAuthor: true },
  olaf: { calls: ["de heer Priem", "Olaf Priem"], objects: ["de heer Priem"] },
  saskia: { calls: ["mevrouw Dorhout", "Saskia Dorhout"], objects: ["mevrouw Dorhout"] },
  wouter: { calls: ["de heer Ammerlaan", "de architect"], objects: ["de heer Ammerlaan"] },
  mira: { calls: ["mevrouw Koster"], objects: ["mevrouw Koster"] },
};

const texts: Readonly<Record<string, string>> = {
  e1: "Ik voer het schilderwerk aan de gevel uit voor € 8.400,00. Het werk begint op 7 april 2025 en duurt drie weken.",
  e2: "Ik ga akkoord met uw offerte van 3 maart 2025. De eerste termijn van € 2.800,00 betalen wij op 14 april 2025. De sleutel ligt bij de receptie.",
  e3: "Ik heb de steiger op 4 april 2025 geplaatst. De huurder, mevrouw Koster, heeft mij op 2 april 2025 gevraagd de tuin vrij te houden.",
  e4: "Opdrachtgever: de gevel ziet er netjes uit.\nOpdrachtnemer: de tweede termijn is nog niet betaald.\nArchitect: aan de oostkant ontbreekt een laag verf.",
  e5: "Ik heb uw factuur van 28 april 2025 niet ontvangen. De heer Priem heeft mij niets over meerwerk verteld.",
  e6: "Ik heb u de factuur op 28 april 2025 toegezonden. De kozijnen heb ik op verzoek van de heer Priem extra geschilderd.",
  e7: "U heeft het werk niet op 30 april 2025 opgeleverd, maar pas op 12 mei 2025. Wij hebben u nooit opdracht gegeven voor meerwerk. De laatste termijn van € 1.900,00 betalen wij niet, tenzij u de oostkant herstelt.",
  e8: "Ik heb het werk op 12 mei 2025 gekeurd. De heer Priem zei mij op 22 april 2025 dat u de kozijnen ook moest schilderen. De oostkant is niet langer gebrekkig.",
};

const documents: readonly DossierDocument[] = [
  mail("d1", "Offerte gevel", "2025-03-03", "Femke Rondhuis", "Olaf Priem", [], texts.e1 ?? ""),
  mail("d2", "RE: Offerte gevel", "2025-03-10", "Olaf Priem", "Femke Rondhuis", ["Saskia Dorhout"], texts.e2 ?? ""),
  mail("d3", "Steiger", "2025-04-05", "Wouter Ammerlaan", "Olaf Priem", ["Femke Rondhuis"], texts.e3 ?? ""),
  {
    ...{ id: "d4", title: "Verslag bouwoverleg", kind: "report", date: "2025-05-06", author: "Saskia Dorhout" },
    participants: ["Saskia Dorhout", "Femke Rondhuis", "Wouter Ammerlaan"].map((name) => ({ name, part: "present" })),
    text: texts.e4 ?? "",
  },
  mail(
    ...(["d5", "RE: Factuur", "2025-05-19", "Saskia Dorhout", "Femke Rondhuis", ["Olaf Priem"]] as const),
    `${texts.e5}\n\n> Van: Femke Rondhuis\n> Datum: 15 mei 2025\n> ${texts.e6}`,
  ),
  mail("d6", "Uw werk", "2025-06-02", "Olaf Priem", "Femke Rondhuis", ["Saskia Dorhout"], texts.e7 ?? ""),
  mail("d7", "Keuring", "2025-06-11", "Wouter Ammerlaan", "Femke Rondhuis", ["Olaf Priem"], texts.e8 ?? ""),
];

const entry = entriesOf(texts);

const dossier: Dossier = {
  name: "invoice",
  locale: "nl",
  parties: [
    { id: "p1", names: ["Femke Rondhuis"], addresses: [], role: "AUTHOR" },
    { id: "p2", names: ["Vastgoed Marsdiep B.V.", "Marsdiep"], addresses: [], role: "OPPONENT" },
    { id: "p3", names: ["Olaf Priem", "de heer Priem"], addresses: [], role: "REPRESENTATIVE" },
    { id: "p4", names: ["Saskia Dorhout", "mevrouw Dorhout"], addresses: [], role: "REPRESENTATIVE" },
    { id: "p5", names: ["Wouter Ammerlaan", "de heer Ammerlaan", "de architect"], addresses: [], role: "THIRD" },
  ],
  documents,
  laws: [],
  rulings: [],
  claims: [
    { id: "c1", kind: "FACT", text: "De opdracht is gegeven.", section: "Opdracht" },
    { id: "c2", kind: "FACT", text: "Het werk is uitgevoerd.", section: "Werk" },
    { id: "c3", kind: "FACT", text: "De factuur is verstuurd.", section: "Factuur" },
  ],
  entries: [
    entry("e1", "d1", "c1"),
    entry("e2", "d2", "c1"),
    entry("e3", "d3", "c2"),
    entry("e4", "d4", "c2"),
    entry("e5", "d5", "c3"),
    entry("e6", "d5", "c3", { speaker: "Femke Rondhuis", spokenOn: "15 mei 2025" }),
    entry("e7", "d6", "c3"),
    entry("e8", "d7", "c2"),
  ],
  honest: [],
};

/** A painter asks for her pay: mails with copies, a quoted reply, minutes with three voices, days inside the words. */
export const invoice: Case = {
  dossier,
  people,
  opponent: "olaf",
  sayings: [
    {
      ...{ entryId: "e2", by: "olaf", to: "femke", others: ["saskia"], day: "10 maart 2025" },
      otherDays: ["3 maart 2025", "14 april 2025"],
      that: "dat de eerste termijn van € 2.800,00 wordt betaald",
      turned: ["dat de eerste termijn van € 2.800,00 niet wordt betaald"],
      reported: "ligt de sleutel bij de receptie",
      words: "De sleutel ligt bij de receptie",
    },
    {
      ...{ entryId: "e3", by: "wouter", to: "olaf", others: ["femke", "mira"], day: "5 april 2025" },
      otherDays: ["4 april 2025", "2 april 2025"],
      that: "dat de steiger is geplaatst",
      turned: ["dat de steiger niet is geplaatst"],
      reported: "is de steiger geplaatst",
      words: "Ik heb de steiger op 4 april 2025 geplaatst",
    },
    {
      ...{ entryId: "e5", by: "saskia", to: "femke", others: ["olaf"], day: "19 mei 2025", denies: true },
      otherDays: ["28 april 2025"],
      that: "dat de factuur niet is ontvangen",
      turned: ["dat de factuur is ontvangen"],
      reported: "is de factuur niet ontvangen",
      words: "Ik heb uw factuur van 28 april 2025 niet ontvangen",
    },
    {
      ...{ entryId: "e6", by: "femke", to: "saskia", others: ["saskia", "olaf"], day: "15 mei 2025" },
      otherDays: ["28 april 2025", "19 mei 2025"],
      that: "dat de kozijnen extra zijn geschilderd",
      turned: ["dat de kozijnen niet extra zijn geschilderd"],
      reported: "zijn de kozijnen extra geschilderd",
      words: "De kozijnen heb ik op verzoek van de heer Priem extra geschilderd",
    },
    {
      ...{ entryId: "e7", by: "olaf", to: "femke", others: ["saskia"], day: "2 juni 2025", denies: true },
      otherDays: ["30 april 2025", "12 mei 2025"],
      that: "dat er nooit opdracht is gegeven voor meerwerk",
      turned: ["dat er opdracht is gegeven voor meerwerk"],
      reported: "is er nooit opdracht gegeven voor meerwerk",
      words: "Wij hebben u nooit opdracht gegeven voor meerwerk",
    },
    {
      ...{ entryId: "e8", by: "wouter", to: "femke", others: ["olaf"], day: "11 juni 2025" },
      otherDays: ["12 mei 2025", "22 april 2025"],
      that: "dat de oostkant niet langer gebrekkig is",
      turned: ["dat de oostkant gebrekkig is", "dat de oostkant nog steeds gebrekkig is"],
      reported: "is de oostkant niet langer gebrekkig",
      words: "De oostkant is niet langer gebrekkig",
    },
  ],
  doings: [
    {
      ...{ entryId: "e3", by: "wouter", toldBy: "wouter", others: ["femke", "olaf", "mira"], day: "4 april 2025" },
      ...{
        otherDays: ["5 april 2025", "2 april 2025"],
        object: "de steiger",
        participle: "geplaatst",
        past: "plaatste",
      },
    },
    {
      ...{ entryId: "e3", by: "mira", toldBy: "wouter", others: ["femke", "olaf", "saskia"], day: "2 april 2025" },
      otherDays: ["5 april 2025", "4 april 2025"],
      ...{ object: "de architect", participle: "gevraagd de tuin vrij te houden", past: "vroeg" },
    },
    {
      ...{ entryId: "e6", by: "femke", toldBy: "femke", others: ["saskia", "olaf"], day: "28 april 2025" },
      ...{ otherDays: ["15 mei 2025", "19 mei 2025"], object: "de factuur", participle: "toegezonden", past: "zond" },
    },
    {
      ...{ entryId: "e7", by: "femke", toldBy: "olaf", others: ["olaf", "saskia"], day: "12 mei 2025" },
      ...{ otherDays: ["30 april 2025", "2 juni 2025"], object: "het werk", participle: "opgeleverd", past: "leverde" },
    },
    {
      ...{ entryId: "e8", by: "wouter", toldBy: "wouter", others: ["femke", "olaf"], day: "12 mei 2025" },
      ...{ otherDays: ["11 juni 2025", "22 april 2025"], object: "het werk", participle: "gekeurd", past: "keurde" },
    },
  ],
  turns: [
    {
      entryId: "e1",
      said: "Het werk aan de gevel begint op 7 april 2025.",
      turned: ["Het werk aan de gevel begint niet op 7 april 2025.", "Het werk aan de gevel eindigt op 7 april 2025."],
    },
    {
      entryId: "e2",
      said: "De heer Priem is akkoord gegaan met de offerte van 3 maart 2025.",
      turned: [
        "De heer Priem is niet akkoord gegaan met de offerte van 3 maart 2025.",
        "De heer Priem heeft de offerte van 3 maart 2025 afgewezen.",
        "De heer Priem weigerde de offerte van 3 maart 2025.",
      ],
    },
    {
      entryId: "e4",
      said: "Op 6 mei 2025 was de tweede termijn nog niet betaald.",
      turned: [
        "Op 6 mei 2025 was de tweede termijn betaald.",
        "De tweede termijn is al betaald.",
        "Aan de oostkant ontbreekt geen laag verf.",
      ],
    },
    {
      entryId: "e7",
      said: "De laatste termijn wordt volgens de brief niet betaald, tenzij de oostkant wordt hersteld.",
      turned: [
        "De laatste termijn wordt volgens de brief betaald.",
        "Ik heb de oostkant hersteld.",
        "U heeft mij opdracht gegeven voor meerwerk.",
        "Ik heb het werk op 30 april 2025 opgeleverd.",
      ],
    },
    {
      entryId: "e8",
      said: "De oostkant is niet langer gebrekkig.",
      turned: [
        "De oostkant is gebrekkig.",
        "De oostkant is nog steeds gebrekkig.",
        "Het werk is niet gekeurd.",
        "Het werk is afgekeurd.",
      ],
    },
    {
      entryId: "e5",
      said: "Mevrouw Dorhout heeft de factuur niet ontvangen.",
      turned: ["Mevrouw Dorhout heeft de factuur ontvangen.", "De heer Priem heeft haar over het meerwerk verteld."],
    },
  ],
};
