import type { BadClass, BadSentence } from "../bad-sentence.ts";

/** Entries, sentence, why. */
type Row = readonly [entries: string, text: string, why: string];

const sets: readonly (readonly [BadClass, readonly Row[]])[] = [
  [
    "negation-added",
    [
      ["e4", "De toeslag van € 285 per maand zou ik niet blijven ontvangen.", "she would"],
      ["e7", "De laadklep aan de noordkant zakte niet uit zichzelf.", "it did"],
      ["e13", "De keerklep is niet versleten, schrijft de heer Peilstok.", "it is"],
      ["e14", "De heer Meerpaal erkent niet dat de keerklep versleten was.", "he does"],
      ["e18", "Overdag stond ik niet klaar.", "she did"],
      ["e21", "Roelien Loopplank heeft op 1 juni nooit gevaren, verklaart de heer Roerganger.", "she has"],
    ],
  ],
  [
    "negation-lost",
    [
      ["e1", "Het loon kan eenzijdig worden verlaagd.", "not"],
      ["e4", "Vanaf 1 juli moest ik nachtdiensten draaien.", "none"],
      ["e10", "Volgens mevrouw Oeverman had iemand aan de hendel gezeten.", "nobody"],
      ["e12", "Ik heb de hendel aangeraakt.", "not"],
      ["e15", "Er is sprake van een blijvende beperking.", "none"],
      ["e17", "De heer Meerpaal huurt een uitzendkracht in.", "none"],
      ["e19", "Voor de overplaatsing heeft de heer Meerpaal mijn toestemming nodig.", "not"],
      ["e20", "Ik stem in met een overplaatsing naar de kaartverkoop.", "not"],
      ["e22", "Mevrouw Boeglijn vindt de inhouding juist.", "not"],
    ],
  ],
  [
    "denial-introduces",
    [
      ["e13", "Nergens staat: “De zuidelijke laadklep is in orde.”", "it does"],
      ["e4", "Mevrouw Boeglijn schreef nooit: “De toeslag van € 285 per maand blijf je ontvangen.”", "she did"],
    ],
  ],
  [
    "agrees-with-opponent",
    [
      ["e11", "Met juistheid schrijft de heer Meerpaal: “De klep vertoonde geen gebreken.”", "agrees"],
      ["e19", "De heer Meerpaal stelt terecht dat mijn toestemming niet nodig is.", "agrees"],
    ],
  ],
  [
    "negation-moved",
    [
      ["e22", "De kosten van mijn vaarbewijs heeft mevrouw Boeglijn niet doorgegeven.", "she has"],
      ["e13", "De noordelijke laadklep is in orde, de zuidelijke niet.", "the other way round"],
      ["e15", "Overdag werken is af te raden, in de nacht kan ik mijn werk volledig doen.", "the other way round"],
    ],
  ],
  [
    "parties-swapped",
    [
      ["e6", "De heer Meerpaal belde de heer Roerganger, maar die nam niet op.", "swapped"],
      ["e7", "De heer Meerpaal vroeg mij de hydrauliek te laten nakijken.", "swapped"],
      ["e12", "De heer Meerpaal heeft mij op 5 maart 2024 voor deze klep gewaarschuwd.", "swapped"],
      ["e21", "De heer Meerpaal heeft de bewegingen van de klep aan de heer Roerganger gemeld.", "swapped"],
      ["e21", "Ik doe sinds juni de nachten die de heer Roerganger zou draaien.", "swapped"],
    ],
  ],
  [
    "comparison-turned",
    [
      ["e23", "Aan onderhoud is € 18.400 uitgegeven, meer dan in 2022.", "less"],
      ["e2", "Een rooster wordt hoogstens 14 dagen van tevoren bekendgemaakt.", "at least"],
    ],
  ],
  [
    "order-turned",
    [
      ["e14", "Na 1 juni 2024 zou ik een cursus noodprocedures volgen.", "before"],
      ["e2", "Vóór een nachtdienst geldt een rusttijd van elf uur.", "after"],
    ],
  ],
  [
    "quantity-turned",
    [
      ["e9", "Iedereen raakte gewond.", "nobody"],
      ["e8", "Ik moest met één klep varen, schreef de heer Meerpaal.", "both"],
    ],
  ],
  [
    "verb-turned",
    [
      ["e14", "De heer Meerpaal wil de waarschuwing intrekken.", "keep"],
      ["e19", "De nachttoeslag blijft.", "lapses"],
      ["e15", "De bedrijfsarts raadt nachtdiensten de komende drie maanden aan.", "against"],
      ["e6", "De klep is een halve meter gestegen.", "sank"],
    ],
  ],
  [
    "quality-turned",
    [
      ["e20", "Mijn vaarbewijs is ongeldig.", "valid"],
      ["e11", "De laadklep heb ik volgens de heer Meerpaal te laat laten zakken.", "too early"],
      ["e15", "Sinds het voorval slaap ik goed.", "badly"],
    ],
  ],
  [
    "condition-turned",
    [
      ["e3", "De kosten van verlenging zijn voor de werkgever, ook als ik zelf opzeg.", "unless"],
      ["e13", "Varen is verantwoord zolang de keerklep niet is vervangen.", "not"],
    ],
  ],
  [
    "day-of-another-act",
    [
      ["e4", "Op 1 juli 2023 schreef mevrouw Boeglijn dat ik geen nachten meer hoef te draaien.", "10 May"],
      ["e11", "Op 18 maart 2024 gaf de heer Meerpaal mij een officiële waarschuwing.", "25 March"],
      ["e12", "Op 5 maart 2024 vroeg ik de waarschuwing in te trekken.", "29 March"],
      ["e14", "Op 1 juni 2024 erkende de heer Meerpaal dat de keerklep versleten was.", "22 April"],
      ["e17", "Op 1 juni 2024 deelde de heer Meerpaal mij voor zes nachten in.", "27 May"],
      ["e19", "Op 1 juli 2024 schreef de heer Meerpaal dat hij mij overplaatst.", "17 June"],
    ],
  ],
  [
    "wrong-speaker",
    [
      ["e4", "De heer Meerpaal schreef dat ik geen nachtdiensten meer hoef te draaien.", "Boeglijn"],
      ["e6", "Mevrouw Oeverman schreef dat de laadklep weer haperde.", "Roerganger"],
      ["e8", "De heer Roerganger schreef dat de klep niets mankeert.", "Meerpaal"],
      ["e10", "De heer Peilstok verklaart dat niemand aan de hendel had gezeten.", "Oeverman"],
      ["e13", "De bedrijfsarts schat dat de slijtage al een half jaar bestaat.", "Peilstok"],
      ["e15", "Mevrouw Boeglijn raadt nachtdiensten de komende drie maanden af.", "the doctor"],
      ["e16", "De heer Meerpaal stelde voor mijn afspraak van vorig jaar na te komen.", "Boeglijn"],
      ["e21", "Mevrouw Oeverman verklaart dat de klep vorig najaar al twee keer bewoog.", "Roerganger"],
      ["e22", "De heer Meerpaal vindt de inhouding van € 410 niet juist.", "Boeglijn"],
    ],
  ],
  [
    "crossed-entries",
    [
      ["e4,e19", "Op 10 mei 2023 schreef mevrouw Boeglijn dat de nachttoeslag vervalt.", "Meerpaal, 17 June"],
      ["e10,e13", "De heer Peilstok begroot de schade op € 1.940.", "Oeverman"],
      ["e16,e22", "Mevrouw Boeglijn schreef dat zes nachten ongeveer € 620 aan inhouding kosten.", "€ 410"],
      ["e7,e8", "Op 7 maart 2024 meldde ik dat de klep drie keer is gezakt.", "5 March"],
      ["e9,e21", "De heer Roerganger heeft de pont om 08:15 uur uit de vaart genomen.", "the log does not say"],
    ],
  ],
  ["invented-date", [["e13", "De keerklep is op 3 mei 2024 vervangen.", "no such day"]]],
  ["invented-sum", [["e22", "Kabelpont is mij € 2.755 schuldig.", "no such sum"]]],
  ["invented-name", [["e10", "Ook Geert Stuurboord stond vooraan.", "nobody of that name"]]],
  ["citation-unbound", [["e24", "Zie ook artikel 7:613 BW.", "not bound"]]],
];

const refused: ReadonlySet<BadClass> = new Set(["invented-date", "invented-sum", "invented-name", "citation-unbound"]);

/** What is wrong in the dossier on the ferry, class by class. */
export const ferryBad: readonly BadSentence[] = sets.flatMap(([name, rows], set) =>
  rows.map(([entries, text, why], index) => ({
    ...{ id: `fe-b${String(set * 20 + index + 1).padStart(3, "0")}`, class: name, kind: "FACT" as const },
    expect: refused.has(name) ? ("refused" as const) : ("refused-or-look" as const),
    ...{ entryIds: entries.split(","), text, why },
  })),
);
