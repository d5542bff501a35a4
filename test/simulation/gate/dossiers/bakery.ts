import type { Claim, Dossier, DossierDocument, Entry, Law, Party } from "../dossier.ts";
import { bakeryHonest } from "./bakery-honest.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Wende Roggeveer", "mevrouw Roggeveer", "Ms Roggeveer"],
    addresses: ["wende@roggeveer.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Bakkerij De Lege Trommel B.V.", "De Lege Trommel", "de bakkerij", "the bakery"],
    addresses: ["kantoor@legetrommel.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Gijs Deegrol", "de heer Deegrol", "Mr Deegrol"],
    addresses: ["gijs@legetrommel.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Noor Kruimel", "mevrouw Kruimel"],
    addresses: ["noor@legetrommel.example"],
    role: "REPRESENTATIVE",
  },
  { id: "p5", names: ["Teun Gistpot", "de heer Gistpot"], addresses: ["teun@gistpot.example"], role: "THIRD" },
  { id: "p6", names: ["Alice Marzipan", "Ms Marzipan"], addresses: ["alice@marzipan.example"], role: "THIRD" },
  {
    id: "p7",
    names: ["Jelle Spatel", "de bedrijfsarts"],
    addresses: ["j.spatel@spatel.example"],
    role: "COMPANY_DOCTOR",
  },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Arbeidsovereenkomst",
    kind: "contract",
    date: "2022-03-14",
    author: "Bakkerij De Lege Trommel B.V.",
    participants: [
      { name: "Bakkerij De Lege Trommel B.V.", part: "signed" },
      { name: "Wende Roggeveer", part: "signed" },
    ],
    text: `Arbeidsovereenkomst
Artikel 4 Werktijd
De werkneemster werkt 28 uur per week in de ochtendploeg, van 5:30 tot 12:30 uur.
Artikel 6 Loon
Het loon bedraagt € 17,40 per uur. Voor uren vóór 6:00 uur geldt een nachttoeslag van 40 procent.
Artikel 9 Vakantie
Vakantie wordt vastgesteld in overleg met de werkneemster. Aanvragen worden binnen tien dagen beantwoord.
Artikel 12 Overplaatsing
Overplaatsing naar een andere vestiging is alleen mogelijk met schriftelijke instemming van de werkneemster.`,
  },
  {
    id: "d2",
    title: "Je aanvraag voor juli",
    kind: "e-mail",
    date: "2025-02-03",
    author: "Noor Kruimel",
    participants: [
      { name: "Noor Kruimel", part: "from" },
      { name: "Wende Roggeveer", part: "to" },
      { name: "Gijs Deegrol", part: "cc" },
    ],
    text: `Dag Wende,

je aanvraag voor drie weken vakantie in juli is goedgekeurd. Je collega Teun neemt je diensten over. De nachttoeslag loopt tijdens de vakantie gewoon door.

Groet,
Noor Kruimel`,
  },
  {
    id: "d3",
    title: "Andere vestiging",
    kind: "e-mail",
    date: "2025-05-19",
    author: "Gijs Deegrol",
    participants: [
      { name: "Gijs Deegrol", part: "from" },
      { name: "Wende Roggeveer", part: "to" },
    ],
    text: `Beste Wende,

per 16 juni 2025 plaats ik je over naar de winkel aan de Havenkade. Daar begin je pas om 8:00 uur, zodat de nachttoeslag vervalt. Ik heb dit niet vooraf met je besproken omdat er haast bij was. Je goedgekeurde vakantie trek ik in: de winkel kan je in juli niet missen.

Gijs Deegrol`,
  },
  {
    id: "d4",
    title: "Re: Andere vestiging",
    kind: "e-mail",
    date: "2025-05-22",
    author: "Wende Roggeveer",
    participants: [
      { name: "Wende Roggeveer", part: "from" },
      { name: "Gijs Deegrol", part: "to" },
      { name: "Noor Kruimel", part: "cc" },
    ],
    text: `Geachte heer Deegrol,

ik stem niet in met de overplaatsing. Mijn reis heb ik op 10 februari 2025 geboekt, nadat mijn vakantie was goedgekeurd. De annulering kost mij € 1.265. Ik ben wel bereid om in juni twee zaterdagen extra te werken.

Wende Roggeveer`,
  },
  {
    id: "d5",
    title: "Uw bezwaar",
    kind: "letter",
    date: "2025-06-04",
    author: "Gijs Deegrol",
    participants: [
      { name: "Gijs Deegrol", part: "signed" },
      { name: "Wende Roggeveer", part: "to" },
    ],
    text: `Geachte mevrouw Roggeveer,

De bakkerij is eigenaar van beide vestigingen en mag u dus overplaatsen. U hebt in april 2025 mondeling met de overplaatsing ingestemd. De omzet van de vestiging aan de Molenweg is met 22 procent gedaald. De bakkerij vergoedt de kosten van uw reis niet. Van een recht op nachttoeslag is geen sprake; die toeslag was een gunst. Wie op 16 juni 2025 niet aan de Havenkade verschijnt, krijgt geen loon.

Gijs Deegrol`,
  },
  {
    id: "d6",
    title: "Verklaring Teun Gistpot",
    kind: "letter",
    date: "2025-06-20",
    author: "Teun Gistpot",
    participants: [{ name: "Teun Gistpot", part: "signed" }],
    text: `Ik werkte tot 1 juni 2025 bij De Lege Trommel. De heer Deegrol vertelde mij in maart dat hij Wende kwijt wilde. Hij heeft haar in april niet gesproken, want hij was die hele maand met verlof. Ik heb de diensten van juli nooit geweigerd. Sommige klanten hebben bij mij geïnformeerd waarom Wende was vertrokken. Mevrouw Kruimel verzette zich tegen de overplaatsing.`,
  },
  {
    id: "d7",
    title: "Visit of 2 June",
    kind: "e-mail",
    date: "2025-06-23",
    author: "Alice Marzipan",
    participants: [
      { name: "Alice Marzipan", part: "from" },
      { name: "Wende Roggeveer", part: "to" },
    ],
    text: `Dear Ms Roggeveer,

I visited the bakery on 2 June 2025. Mr Deegrol told me that the shop at the Havenkade had lost four employees. The bakery had promised us a morning delivery, but cancelled it before we could accept. Sales at the Molenweg were higher than in the year before. Nobody informed us except you.

Alice Marzipan`,
  },
  {
    id: "d8",
    title: "Advies bedrijfsarts",
    kind: "report",
    date: "2025-06-12",
    author: "Jelle Spatel",
    participants: [{ name: "Jelle Spatel", part: "signed" }],
    text: `Mevrouw Roggeveer is geschikt voor werk in de ochtend en ongeschikt voor werk na 14:00 uur. Zij hoeft niet te stoppen met tillen, mits de zakken ten hoogste 12 kilo wegen. De klachten zijn ontstaan na de aankondiging van de overplaatsing. Ik adviseer een geleidelijke opbouw, uiterlijk af te ronden op 1 september 2025.`,
  },
  {
    id: "d9",
    title: "Aantekening gesprek",
    kind: "note",
    date: "2025-06-17",
    author: "Wende Roggeveer",
    participants: [
      { name: "Wende Roggeveer", part: "present" },
      { name: "Noor Kruimel", part: "present" },
    ],
    text: `Om 9:15 uur gesproken met mevrouw Kruimel. Zij gaf toe dat er in april geen gesprek is geweest. Zij zei dat zij de heer Deegrol had gevraagd het besluit terug te draaien, maar dat hij dat weigerde. Zij beloofde mijn aanvraag van 3 februari 2025 nog eens aan hem te sturen. Ik vertelde haar dat ik thuis bleef.`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:611 BW",
    version_date: "2025-05-19",
    text: "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
  },
  {
    id: "l2",
    address: "art. 7:638 lid 5 BW",
    version_date: "2025-05-19",
    text: "De werkgever kan, indien daartoe gewichtige redenen zijn, na overleg met de werknemer, het vastgestelde tijdvak van de vakantie wijzigen. De schade die de werknemer lijdt ten gevolge van de wijziging van het tijdvak van de vakantie, wordt door de werkgever vergoed.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "Ik werk in de ochtendploeg met nachttoeslag.", section: "Afspraken" },
  { id: "c2", kind: "FACT", text: "Mijn vakantie in juli is goedgekeurd.", section: "Vakantie" },
  { id: "c3", kind: "FACT", text: "De bakkerij heeft mij zonder instemming overgeplaatst.", section: "Overplaatsing" },
  { id: "c4", kind: "FACT", text: "De bakkerij beroept zich op een mondelinge instemming.", section: "Standpunt" },
  { id: "c5", kind: "FACT", text: "De bedrijfsarts acht mij geschikt voor de ochtend.", section: "Gezondheid" },
  { id: "c6", kind: "LAW", text: "De werkgever moet de schade vergoeden.", section: "Recht" },
  { id: "c7", kind: "OWN_STATEMENT", text: "Ik vraag om terugkeer naar de Molenweg.", section: "Verzoek" },
];

