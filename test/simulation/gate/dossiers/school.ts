import type { Claim, Dossier, DossierDocument, Entry, Law, Party } from "../dossier.ts";
import { schoolHonest } from "./school-honest.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Merel Notenbalk", "mevrouw Notenbalk", "Ms Notenbalk"],
    addresses: ["merel@notenbalk.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Stichting Muziekschool De Stille Fluit", "De Stille Fluit", "de muziekschool", "the school"],
    addresses: ["post@stillefluit.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Casper Duimstok", "de heer Duimstok", "Mr Duimstok"],
    addresses: ["casper@stillefluit.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Lotte Vulpen", "mevrouw Vulpen"],
    addresses: ["lotte@stillefluit.example"],
    role: "REPRESENTATIVE",
  },
  { id: "p5", names: ["Hugo Wimpel", "de heer Wimpel"], addresses: ["hugo@wimpel.example"], role: "THIRD" },
  { id: "p6", names: ["Eleanor Quire", "Ms Quire"], addresses: ["eleanor@quire.example"], role: "THIRD" },
  {
    id: "p7",
    names: ["Sanne Tekenhaak", "de bedrijfsarts"],
    addresses: ["s.tekenhaak@tekenhaak.example"],
    role: "COMPANY_DOCTOR",
  },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Arbeidsovereenkomst",
    kind: "contract",
    date: "2021-08-23",
    author: "Stichting Muziekschool De Stille Fluit",
    participants: [
      { name: "Stichting Muziekschool De Stille Fluit", part: "signed" },
      { name: "Merel Notenbalk", part: "signed" },
    ],
    text: `Arbeidsovereenkomst
Artikel 3 Omvang
De werkneemster werkt 20 uur per week, verdeeld over dinsdag, donderdag en vrijdag.
Artikel 5 Toeslag
Voor ieder openbaar concert ontvangt de werkneemster een toeslag van € 140.
Artikel 8 Nevenwerk
Nevenwerkzaamheden zijn toegestaan, tenzij zij de lessen hinderen.
Artikel 9 Wijziging
De muziekschool mag het rooster alleen na overleg wijzigen. Een wijziging wordt ten minste vier weken vooraf schriftelijk meegedeeld.`,
  },
  {
    id: "d2",
    title: "Volgend seizoen",
    kind: "e-mail",
    date: "2024-06-13",
    author: "Casper Duimstok",
    participants: [
      { name: "Casper Duimstok", part: "from" },
      { name: "Merel Notenbalk", part: "to" },
      { name: "Hugo Wimpel", part: "cc" },
    ],
    text: "Beste Merel, de concerttoeslag blijft ook volgend seizoen bestaan. Alle docenten krijgen een instrumentbudget van € 300. Ik ben zeer tevreden over je lessen. We verhogen je uren vanaf 1 september 2024 van 20 naar 22. Groet, Casper Duimstok",
  },
  {
    id: "d3",
    title: "Nieuw rooster",
    kind: "e-mail",
    date: "2025-02-06",
    author: "Lotte Vulpen",
    participants: [
      { name: "Lotte Vulpen", part: "from" },
      { name: "Merel Notenbalk", part: "to" },
    ],
    text: "Dag Merel, vanaf 1 maart 2025 vervalt de vrijdag. Je houdt de dinsdag en de donderdag. De leerlingen van de vrijdag gaan naar Hugo. De directie heeft dit besluit zonder overleg genomen; dat spijt mij. Groet, Lotte Vulpen",
  },
  {
    id: "d4",
    title: "Bezwaar tegen het rooster",
    kind: "e-mail",
    date: "2025-02-10",
    author: "Merel Notenbalk",
    participants: [
      { name: "Merel Notenbalk", part: "from" },
      { name: "Casper Duimstok", part: "to" },
    ],
    text: "Geachte heer Duimstok, ik ga niet akkoord met de wijziging. Ik ben bereid om op woensdag te werken. Ik heb het rooster pas op 6 februari 2025 ontvangen. Ik blijf beschikbaar voor alle lessen op vrijdag. Ik verzoek u de vrijdag te herstellen.",
  },
  {
    id: "d5",
    title: "Uw bezwaar",
    kind: "letter",
    date: "2025-02-24",
    author: "Casper Duimstok",
    participants: [
      { name: "Casper Duimstok", part: "from" },
      { name: "Merel Notenbalk", part: "to" },
    ],
    text: "Geachte mevrouw Notenbalk, de daling van het aantal leerlingen maakt de wijziging noodzakelijk. Het aantal aanmeldingen is gedaald van 96 naar 71. U heeft het overleg op 4 februari 2025 geweigerd. Wij hebben u nooit een vaste vrijdag toegezegd. De concerttoeslag betalen wij niet langer, omdat de gemeente de subsidie heeft verlaagd. Uw verzoek wijzen wij af.",
  },
  {
    id: "d6",
    title: "Verklaring van een collega",
    kind: "statement",
    date: "2025-03-18",
    author: "Hugo Wimpel",
    participants: [{ name: "Hugo Wimpel", part: "signed" }],
    text: "Ik was op 4 februari 2025 de hele dag op school. Er is die dag geen overleg met Merel gevoerd. Casper vertelde mij dat hij de uren van Merel goedkoper aan een ander wilde geven. Ik heb de leerlingen van de vrijdag tegen mijn zin overgenomen. Sommige ouders hebben zich bij mij beklaagd.",
  },
  {
    id: "d7",
    title: "Spring concert",
    kind: "letter",
    date: "2025-04-02",
    author: "Eleanor Quire",
    participants: [
      { name: "Eleanor Quire", part: "from" },
      { name: "Merel Notenbalk", part: "to" },
    ],
    text: "Dear Ms Notenbalk, the school cancelled the spring concert on 20 March 2025. We had accepted the date before the school withdrew it. The number of registrations was higher than in 2024. All performers were paid except you. We never asked the school to change your hours. Kind regards, Eleanor Quire",
  },
  {
    id: "d8",
    title: "Advies",
    kind: "report",
    date: "2025-04-22",
    author: "Sanne Tekenhaak",
    participants: [{ name: "Sanne Tekenhaak", part: "signed" }],
    text: "Mevrouw Notenbalk is arbeidsongeschikt voor groepslessen. Zij is geschikt voor individuele lessen, minder dan 12 uur per week. De klachten zijn ontstaan na de roosterwijziging. Ik adviseer de belasting langzaam op te bouwen. Zij hoeft niet thuis te blijven.",
  },
  {
    id: "d9",
    title: "Aantekening gesprek",
    kind: "note",
    date: "2025-05-06",
    author: "Merel Notenbalk",
    participants: [
      { name: "Merel Notenbalk", part: "present" },
      { name: "Casper Duimstok", part: "present" },
      { name: "Lotte Vulpen", part: "present" },
    ],
    text: "Om 15:30 uur gesproken met Casper Duimstok. Hij erkende dat het overleg niet heeft plaatsgevonden. Hij weigerde de vrijdag terug te geven. Hij beloofde de toeslag over mei te betalen. Lotte Vulpen zweeg.",
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:611 BW",
    version_date: "2025-05-06",
    text: "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
  },
  {
    id: "l2",
    address: "art. 7:613 BW",
    version_date: "2025-05-06",
    text: "De werkgever kan slechts een beroep doen op een schriftelijk beding dat hem de bevoegdheid geeft een in de arbeidsovereenkomst voorkomende arbeidsvoorwaarde te wijzigen, indien hij bij de wijziging een zodanig zwaarwichtig belang heeft dat het belang van de werknemer dat door de wijziging zou worden geschaad, daarvoor naar maatstaven van redelijkheid en billijkheid moet wijken.",
  },
  {
    id: "l3",
    address: "art. 7:628 lid 1 BW",
    version_date: "2025-05-06",
    text: "De werkgever is verplicht het naar tijdruimte vastgestelde loon te voldoen indien de werknemer de overeengekomen arbeid geheel of gedeeltelijk niet heeft verricht, tenzij het geheel of gedeeltelijk niet verrichten van de overeengekomen arbeid in redelijkheid voor rekening van de werknemer behoort te komen.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "De afgesproken uren en dagen.", section: "Afspraken" },
  { id: "c2", kind: "FACT", text: "De toezeggingen van de directeur.", section: "Afspraken" },
  { id: "c3", kind: "FACT", text: "De vrijdag is zonder overleg vervallen.", section: "Wijziging" },
  { id: "c4", kind: "FACT", text: "Wat de muziekschool daartegen inbrengt.", section: "Standpunt" },
  { id: "c5", kind: "FACT", text: "De gevolgen voor mijn gezondheid.", section: "Gevolgen" },
  { id: "c6", kind: "LAW", text: "Een wijziging vraagt een zwaarwichtig belang.", section: "Recht" },
  { id: "c7", kind: "OWN_STATEMENT", text: "Ik vraag om herstel.", section: "Verzoek" },
];

