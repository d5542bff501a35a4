import type { Claim, Dossier, DossierDocument, Entry, Law, Participant, Party } from "../dossier.ts";
import { ferryHonest } from "./ferry-honest.ts";

const [roelien, dirk, tanja, sjors, ank, lotte, bram] = [
  "Roelien Loopplank",
  "Dirk Meerpaal",
  "Tanja Boeglijn",
  "Sjors Roerganger",
  "Ank Oeverman",
  "Lotte Dieplood",
  "Bram Peilstok",
];

const party = (id: string, role: Party["role"], address: string, ...names: string[]): Party => ({
  ...{ id, role, names },
  addresses: [address],
});
const parties: readonly Party[] = [
  party("p1", "AUTHOR", "roelien@loopplank.example", roelien, "mevrouw Loopplank"),
  party("p2", "OPPONENT", "kantoor@kabelpont.example", "Veerdienst Kabelpont B.V.", "Kabelpont", "de veerdienst"),
  party("p3", "REPRESENTATIVE", "dirk@kabelpont.example", dirk, "de heer Meerpaal"),
  party("p4", "REPRESENTATIVE", "tanja@kabelpont.example", tanja, "mevrouw Boeglijn"),
  party("p5", "THIRD", "sjors@roerganger.example", sjors, "de heer Roerganger"),
  party("p6", "THIRD", "ank@oeverman.example", ank, "mevrouw Oeverman"),
  party("p7", "COMPANY_DOCTOR", "dieplood@arbo.example", lotte, "de bedrijfsarts"),
  party("p8", "THIRD", "bram@peilstok.example", bram, "de heer Peilstok"),
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

const documents: readonly DossierDocument[] = [
  {
    ...{ id: "d1", title: "Arbeidsovereenkomst", kind: "contract", date: "2019-03-29" },
    ...{ author: "Veerdienst Kabelpont B.V.", participants: signed("Veerdienst Kabelpont B.V.", roelien) },
    text: `Arbeidsovereenkomst
Artikel 2 Functie
De werkneemster is in dienst als schipper.
Artikel 4 Loon
Het loon bedraagt € 3.060 bruto per maand voor 38 uur per week. Het loon kan niet eenzijdig worden verlaagd.
Artikel 6 Werktijden
Een rooster wordt ten minste 14 dagen van tevoren bekendgemaakt. Na een nachtdienst volgt een rusttijd van elf uur.
Artikel 9 Vaarbewijs
De kosten van verlenging van het vaarbewijs zijn voor rekening van de werkgever, tenzij de werkneemster zelf opzegt.`,
  },
  mail(
    ...(["d2", "2023-05-10", tanja, roelien, "Nachtdiensten"] as const),
    `Dag Roelien,

Je verzoek is besproken. Vanaf 1 juli hoef je geen nachtdiensten meer te draaien. De toeslag van € 285 per maand blijf je ontvangen.

Groet,
Tanja Boeglijn`,
  ),
  mail(
    ...(["d3", "2023-05-11", roelien, tanja, "Re: Nachtdiensten"] as const),
    `Dag Tanja,

Daar ben ik blij mee. Op zaterdagen blijf ik graag varen. Mijn vaarbewijs loopt in oktober af.

Roelien`,
  ),
  mail(
    ...(["d4", "2024-03-04", sjors, roelien, "Laadklep"] as const),
    `Hoi Roelien,

De laadklep aan de noordkant hapert weer. Gisteren zakte hij vanzelf een halve meter. Ik heb Dirk gebeld, maar hij nam niet op. De monteur komt pas als er iets echt stuk is, zei Tanja.

Sjors`,
  ),
  mail(
    ...(["d5", "2024-03-05", roelien, dirk, "Melding laadklep"] as const),
    `Beste Dirk,

De laadklep aan de noordkant zakt uit zichzelf. Dat is nu drie keer gebeurd. Wil je de hydrauliek laten nakijken voordat er iemand gewond raakt? Tot die tijd laad ik alleen aan de zuidkant.

Roelien Loopplank`,
  ),
  mail(
    ...(["d6", "2024-03-07", dirk, roelien, "Re: Melding laadklep"] as const),
    `Roelien,

De klep is in november nog gesmeerd en mankeert niets. Laden aan één kant kost ons te veel tijd. Je vaart dus gewoon met beide kleppen. De keuring staat voor april gepland.

Dirk`,
  ),
  {
    ...{ id: "d7", title: "Logboek", kind: "report", date: "2024-03-18", author: roelien },
    participants: signed(roelien),
    text: `Logboek veerpont De Overkant
Afvaart 07:40 uur, 11 voertuigen aan boord. Om 07:52 uur is de laadklep aan de noordkant neergekomen op de bumper van een bestelauto. Niemand raakte gewond. De pont is om 08:15 uur uit de vaart genomen. De heer Meerpaal is telefonisch ingelicht.

Roelien Loopplank
schipper`,
  },
  letter(
    ...(["d8", "2024-03-22", ank, "Wat ik heb gezien"] as const),
    `Geachte directie,

Ik stond op 18 maart vooraan op de pont. De klep kwam naar beneden terwijl de schipper in de stuurhut was. Niemand had aan de hendel gezeten. De schipper heeft ons meteen naar achteren gestuurd. De schade aan mijn bestelauto is € 1.940.

Met vriendelijke groet,

A. Oeverman`,
  ),
  letter(
    ...(["d9", "2024-03-25", dirk, "Officiële waarschuwing"] as const),
    `Veerdienst Kabelpont B.V.
Veerstoep 1, Oudewaard

Oudewaard, 25 maart 2024

Geachte mevrouw Loopplank,

Op 18 maart 2024 hebt u de laadklep te vroeg laten zakken. U hebt daarmee passagiers in gevaar gebracht. De klep vertoonde geen gebreken. U ontvangt hiervoor een officiële waarschuwing.

Hoogachtend,

D. Meerpaal
directeur`,
  ),
  letter(
    ...(["d10", "2024-03-29", roelien, "Bezwaar tegen de waarschuwing"] as const),
    `R. Loopplank
Kribweg 22, Oudewaard

Geachte heer Meerpaal,

Uw waarschuwing van 25 maart 2024 is onterecht. Ik heb de hendel niet aangeraakt. Op 5 maart 2024 heb ik u voor deze klep gewaarschuwd. Ik verzoek u de waarschuwing in te trekken.

Met vriendelijke groet,

Roelien Loopplank`,
  ),
  letter(
    ...(["d11", "2024-04-12", bram, "Keuringsrapport"] as const),
    `Scheepskeuring De Peilstok

Keuringsrapport veerpont De Overkant

De keerklep in de hydrauliek van de noordelijke laadklep is versleten. Daardoor kan de laadklep zonder bediening zakken. De slijtage bestaat naar schatting al een half jaar. De zuidelijke laadklep is in orde. Varen is niet verantwoord zolang de keerklep niet is vervangen.

B. Peilstok
inspecteur`,
  ),
  {
    ...{ id: "d12", title: "Verslag functioneringsgesprek", kind: "report", date: "2024-04-22", author: tanja },
    participants: [dirk, tanja, roelien].map((name) => ({ name, part: "present" as const })),
    text: `Verslag functioneringsgesprek
Aanwezig: Dirk Meerpaal, Tanja Boeglijn, Roelien Loopplank.
De heer Meerpaal erkent dat de keerklep versleten was. Hij wil de waarschuwing desondanks handhaven. Mevrouw Loopplank wijst op haar melding. Afgesproken wordt dat zij vóór 1 juni 2024 een cursus noodprocedures volgt. Over nachtdiensten is niet gesproken.`,
  },
  letter(
    ...(["d13", "2024-05-13", lotte, "Probleemanalyse"] as const),
    `Arbodienst De Vaargeul

Probleemanalyse

Ik sprak mevrouw Loopplank op 8 mei 2024. Zij slaapt slecht sinds het voorval met de laadklep. Nachtdiensten zijn de komende drie maanden af te raden. Overdag kan zij haar werk als schipper volledig doen. Van een blijvende beperking is geen sprake.

L. Dieplood
bedrijfsarts`,
  ),
  mail(
    ...(["d14", "2024-05-20", tanja, dirk, "Rooster juni"] as const),
    `Dirk,

Roelien mag van de bedrijfsarts geen nachten varen. Ik kan het rooster rond krijgen met Sjors en een uitzendkracht. Dat kost ongeveer € 620 extra. Laten we haar afspraak van vorig jaar gewoon nakomen.

Tanja`,
  ),
  mail(
    ...(["d15", "2024-05-27", dirk, roelien, "Rooster juni"] as const),
    `Roelien,

In juni sta je zes keer in de nacht, te beginnen op zaterdag 1 juni 2024. Een uitzendkracht huur ik niet in. Van een vaste afspraak over nachtdiensten weet ik niets. Wie niet komt, krijgt die nachten niet betaald.

Dirk`,
  ),
  mail(
    ...(["d16", "2024-05-28", roelien, dirk, "Re: Rooster juni"] as const),
    `Beste Dirk,

Dit rooster komt vier dagen voor de eerste dienst en is dus te laat. Tanja heeft mij in mei 2023 van de nachten vrijgesteld. De bedrijfsarts raadt ze af. Overdag sta ik klaar, ook in het weekend.

Roelien Loopplank`,
  ),
  letter(
    ...(["d17", "2024-06-17", dirk, "Andere functie"] as const),
    `Veerdienst Kabelpont B.V.

Geachte mevrouw Loopplank,

Omdat u geen nachten vaart, plaats ik u per 1 juli 2024 over naar de kaartverkoop. Uw loon wordt dan € 2.640 bruto per maand. De nachttoeslag vervalt. Uw toestemming heb ik daarvoor niet nodig. Deze functie is passend.

Hoogachtend,

Dirk Meerpaal`,
  ),
  letter(
    ...(["d18", "2024-06-21", roelien, "Geen overplaatsing"] as const),
    `Geachte heer Meerpaal,

Ik stem niet in met een overplaatsing naar de kaartverkoop. Ik heb een geldig vaarbewijs en ben overdag volledig inzetbaar. Voor de verlenging daarvan heb ik zelf € 148 betaald. Tot nu toe is mij dat niet vergoed.

Hoogachtend,

Roelien Loopplank`,
  ),
  letter(
    ...(["d19", "2024-07-01", sjors, "Verklaring"] as const),
    `Verklaring

Ik vaar sinds 2011 op De Overkant. De noordelijke klep heeft vorig najaar al twee keer zonder bediening bewogen. Ik heb dat toen aan de heer Meerpaal gemeld. Hij antwoordde dat een keuring geld kost. Sinds juni doe ik de nachten die Roelien zou draaien. Roelien heeft op 1 juni overdag gevaren.

Sjors Roerganger`,
  ),
  mail(
    ...(["d20", "2024-07-08", tanja, roelien, "Loonstrook juni"] as const),
    `Dag Roelien,

Op je loonstrook van juni is € 410 ingehouden voor zes nachten. Ik heb dat niet bedacht en vind het niet juist. De kosten van je vaarbewijs heb ik wel doorgegeven. Een nieuwe schipper hebben we nog niet gevonden.

Tanja Boeglijn`,
  ),
  {
    ...{ id: "d21", title: "Jaarverslag 2023", kind: "report", date: "2024-07-30" },
    ...{ author: "Veerdienst Kabelpont B.V.", participants: signed("Veerdienst Kabelpont B.V.") },
    text: `Jaarverslag 2023
Het aantal overtochten daalde met 3 procent tot 41.200. Aan onderhoud is € 18.400 uitgegeven, minder dan in 2022. Er waren vijf schippers in dienst, van wie twee in deeltijd. Alle ponten zijn voor april 2023 gekeurd.`,
  },
];

const laws: readonly Law[] = [
  {
    id: "l1",
    address: "art. 7:611 BW",
    version_date: "2024-08-01",
    text: "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
  },
  {
    id: "l2",
    address: "art. 7:628 lid 1 BW",
    version_date: "2024-08-01",
    text: "De werkgever is verplicht het naar tijdruimte vastgestelde loon te voldoen indien de werknemer de overeengekomen arbeid geheel of gedeeltelijk niet heeft verricht, tenzij het geheel of gedeeltelijk niet verrichten van de overeengekomen arbeid in redelijkheid voor rekening van de werknemer behoort te komen.",
  },
];

const claims: readonly Claim[] = [
  { id: "c1", kind: "FACT", text: "Over loon en nachten zijn afspraken gemaakt.", section: "Afspraken" },
  { id: "c2", kind: "FACT", text: "De laadklep was versleten.", section: "Laadklep" },
  { id: "c3", kind: "FACT", text: "Ik kreeg ten onrechte een waarschuwing.", section: "Waarschuwing" },
  { id: "c4", kind: "FACT", text: "Nachten worden mij afgeraden.", section: "Nachten" },
  { id: "c5", kind: "FACT", text: "De heer Meerpaal plaatst mij over.", section: "Overplaatsing" },
  { id: "c6", kind: "LAW", text: "De veerdienst moet zich goed gedragen.", section: "Recht" },
  { id: "c7", kind: "OWN_STATEMENT", text: "Ik vraag om mijn functie.", section: "Verzoek" },
];

const quoted: readonly (readonly [claim: string, source: string, quote: string])[] = [
  [
    "c1",
    "d1",
    "Het loon bedraagt € 3.060 bruto per maand voor 38 uur per week. Het loon kan niet eenzijdig worden verlaagd.",
  ],
  [
    "c1",
    "d1",
    "Een rooster wordt ten minste 14 dagen van tevoren bekendgemaakt. Na een nachtdienst volgt een rusttijd van elf uur.",
  ],
  [
    "c1",
    "d1",
    "De kosten van verlenging van het vaarbewijs zijn voor rekening van de werkgever, tenzij de werkneemster zelf opzegt.",
  ],
  [
    "c1",
    "d2",
    "Vanaf 1 juli hoef je geen nachtdiensten meer te draaien. De toeslag van € 285 per maand blijf je ontvangen.",
  ],
  ["c1", "d3", "Op zaterdagen blijf ik graag varen. Mijn vaarbewijs loopt in oktober af."],
  [
    "c2",
    "d4",
    "De laadklep aan de noordkant hapert weer. Gisteren zakte hij vanzelf een halve meter. Ik heb Dirk gebeld, maar hij nam niet op.",
  ],
  [
    "c2",
    "d5",
    "De laadklep aan de noordkant zakt uit zichzelf. Dat is nu drie keer gebeurd. Wil je de hydrauliek laten nakijken voordat er iemand gewond raakt? Tot die tijd laad ik alleen aan de zuidkant.",
  ],
  [
    "c2",
    "d6",
    "De klep is in november nog gesmeerd en mankeert niets. Laden aan één kant kost ons te veel tijd. Je vaart dus gewoon met beide kleppen. De keuring staat voor april gepland.",
  ],
  [
    "c2",
    "d7",
    "Om 07:52 uur is de laadklep aan de noordkant neergekomen op de bumper van een bestelauto. Niemand raakte gewond. De pont is om 08:15 uur uit de vaart genomen.",
  ],
  [
    "c3",
    "d8",
    "De klep kwam naar beneden terwijl de schipper in de stuurhut was. Niemand had aan de hendel gezeten. De schipper heeft ons meteen naar achteren gestuurd. De schade aan mijn bestelauto is € 1.940.",
  ],
  [
    "c3",
    "d9",
    "Op 18 maart 2024 hebt u de laadklep te vroeg laten zakken. U hebt daarmee passagiers in gevaar gebracht. De klep vertoonde geen gebreken.",
  ],
  [
    "c3",
    "d10",
    "Ik heb de hendel niet aangeraakt. Op 5 maart 2024 heb ik u voor deze klep gewaarschuwd. Ik verzoek u de waarschuwing in te trekken.",
  ],
  [
    "c2",
    "d11",
    "De keerklep in de hydrauliek van de noordelijke laadklep is versleten. Daardoor kan de laadklep zonder bediening zakken. De slijtage bestaat naar schatting al een half jaar. De zuidelijke laadklep is in orde. Varen is niet verantwoord zolang de keerklep niet is vervangen.",
  ],
  [
    "c3",
    "d12",
    "De heer Meerpaal erkent dat de keerklep versleten was. Hij wil de waarschuwing desondanks handhaven. Mevrouw Loopplank wijst op haar melding. Afgesproken wordt dat zij vóór 1 juni 2024 een cursus noodprocedures volgt. Over nachtdiensten is niet gesproken.",
  ],
  [
    "c4",
    "d13",
    "Zij slaapt slecht sinds het voorval met de laadklep. Nachtdiensten zijn de komende drie maanden af te raden. Overdag kan zij haar werk als schipper volledig doen. Van een blijvende beperking is geen sprake.",
  ],
  [
    "c4",
    "d14",
    "Ik kan het rooster rond krijgen met Sjors en een uitzendkracht. Dat kost ongeveer € 620 extra. Laten we haar afspraak van vorig jaar gewoon nakomen.",
  ],
  [
    "c4",
    "d15",
    "In juni sta je zes keer in de nacht, te beginnen op zaterdag 1 juni 2024. Een uitzendkracht huur ik niet in. Van een vaste afspraak over nachtdiensten weet ik niets. Wie niet komt, krijgt die nachten niet betaald.",
  ],
  [
    "c4",
    "d16",
    "Tanja heeft mij in mei 2023 van de nachten vrijgesteld. De bedrijfsarts raadt ze af. Overdag sta ik klaar, ook in het weekend.",
  ],
  [
    "c5",
    "d17",
    "Omdat u geen nachten vaart, plaats ik u per 1 juli 2024 over naar de kaartverkoop. Uw loon wordt dan € 2.640 bruto per maand. De nachttoeslag vervalt. Uw toestemming heb ik daarvoor niet nodig.",
  ],
  [
    "c5",
    "d18",
    "Ik stem niet in met een overplaatsing naar de kaartverkoop. Ik heb een geldig vaarbewijs en ben overdag volledig inzetbaar. Voor de verlenging daarvan heb ik zelf € 148 betaald.",
  ],
  [
    "c2",
    "d19",
    "De noordelijke klep heeft vorig najaar al twee keer zonder bediening bewogen. Ik heb dat toen aan de heer Meerpaal gemeld. Hij antwoordde dat een keuring geld kost. Sinds juni doe ik de nachten die Roelien zou draaien. Roelien heeft op 1 juni overdag gevaren.",
  ],
  [
    "c5",
    "d20",
    "Op je loonstrook van juni is € 410 ingehouden voor zes nachten. Ik heb dat niet bedacht en vind het niet juist. De kosten van je vaarbewijs heb ik wel doorgegeven. Een nieuwe schipper hebben we nog niet gevonden.",
  ],
  [
    "c2",
    "d21",
    "Aan onderhoud is € 18.400 uitgegeven, minder dan in 2022. Er waren vijf schippers in dienst, van wie twee in deeltijd.",
  ],
  ["c6", "l1", laws[0]?.text ?? ""],
  ["c6", "l2", laws[1]?.text ?? ""],
];

const entries: readonly Entry[] = [
  ...quoted.map(
    ([claimId, source, quote], at): Entry => ({ id: `e${at + 1}`, claimId, slotKind: "QUOTE", source, quote }),
  ),
  { ...{ id: "e26", claimId: "c1", slotKind: "LOCATION", source: "d1" }, place: "Artikel 6" },
  {
    ...{ id: "e27", claimId: "c7", slotKind: "OWN_STATEMENT" },
    statement:
      "Ik verzoek u mij uiterlijk 1 september 2024 te bevestigen dat ik schipper blijf. Ik vaar al sinds mijn zestiende.",
  },
];

/** A skipper is blamed for a worn ramp and moved to the ticket office; written before anything of its round, run once after it. */
export const ferry: Dossier = {
  ...{ name: "ferry", locale: "nl", parties, documents, laws, rulings: [], claims, entries, honest: ferryHonest },
};
