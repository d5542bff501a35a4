import type { Dossier, DossierDocument, Entry, HonestSentence, Participant, Party } from "../dossier.ts";

const parties: readonly Party[] = [
  { id: "p1", names: ["Fenna Hoefsmid", "mevrouw Hoefsmid"], addresses: ["fenna@hoefsmid.example"], role: "AUTHOR" },
  {
    id: "p2",
    names: ["Dierenkliniek De Natte Neus B.V.", "De Natte Neus", "de kliniek"],
    addresses: ["balie@nattenneus.example"],
    role: "OPPONENT",
  },
  {
    id: "p3",
    names: ["Barend Poelier", "de heer Poelier"],
    addresses: ["barend@nattenneus.example"],
    role: "REPRESENTATIVE",
  },
  { id: "p4", names: ["Siska Egel", "mevrouw Egel"], addresses: ["siska@egel.example"], role: "THIRD" },
  { id: "p5", names: ["Gradus Weidegang", "de heer Weidegang"], addresses: ["gradus@weide.example"], role: "THIRD" },
  { id: "p6", names: ["Tilly Zwachtel", "de bedrijfsarts"], addresses: ["tilly@arbo.example"], role: "COMPANY_DOCTOR" },
];

const [fenna, barend, siska, gradus, tilly] = [
  "Fenna Hoefsmid",
  "Barend Poelier",
  "Siska Egel",
  "Gradus Weidegang",
  "Tilly Zwachtel",
];
const signed = (name: string): Participant[] => [{ name, part: "signed" }];
const mail = (id: string, date: string, from: string, to: string, title: string, text: string): DossierDocument => ({
  ...{ id, date, title, text: `${title}\n\n${text}`, kind: "e-mail", author: from },
  participants: [
    { name: from, part: "from" },
    { name: to, part: "to" },
  ],
});
const paper = (id: string, date: string, by: string, title: string, text: string): DossierDocument => ({
  ...{ id, date, title, text, kind: "letter", author: by, participants: signed(by) },
});

