import type { Claim, Dossier, DossierDocument, Entry, Law, Party } from "../dossier.ts";
import { honestArguments } from "./uwv-arguments.ts";
import { honestFacts } from "./uwv-facts.ts";
import { honestVoices } from "./uwv-voices.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Tamar Eikelenburg", "mevrouw Eikelenburg", "T. Eikelenburg"],
    addresses: ["tamar.eikelenburg@postvak.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Zuiderhaven Logistiek B.V.", "Zuiderhaven", "de werkgever"],
    addresses: ["personeel@zuiderhaven.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Gerben Wolthaar", "de heer Wolthaar", "G. Wolthaar"],
    addresses: ["g.wolthaar@zuiderhaven.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Marleen Ypenberg", "M. Ypenberg", "de bedrijfsarts"],
    addresses: ["ypenberg@arbomaat.example"],
    role: "COMPANY_DOCTOR",
  },
  {
    id: "p5",
    names: ["Uitvoeringsinstituut werknemersverzekeringen", "UWV"],
    addresses: ["postbus@uwv.example"],
    role: "UWV",
  },
  {
    id: "p6",
    names: ["Hidde Sparnaay", "de heer Sparnaay", "de arbeidsdeskundige"],
    addresses: ["h.sparnaay@werkwijzer.example"],
    role: "THIRD",
  },
  {
    id: "p7",
    names: ["Lotte Brinkhoven", "mevrouw Brinkhoven", "de casemanager"],
    addresses: ["l.brinkhoven@arbomaat.example"],
    role: "THIRD",
  },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Ziekmelding",
    kind: "e-mail",
    date: "2023-05-15",
    author: "Tamar Eikelenburg",
    participants: [
      { name: "Tamar Eikelenburg", part: "from" },
      { name: "Gerben Wolthaar", part: "to" },
    ],
    text: `Van: Tamar Eikelenburg
Aan: Gerben Wolthaar
Datum: maandag 15 mei 2023 07:52
Onderwerp: Ziekmelding

Dag Gerben,

Ik meld mij vandaag ziek. Mijn rug houdt het tillen in de loods niet meer vol. Ik verwacht deze week niet te kunnen werken.

Groet, Tamar`,
  },
  {
    id: "d2",
    title: "Probleemanalyse",
    kind: "report",
    date: "2023-06-22",
    author: "Marleen Ypenberg",
    participants: [
      { name: "Tamar Eikelenburg", part: "to" },
      { name: "Gerben Wolthaar", part: "to" },
    ],
    text: `Probleemanalyse
Spreekuur: donderdag 22 juni 2023
Bedrijfsarts: M. Ypenberg
Werknemer: T. Eikelenburg, orderverzamelaar, 36 uur per week
Pagina 1 van 3
Beperkingen
Werknemer kan niet meer dan 5 kilo tillen en niet langer dan een half uur achtereen staan.
Pagina 2 van 3
Mogelijkheden
Werknemer kan met ingang van 3 juli 2023 beginnen met zittend werk, twee uur per dag, op drie dagen per week.
Ik adviseer een in hoogte verstelbare werkplek.
Pagina 3 van 3
Vervolg
Het plan van aanpak moet uiterlijk op 10 juli 2023 gereed zijn.
De prognose is gunstig; ik verwacht volledig herstel voor eigen werk binnen zes tot negen maanden.`,
  },
  {
    id: "d3",
    title: "Plan van aanpak",
    kind: "form",
    date: "2023-08-30",
    author: "Gerben Wolthaar",
    participants: [
      { name: "Gerben Wolthaar", part: "signed" },
      { name: "Tamar Eikelenburg", part: "signed" },
    ],
    text: `Plan van aanpak
Opgesteld op 30 augustus 2023
Pagina 1 van 2
3. Doel
Terugkeer in eigen werk bij de eigen werkgever.
4. Afspraken
4.1 Werknemer verricht per 4 september 2023 administratief werk op de planning, 6 uur per week.
4.2 Werkgever bestelt een in hoogte verstelbaar bureau, te leveren voor 15 september 2023.
4.3 Werkgever en werknemer spreken elkaar iedere zes weken.
Pagina 2 van 2
5. Opmerkingen werknemer
Dit plan is zeven weken te laat. Ik heb daar op 17 juli 2023 al om gevraagd.
6. Opmerkingen werkgever
Door de vakantieperiode heeft het opstellen langer geduurd.
Voor akkoord: G. Wolthaar, T. Eikelenburg`,
  },
  {
    id: "d4",
    title: "Bureau en gesprekken",
    kind: "e-mail",
    date: "2023-11-08",
    author: "Gerben Wolthaar",
    participants: [
      { name: "Gerben Wolthaar", part: "from" },
      { name: "Tamar Eikelenburg", part: "to" },
      { name: "Lotte Brinkhoven", part: "cc" },
    ],
    text: `Van: Gerben Wolthaar
Aan: Tamar Eikelenburg
Cc: Lotte Brinkhoven
Datum: woensdag 8 november 2023 15:20
Onderwerp: RE: Bureau en gesprekken

Tamar,

Je hebt gelijk, het bureau is er nog niet. De bestelling van € 689,00 is door de directie tegengehouden. Dat wij elkaar sinds september niet hebben gesproken, komt door de drukte rond het hoogseizoen.

Groet, Gerben

> Van: Tamar Eikelenburg
> Datum: maandag 6 november 2023 10:05
> Het verstelbare bureau zou er voor 15 september zijn. Ik zit al negen weken aan een gewone tafel en mijn klachten nemen toe.`,
  },
  {
    id: "d5",
    title: "Terugkoppeling spreekuur",
    kind: "report",
    date: "2024-02-08",
    author: "Marleen Ypenberg",
    participants: [
      { name: "Tamar Eikelenburg", part: "to" },
      { name: "Gerben Wolthaar", part: "to" },
    ],
    text: `Terugkoppeling spreekuur
Spreekuur: donderdag 8 februari 2024
Het herstel is gestagneerd. De aanpassing van de werkplek die ik op 22 juni 2023 adviseerde, is niet uitgevoerd.
Terugkeer in eigen werk is niet langer te verwachten. Ik adviseer op korte termijn een arbeidsdeskundig onderzoek en het starten van het tweede spoor.
De opbouw van zes naar twaalf uur per week is medisch verantwoord.`,
  },
  {
    id: "d6",
    title: "Arbeidsdeskundig rapport",
    kind: "report",
    date: "2024-04-19",
    author: "Hidde Sparnaay",
    participants: [
      { name: "Gerben Wolthaar", part: "to" },
      { name: "Tamar Eikelenburg", part: "to" },
    ],
    text: `Arbeidsdeskundig rapport
Utrecht, 19 april 2024
Opdrachtgever: Zuiderhaven Logistiek B.V.
Pagina 4 van 11
Het eigen werk van orderverzamelaar is niet passend en kan niet passend worden gemaakt.
Pagina 7 van 11
De functie van planner is passend, mits werknemer een cursus van acht dagdelen volgt. De kosten daarvan bedragen € 1.240,00.
De werkgever heeft tijdens het gesprek op 9 april 2024 verklaard dat er geen vacature voor planner is.
Pagina 11 van 11
Ik adviseer het tweede spoor uiterlijk in mei 2024 te starten.`,
  },
  {
    id: "d7",
    title: "Eerstejaarsevaluatie",
    kind: "form",
    date: "2024-06-17",
    author: "Lotte Brinkhoven",
    participants: [
      { name: "Lotte Brinkhoven", part: "present" },
      { name: "Gerben Wolthaar", part: "present" },
      { name: "Tamar Eikelenburg", part: "present" },
    ],
    text: `Eerstejaarsevaluatie
Gesprek: maandag 17 juni 2024
Aanwezig: L. Brinkhoven, G. Wolthaar, T. Eikelenburg
Werkgever: wij zijn tevreden over de inzet van werknemer op de planning.
Werknemer: ik wil de cursus voor planner volgen en heb daar tweemaal om gevraagd.
Werkgever: de cursus past niet in het budget van 2024.
Besproken: het tweede spoor is nog niet gestart. Werkgever zal voor 1 juli 2024 een bureau inschakelen.`,
  },
  {
    id: "d8",
    title: "Uw medewerking aan re-integratie",
    kind: "letter",
    date: "2024-09-10",
    author: "Gerben Wolthaar",
    participants: [
      { name: "Gerben Wolthaar", part: "from" },
      { name: "Tamar Eikelenburg", part: "to" },
    ],
    text: `Zuiderhaven Logistiek B.V.
Dordrecht, 10 september 2024
Betreft: Uw medewerking aan re-integratie

Geachte mevrouw Eikelenburg,

U bent op 3 september 2024 niet verschenen op de intake bij bureau Nieuwe Koers. Volgens de bedrijfsarts was u daartoe wel in staat. Wij zullen uw loon vanaf 1 oktober 2024 stopzetten indien u opnieuw zonder bericht wegblijft.

Wij hebben ons steeds ingespannen voor uw terugkeer. Van enig verzuim aan onze zijde is geen sprake.

G. Wolthaar`,
  },
  {
    id: "d9",
    title: "Uw brief van 10 september",
    kind: "e-mail",
    date: "2024-09-18",
    author: "Marleen Ypenberg",
    participants: [
      { name: "Marleen Ypenberg", part: "from" },
      { name: "Gerben Wolthaar", part: "to" },
      { name: "Tamar Eikelenburg", part: "cc" },
    ],
    text: `Van: Marleen Ypenberg
Aan: Gerben Wolthaar
Cc: Tamar Eikelenburg
Datum: woensdag 18 september 2024 12:11
Onderwerp: Uw brief van 10 september

Geachte heer Wolthaar,

In uw brief beroept u zich op mijn oordeel. Ik heb over 3 september 2024 geen oordeel gegeven; mijn laatste spreekuur met mevrouw Eikelenburg was op 27 juni 2024. Mevrouw Eikelenburg heeft zich op 2 september 2024 om 16:40 uur bij mij afgemeld wegens koorts.

M. Ypenberg, bedrijfsarts`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:658a lid 1 BW",
    version_date: "2024-09-10",
    text: "De werkgever bevordert ten aanzien van de werknemer die in verband met ongeschiktheid ten gevolge van ziekte verhinderd is de bedongen arbeid te verrichten, de inschakeling van de werknemer in de arbeid in zijn bedrijf.",
  },
  {
    id: "l2",
    address: "art. 7:658a lid 4 BW",
    version_date: "2024-09-10",
    text: "Onder passende arbeid als bedoeld in lid 1 en lid 2 wordt verstaan alle arbeid die voor de krachten en bekwaamheden van de werknemer is berekend, tenzij aanvaarding om redenen van lichamelijke, geestelijke of sociale aard niet van hem kan worden gevergd.",
  },
  {
    id: "l3",
    address: "art. 3:2 Awb",
    version_date: "2024-09-10",
    text: "Bij de voorbereiding van een besluit vergaart het bestuursorgaan de nodige kennis omtrent de relevante feiten en de af te wegen belangen.",
  },
  {
    id: "l4",
    address: "art. 3:46 Awb",
    version_date: "2024-09-10",
    text: "Een besluit dient te berusten op een deugdelijke motivering.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "De ziekmelding en de beperkingen.", section: "Verloop" },
  { id: "c2", kind: "FACT", text: "Het plan van aanpak kwam te laat.", section: "Plan van aanpak" },
  { id: "c3", kind: "FACT", text: "De werkplek is niet aangepast.", section: "Werkplek" },
  { id: "c4", kind: "FACT", text: "Het tweede spoor is te laat gestart.", section: "Tweede spoor" },
  { id: "c5", kind: "FACT", text: "Het verwijt van 3 september 2024 is onjuist.", section: "Medewerking" },
  { id: "c6", kind: "OWN_STATEMENT", text: "Wat ik UWV verzoek.", section: "Slot" },
];

