import { type Case, mail, text } from "../dossier.ts";

const noor = "Noor Hollander <noor.hollander@example.org>";
const stef = "Stef Brandsma <s.brandsma@kade.example>";
const ilse = "Ilse Terpstra <i.terpstra@kade.example>";
const timo = "Timo Wessels <t.wessels@kade.example>";
const arts = "Anke Kuiper <a.kuiper@arbodienst.example>";
const ict = "Servicedesk <servicedesk@kade.example>";
const allen = "Alle medewerkers <allen@kade.example>";

/** An employer denies a bonus and days at home that were promised. */
export const bonus: Case = {
  name: "bonus",
  profileId: "email-reply",
  goal: "Antwoord op de brief van 2 maart 2026 waarin de werkgever stelt dat er geen bonus is toegezegd.",
  referenceDate: "2026-03-09",
  parties: [
    { role: "AUTHOR", person: noor },
    { role: "OPPONENT", person: stef },
    { role: "REPRESENTATIVE", person: ilse },
    { role: "COMPANY_DOCTOR", person: arts },
    { role: "THIRD", person: timo },
  ],
  letter: "01-brief.eml",
  documents: [
    mail(
      "01-brief",
      ilse,
      noor,
      "2026-03-02",
      "Uw verzoek om een bonus",
      "Geachte mevrouw Hollander,\n\nU vraagt om uitbetaling van een bonus van € 2.400. Kade Logistiek stelt vast dat er nooit een bonus aan u is toegezegd voor het afronden van de migratie. Ook is nooit afgesproken dat u twee dagen per week thuis mag werken. Uw loon van € 3.650 bruto per maand is steeds volledig uitbetaald.\n\nWij zien uw reactie graag vóór 16 maart 2026 tegemoet.\n\nHoogachtend,\nIlse Terpstra",
    ),
    mail(
      "02-toezegging",
      stef,
      noor,
      "2025-10-14",
      "Migratie",
      "Hoi Noor,\n\nMooi dat jij de overstap naar het nieuwe systeem trekt. Als alles op 1 december draait, krijg je van mij € 2.400 extra bij het salaris van december. Daar kun je op rekenen.\n\nGroet, Stef",
    ),
    mail(
      "03-bevestiging-hr",
      ilse,
      noor,
      "2025-11-03",
      "Werkplek",
      "Beste Noor,\n\nHierbij leg ik vast wat we vanochtend bespraken: met ingang van deze maand mag je dinsdag en donderdag thuis werken. Dat loopt door na de verhuizing.\n\nMet vriendelijke groet,\nIlse Terpstra",
    ),
    mail(
      "04-ontkenning",
      stef,
      noor,
      "2026-02-05",
      "Re: bonus",
      "Noor,\n\nIk heb je op 14 oktober 2025 geen bonus van € 2.400 toegezegd voor het afronden van de migratie. Dat heb ik nooit beloofd en dat is ook niet afgesproken. Thuis werken op twee dagen per week is evenmin toegezegd.\n\nStef",
    ),
    mail(
      "05-verzoek",
      noor,
      stef,
      "2026-01-22",
      "Bonus",
      "Beste Stef,\n\nOp 14 oktober schreef je dat ik € 2.400 krijg als de migratie op 1 december draait. Dat is gelukt. Ik verzoek je dit bedrag met het salaris van januari te betalen.\n\nGroet, Noor",
    ),
    mail(
      "06-collega",
      timo,
      noor,
      "2026-01-26",
      "Bonus?",
      "Hé Noor,\n\nHeeft Stef jou nou een bonus van € 2.400 toegezegd voor het afronden van de migratie? Ik hoorde dat op de gang. Mij is in elk geval nooit iets beloofd.\n\nTimo",
    ),
    mail(
      "07-bonusregeling",
      ilse,
      allen,
      "2025-09-01",
      "Bonusregeling 2026",
      "Aan alle medewerkers,\n\nVanaf 2026 geldt een nieuwe bonusregeling. Een bonus wordt alleen toegezegd door de directie en alleen schriftelijk. Aan deze regeling kunnen geen rechten worden ontleend over 2025.\n\nIlse Terpstra",
    ),
    mail(
      "08-thuiswerkbericht",
      ilse,
      allen,
      "2025-12-10",
      "Thuiswerken",
      "Aan alle medewerkers,\n\nHet thuiswerkbeleid wordt herzien. Tot nader bericht is twee dagen per week thuis werken geen recht: je mag alleen thuis werken als je leidinggevende dat per week toestaat.\n\nIlse Terpstra",
    ),
    mail(
      "09-bedrijfsarts",
      arts,
      noor,
      "2025-11-18",
      "Uw spreekuur van 17 november",
      "Geachte mevrouw Hollander,\n\nGisteren zag ik u op mijn spreekuur. Ik adviseer om per dag ten hoogste vier uur aan een scherm te werken, met elk uur een pauze. Over drie maanden zie ik u terug.\n\nAnke Kuiper, bedrijfsarts",
    ),
    mail(
      "10-stef-beeldscherm",
      stef,
      noor,
      "2025-11-25",
      "Beeldscherm",
      "Noor,\n\nIk lees dat de bedrijfsarts adviseert niet meer dan vier uur per dag achter het beeldscherm te werken. Dat advies neem ik niet over; dit is geen werk dat je half kunt doen.\n\nStef",
    ),
    text(
      "11-loonstrook-januari",
      "Kade Logistiek B.V.\nLoonstrook januari 2026\nMedewerker: N. Hollander\nBruto salaris € 3.650,00\nReiskosten € 96,00\nLoonheffing € 812,00\nNetto uitbetaald € 2.934,00",
    ),
    text(
      "12-loonstrook-december",
      "Kade Logistiek B.V.\nLoonstrook december 2025\nMedewerker: N. Hollander\nBruto salaris € 3.650,00\nReiskosten € 88,00\nLoonheffing € 812,00\nNetto uitbetaald € 2.926,00",
    ),
    text(
      "13-arbeidsovereenkomst",
      "Arbeidsovereenkomst\n\nArtikel 1 Functie\nDe werknemer treedt in dienst als coördinator systemen.\n\nArtikel 4 Loon\nHet loon bedraagt € 3.650 bruto per maand.\n\nArtikel 6 Overwerk\nUren boven 36 per week worden vergoed in tijd of geld, naar keuze van de werknemer.\n\nArtikel 9 Geheimhouding\nDe werknemer houdt bedrijfsgegevens geheim.",
    ),
    mail(
      "14-overwerkmail",
      stef,
      noor,
      "2025-12-02",
      "Overwerk",
      "Noor,\n\nIn de arbeidsovereenkomst staat een bepaling over overwerk, maar die bepaling passen we hier niet toe. Overwerk hoort bij de functie.\n\nStef",
    ),
    mail(
      "15-parkeren",
      ict,
      allen,
      "2025-12-15",
      "Parkeervergunningen",
      "Beste collega's,\n\nDe parkeervergunningen worden per 1 januari 2026 verlengd. Wie per maand minder dan vier dagen komt, krijgt geen vergunning.\n\nServicedesk",
    ),
    mail(
      "16-storing",
      ict,
      allen,
      "2025-12-01",
      "Migratie afgerond",
      "Beste collega's,\n\nDe migratie naar het nieuwe systeem is vandaag afgerond. Meld storingen bij de servicedesk.\n\nServicedesk",
    ),
    mail(
      "17-kantine",
      ilse,
      allen,
      "2026-01-05",
      "Kantine",
      "Beste collega's,\n\nDe kantine is deze maand gesloten. Er staan automaten op de eerste verdieping.\n\nIlse Terpstra",
    ),
    mail(
      "18-timo-thuis",
      timo,
      noor,
      "2025-11-10",
      "Thuis?",
      "Noor,\n\nIlse zegt dat jij twee dagen per week thuis mag werken en dat zij dat aan jou heeft bevestigd. Waarom jij wel en ik niet?\n\nTimo",
    ),
    mail(
      "19-noor-aan-timo",
      noor,
      timo,
      "2025-11-11",
      "Re: Thuis?",
      "Timo,\n\nVraag het haar zelf, ik ga daar niet over.\n\nNoor",
    ),
    mail(
      "20-agenda",
      stef,
      noor,
      "2026-02-20",
      "Afspraak",
      "Noor,\n\nZullen we donderdag om tien uur overleggen over de planning van april?\n\nStef",
    ),
    mail(
      "21-ontvangst",
      stef,
      noor,
      "2026-01-23",
      "Re: Bonus",
      "Noor,\n\nJe bericht van gisteren heb ik gekregen. Ik kom erop terug.\n\nStef",
    ),
    mail(
      "22-jubileum",
      ilse,
      allen,
      "2026-02-12",
      "Jubileum",
      "Beste collega's,\n\nOp 1 april bestaat Kade Logistiek 25 jaar. Voor het feest wordt per medewerker € 24 betaald door de personeelsvereniging.\n\nIlse Terpstra",
    ),
  ],
  claims: [
    {
      kind: "assertion-of-letter",
      text: "Kade Logistiek stelt in de brief van 2 maart 2026 dat er nooit een bonus is toegezegd.",
      right: { assertion: ["01-brief.eml"] },
    },
    {
      kind: "promise",
      text: "Stef Brandsma heeft mij op 14 oktober 2025 een bonus van € 2.400 toegezegd voor het afronden van de migratie.",
      right: { commitment: ["02-toezegging.eml"] },
    },
    {
      kind: "promise",
      text: "Ilse Terpstra heeft bevestigd dat ik twee dagen per week thuis mag werken.",
      right: { commitment: ["03-bevestiging-hr.eml"] },
    },
    {
      kind: "non-performance",
      text: "De toegezegde bonus van € 2.400 is tot op heden niet uitbetaald.",
      right: { obligation: ["02-toezegging.eml"] },
    },
    {
      kind: "notice",
      text: "Ik heb op 22 januari 2026 schriftelijk om betaling van de bonus verzocht.",
      right: { message: ["05-verzoek.eml"], sending: ["21-ontvangst.eml"] },
    },
    {
      kind: "medical-capacity",
      text: "De bedrijfsarts adviseert dat ik per dag niet meer dan vier uur achter het beeldscherm werk.",
      right: { advice: ["09-bedrijfsarts.eml"] },
    },
    {
      kind: "wage",
      text: "Mijn loon bedraagt volgens de loonstrook van januari 2026 € 3.650 bruto per maand.",
      right: { wage: ["11-loonstrook-januari.txt"] },
    },
    {
      kind: "location-of-clause",
      text: "De bepaling over overwerk staat in de arbeidsovereenkomst.",
      right: { clause: ["13-arbeidsovereenkomst.txt"] },
    },
    { kind: "request", text: "Ik verzoek u het bedrag van € 2.400 binnen veertien dagen te betalen.", right: {} },
  ],
};
