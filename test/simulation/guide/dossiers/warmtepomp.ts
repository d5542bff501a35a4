import { type Case, mail, text } from "../dossier.ts";

const hanna = "Hanna Vorstman <hanna.vorstman@example.org>";
const verkoop = "Rik Baltus <r.baltus@klimaathuis.example>";
const service = "Dunya Sahin <d.sahin@klimaathuis.example>";
const buurman = "Evert Mulder <evert.mulder@example.net>";
const keurder = "Keuringsdienst Woonlicht <rapporten@woonlicht.example>";
const klanten = "Klanten Klimaathuis <nieuws@klimaathuis.example>";

/**
 * A buyer of a heat pump that fails and is not mended. Written before it was run once, by somebody who had read the ranking and
 * had not tried it on anything like it.
 */
export const warmtepomp: Case = {
  name: "warmtepomp",
  profileId: "email-reply",
  goal: "Antwoord op de brief van 9 september 2026 waarin Klimaathuis herstel van de warmtepomp weigert.",
  referenceDate: "2026-09-15",
  parties: [
    { role: "AUTHOR", person: hanna },
    { role: "OPPONENT", person: verkoop },
    { role: "REPRESENTATIVE", person: service },
    { role: "THIRD", person: buurman },
    { role: "THIRD", person: keurder },
  ],
  letter: "01-weigering.eml",
  documents: [
    mail(
      "01-weigering",
      service,
      hanna,
      "2026-09-09",
      "Uw klacht over de warmtepomp",
      "Geachte mevrouw Vorstman,\n\nDe storing is een gevolg van verkeerd gebruik. Wij hebben nooit gratis herstel toegezegd. Uw klacht van juli hebben wij niet ontvangen. De garantie is verlopen.\n\nWilt u binnen veertien dagen laten weten of u een offerte wenst?\n\nDunya Sahin\nKlimaathuis",
    ),
    mail(
      "02-offerte",
      verkoop,
      hanna,
      "2025-02-12",
      "Offerte",
      "Geachte mevrouw Vorstman,\n\nHierbij onze offerte voor de warmtepomp, geplaatst voor € 8.750.\n\nRik Baltus",
    ),
    mail(
      "03-vijf-jaar",
      verkoop,
      hanna,
      "2025-02-20",
      "Re: vraag",
      "Geachte mevrouw Vorstman,\n\nGaat er binnen vijf jaar iets stuk, dan komen wij kosteloos langs om het te maken. Daar hoeft u niets extra's voor af te sluiten.\n\nRik Baltus",
    ),
    mail(
      "04-geen-vijf-jaar",
      verkoop,
      hanna,
      "2026-08-20",
      "Garantie",
      "Mevrouw Vorstman,\n\nIk heb u op 20 februari 2025 geen vijf jaar garantie op de warmtepomp toegezegd.\n\nRik Baltus",
    ),
    mail(
      "05-garantienieuws",
      service,
      klanten,
      "2025-06-01",
      "Garantie op warmtepompen",
      "Beste klanten,\n\nOp elke warmtepomp die u vanaf nu koopt zit vijf jaar garantie, toegezegd door de fabrikant.\n\nKlimaathuis",
    ),
    mail(
      "06-buurman-garantie",
      buurman,
      hanna,
      "2026-08-25",
      "Garantie",
      "Hanna,\n\nTegen mij zei Rik dat jij vijf jaar garantie op de warmtepomp toegezegd hebt gekregen. Ik maar twee.\n\nEvert",
    ),
    text(
      "07-koopovereenkomst",
      "Koopovereenkomst\n\nKlimaathuis verkoopt aan H. Vorstman een warmtepomp.\n\nArtikel 1. Prijs\nDe prijs is € 8.750, bij plaatsing te voldoen.\n\nArtikel 4. Herstel\nGebreken worden binnen vier weken na melding hersteld.\n\nArtikel 6. Geschillen\nGeschillen worden voorgelegd aan de geschillencommissie.\n",
    ),
    mail(
      "08-plaatsing",
      service,
      hanna,
      "2025-03-14",
      "Afspraak monteur",
      "Beste mevrouw Vorstman,\n\nOp 21 maart komen onze monteurs. Zorgt u dat de bijkeuken leeg is?\n\nDunya Sahin",
    ),
    text(
      "09-factuur",
      "Klimaathuis\nFactuur 2025-311\nMevr. H. Vorstman\nWarmtepomp en plaatsing € 8.750\nDatum 21-03-2025\n",
    ),
    mail(
      "10-betaald",
      service,
      hanna,
      "2025-03-28",
      "Ontvangst",
      "Beste mevrouw Vorstman,\n\nUw overboeking voor factuur 2025-311 is binnen. Dank u wel.\n\nDunya Sahin",
    ),
    mail(
      "11-klacht",
      hanna,
      service,
      "2026-07-06",
      "Geen warm water",
      "Beste Dunya,\n\nSinds gisteren slaat het toestel af en hebben wij geen warm water meer. Op het scherm staat code E7. Wilt u iemand sturen?\n\nHanna Vorstman",
    ),
    mail(
      "12-klacht-binnen",
      service,
      hanna,
      "2026-07-07",
      "Re: Geen warm water",
      "Beste mevrouw Vorstman,\n\nIk heb uw bericht doorgezet naar de planning.\n\nDunya Sahin",
    ),
    mail(
      "13-geen-klacht",
      verkoop,
      hanna,
      "2026-08-18",
      "Storing",
      "Mevrouw Vorstman,\n\nVan u is op 6 juli 2026 geen storing van de warmtepomp gemeld. In ons systeem staat niets.\n\nRik Baltus",
    ),
    mail(
      "14-storingsnieuws",
      service,
      klanten,
      "2026-07-01",
      "Storing melden",
      "Beste klanten,\n\nMeld een storing van uw warmtepomp altijd per e-mail. Dan helpen wij u het snelst.\n\nKlimaathuis",
    ),
    mail(
      "15-buurman-storing",
      buurman,
      hanna,
      "2026-07-12",
      "Storing",
      "Hanna,\n\nIk las dat jij op 6 juli een storing van de warmtepomp hebt gemeld. Bij mij doet hij het ook niet.\n\nEvert",
    ),
    mail(
      "16-monteur",
      service,
      hanna,
      "2026-07-20",
      "Planning",
      "Beste mevrouw Vorstman,\n\nIn de week van 3 augustus staat er een monteur bij u op de stoep; hij neemt een nieuwe compressor mee.\n\nDunya Sahin",
    ),
    mail(
      "17-monteur-nee",
      service,
      hanna,
      "2026-08-14",
      "Re: Planning",
      "Beste mevrouw Vorstman,\n\nEen bezoek van een monteur in augustus is u niet bevestigd. De monteurs hebben vakantie.\n\nDunya Sahin",
    ),
    mail(
      "18-ingebrekestelling",
      hanna,
      verkoop,
      "2026-08-17",
      "Laatste termijn",
      "Geachte heer Baltus,\n\nEr is nog steeds niets gedaan. U krijgt tot en met 31 augustus om het toestel te maken. Daarna bent u in verzuim.\n\nHanna Vorstman",
    ),
    mail(
      "19-keuring",
      keurder,
      hanna,
      "2026-09-01",
      "Rapport 88",
      "Geachte mevrouw Vorstman,\n\nDe compressor is door een fout bij de fabricage vastgelopen. Aan het gebruik ligt het niet.\n\nWoonlicht",
    ),
    mail(
      "20-jubileum",
      service,
      klanten,
      "2026-05-05",
      "Tien jaar Klimaathuis",
      "Beste klanten,\n\nWij bestaan tien jaar. Kom langs voor taart.\n\nKlimaathuis",
    ),
    mail(
      "21-evert-vraag",
      hanna,
      buurman,
      "2026-07-13",
      "Re: Storing",
      "Evert,\n\nKlopt, en ze zouden in augustus komen. Ik geloof het pas als ik het zie.\n\nHanna",
    ),
    text(
      "22-handleiding",
      "Handleiding warmtepomp\n\nHoofdstuk 3. Storingen\nBij code E7 is de compressor vastgelopen. Bel de installateur.\n\nHoofdstuk 5. Onderhoud\nLaat het toestel elk jaar nakijken.\n",
    ),
    mail(
      "23-korting",
      verkoop,
      hanna,
      "2025-02-14",
      "Re: Offerte",
      "Geachte mevrouw Vorstman,\n\nEen lagere prijs kan ik u niet geven. De plaatsing zit er al in.\n\nRik Baltus",
    ),
  ],
  claims: [
    {
      kind: "assertion-of-letter",
      text: "Klimaathuis stelt in de brief van 9 september 2026 dat de storing een gevolg is van verkeerd gebruik.",
      right: { assertion: ["01-weigering.eml"] },
    },
    {
      kind: "promise",
      text: "Rik Baltus heeft mij op 20 februari 2025 vijf jaar gratis herstel van de warmtepomp toegezegd.",
      right: { commitment: ["03-vijf-jaar.eml"] },
    },
    {
      kind: "promise",
      text: "Dunya Sahin heeft bevestigd dat in augustus een monteur komt voor de warmtepomp.",
      right: { commitment: ["16-monteur.eml"] },
    },
    {
      kind: "notice",
      text: "Ik heb op 6 juli 2026 een storing van de warmtepomp gemeld.",
      right: { message: ["11-klacht.eml"], sending: ["12-klacht-binnen.eml"] },
    },
    {
      kind: "notice",
      text: "Op 17 augustus 2026 heb ik Klimaathuis in gebreke gesteld.",
      right: { message: ["18-ingebrekestelling.eml"] },
    },
    {
      kind: "non-performance",
      text: "De warmtepomp is tot op heden niet hersteld.",
      right: { obligation: ["03-vijf-jaar.eml", "07-koopovereenkomst.txt", "16-monteur.eml"] },
    },
    {
      kind: "location-of-clause",
      text: "De bepaling over herstel staat in artikel 4 van de koopovereenkomst.",
      right: { clause: ["07-koopovereenkomst.txt"] },
    },
    { kind: "request", text: "Ik verzoek u de warmtepomp binnen veertien dagen te herstellen.", right: {} },
  ],
};