const entries: readonly Entry[] = [
  {
    id: "e1",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d1",
    quote: "Ik meld mij vandaag ziek. Mijn rug houdt het tillen in de loods niet meer vol.",
  },
  {
    id: "e2",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d2",
    quote: "Werknemer kan niet meer dan 5 kilo tillen en niet langer dan een half uur achtereen staan.",
  },
  {
    id: "e3",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d2",
    quote: `Werknemer kan met ingang van 3 juli 2023 beginnen met zittend werk, twee uur per dag, op drie dagen per week.
Ik adviseer een in hoogte verstelbare werkplek.`,
  },
  {
    id: "e4",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d2",
    quote: "Het plan van aanpak moet uiterlijk op 10 juli 2023 gereed zijn.",
  },
  {
    id: "e5",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d2",
    quote: "De prognose is gunstig; ik verwacht volledig herstel voor eigen werk binnen zes tot negen maanden.",
  },
  {
    id: "e6",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d3",
    quote: `5. Opmerkingen werknemer
Dit plan is zeven weken te laat. Ik heb daar op 17 juli 2023 al om gevraagd.`,
  },
  {
    id: "e7",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d3",
    quote: `6. Opmerkingen werkgever
Door de vakantieperiode heeft het opstellen langer geduurd.`,
  },
  {
    id: "e8",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d3",
    quote: `4.1 Werknemer verricht per 4 september 2023 administratief werk op de planning, 6 uur per week.
4.2 Werkgever bestelt een in hoogte verstelbaar bureau, te leveren voor 15 september 2023.
4.3 Werkgever en werknemer spreken elkaar iedere zes weken.`,
  },
  {
    id: "e9",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d4",
    quote:
      "Je hebt gelijk, het bureau is er nog niet. De bestelling van € 689,00 is door de directie tegengehouden. Dat wij elkaar sinds september niet hebben gesproken, komt door de drukte rond het hoogseizoen.",
  },
  {
    id: "e10",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d5",
    quote:
      "Het herstel is gestagneerd. De aanpassing van de werkplek die ik op 22 juni 2023 adviseerde, is niet uitgevoerd.",
  },
  {
    id: "e11",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d5",
    quote: `Terugkeer in eigen werk is niet langer te verwachten. Ik adviseer op korte termijn een arbeidsdeskundig onderzoek en het starten van het tweede spoor.
De opbouw van zes naar twaalf uur per week is medisch verantwoord.`,
  },
  {
    id: "e12",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d6",
    quote: `De functie van planner is passend, mits werknemer een cursus van acht dagdelen volgt. De kosten daarvan bedragen € 1.240,00.
De werkgever heeft tijdens het gesprek op 9 april 2024 verklaard dat er geen vacature voor planner is.`,
  },
  {
    id: "e13",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d6",
    quote: "Ik adviseer het tweede spoor uiterlijk in mei 2024 te starten.",
  },
  {
    id: "e14",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d7",
    quote: `Werkgever: wij zijn tevreden over de inzet van werknemer op de planning.
Werknemer: ik wil de cursus voor planner volgen en heb daar tweemaal om gevraagd.
Werkgever: de cursus past niet in het budget van 2024.
Besproken: het tweede spoor is nog niet gestart. Werkgever zal voor 1 juli 2024 een bureau inschakelen.`,
  },
  {
    id: "e15",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d8",
    quote:
      "U bent op 3 september 2024 niet verschenen op de intake bij bureau Nieuwe Koers. Volgens de bedrijfsarts was u daartoe wel in staat. Wij zullen uw loon vanaf 1 oktober 2024 stopzetten indien u opnieuw zonder bericht wegblijft.",
  },
  {
    id: "e16",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d8",
    quote: "Wij hebben ons steeds ingespannen voor uw terugkeer. Van enig verzuim aan onze zijde is geen sprake.",
  },
  {
    id: "e17",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d9",
    quote:
      "Ik heb over 3 september 2024 geen oordeel gegeven; mijn laatste spreekuur met mevrouw Eikelenburg was op 27 juni 2024. Mevrouw Eikelenburg heeft zich op 2 september 2024 om 16:40 uur bij mij afgemeld wegens koorts.",
  },
  { id: "e18", claimId: "c4", slotKind: "QUOTE", source: "l1", quote: laws[0]!.text },
  { id: "e19", claimId: "c4", slotKind: "QUOTE", source: "l2", quote: laws[1]!.text },
  { id: "e20", claimId: "c6", slotKind: "QUOTE", source: "l3", quote: laws[2]!.text },
  { id: "e21", claimId: "c6", slotKind: "QUOTE", source: "l4", quote: laws[3]!.text },
  { id: "e22", claimId: "c4", slotKind: "LOCATION", source: "d6", place: "pagina 7 van 11" },
  {
    id: "e23",
    claimId: "c3",
    slotKind: "ABSENCE",
    sources: ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"],
    scope: "verslag van een zeswekelijks gesprek; alle stukken van 15 mei 2023 tot en met 18 september 2024",
  },
  {
    id: "e24",
    claimId: "c6",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik verzoek UWV te oordelen dat mijn werkgever zonder deugdelijke grond onvoldoende re-integratie-inspanningen heeft verricht, en mij voor 1 november 2024 te horen.",
  },
  {
    id: "e25",
    claimId: "c5",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik had op 3 september 2024 koorts en heb mij de dag ervoor bij de bedrijfsarts afgemeld. Bij bureau Nieuwe Koers heb ik mij niet afgemeld. Ik wil nog steeds planner worden.",
  },
];

/** A memo of an employee to UWV about what her employer did, and left undone, for her return to work. */
export const uwv: Dossier = {
  name: "uwv",
  locale: "nl",
  parties,
  documents,
  laws,
  rulings: [],
  claims,
  entries,
  honest: [...honestFacts, ...honestArguments, ...honestVoices],
};