const documents: readonly DossierDocument[] = [
  paper(
    ...(["k1", "2021-03-01", "Dierenkliniek De Natte Neus B.V.", "Arbeidsovereenkomst"] as const),
    `Arbeidsovereenkomst

Artikel 2 Functie
De werkneemster is aangenomen als paraveterinair.

Artikel 6 Spoeddienst
Voor een spoeddienst in het weekend ontvangt de werkneemster een toeslag van 60 procent.

Artikel 11 Bijscholing
De kliniek betaalt de bijscholing en geeft daarvoor vier dagen per jaar vrij.`,
  ),
  mail(
    ...(["k2", "2024-09-12", barend, fenna, "Nascholing verdoving"] as const),
    `Fenna,

Je mag in november naar de cursus verdoving in Doetinchem. De kosten van € 1.430 zijn voor de kliniek. Regel zelf even een kamer.

Barend`,
  ),
  mail(
    ...(["k3", "2024-09-13", fenna, barend, "Re: Nascholing verdoving"] as const),
    `Dag Barend,

Fijn, ik heb mij vanmorgen ingeschreven. Een kamer in Doetinchem heb ik gereserveerd.

Fenna`,
  ),
  mail(
    ...(["k4", "2025-01-21", fenna, barend, "Beet"] as const),
    `Barend,

Gistermiddag ben ik tijdens de behandeling van een herdershond in mijn rechterhand gebeten. Er was geen muilkorf in de behandelkamer. De huisarts heeft de wond met zes hechtingen gesloten.

Fenna`,
  ),
  mail(
    ...(["k5", "2025-01-22", barend, fenna, "Re: Beet"] as const),
    `Fenna,

Wat vervelend. Muilkorven bestel ik deze week. Jij had de hond zelf beter moeten vasthouden.

Barend`,
  ),
  paper(
    ...(["k6", "2025-02-04", tilly, "Probleemanalyse"] as const),
    `Arbodienst Het Verband

Probleemanalyse

Mevrouw Hoefsmid kan haar rechterhand nog niet belasten. Ik acht haar in staat tot werk aan de balie, vier uur per dag. De wond is ontstoken geraakt doordat zij te vroeg weer kooien moest schrobben.

T. Zwachtel
bedrijfsarts`,
  ),
  mail(
    ...(["k7", "2025-02-10", barend, fenna, "Werk"] as const),
    `Fenna,

Aan de balie heb ik niemand nodig. Ik verwacht je woensdag bij de operaties. Wie niet kan vasthouden, kan altijd nog schrobben.

Barend`,
  ),
  paper(
    ...(["k8", "2025-02-17", barend, "Einde toeslag"] as const),
    `Dierenkliniek De Natte Neus B.V.
Korenmarkt 2, Lochem

Geachte mevrouw Hoefsmid,

Vanaf maart vervalt uw toeslag voor spoeddiensten. Het aantal spoedgevallen is in 2024 teruggelopen van 310 naar 188. U hebt op 10 februari 2025 geweigerd te werken. Uw loon over februari wordt gewoon uitbetaald.

Hoogachtend,

B. Poelier
eigenaar`,
  ),
  paper(
    ...(["k9", "2025-02-24", fenna, "Bezwaar"] as const),
    `Geachte heer Poelier,

Met het vervallen van de toeslag ben ik het niet eens. Ik heb op 10 februari 2025 aangeboden aan de balie te komen werken. U hebt mij die dag naar huis gestuurd. Ook vorig jaar draaide ik elk derde weekend spoeddienst.

Fenna Hoefsmid`,
  ),
  paper(
    ...(["k10", "2025-03-05", siska, "Verklaring"] as const),
    `Verklaring

Ik heb tot januari 2025 als dierenarts bij De Natte Neus gewerkt. Wij vroegen al sinds de zomer om muilkorven. Barend noemde dat verspilling. Fenna heeft de herdershond volgens de regels vastgehouden.

Siska Egel`,
  ),
  paper(
    ...(["k11", "2025-03-11", gradus, "Uw vraag over de hond"] as const),
    `Hondenschool Weidegang

Geachte mevrouw Hoefsmid,

Op 20 januari 2025 stond ik met mijn herdershond in de wachtkamer. Ik heb u vooraf gewaarschuwd dat hij bijt. De eigenaar van de kliniek liep toen langs en lachte erom. Het spijt mij dat u letsel hebt.

Met vriendelijke groet,

G. Weidegang
instructeur`,
  ),
  paper(
    ...(["k12", "2025-03-20", fenna, "Gespreksnotitie"] as const),
    `Vandaag om 16:20 uur met de heer Poelier gesproken in de apotheek van de kliniek. Hij gaf toe dat de muilkorven pas in februari zijn geleverd. Hij bood aan de toeslag over maart alsnog te betalen. Ik heb dat aanbod niet aangenomen.`,
  ),
  paper(
    ...(["k13", "2025-04-02", tilly, "Terugkoppeling spreekuur"] as const),
    `Arbodienst Het Verband

Mevrouw Hoefsmid was op 1 april 2025 op mijn spreekuur. De hand is genezen. Zij kan haar eigen werk hervatten, maar nog geen grote honden tillen. Over zes weken zie ik haar terug.

T. Zwachtel, bedrijfsarts`,
  ),
  mail(
    ...(["k14", "2025-04-14", barend, fenna, "Voorstel"] as const),
    `Fenna,

De toeslag over maart en april betaal ik na, samen € 412. Voor de toekomst blijft mijn besluit staan. Het rooster van mei krijg je vrijdag.

Barend`,
  ),
];

/** The words of one document, and claims that rest on them alone. */
type Row = readonly [source: string, quote: string, ...claims: string[]];

