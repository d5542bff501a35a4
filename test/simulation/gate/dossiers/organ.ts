import type { Claim, Dossier, DossierDocument, Entry, Law, Participant, Party } from "../dossier.ts";
import { organHonest } from "./organ-honest.ts";

const parties: readonly Party[] = [
  {
    id: "p1",
    names: ["Iefke Blaasbalg", "mevrouw Blaasbalg"],
    addresses: ["iefke@blaasbalg.example"],
    role: "AUTHOR",
  },
  {
    id: "p2",
    names: ["Orgelmakerij Zwelkast B.V.", "Zwelkast", "de orgelmakerij"],
    addresses: ["werkplaats@zwelkast.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Otmar Windlade", "de heer Windlade"],
    addresses: ["otmar@zwelkast.example"],
    role: "REPRESENTATIVE",
  },
  {
    id: "p4",
    names: ["Petra Registers", "mevrouw Registers"],
    addresses: ["petra@zwelkast.example"],
    role: "REPRESENTATIVE",
  },
  { id: "p5", names: ["Hanno Mixtuur", "de heer Mixtuur"], addresses: ["hanno@mixtuur.example"], role: "THIRD" },
  { id: "p6", names: ["Corrie Tongwerk", "mevrouw Tongwerk"], addresses: ["corrie@tongwerk.example"], role: "THIRD" },
  {
    id: "p7",
    names: ["Wim Stemhamer", "de bedrijfsarts"],
    addresses: ["stemhamer@arbo.example"],
    role: "COMPANY_DOCTOR",
  },
];

const signed = (...names: string[]): Participant[] => names.map((name) => ({ name, part: "signed" }));
const mail = (id: string, date: string, from: string, to: string, title: string, text: string): DossierDocument => ({
  ...{ id, date, title, text, kind: "e-mail", author: from },
  participants: [
    { name: from, part: "from" },
    { name: to, part: "to" },
  ],
});
const letter = (id: string, date: string, from: string, title: string, text: string): DossierDocument => ({
  ...{ id, date, title, text, kind: "letter", author: from, participants: signed(from) },
});

const [iefke, otmar, petra, hanno, corrie, wim] = [
  "Iefke Blaasbalg",
  "Otmar Windlade",
  "Petra Registers",
  "Hanno Mixtuur",
  "Corrie Tongwerk",
  "Wim Stemhamer",
];

