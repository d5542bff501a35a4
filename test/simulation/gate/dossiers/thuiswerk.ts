import type { Claim, Dossier, DossierDocument, Entry, Law, Party, Ruling } from "../dossier.ts";
import { honestArguments } from "./thuiswerk-arguments.ts";
import { honestFacts } from "./thuiswerk-facts.ts";
import { honestVoices } from "./thuiswerk-voices.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Jorinde Haverlag", "mevrouw Haverlag", "J. Haverlag"],
    addresses: ["j.haverlag@postvak.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Brandaris Calculatie B.V.", "Brandaris", "de werkgever"],
    addresses: ["hr@brandaris.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Wietske Oldenkotte", "mevrouw Oldenkotte", "W. Oldenkotte"],
    addresses: ["w.oldenkotte@brandaris.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Ruben Tessemaker", "de heer Tessemaker", "mijn leidinggevende", "mijn teamleider"],
    addresses: ["r.tessemaker@brandaris.example"],
    role: "THIRD",
  },
  { id: "p5", names: ["Sjoerd Ambtmeijer"], addresses: ["s.ambtmeijer@brandaris.example"], role: "THIRD" },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Arbeidsovereenkomst voor onbepaalde tijd",
    kind: "contract",
    date: "2022-05-12",
    author: "Brandaris Calculatie B.V.",
    participants: [
      { name: "Wietske Oldenkotte", part: "signed" },
      { name: "Jorinde Haverlag", part: "signed" },
    ],
    text: `Arbeidsovereenkomst voor onbepaalde tijd
Pagina 1 van 4
Brandaris Calculatie B.V., gevestigd te Zwolle, hierna: werkgever, en mevrouw J. Haverlag, hierna: werknemer, komen het volgende overeen.
Artikel 1 Functie
De werknemer treedt op 1 juni 2022 in dienst als senior calculator.
Artikel 3 Arbeidsduur
De arbeidsduur bedraagt 32 uur per week, verdeeld over vier dagen van acht uur.
Pagina 2 van 4
Artikel 5 Plaats van het werk
De werknemer verricht haar werkzaamheden te Zwolle, tenzij partijen schriftelijk anders afspreken.
Artikel 6 Salaris
Het salaris bedraagt € 4.150,00 bruto per maand, te vermeerderen met 8% vakantietoeslag.
Pagina 3 van 4
Artikel 8 Bonus
Bij een doelrealisatie van ten minste 90% heeft de werknemer recht op een bonus van 6% van het jaarsalaris, uit te betalen in maart van het volgende jaar.
Artikel 9 Vakantie
De werknemer heeft recht op 25 vakantiedagen per jaar.
Pagina 4 van 4
Artikel 14 Wijziging
De werkgever kan de arbeidsvoorwaarden eenzijdig wijzigen indien hij daarbij een zwaarwichtig belang heeft.
Aldus getekend te Zwolle op 12 mei 2022.`,
  },
  {
    id: "d2",
    title: "Bevestiging thuiswerkdag",
    kind: "e-mail",
    date: "2024-02-19",
    author: "Ruben Tessemaker",
    participants: [
      { name: "Ruben Tessemaker", part: "from" },
      { name: "Jorinde Haverlag", part: "to" },
      { name: "Wietske Oldenkotte", part: "cc" },
    ],
    text: `Van: Ruben Tessemaker
Aan: Jorinde Haverlag
Cc: Wietske Oldenkotte
Datum: maandag 19 februari 2024 16:42
Onderwerp: Bevestiging thuiswerkdag

Hoi Jorinde,

Zoals vanmiddag besproken: vanaf 1 maart 2024 werk je de woensdag vast vanuit huis. Dat blijft zo zolang je in mijn team zit. Ik zet Wietske in de cc, dan weet HR het ook.

Voor je overige dagen verandert er niets; maandag, dinsdag en donderdag zien we je gewoon op kantoor in Zwolle.

Groet,
Ruben`,
  },
  {
    id: "d3",
    title: "Regeling thuiswerken Brandaris",
    kind: "regulation",
    date: "2024-09-02",
    author: "Brandaris Calculatie B.V.",
    participants: [],
    text: `Regeling thuiswerken Brandaris
Vastgesteld op 2 september 2024
Pagina 1 van 2
1. Doel
Deze regeling geeft medewerkers de ruimte om een deel van de week thuis te werken.
2. Omvang
Een medewerker kan ten hoogste twee dagen per week thuis werken, in overleg met de leidinggevende.
3. Bestaande afspraken
Afspraken die voor 2 september 2024 met een leidinggevende zijn gemaakt, blijven gelden tot zij in overleg worden gewijzigd.
Pagina 2 van 2
4. Vergoeding
De thuiswerkvergoeding bedraagt € 2,35 per thuiswerkdag.
5. Intrekking
De werkgever kan een thuiswerkafspraak intrekken met een opzegtermijn van drie maanden.`,
  },
  {
    id: "d4",
    title: "Verslag beoordelingsgesprek 2024",
    kind: "report",
    date: "2025-01-14",
    author: "Ruben Tessemaker",
    participants: [
      { name: "Ruben Tessemaker", part: "present" },
      { name: "Jorinde Haverlag", part: "present" },
    ],
    text: `Verslag beoordelingsgesprek 2024
Datum gesprek: dinsdag 14 januari 2025
Aanwezig: Ruben Tessemaker, Jorinde Haverlag

Doelen. Jorinde heeft haar doelen over 2024 voor 92% gehaald. De twee begrotingen voor de sluis in Kampen zijn later opgeleverd dan gepland.

Samenwerking. De bereikbaarheid op woensdag is goed; klanten merken niet dat zij dan thuis werkt. Wel vraagt Sjoerd Ambtmeijer om vaker gezamenlijk overleg op kantoor.

Afspraken. Wij spreken af dat Jorinde vanaf februari eenmaal per maand op woensdag naar kantoor komt voor het projectoverleg.

Eindoordeel: goed.`,
  },
  {
    id: "d5",
    title: "Vraag over bonus 2024",
    kind: "e-mail",
    date: "2025-03-27",
    author: "Wietske Oldenkotte",
    participants: [
      { name: "Wietske Oldenkotte", part: "from" },
      { name: "Jorinde Haverlag", part: "to" },
      { name: "Ruben Tessemaker", part: "cc" },
    ],
    text: `Van: Wietske Oldenkotte
Aan: Jorinde Haverlag
Cc: Ruben Tessemaker
Datum: donderdag 27 maart 2025 09:15
Onderwerp: RE: Vraag over bonus 2024

Beste Jorinde,

De bonusronde over 2024 is dit jaar uitgesteld vanwege het resultaat van het bedrijf. Ik verwacht in april meer te kunnen zeggen. Je beoordeling staat verder niet ter discussie.

Met vriendelijke groet,
Wietske

> Van: Jorinde Haverlag
> Datum: dinsdag 25 maart 2025 20:03
> Op mijn salarisspecificatie van maart staat geen bonus. Mijn doelen over 2024 zijn voor 92% gehaald. Wanneer wordt de bonus van € 3.226,00 betaald?`,
  },
  {
    id: "d6",
    title: "Wijziging werkafspraken",
    kind: "letter",
    date: "2025-04-08",
    author: "Wietske Oldenkotte",
    participants: [
      { name: "Wietske Oldenkotte", part: "from" },
      { name: "Jorinde Haverlag", part: "to" },
    ],
    text: `Brandaris Calculatie B.V.
Zwolle, 8 april 2025
Betreft: Wijziging werkafspraken
Pagina 1 van 2

Geachte mevrouw Haverlag,

1. Thuiswerken
Met ingang van 1 mei 2025 verwachten wij u op alle werkdagen op kantoor. Anders dan u stelt, heeft de heer Tessemaker u nooit een vaste thuiswerkdag toegezegd. Een teamleider is bovendien niet bevoegd om zulke toezeggingen te doen.

2. Werktijden
Uw arbeidsduur wordt per 1 juni 2025 uitgebreid van 32 naar 36 uur per week. De drukte op de afdeling maakt dit noodzakelijk.

Pagina 2 van 2
3. Bonus
Wij kennen u over 2024 geen bonus toe, omdat de bonus een gunst is en geen recht.

Wij ontvangen uw schriftelijke reactie graag binnen veertien dagen na dagtekening van deze brief.

Hoogachtend,
W. Oldenkotte
HR-manager`,
  },
  {
    id: "d7",
    title: "Aantekening telefoongesprek",
    kind: "note",
    date: "2025-04-10",
    author: "Jorinde Haverlag",
    participants: [],
    text: `Aantekening telefoongesprek
donderdag 10 april 2025, 11:20 tot 11:45 uur

Gebeld met Wietske. Zij zei dat de directie in maart heeft besloten dat iedereen weer vijf dagen naar kantoor komt. Op mijn vraag naar een zwaarwichtig belang antwoordde zij: de afdeling moet weer een geheel worden. Zij kon geen klacht van een klant noemen.

Ik heb gezegd dat ik niet instem met 36 uur.`,
  },
  {
    id: "d8",
    title: "Onze afspraak van vorig jaar",
    kind: "e-mail",
    date: "2025-04-16",
    author: "Ruben Tessemaker",
    participants: [
      { name: "Ruben Tessemaker", part: "from" },
      { name: "Jorinde Haverlag", part: "to" },
    ],
    text: `Van: Ruben Tessemaker
Aan: Jorinde Haverlag
Datum: woensdag 16 april 2025 08:31
Onderwerp: RE: Onze afspraak van vorig jaar

Jorinde,

Ik heb je die woensdag vorig jaar inderdaad toegezegd, dat ga ik niet ontkennen. Of ik dat had mogen doen zonder de directie, weet ik eerlijk gezegd niet. Ik heb er nooit een klacht over gekregen.

Ruben

> Van: Jorinde Haverlag
> Datum: zondag 13 april 2025 21:10
> Wietske schrijft dat jij mij nooit iets hebt toegezegd. Klopt dat volgens jou?`,
  },
  {
    id: "d9",
    title: "Salarisspecificatie maart 2025",
    kind: "payslip",
    date: "2025-03-25",
    author: "Brandaris Calculatie B.V.",
    participants: [{ name: "Jorinde Haverlag", part: "to" }],
    text: `Salarisspecificatie maart 2025
Uitbetaald op 25 maart 2025
Werknemer: J. Haverlag
Uren per week: 32
Bruto salaris: € 4.480,00
Thuiswerkvergoeding: 4 dagen à € 2,35 = € 9,40
Netto uitbetaald: € 3.271,18`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:611 BW",
    version_date: "2025-04-08",
    text: "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
  },
  {
    id: "l2",
    address: "art. 7:613 BW",
    version_date: "2025-04-08",
    text: "De werkgever kan slechts een beroep doen op een schriftelijk beding dat hem de bevoegdheid geeft een in de arbeidsovereenkomst voorkomende arbeidsvoorwaarde te wijzigen, indien hij bij de wijziging een zodanig zwaarwichtig belang heeft dat het belang van de werknemer dat door de wijziging zou worden geschaad, daarvoor naar maatstaven van redelijkheid en billijkheid moet wijken.",
  },
  {
    id: "l3",
    address: "art. 3:35 BW",
    version_date: "2025-04-08",
    text: "Tegen hem die eens anders verklaring of gedraging, overeenkomstig de zin die hij daaraan onder de gegeven omstandigheden redelijkerwijze mocht toekennen, heeft opgevat als een door die ander tot hem gerichte verklaring van een bepaalde strekking, kan geen beroep worden gedaan op het ontbreken van een met deze verklaring overeenstemmende wil.",
  },
  {
    id: "l4",
    address: "art. 7:616 BW",
    version_date: "2025-04-08",
    text: "De werkgever is verplicht de werknemer zijn loon op de bepaalde tijd te voldoen.",
  },
];