const rows: readonly Row[] = [
  ["k1", "De werkneemster is aangenomen als paraveterinair.", "Ik ben als paraveterinair in dienst genomen."],
  [
    "k1",
    "Voor een spoeddienst in het weekend ontvangt de werkneemster een toeslag van 60 procent.",
    "In de arbeidsovereenkomst is een toeslag van 60 procent voor spoeddiensten in het weekend afgesproken.",
  ],
  [
    "k1",
    "De kliniek betaalt de bijscholing en geeft daarvoor vier dagen per jaar vrij.",
    "Voor bijscholing krijg ik jaarlijks vier vrije dagen.",
  ],
  [
    "k2",
    "Je mag in november naar de cursus verdoving in Doetinchem. De kosten van € 1.430 zijn voor de kliniek.",
    "Op 12 september 2024 gaf de heer Poelier mij toestemming voor de cursus verdoving.",
    "De kliniek zou de cursuskosten van € 1.430 dragen.",
  ],
  [
    "k3",
    "ik heb mij vanmorgen ingeschreven. Een kamer in Doetinchem heb ik gereserveerd.",
    "De dag erna heb ik mij voor de cursus ingeschreven.",
  ],
  [
    "k4",
    "Gistermiddag ben ik tijdens de behandeling van een herdershond in mijn rechterhand gebeten. Er was geen muilkorf in de behandelkamer. De huisarts heeft de wond met zes hechtingen gesloten.",
    "Een herdershond beet mij op 20 januari 2025 in de rechterhand.",
    "In de behandelkamer ontbrak een muilkorf.",
    "Er waren zes hechtingen nodig om de wond te sluiten.",
  ],
  [
    "k5",
    "Muilkorven bestel ik deze week. Jij had de hond zelf beter moeten vasthouden.",
    "De heer Poelier zegde op 22 januari 2025 toe muilkorven te bestellen.",
    "Volgens de heer Poelier had ik de hond beter moeten vasthouden.",
  ],
  [
    "k6",
    "Ik acht haar in staat tot werk aan de balie, vier uur per dag. De wond is ontstoken geraakt doordat zij te vroeg weer kooien moest schrobben.",
    "De bedrijfsarts achtte mij in staat om vier uur per dag aan de balie te werken.",
    "Dat ik te vroeg kooien moest schrobben, heeft de wond doen ontsteken.",
  ],
  [
    "k7",
    "Aan de balie heb ik niemand nodig. Ik verwacht je woensdag bij de operaties.",
    "De heer Poelier liet mij op 10 februari 2025 weten dat hij aan de balie niemand nodig had.",
    "Ik werd die woensdag bij de operaties verwacht.",
  ],
  [
    "k8",
    "Vanaf maart vervalt uw toeslag voor spoeddiensten. Het aantal spoedgevallen is in 2024 teruggelopen van 310 naar 188. U hebt op 10 februari 2025 geweigerd te werken. Uw loon over februari wordt gewoon uitbetaald.",
    "De kliniek heeft mijn toeslag voor spoeddiensten per maart geschrapt.",
    "Volgens de kliniek is het aantal spoedgevallen gedaald van 310 naar 188.",
    "De kliniek verwijt mij dat ik op 10 februari 2025 heb geweigerd te werken.",
  ],
  [
    "k9",
    "Ik heb op 10 februari 2025 aangeboden aan de balie te komen werken. U hebt mij die dag naar huis gestuurd. Ook vorig jaar draaide ik elk derde weekend spoeddienst.",
    "Ik bood op 10 februari 2025 aan om aan de balie te werken.",
    "Die dag stuurde de heer Poelier mij naar huis.",
    "In 2024 had ik om de drie weekenden spoeddienst.",
  ],
  [
    "k10",
    "Wij vroegen al sinds de zomer om muilkorven. Barend noemde dat verspilling. Fenna heeft de herdershond volgens de regels vastgehouden.",
    "Mevrouw Egel verklaart dat sinds de zomer om muilkorven werd gevraagd.",
    "De heer Poelier vond muilkorven verspilling.",
    "Ik heb de herdershond volgens de regels vastgehouden.",
  ],
  [
    "k11",
    "Ik heb u vooraf gewaarschuwd dat hij bijt. De eigenaar van de kliniek liep toen langs en lachte erom.",
    "De heer Weidegang heeft mij vooraf gewaarschuwd dat zijn hond bijt.",
    "De heer Poelier lachte om die waarschuwing.",
  ],
  [
    "k12",
    "Hij gaf toe dat de muilkorven pas in februari zijn geleverd. Hij bood aan de toeslag over maart alsnog te betalen. Ik heb dat aanbod niet aangenomen.",
    "Op 20 maart 2025 erkende de heer Poelier dat de muilkorven pas in februari waren geleverd.",
    "Zijn aanbod om de toeslag over maart te betalen heb ik afgewezen.",
  ],
  [
    "k13",
    "De hand is genezen. Zij kan haar eigen werk hervatten, maar nog geen grote honden tillen. Over zes weken zie ik haar terug.",
    "Mijn hand is inmiddels genezen.",
    "Mijn eigen werk kan ik hervatten, al mag ik nog geen grote honden tillen.",
  ],
  [
    "k14",
    "De toeslag over maart en april betaal ik na, samen € 412. Voor de toekomst blijft mijn besluit staan.",
    "De toeslag over maart en april, samen € 412, wordt nabetaald.",
    "Aan het schrappen van de toeslag voor de toekomst houdt de heer Poelier vast.",
  ],
];