const quoted = (id: string, claimId: string, source: string, quote: string): Entry => ({
  ...{ id, claimId, slotKind: "QUOTE", source, quote },
});

const entries: readonly Entry[] = [
  quoted("e1", "c1", "d1", "De werkneemster werkt 28 uur per week in de ochtendploeg, van 5:30 tot 12:30 uur."),
  quoted("e2", "c1", "d1", "Voor uren vóór 6:00 uur geldt een nachttoeslag van 40 procent."),
  quoted(
    "e3",
    "c2",
    "d1",
    "Vakantie wordt vastgesteld in overleg met de werkneemster. Aanvragen worden binnen tien dagen beantwoord.",
  ),
  quoted(
    "e4",
    "c3",
    "d1",
    "Overplaatsing naar een andere vestiging is alleen mogelijk met schriftelijke instemming van de werkneemster.",
  ),
  quoted(
    "e5",
    "c2",
    "d2",
    "je aanvraag voor drie weken vakantie in juli is goedgekeurd. Je collega Teun neemt je diensten over. De nachttoeslag loopt tijdens de vakantie gewoon door.",
  ),
  quoted(
    "e6",
    "c3",
    "d3",
    "per 16 juni 2025 plaats ik je over naar de winkel aan de Havenkade. Daar begin je pas om 8:00 uur, zodat de nachttoeslag vervalt. Ik heb dit niet vooraf met je besproken omdat er haast bij was.",
  ),
  quoted("e7", "c2", "d3", "Je goedgekeurde vakantie trek ik in: de winkel kan je in juli niet missen."),
  quoted(
    "e8",
    "c3",
    "d4",
    "ik stem niet in met de overplaatsing. Mijn reis heb ik op 10 februari 2025 geboekt, nadat mijn vakantie was goedgekeurd. De annulering kost mij € 1.265.",
  ),
  quoted("e9", "c3", "d4", "Ik ben wel bereid om in juni twee zaterdagen extra te werken."),
  quoted(
    "e10",
    "c4",
    "d5",
    "U hebt in april 2025 mondeling met de overplaatsing ingestemd. De omzet van de vestiging aan de Molenweg is met 22 procent gedaald.",
  ),
  quoted(
    "e11",
    "c4",
    "d5",
    "De bakkerij vergoedt de kosten van uw reis niet. Van een recht op nachttoeslag is geen sprake; die toeslag was een gunst.",
  ),
  quoted(
    "e12",
    "c4",
    "d6",
    "De heer Deegrol vertelde mij in maart dat hij Wende kwijt wilde. Hij heeft haar in april niet gesproken, want hij was die hele maand met verlof.",
  ),
  quoted(
    "e13",
    "c4",
    "d6",
    "Ik heb de diensten van juli nooit geweigerd. Sommige klanten hebben bij mij geïnformeerd waarom Wende was vertrokken. Mevrouw Kruimel verzette zich tegen de overplaatsing.",
  ),
  quoted(
    "e14",
    "c4",
    "d7",
    "Mr Deegrol told me that the shop at the Havenkade had lost four employees. The bakery had promised us a morning delivery, but cancelled it before we could accept.",
  ),
  quoted(
    "e15",
    "c4",
    "d7",
    "Sales at the Molenweg were higher than in the year before. Nobody informed us except you.",
  ),
  quoted(
    "e16",
    "c5",
    "d8",
    "Mevrouw Roggeveer is geschikt voor werk in de ochtend en ongeschikt voor werk na 14:00 uur. Zij hoeft niet te stoppen met tillen, mits de zakken ten hoogste 12 kilo wegen.",
  ),
  quoted(
    "e17",
    "c5",
    "d8",
    "De klachten zijn ontstaan na de aankondiging van de overplaatsing. Ik adviseer een geleidelijke opbouw, uiterlijk af te ronden op 1 september 2025.",
  ),
  quoted(
    "e18",
    "c4",
    "d9",
    "Zij gaf toe dat er in april geen gesprek is geweest. Zij zei dat zij de heer Deegrol had gevraagd het besluit terug te draaien, maar dat hij dat weigerde. Zij beloofde mijn aanvraag van 3 februari 2025 nog eens aan hem te sturen.",
  ),
  quoted("e19", "c6", "l1", laws[0]?.text ?? ""),
  quoted("e20", "c6", "l2", laws[1]?.text ?? ""),
  {
    ...{ id: "e21", claimId: "c3", slotKind: "ABSENCE", sources: ["d1", "d2", "d3", "d4", "d5"] },
    scope: "schriftelijke instemming met de overplaatsing; alle stukken van de bakkerij",
  },
  { id: "e22", claimId: "c3", slotKind: "LOCATION", source: "d1", place: "Artikel 12" },
  {
    ...{ id: "e23", claimId: "c7", slotKind: "OWN_STATEMENT" },
    statement:
      "Ik verzoek u mij uiterlijk 1 augustus 2025 weer aan de Molenweg te laten werken en de kosten van mijn reis te vergoeden. Ik bak al sinds mijn zestiende.",
  },
];

/** A baker is moved to a shop and loses her holiday; written before the last round of rules, to be run once after it. */
export const bakery: Dossier = {
  ...{ name: "bakery", locale: "nl", parties, documents, laws, rulings: [], claims, entries, honest: bakeryHonest },
};