const documents: readonly DossierDocument[] = [
  {
    ...{ id: "d1", title: "Arbeidsovereenkomst", kind: "contract", date: "2020-08-31" },
    ...{ author: "Orgelmakerij Zwelkast B.V.", participants: signed("Orgelmakerij Zwelkast B.V.", iefke) },
    text: `Arbeidsovereenkomst
Artikel 3 Functie
De werkneemster is in dienst als intonateur.
Artikel 5 Arbeidsduur
De arbeidsduur bedraagt 36 uur per week. Wijziging van de arbeidsduur behoeft instemming van beide partijen.
Artikel 7 Reizen
Reistijd naar een kerk wordt als werktijd betaald. Een overnachting wordt vergoed tot € 115.
Artikel 10 Opleiding
De werkgever betaalt de opleiding tot restaurator. Terugbetaling is niet verschuldigd wanneer de werkgever de overeenkomst beëindigt.`,
  },
  mail(
    ...(["d2", "2024-01-15", petra, iefke, "Opleiding"] as const),
    `Dag Iefke,

Goed nieuws: je mag in september met de opleiding tot restaurator beginnen. De kosten van € 6.840 nemen wij voor onze rekening.

Groeten,
Petra Registers`,
  ),
  mail(
    ...(["d3", "2024-01-16", iefke, petra, "Re: Opleiding"] as const),
    `Dag Petra,

Dat is fijn om te horen. Ik neem het aanbod graag aan. Een tweede cursus in Leipzig hoef ik niet te volgen.

Iefke`,
  ),
  mail(
    ...(["d4", "2024-10-07", hanno, iefke, "Stof in de werkplaats"] as const),
    `Hoi Iefke,

De afzuiging in de werkplaats is nog steeds kapot. Ik heb Otmar er vrijdag op gewezen, maar hij vond een reparatie te duur. Ik draag zelf een masker.

Hanno`,
  ),
  mail(
    ...(["d5", "2024-11-04", iefke, otmar, "Afzuiging"] as const),
    `Beste Otmar,

Sinds twee weken hoest ik na elke werkdag. De afzuiging is op 30 september 2024 uitgevallen. Wil je die laten herstellen? Ik heb gisteren een offerte van € 2.310 opgevraagd.

Iefke Blaasbalg`,
  ),
  mail(
    ...(["d6", "2024-11-06", otmar, iefke, "Re: Afzuiging"] as const),
    `Iefke,

Voor een nieuwe afzuiging is dit jaar geen geld. Het hoesten komt volgens mij van het roken van je buurman. Ik laat in januari iemand kijken. Tot die tijd kun je de ramen openzetten.

Otmar`,
  ),
  {
    ...{ id: "d7", title: "Verslag werkoverleg", kind: "report", date: "2024-12-02", author: petra },
    participants: [otmar, petra, iefke, hanno].map((name) => ({ name, part: "present" as const })),
    text: `Verslag van het werkoverleg
Aanwezig: Otmar Windlade, Petra Registers, Iefke Blaasbalg, Hanno Mixtuur.
Mevrouw Blaasbalg vraagt wanneer de afzuiging wordt gemaakt. De heer Windlade zegt toe dat de afzuiging vóór 1 februari 2025 is vervangen. De heer Mixtuur meldt dat twee leerlingen hoofdpijn hebben. De aanvraag van subsidie is afgewezen.`,
  },
  letter(
    ...(["d8", "2025-01-20", wim, "Probleemanalyse"] as const),
    `Arbodienst De Stemvork

Probleemanalyse

Op 17 januari 2025 zag ik mevrouw Blaasbalg op mijn spreekuur. Zij heeft klachten van de luchtwegen. De klachten hangen samen met het stof in de werkplaats. Zij kan niet in de werkplaats werken, wel op kantoor en in kerken. Ik verwacht herstel binnen vier maanden, mits zij niet aan stof wordt blootgesteld.

W. Stemhamer
bedrijfsarts`,
  ),
  mail(
    ...(["d9", "2025-01-27", petra, otmar, "Advies bedrijfsarts"] as const),
    `Otmar,

De bedrijfsarts wil dat Iefke niet meer in de werkplaats komt. Voor februari kan zij bij mij op kantoor zitten. Ik vind dat wij haar dit schriftelijk moeten bevestigen.

Petra`,
  ),
  mail(
    ...(["d10", "2025-02-10", otmar, iefke, "Rooster"] as const),
    `Iefke,

Vanaf maandag verwacht ik je weer in de werkplaats. Op kantoor is geen werk voor je. Het advies van de bedrijfsarts ken ik, maar dat is niet bindend.

Otmar`,
  ),
  mail(
    ...(["d11", "2025-02-11", iefke, otmar, "Re: Rooster"] as const),
    `Beste Otmar,

Ik kom maandag niet in de werkplaats werken, want de bedrijfsarts heeft dat verboden. Ik ben wel beschikbaar voor de kerk in Appelveen en voor kantoor.

Iefke Blaasbalg`,
  ),
  letter(
    ...(["d12", "2025-02-24", otmar, "Loonstop"] as const),
    `Orgelmakerij Zwelkast B.V.
Pijpenlaan 8, Appelveen

Appelveen, 24 februari 2025

Geachte mevrouw Blaasbalg,

U bent op 17 februari 2025 zonder bericht weggebleven. Daarom stop ik met ingang van 1 maart 2025 de betaling van uw loon. De werkplaats is veilig. Van uw hoesten heeft niemand iets gemerkt.

Hoogachtend,

O. Windlade
directeur`,
  ),
  letter(
    ...(["d13", "2025-02-28", iefke, "Bezwaar tegen de loonstop"] as const),
    `I. Blaasbalg
Registerpad 3, Appelveen

Geachte heer Windlade,

Ik maak bezwaar tegen uw brief van 24 februari 2025. Ik heb mij op 11 februari 2025 beschikbaar gesteld voor ander werk. U hebt daarop niet geantwoord. Mijn loon bedraagt € 3.175 bruto per maand.

Met vriendelijke groet,

Iefke Blaasbalg`,
  ),
  letter(
    ...(["d14", "2025-03-10", hanno, "Verklaring"] as const),
    `Verklaring

Ik werk sinds 2016 als pijpmaker bij Zwelkast. De afzuiging heeft van september tot en met februari stilgestaan. De heer Windlade heeft in mijn bijzijn gezegd dat Iefke een aansteller is. Zij heeft nooit geweigerd om in kerken te werken. Bij mij is het hoesten in december begonnen.

Hanno Mixtuur`,
  ),
  letter(
    ...(["d15", "2025-03-14", corrie, "Intonatie in Appelveen"] as const),
    `Kerkrentmeesters Appelveen

Aan Orgelmakerij Zwelkast B.V.

Geachte heer Windlade,

Op 12 februari heb ik u gevraagd om mevrouw Blaasbalg voor de intonatie te sturen. U antwoordde dat zij ziek thuis zat. Wij hebben de opdracht van 180 uur daarom uitgesteld. Met het werk van mevrouw Blaasbalg aan het rugpositief waren wij zeer tevreden.

Met vriendelijke groeten,

C. Tongwerk
kerkrentmeester`,
  ),
  mail(
    ...(["d16", "2025-03-17", petra, iefke, "Loon"] as const),
    `Dag Iefke,

Ik ben het niet eens met de loonstop en heb dat Otmar ook gezegd. Hij wil er niet op terugkomen. Het loon van februari is op 28 februari betaald, dat van maart houd ik op zijn verzoek in.

Petra Registers`,
  ),
  letter(
    ...(["d17", "2025-03-31", otmar, "Vermindering van uren"] as const),
    `Orgelmakerij Zwelkast B.V.

Geachte mevrouw Blaasbalg,

Wegens teruglopende opdrachten verminder ik uw arbeidsduur met ingang van 1 mei 2025 tot 24 uur per week. De omzet is in 2024 met 15 procent gedaald. Uw instemming is daarvoor niet nodig. De kosten van uw opleiding vorder ik terug als u vertrekt.

Hoogachtend,

Otmar Windlade`,
  ),
  mail(
    ...(["d18", "2025-04-02", iefke, otmar, "Uren"] as const),
    `Geachte heer Windlade,

Met de vermindering van mijn uren ga ik niet akkoord. Ik heb al drie jaar geen loonsverhoging gehad. Over de opleiding hebben wij geen terugbetaling afgesproken.

Iefke Blaasbalg`,
  ),
  {
    ...{ id: "d19", title: "Jaarbericht 2024", kind: "report", date: "2025-04-15" },
    ...{ author: "Orgelmakerij Zwelkast B.V.", participants: signed("Orgelmakerij Zwelkast B.V.") },
    text: `Jaarbericht 2024
De omzet steeg in 2024 met 4 procent tot € 1.260.000. Er zijn negen orgels opgeleverd, twee meer dan in 2023. De orderportefeuille is gevuld tot en met de zomer van 2026. Geen enkele opdracht is geannuleerd.`,
  },
  letter(
    ...(["d20", "2025-04-22", wim, "Terugkoppeling spreekuur"] as const),
    `Arbodienst De Stemvork

Mevrouw Blaasbalg was op 18 april 2025 op het spreekuur. De luchtwegen zijn hersteld. Zij kan weer volledig werken, behalve in ruimten zonder afzuiging. De werkgever heeft mij in februari niet om uitleg gevraagd.

Met vriendelijke groet,

W. Stemhamer, bedrijfsarts`,
  ),
  mail(
    ...(["d21", "2025-05-05", otmar, iefke, "Hervatting"] as const),
    `Iefke,

De nieuwe afzuiging is op woensdag 30 april 2025 geplaatst. Het loon van maart en april betaal ik alsnog, zonder daarmee een fout te erkennen. Over de uren blijf ik bij mijn besluit.

Otmar`,
  ),
  {
    ...{ id: "d22", title: "Gespreksnotitie", kind: "note", date: "2025-05-12", author: iefke },
    participants: [iefke, petra].map((name) => ({ name, part: "present" as const })),
    text: `Gesproken met Petra op kantoor, om 14:45 uur. Zij vertelde dat de heer Windlade de verhoging van mijn loon in 2023 had beloofd en later introk. Zij ontkende dat er opdrachten waren weggevallen. Ik heb haar gezegd dat ik 36 uur blijf werken. Zij wilde het verslag niet ondertekenen.`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:658 lid 1 BW",
    version_date: "2025-05-12",
    text: "De werkgever is verplicht de lokalen, werktuigen en gereedschappen waarin of waarmee hij de arbeid doet verrichten, op zodanige wijze in te richten en te onderhouden als redelijkerwijs nodig is om te voorkomen dat de werknemer in de uitoefening van zijn werkzaamheden schade lijdt.",
  },
  {
    id: "l2",
    address: "art. 7:613 BW",
    version_date: "2025-05-12",
    text: "De werkgever kan slechts een beroep doen op een schriftelijk beding dat hem de bevoegdheid geeft een in de arbeidsovereenkomst voorkomende arbeidsvoorwaarde te wijzigen, indien hij bij de wijziging een zodanig zwaarwichtig belang heeft dat het belang van de werknemer daarvoor moet wijken.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "Over arbeidsduur en opleiding zijn afspraken gemaakt.", section: "Afspraken" },
  { id: "c2", kind: "FACT", text: "De afzuiging was maanden kapot.", section: "Werkplaats" },
  { id: "c3", kind: "FACT", text: "De bedrijfsarts hield mij uit de werkplaats.", section: "Gezondheid" },
  { id: "c4", kind: "FACT", text: "De heer Windlade heeft mijn loon gestopt.", section: "Loon" },
  { id: "c5", kind: "FACT", text: "De heer Windlade vermindert mijn uren.", section: "Uren" },
  { id: "c6", kind: "LAW", text: "De werkgever moet de werkplaats veilig houden.", section: "Recht" },
  { id: "c7", kind: "OWN_STATEMENT", text: "Ik vraag om 36 uur.", section: "Verzoek" },
];

const q = (id: string, claimId: string, source: string, quote: string): Entry => ({
  ...{ id, claimId, slotKind: "QUOTE", source, quote },
});

const entries: readonly Entry[] = [
  q(
    "e1",
    "c1",
    "d1",
    "De arbeidsduur bedraagt 36 uur per week. Wijziging van de arbeidsduur behoeft instemming van beide partijen.",
  ),
  q("e2", "c1", "d1", "Terugbetaling is niet verschuldigd wanneer de werkgever de overeenkomst beëindigt."),
  q("e3", "c1", "d2", "De kosten van € 6.840 nemen wij voor onze rekening."),
  q("e4", "c1", "d3", "Ik neem het aanbod graag aan. Een tweede cursus in Leipzig hoef ik niet te volgen."),
  q(
    "e5",
    "c2",
    "d4",
    "De afzuiging in de werkplaats is nog steeds kapot. Ik heb Otmar er vrijdag op gewezen, maar hij vond een reparatie te duur.",
  ),
  q(
    "e6",
    "c2",
    "d5",
    "Sinds twee weken hoest ik na elke werkdag. De afzuiging is op 30 september 2024 uitgevallen. Wil je die laten herstellen? Ik heb gisteren een offerte van € 2.310 opgevraagd.",
  ),
  q(
    "e7",
    "c2",
    "d6",
    "Voor een nieuwe afzuiging is dit jaar geen geld. Het hoesten komt volgens mij van het roken van je buurman. Ik laat in januari iemand kijken.",
  ),
  q(
    "e8",
    "c2",
    "d7",
    "De heer Windlade zegt toe dat de afzuiging vóór 1 februari 2025 is vervangen. De heer Mixtuur meldt dat twee leerlingen hoofdpijn hebben. De aanvraag van subsidie is afgewezen.",
  ),
  q(
    "e9",
    "c3",
    "d8",
    "De klachten hangen samen met het stof in de werkplaats. Zij kan niet in de werkplaats werken, wel op kantoor en in kerken. Ik verwacht herstel binnen vier maanden, mits zij niet aan stof wordt blootgesteld.",
  ),
  q(
    "e10",
    "c3",
    "d9",
    "Voor februari kan zij bij mij op kantoor zitten. Ik vind dat wij haar dit schriftelijk moeten bevestigen.",
  ),
  q(
    "e11",
    "c3",
    "d10",
    "Vanaf maandag verwacht ik je weer in de werkplaats. Op kantoor is geen werk voor je. Het advies van de bedrijfsarts ken ik, maar dat is niet bindend.",
  ),
  q(
    "e12",
    "c3",
    "d11",
    "Ik kom maandag niet in de werkplaats werken, want de bedrijfsarts heeft dat verboden. Ik ben wel beschikbaar voor de kerk in Appelveen en voor kantoor.",
  ),
  q(
    "e13",
    "c4",
    "d12",
    "U bent op 17 februari 2025 zonder bericht weggebleven. Daarom stop ik met ingang van 1 maart 2025 de betaling van uw loon. De werkplaats is veilig. Van uw hoesten heeft niemand iets gemerkt.",
  ),
  q(
    "e14",
    "c4",
    "d13",
    "Ik heb mij op 11 februari 2025 beschikbaar gesteld voor ander werk. U hebt daarop niet geantwoord. Mijn loon bedraagt € 3.175 bruto per maand.",
  ),
  q(
    "e15",
    "c2",
    "d14",
    "De afzuiging heeft van september tot en met februari stilgestaan. De heer Windlade heeft in mijn bijzijn gezegd dat Iefke een aansteller is. Zij heeft nooit geweigerd om in kerken te werken. Bij mij is het hoesten in december begonnen.",
  ),
  q(
    "e16",
    "c4",
    "d15",
    "Op 12 februari heb ik u gevraagd om mevrouw Blaasbalg voor de intonatie te sturen. U antwoordde dat zij ziek thuis zat. Wij hebben de opdracht van 180 uur daarom uitgesteld. Met het werk van mevrouw Blaasbalg aan het rugpositief waren wij zeer tevreden.",
  ),
  q(
    "e17",
    "c4",
    "d16",
    "Ik ben het niet eens met de loonstop en heb dat Otmar ook gezegd. Hij wil er niet op terugkomen. Het loon van februari is op 28 februari betaald, dat van maart houd ik op zijn verzoek in.",
  ),
  q(
    "e18",
    "c5",
    "d17",
    "Wegens teruglopende opdrachten verminder ik uw arbeidsduur met ingang van 1 mei 2025 tot 24 uur per week. De omzet is in 2024 met 15 procent gedaald. Uw instemming is daarvoor niet nodig.",
  ),
  q(
    "e19",
    "c5",
    "d18",
    "Met de vermindering van mijn uren ga ik niet akkoord. Ik heb al drie jaar geen loonsverhoging gehad. Over de opleiding hebben wij geen terugbetaling afgesproken.",
  ),
  q(
    "e20",
    "c5",
    "d19",
    "De omzet steeg in 2024 met 4 procent tot € 1.260.000. Er zijn negen orgels opgeleverd, twee meer dan in 2023. De orderportefeuille is gevuld tot en met de zomer van 2026. Geen enkele opdracht is geannuleerd.",
  ),
  q(
    "e21",
    "c3",
    "d20",
    "De luchtwegen zijn hersteld. Zij kan weer volledig werken, behalve in ruimten zonder afzuiging. De werkgever heeft mij in februari niet om uitleg gevraagd.",
  ),
  q(
    "e22",
    "c2",
    "d21",
    "De nieuwe afzuiging is op woensdag 30 april 2025 geplaatst. Het loon van maart en april betaal ik alsnog, zonder daarmee een fout te erkennen. Over de uren blijf ik bij mijn besluit.",
  ),
  q(
    "e23",
    "c5",
    "d22",
    "Zij vertelde dat de heer Windlade de verhoging van mijn loon in 2023 had beloofd en later introk. Zij ontkende dat er opdrachten waren weggevallen. Ik heb haar gezegd dat ik 36 uur blijf werken. Zij wilde het verslag niet ondertekenen.",
  ),
  q("e24", "c6", "l1", laws[0]?.text ?? ""),
  q("e25", "c6", "l2", laws[1]?.text ?? ""),
  { ...{ id: "e26", claimId: "c5", slotKind: "LOCATION", source: "d1" }, place: "Artikel 5" },
  {
    ...{ id: "e27", claimId: "c7", slotKind: "OWN_STATEMENT" },
    statement:
      "Ik verzoek u mij uiterlijk 1 juni 2025 schriftelijk te bevestigen dat mijn arbeidsduur 36 uur blijft. Ik intoneer sinds mijn negentiende.",
  },
];

/** A voicer of organs falls ill of dust and loses hours; written before the rules of the last round were read, run once after it. */
export const organ: Dossier = {
  ...{ name: "organ", locale: "nl", parties, documents, laws, rulings: [], claims, entries, honest: organHonest },
};