const claims = [{ id: "c1", kind: "FACT", text: "De feiten.", section: "Feiten" }] as const;
const entries: readonly Entry[] = rows.map(([source, quote], at) => ({
  ...{ id: `e${at + 1}`, claimId: "c1", slotKind: "QUOTE", source, quote },
}));
const honest: readonly HonestSentence[] = rows.flatMap(([, , ...texts], at) =>
  texts.map((text, nth) => ({
    ...{ id: `cl-h${String(at + 1).padStart(2, "0")}${nth + 1}`, kind: "FACT", claimId: "c1", text },
    entryIds: [`e${at + 1}`],
  })),
);

/**
 * A nurse of animals is bitten, and loses the supplement for her weekends; for bindings alone. Written before it was run, by who
 * mended the rules of the round, and run once after them.
 */
export const clinic: Dossier = {
  ...{ name: "clinic", locale: "nl", parties, documents, laws: [], rulings: [], claims, entries, honest },
};

/** Claims of the same case that none of its papers says: whatever is bound for them is wrong. */
export const clinicUnfounded: readonly string[] = [
  "De heer Poelier heeft mij op 3 maart 2025 een vergoeding voor mijn reiskosten toegezegd.",
  "Mevrouw Egel heeft in december 2024 de verzekeraar over de beet ingelicht.",
  "De bedrijfsarts adviseerde op 18 februari 2025 een operatie aan mijn hand.",
  "De kliniek heeft mijn vakantiedagen van 2024 niet uitbetaald.",
  "De heer Weidegang heeft de rekening van de huisarts voldaan.",
  "Mijn collega Joris heeft de kooi van de hond opengezet.",
  "In juni 2024 kreeg ik een schriftelijke waarschuwing wegens te laat komen.",
  "De heer Poelier heeft op 14 april 2025 erkend dat hij de veiligheid had verwaarloosd.",
  "De cursus verdoving heb ik met een diploma afgesloten.",
  "Op 5 februari 2025 meldde ik het ongeval bij de arbeidsinspectie.",
  "De kliniek beschikte over een schriftelijk protocol voor gevaarlijke honden.",
  "De spoeddiensten werden vanaf 2023 door een andere praktijk waargenomen.",
];