const quoted = (id: string, claimId: string, source: string, quote: string): Entry => ({
  ...{ id, claimId, slotKind: "QUOTE", source, quote },
});

const entries: readonly Entry[] = [
  quoted("e1", "c1", "d1", "De werkneemster werkt 20 uur per week, verdeeld over dinsdag, donderdag en vrijdag."),
  quoted("e2", "c1", "d1", "Voor ieder openbaar concert ontvangt de werkneemster een toeslag van € 140."),
  quoted("e3", "c1", "d1", "Nevenwerkzaamheden zijn toegestaan, tenzij zij de lessen hinderen."),
  quoted(
    "e4",
    "c3",
    "d1",
    "De muziekschool mag het rooster alleen na overleg wijzigen. Een wijziging wordt ten minste vier weken vooraf schriftelijk meegedeeld.",
  ),
  quoted(
    "e5",
    "c2",
    "d2",
    "de concerttoeslag blijft ook volgend seizoen bestaan. Alle docenten krijgen een instrumentbudget van € 300. Ik ben zeer tevreden over je lessen.",
  ),
  quoted("e6", "c2", "d2", "We verhogen je uren vanaf 1 september 2024 van 20 naar 22."),
  quoted(
    "e7",
    "c3",
    "d3",
    "vanaf 1 maart 2025 vervalt de vrijdag. Je houdt de dinsdag en de donderdag. De leerlingen van de vrijdag gaan naar Hugo.",
  ),
  quoted("e8", "c3", "d3", "De directie heeft dit besluit zonder overleg genomen; dat spijt mij."),
  quoted(
    "e9",
    "c3",
    "d4",
    "ik ga niet akkoord met de wijziging. Ik ben bereid om op woensdag te werken. Ik heb het rooster pas op 6 februari 2025 ontvangen. Ik blijf beschikbaar voor alle lessen op vrijdag.",
  ),
  quoted(
    "e10",
    "c4",
    "d5",
    "de daling van het aantal leerlingen maakt de wijziging noodzakelijk. Het aantal aanmeldingen is gedaald van 96 naar 71.",
  ),
  quoted(
    "e11",
    "c4",
    "d5",
    "U heeft het overleg op 4 februari 2025 geweigerd. Wij hebben u nooit een vaste vrijdag toegezegd.",
  ),
  quoted(
    "e12",
    "c4",
    "d5",
    "De concerttoeslag betalen wij niet langer, omdat de gemeente de subsidie heeft verlaagd. Uw verzoek wijzen wij af.",
  ),
  quoted(
    "e13",
    "c3",
    "d6",
    "Ik was op 4 februari 2025 de hele dag op school. Er is die dag geen overleg met Merel gevoerd.",
  ),
  quoted(
    "e14",
    "c3",
    "d6",
    "Casper vertelde mij dat hij de uren van Merel goedkoper aan een ander wilde geven. Ik heb de leerlingen van de vrijdag tegen mijn zin overgenomen. Sommige ouders hebben zich bij mij beklaagd.",
  ),
  quoted(
    "e15",
    "c3",
    "d7",
    "the school cancelled the spring concert on 20 March 2025. We had accepted the date before the school withdrew it.",
  ),
  quoted(
    "e16",
    "c4",
    "d7",
    "The number of registrations was higher than in 2024. All performers were paid except you. We never asked the school to change your hours.",
  ),
  quoted(
    "e17",
    "c5",
    "d8",
    "Mevrouw Notenbalk is arbeidsongeschikt voor groepslessen. Zij is geschikt voor individuele lessen, minder dan 12 uur per week.",
  ),
  quoted(
    "e18",
    "c5",
    "d8",
    "De klachten zijn ontstaan na de roosterwijziging. Ik adviseer de belasting langzaam op te bouwen. Zij hoeft niet thuis te blijven.",
  ),
  quoted(
    "e19",
    "c3",
    "d9",
    "Hij erkende dat het overleg niet heeft plaatsgevonden. Hij weigerde de vrijdag terug te geven. Hij beloofde de toeslag over mei te betalen. Lotte Vulpen zweeg.",
  ),
  quoted("e20", "c6", "l1", laws[0]?.text ?? ""),
  quoted("e21", "c6", "l2", laws[1]?.text ?? ""),
  quoted("e22", "c6", "l3", laws[2]?.text ?? ""),
  {
    id: "e23",
    claimId: "c3",
    slotKind: "ABSENCE",
    sources: ["d2", "d3", "d5"],
    scope:
      "uitnodiging voor een overleg; alle berichten van de muziekschool van 1 januari 2025 tot en met 1 maart 2025",
  },
  { id: "e24", claimId: "c3", slotKind: "LOCATION", source: "d1", place: "Artikel 9" },
  {
    id: "e25",
    claimId: "c7",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik verzoek u de vrijdag voor 1 juli 2025 te herstellen en het loon over de vervallen uren na te betalen. Ik geef les op vrijdag sinds het begin van mijn dienstverband.",
  },
];

/** A teacher asks a school of music for the day that it took from her; one letter is in English, and so are some sentences. */
export const school: Dossier = {
  ...{ name: "school", locale: "nl", parties, documents, laws, rulings: [], claims, entries, honest: schoolHonest },
};
