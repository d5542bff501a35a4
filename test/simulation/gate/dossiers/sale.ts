import type { Claim, Dossier, DossierDocument, Entry, Law, Party } from "../dossier.ts";
import { saleHonest } from "./sale-honest.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Mirthe Schetsveld", "mevrouw Schetsveld", "Ms Schetsveld"],
    addresses: ["mirthe@schetsveld.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Rijwielhuis Papieren Poort B.V.", "Papieren Poort", "de verkoper", "de winkel", "the shop"],
    addresses: ["info@papierenpoort.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Karin Inktpot", "mevrouw Inktpot"],
    addresses: ["karin@papierenpoort.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Floris Kanttekening", "mr. Kanttekening"],
    addresses: ["f.kanttekening@kantlijn.example"],
    role: "REPRESENTATIVE",
  },
  { id: "p5", names: ["Daan Vlakgom", "de heer Vlakgom"], addresses: ["daan@vlakgom.example"], role: "THIRD" },
  { id: "p6", names: ["Rhys Parchment", "Mr Parchment"], addresses: ["rhys@quillon.example"], role: "THIRD" },
];

const documents: readonly DossierDocument[] = [
  {
    id: "d1",
    title: "Koopovereenkomst",
    kind: "contract",
    date: "2025-04-12",
    author: "Rijwielhuis Papieren Poort B.V.",
    participants: [
      { name: "Rijwielhuis Papieren Poort B.V.", part: "signed" },
      { name: "Mirthe Schetsveld", part: "signed" },
    ],
    text: `Koopovereenkomst PP/2025/0831
Pagina 1 van 2
De verkoper verkoopt een elektrische fiets van het model Toerwagen 8, framenummer QX-40771, voor € 2.899,00.
Artikel 2 Eigenschappen
De fiets heeft een actieradius van 120 kilometer per lading bij normaal gebruik.
Pagina 2 van 2
Artikel 5 Levering
De levering vindt plaats op dinsdag 22 april 2025 tussen 10:00 en 12:00 uur. De koper betaalt 25 procent aan bij het sluiten van de overeenkomst.
Artikel 7 Garantie
De verkoper geeft twee jaar garantie op de accu, behalve bij schade door een val.`,
  },
  {
    id: "d2",
    title: "Uw vraag over de accu",
    kind: "e-mail",
    date: "2025-04-16",
    author: "Karin Inktpot",
    participants: [
      { name: "Karin Inktpot", part: "from" },
      { name: "Mirthe Schetsveld", part: "to" },
      { name: "Bram Potlodink", part: "cc" },
    ],
    text: "Dag mevrouw Schetsveld, de accu van dit model haalt in de praktijk ruim 100 kilometer. Ik zeg u toe dat wij de accu kosteloos vervangen als hij binnen een jaar onder de 80 kilometer zakt. Vriendelijke groet, Karin Inktpot",
  },
  {
    id: "d3",
    title: "Klacht over de accu",
    kind: "e-mail",
    date: "2025-06-03",
    author: "Mirthe Schetsveld",
    participants: [
      { name: "Mirthe Schetsveld", part: "from" },
      { name: "Karin Inktpot", part: "to" },
    ],
    text: "Geachte mevrouw Inktpot, sinds 28 mei 2025 haalt de accu nog maar 45 kilometer. Ik heb de fiets op 30 mei 2025 in uw winkel laten zien. Ik ben nooit gevallen met de fiets. Ik verzoek u de accu binnen veertien dagen te vervangen.",
  },
  {
    id: "d4",
    title: "Uw klacht",
    kind: "e-mail",
    date: "2025-06-11",
    author: "Karin Inktpot",
    participants: [
      { name: "Karin Inktpot", part: "from" },
      { name: "Mirthe Schetsveld", part: "to" },
    ],
    text: "Geachte mevrouw Schetsveld, wij hebben de accu op 6 juni 2025 getest. De accu is niet defect; de afname past bij normale slijtage. Wij zijn niet verplicht de accu kosteloos te vervangen. Uit coulance bieden wij u een nieuwe accu aan met 20 procent korting, voor € 480,00. Dit aanbod geldt tot en met 30 juni 2025.",
  },
  {
    id: "d5",
    title: "Onderzoeksrapport accu Toerwagen 8",
    kind: "report",
    date: "2025-06-27",
    author: "Daan Vlakgom",
    participants: [{ name: "Daan Vlakgom", part: "signed" }],
    text: `Onderzoeksrapport 25-114
1. Onderzoek
Ik heb de accu op 25 juni 2025 onderzocht in aanwezigheid van mevrouw Schetsveld. De capaciteit bedraagt 41 procent van de opgegeven capaciteit.
2. Conclusie
De afname komt door een gebrek in twee van de tien cellen. Ik heb geen sporen van een val of van verkeerd gebruik gevonden. Vervanging van de accu kost € 640,00.`,
  },
  {
    id: "d6",
    title: "Battery of Toerwagen 8, QX-40771",
    kind: "e-mail",
    date: "2025-07-08",
    author: "Rhys Parchment",
    participants: [
      { name: "Rhys Parchment", part: "from" },
      { name: "Mirthe Schetsveld", part: "to" },
      { name: "Odile Margin", part: "cc" },
    ],
    text: "Dear Ms Schetsveld, the battery of your bicycle was produced on 5 February 2023. In 2024 we replaced fourteen batteries of this series free of charge. We have not received any request from the shop about your bicycle. Kind regards, Rhys Parchment",
  },
  {
    id: "d7",
    title: "Aantekening telefoongesprek",
    kind: "note",
    date: "2025-07-15",
    author: "Mirthe Schetsveld",
    participants: [
      { name: "Mirthe Schetsveld", part: "present" },
      { name: "Karin Inktpot", part: "present" },
    ],
    text: "Om 14:20 uur gebeld met mevrouw Inktpot. Zij zei dat de winkel de fiets niet terugneemt. Zij gaf toe dat de accu bij de levering al twee jaar oud was. Op mijn vraag naar het testrapport van 6 juni 2025 antwoordde zij dat er geen rapport is gemaakt.",
  },
  {
    id: "d8",
    title: "Letter on behalf of the shop",
    kind: "letter",
    date: "2025-08-01",
    author: "Floris Kanttekening",
    participants: [
      { name: "Floris Kanttekening", part: "from" },
      { name: "Mirthe Schetsveld", part: "to" },
    ],
    text: "Dear Ms Schetsveld, my client rejects your claim. The bicycle was inspected by my client and no defect was found. You refused the offer of a discount on 13 June 2025. You never gave my client the opportunity to repair the bicycle. My client does not accept the report of Mr Vlakgom.",
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:17 lid 1 BW",
    version_date: "2025-04-12",
    text: "De afgeleverde zaak moet aan de overeenkomst beantwoorden.",
  },
  {
    id: "l2",
    address: "art. 7:21 lid 3 BW",
    version_date: "2025-04-12",
    text: "De verkoper is verplicht om, mede gelet op de aard van de zaak en op het bijzondere gebruik van de zaak dat bij de overeenkomst is voorzien, binnen een redelijke termijn en zonder ernstige overlast voor de koper, zijn in lid 1 genoemde verplichtingen na te komen.",
  },
  {
    id: "l3",
    address: "art. 6:82 lid 1 BW",
    version_date: "2025-04-12",
    text: "Het verzuim treedt in, wanneer de schuldenaar in gebreke wordt gesteld bij een schriftelijke aanmaning waarbij hem een redelijke termijn voor de nakoming wordt gesteld, en nakoming binnen deze termijn uitblijft.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "De fiets beantwoordt niet aan de overeenkomst.", section: "Gebrek" },
  { id: "c2", kind: "FACT", text: "De winkel heeft vervanging van de accu toegezegd.", section: "Toezegging" },
  { id: "c3", kind: "FACT", text: "The shop denies that there is a defect.", section: "Standpunt" },
  { id: "c4", kind: "LAW", text: "De verkoper moet het gebrek herstellen.", section: "Recht" },
  { id: "c5", kind: "OWN_STATEMENT", text: "Ik vraag om een nieuwe accu.", section: "Verzoek" },
];

const quoted = (id: string, claimId: string, source: string, quote: string): Entry => ({
  ...{ id, claimId, slotKind: "QUOTE", source, quote },
});

const entries: readonly Entry[] = [
  quoted("e1", "c1", "d1", "De fiets heeft een actieradius van 120 kilometer per lading bij normaal gebruik."),
  quoted(
    "e2",
    "c2",
    "d2",
    "Ik zeg u toe dat wij de accu kosteloos vervangen als hij binnen een jaar onder de 80 kilometer zakt.",
  ),
  quoted(
    "e3",
    "c1",
    "d3",
    "sinds 28 mei 2025 haalt de accu nog maar 45 kilometer. Ik heb de fiets op 30 mei 2025 in uw winkel laten zien. Ik ben nooit gevallen met de fiets.",
  ),
  quoted(
    "e4",
    "c3",
    "d4",
    "wij hebben de accu op 6 juni 2025 getest. De accu is niet defect; de afname past bij normale slijtage. Wij zijn niet verplicht de accu kosteloos te vervangen.",
  ),
  quoted(
    "e5",
    "c3",
    "d4",
    "Uit coulance bieden wij u een nieuwe accu aan met 20 procent korting, voor € 480,00. Dit aanbod geldt tot en met 30 juni 2025.",
  ),
  quoted(
    "e6",
    "c1",
    "d5",
    "Ik heb de accu op 25 juni 2025 onderzocht in aanwezigheid van mevrouw Schetsveld. De capaciteit bedraagt 41 procent van de opgegeven capaciteit.",
  ),
  quoted(
    "e7",
    "c1",
    "d5",
    "De afname komt door een gebrek in twee van de tien cellen. Ik heb geen sporen van een val of van verkeerd gebruik gevonden. Vervanging van de accu kost € 640,00.",
  ),
  quoted("e8", "c1", "d6", "the battery of your bicycle was produced on 5 February 2023."),
  quoted(
    "e9",
    "c3",
    "d6",
    "In 2024 we replaced fourteen batteries of this series free of charge. We have not received any request from the shop about your bicycle.",
  ),
  quoted(
    "e10",
    "c2",
    "d7",
    "Zij zei dat de winkel de fiets niet terugneemt. Zij gaf toe dat de accu bij de levering al twee jaar oud was.",
  ),
  quoted(
    "e11",
    "c3",
    "d7",
    "Op mijn vraag naar het testrapport van 6 juni 2025 antwoordde zij dat er geen rapport is gemaakt.",
  ),
  quoted(
    "e12",
    "c3",
    "d8",
    "my client rejects your claim. The bicycle was inspected by my client and no defect was found.",
  ),
  quoted(
    "e13",
    "c3",
    "d8",
    "You refused the offer of a discount on 13 June 2025. You never gave my client the opportunity to repair the bicycle.",
  ),
  quoted("e14", "c1", "d1", "De verkoper geeft twee jaar garantie op de accu, behalve bij schade door een val."),
  { id: "e15", claimId: "c1", slotKind: "LOCATION", source: "d1", place: "Artikel 5, pagina 2" },
  quoted("e16", "c4", "l1", laws[0]?.text ?? ""),
  quoted("e17", "c4", "l2", laws[1]?.text ?? ""),
  quoted("e18", "c4", "l3", laws[2]?.text ?? ""),
  {
    id: "e19",
    claimId: "c3",
    slotKind: "ABSENCE",
    sources: ["d1", "d2", "d4", "d8"],
    scope: "testrapport van de accu; alle stukken van de winkel van 12 april 2025 tot en met 1 augustus 2025",
  },
  {
    id: "e20",
    claimId: "c5",
    slotKind: "OWN_STATEMENT",
    statement:
      "Ik verzoek u de accu uiterlijk 5 september 2025 kosteloos te vervangen. Ik gebruik de fiets drie keer per week voor mijn werk.",
  },
  quoted(
    "e21",
    "c1",
    "d1",
    "De levering vindt plaats op dinsdag 22 april 2025 tussen 10:00 en 12:00 uur. De koper betaalt 25 procent aan bij het sluiten van de overeenkomst.",
  ),
  quoted(
    "e22",
    "c1",
    "d1",
    "De verkoper verkoopt een elektrische fiets van het model Toerwagen 8, framenummer QX-40771, voor € 2.899,00.",
  ),
];

/** A buyer asks a shop for a new battery; its papers are in Dutch and in English, and so are the sentences. */
export const sale: Dossier = {
  ...{ name: "sale", locale: "nl", parties, documents, laws, rulings: [], claims, entries, honest: saleHonest },
};