const rulings: readonly Ruling[] = [
  {
    id: "r1",
    ecli: "ECLI:NL:RBOVE:2023:99412",
    court: "Rechtbank Overijssel",
    date: "2023-11-07",
    text: `4.3. Een vaste thuiswerkdag die gedurende langere tijd zonder voorbehoud is toegestaan, kan een arbeidsvoorwaarde zijn geworden.
4.4. De enkele wens om de onderlinge samenhang te versterken levert op zichzelf geen zwaarwichtig belang op.`,
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "De vaste thuiswerkdag is toegezegd.", section: "Thuiswerkdag" },
  { id: "c2", kind: "FACT", text: "De werkgever ontkent de toezegging.", section: "Thuiswerkdag" },
  {
    id: "c3",
    kind: "APPLICATION",
    text: "Voor intrekking ontbreekt een zwaarwichtig belang.",
    section: "Thuiswerkdag",
  },
  { id: "c4", kind: "FACT", text: "De overeengekomen arbeidsduur is 32 uur.", section: "Werktijden" },
  { id: "c5", kind: "FACT", text: "De bonus over 2024 is verschuldigd.", section: "Bonus" },
  { id: "c6", kind: "OWN_STATEMENT", text: "Wat ik verzoek.", section: "Slot" },
];

const entries: readonly Entry[] = [
  {
    id: "e1",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d2",
    quote:
      "Zoals vanmiddag besproken: vanaf 1 maart 2024 werk je de woensdag vast vanuit huis. Dat blijft zo zolang je in mijn team zit. Ik zet Wietske in de cc, dan weet HR het ook.",
  },
  {
    id: "e2",
    claimId: "c1",
    slotKind: "QUOTE",
    source: "d8",
    quote:
      "Ik heb je die woensdag vorig jaar inderdaad toegezegd, dat ga ik niet ontkennen. Of ik dat had mogen doen zonder de directie, weet ik eerlijk gezegd niet. Ik heb er nooit een klacht over gekregen.",
  },
  {
    id: "e3",
    claimId: "c2",
    slotKind: "QUOTE",
    source: "d6",
    quote:
      "Met ingang van 1 mei 2025 verwachten wij u op alle werkdagen op kantoor. Anders dan u stelt, heeft de heer Tessemaker u nooit een vaste thuiswerkdag toegezegd. Een teamleider is bovendien niet bevoegd om zulke toezeggingen te doen.",
  },
  {
    id: "e4",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d1",
    quote:
      "De werkgever kan de arbeidsvoorwaarden eenzijdig wijzigen indien hij daarbij een zwaarwichtig belang heeft.",
  },
  {
    id: "e5",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d3",
    quote:
      "Afspraken die voor 2 september 2024 met een leidinggevende zijn gemaakt, blijven gelden tot zij in overleg worden gewijzigd.",
  },
  {
    id: "e6",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d3",
    quote: "De werkgever kan een thuiswerkafspraak intrekken met een opzegtermijn van drie maanden.",
  },
  {
    id: "e7",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d4",
    quote:
      "De bereikbaarheid op woensdag is goed; klanten merken niet dat zij dan thuis werkt. Wel vraagt Sjoerd Ambtmeijer om vaker gezamenlijk overleg op kantoor.",
  },
  {
    id: "e8",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d4",
    quote:
      "Wij spreken af dat Jorinde vanaf februari eenmaal per maand op woensdag naar kantoor komt voor het projectoverleg.",
  },
  {
    id: "e9",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "d7",
    quote:
      "Gebeld met Wietske. Zij zei dat de directie in maart heeft besloten dat iedereen weer vijf dagen naar kantoor komt. Op mijn vraag naar een zwaarwichtig belang antwoordde zij: de afdeling moet weer een geheel worden. Zij kon geen klacht van een klant noemen.",
  },
  {
    id: "e10",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d1",
    quote: "De arbeidsduur bedraagt 32 uur per week, verdeeld over vier dagen van acht uur.",
  },
  {
    id: "e11",
    claimId: "c4",
    slotKind: "QUOTE",
    source: "d6",
    quote:
      "Uw arbeidsduur wordt per 1 juni 2025 uitgebreid van 32 naar 36 uur per week. De drukte op de afdeling maakt dit noodzakelijk.",
  },
  { id: "e12", claimId: "c4", slotKind: "QUOTE", source: "d7", quote: "Ik heb gezegd dat ik niet instem met 36 uur." },
  {
    id: "e13",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d1",
    quote:
      "Bij een doelrealisatie van ten minste 90% heeft de werknemer recht op een bonus van 6% van het jaarsalaris, uit te betalen in maart van het volgende jaar.",
  },
  {
    id: "e14",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d4",
    quote:
      "Jorinde heeft haar doelen over 2024 voor 92% gehaald. De twee begrotingen voor de sluis in Kampen zijn later opgeleverd dan gepland.",
  },
  {
    id: "e15",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d5",
    quote:
      "De bonusronde over 2024 is dit jaar uitgesteld vanwege het resultaat van het bedrijf. Ik verwacht in april meer te kunnen zeggen. Je beoordeling staat verder niet ter discussie.",
  },
  {
    id: "e16",
    claimId: "c5",
    slotKind: "QUOTE",
    source: "d6",
    quote: "Wij kennen u over 2024 geen bonus toe, omdat de bonus een gunst is en geen recht.",
  },
  { id: "e17", claimId: "c5", slotKind: "LOCATION", source: "d1", place: "Artikel 8, pagina 3" },
  { id: "e18", claimId: "c3", slotKind: "QUOTE", source: "l2", quote: laws[1]!.text },
  { id: "e19", claimId: "c3", slotKind: "QUOTE", source: "l1", quote: laws[0]!.text },
  { id: "e20", claimId: "c1", slotKind: "QUOTE", source: "l3", quote: laws[2]!.text },
  { id: "e21", claimId: "c5", slotKind: "QUOTE", source: "l4", quote: laws[3]!.text },
  {
    id: "e22",
    claimId: "c3",
    slotKind: "QUOTE",
    source: "r1",
    quote: "De enkele wens om de onderlinge samenhang te versterken levert op zichzelf geen zwaarwichtig belang op.",
  },
  {
    id: "e23",
    claimId: "c3",
    slotKind: "ABSENCE",
    sources: ["d1", "d2", "d3", "d4", "d5", "d6", "d8", "d9"],
    scope:
      "klacht van een klant over de thuiswerkdag; alle stukken van de werkgever van 12 mei 2022 tot en met 16 april 2025",
  },
  {
    id: "e24",
    claimId: "c6",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik verzoek u mij uiterlijk 6 mei 2025 schriftelijk te bevestigen dat ik de woensdag thuis blijf werken, dat mijn arbeidsduur 32 uur blijft en dat de bonus over 2024 met het salaris van mei wordt betaald.",
  },
  {
    id: "e25",
    claimId: "c6",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik werk sinds 1 maart 2024 iedere woensdag thuis, behalve op de woensdagen van het projectoverleg. Ik ben bereid daarover in gesprek te gaan.",
  },
];

/** An employee answers her employer's letter about her home-working day, her hours and her bonus. */
export const thuiswerk: Dossier = {
  name: "thuiswerk",
  locale: "nl",
  parties,
  documents,
  laws,
  rulings,
  claims,
  entries,
  honest: [...honestFacts, ...honestArguments, ...honestVoices],
};
