import type { BadClass, BadSentence } from "../bad-sentence.ts";

/** Entries, sentence, why. */
type Row = readonly [entries: string, text: string, why: string];

const sets: readonly (readonly [BadClass, readonly Row[]])[] = [
  [
    "negation-added",
    [
      ["e5", "Mevrouw Kruimel heeft mijn vakantie in juli niet goedgekeurd.", "she has"],
      ["e1", "Volgens de overeenkomst werk ik niet in de ochtendploeg.", "she does"],
      ["e9", "Ik was niet bereid om in juni extra te werken.", "she was"],
      ["e17", "De klachten zijn niet na de aankondiging ontstaan.", "they are"],
      ["e3", "Aanvragen hoeven niet binnen tien dagen te worden beantwoord.", "they must"],
      ["e13", "Mevrouw Kruimel verzette zich niet tegen de overplaatsing.", "she did"],
    ],
  ],
  [
    "negation-lost",
    [
      ["e8", "Ik stemde in met de overplaatsing.", "she did not"],
      ["e6", "De heer Deegrol heeft de overplaatsing vooraf met mij besproken.", "he has not"],
      ["e12", "De heer Deegrol heeft mij in april gesproken, verklaart de heer Gistpot.", "not"],
      ["e13", "De heer Gistpot heeft de diensten van juli geweigerd.", "never"],
      ["e18", "Mevrouw Kruimel gaf toe dat er in april een gesprek is geweest.", "none"],
      ["e11", "De bakkerij vergoedt de kosten van mijn reis, schrijft de heer Deegrol.", "not"],
      ["e16", "De bedrijfsarts schrijft dat ik moet stoppen met tillen.", "need not"],
    ],
  ],
  [
    "negation-moved",
    [
      ["e18", "Mevrouw Kruimel gaf niet toe dat er in april een gesprek is geweest.", "she owned that there was none"],
      ["e11", "De toeslag was geen gunst maar een recht, schrijft de heer Deegrol.", "turned round"],
      ["e8", "Ik stem in met de overplaatsing; mijn vakantie was niet goedgekeurd.", "turned round"],
    ],
  ],
  [
    "parties-swapped",
    [
      ["e8", "De heer Deegrol stemt niet in met de overplaatsing.", "she does not"],
      ["e18", "De heer Deegrol had mevrouw Kruimel gevraagd het besluit terug te draaien.", "she asked him"],
      ["e12", "De heer Deegrol vertelde dat Teun kwijt wilde.", "nonsense: he wanted to lose Wende"],
      ["e7", "Ik trok mijn goedgekeurde vakantie in.", "he did"],
      ["e13", "Mevrouw Kruimel heeft de diensten van juli nooit geweigerd.", "Gistpot"],
      ["e14", "Ms Marzipan had promised the bakery a morning delivery.", "the other way round"],
      ["e14", "Ms Marzipan cancelled the morning delivery.", "the bakery did"],
      ["e13", "Ik verzette mij tegen de overplaatsing, verklaart de heer Gistpot.", "mevrouw Kruimel did"],
    ],
  ],
  [
    "comparison-turned",
    [
      ["e15", "Sales at the Molenweg were lower than in the year before.", "higher"],
      ["e16", "De zakken moeten ten minste 12 kilo wegen.", "at most"],
      ["e10", "De omzet van de vestiging is met 22 procent gestegen.", "fallen"],
      ["e6", "Aan de Havenkade begin ik vroeger dan nu, om 8:00 uur.", "later, only at"],
    ],
  ],
  [
    "order-turned",
    [
      ["e2", "Voor uren na 6:00 uur geldt een nachttoeslag van 40 procent.", "before"],
      ["e8", "Mijn reis heb ik geboekt voordat mijn vakantie was goedgekeurd.", "after"],
      ["e17", "De klachten zijn ontstaan vóór de aankondiging van de overplaatsing.", "after"],
      ["e14", "The bakery cancelled the delivery after we could accept.", "before"],
      ["e16", "Ik ben ongeschikt voor werk vóór 14:00 uur.", "after"],
    ],
  ],
  [
    "quantity-turned",
    [
      ["e13", "Alle klanten hebben bij hem geïnformeerd waarom ik was vertrokken.", "some"],
      ["e15", "Everybody informed them except me.", "nobody"],
      ["e4", "Overplaatsing is ook mogelijk zonder schriftelijke instemming.", "only with"],
      ["e12", "De heer Deegrol was in april enkele dagen met verlof.", "the whole month"],
    ],
  ],
  [
    "verb-turned",
    [
      ["e5", "Mijn aanvraag voor drie weken vakantie is afgewezen.", "granted"],
      ["e18", "Mevrouw Kruimel ontkende dat er in april geen gesprek is geweest.", "she owned it"],
      ["e18", "De heer Deegrol beloofde het besluit terug te draaien.", "he refused"],
      ["e10", "Ik heb in april 2025 de overplaatsing mondeling geweigerd, schrijft de heer Deegrol.", "agreed"],
      ["e5", "De nachttoeslag vervalt tijdens de vakantie.", "goes on"],
      ["e13", "Mevrouw Kruimel steunde de overplaatsing.", "opposed it"],
      ["e14", "The bakery confirmed the morning delivery.", "cancelled it"],
      ["e7", "De heer Deegrol handhaafde mijn vakantie.", "took it back"],
    ],
  ],
  [
    "quality-turned",
    [
      ["e16", "Ik ben ongeschikt voor werk in de ochtend.", "fit"],
      ["e16", "Ik ben geschikt voor werk na 14:00 uur.", "unfit"],
      ["e4", "Overplaatsing is mogelijk met mondelinge instemming van de werkneemster.", "written"],
      ["e10", "Ik heb in april 2025 schriftelijk met de overplaatsing ingestemd, schrijft de heer Deegrol.", "orally"],
      ["e17", "De bedrijfsarts adviseert een snelle opbouw.", "slow"],
    ],
  ],
  [
    "duty-turned",
    [
      ["e3", "Aanvragen mogen binnen tien dagen worden beantwoord.", "must"],
      ["e20", "De werkgever moet het tijdvak van de vakantie wijzigen.", "may"],
    ],
  ],
  [
    "condition-turned",
    [
      ["e16", "Ik hoef niet te stoppen met tillen, tenzij de zakken ten hoogste 12 kilo wegen.", "provided"],
      ["e20", "De werkgever kan het tijdvak ook zonder overleg met de werknemer wijzigen.", "after consultation only"],
      ["e20", "Ook zonder gewichtige redenen kan de werkgever de vakantie wijzigen.", "only with"],
    ],
  ],
  [
    "denial-introduces",
    [
      ["e5", "Mevrouw Kruimel schreef nooit: “De nachttoeslag loopt tijdens de vakantie gewoon door.”", "she did"],
      ["e18", "Mevrouw Kruimel ontkende: “er in april geen gesprek is geweest”.", "she owned it"],
      ["e15", "Ms Marzipan denied that “Sales at the Molenweg were higher than in the year before.”", "she says it"],
    ],
  ],
  [
    "agrees-with-opponent",
    [
      ["e11", "Terecht noemt de heer Deegrol de nachttoeslag een gunst.", "she does not agree"],
      ["e10", "Ik heb in april 2025 mondeling met de overplaatsing ingestemd.", "told as if it were so"],
      ["e10", "Zoals de bakkerij met recht opmerkt, is de omzet met 22 procent gedaald.", "she does not agree"],
    ],
  ],
  [
    "day-of-another-act",
    [
      ["e8", "Op 22 mei 2025 heb ik mijn reis geboekt.", "10 February"],
      ["e6", "Op 16 juni 2025 schreef de heer Deegrol mij over de overplaatsing.", "19 May"],
      ["e18", "Op 3 februari 2025 gaf mevrouw Kruimel toe dat er geen gesprek is geweest.", "17 June"],
      ["e10", "De heer Deegrol schreef mij in april 2025 dat ik had ingestemd.", "4 June"],
      ["e17", "Op 1 september 2025 adviseerde de bedrijfsarts een geleidelijke opbouw.", "12 June"],
      ["e12", "In juni 2025 vertelde de heer Deegrol dat hij mij kwijt wilde.", "March"],
    ],
  ],
  [
    "wrong-speaker",
    [
      ["e5", "De heer Deegrol heeft mijn aanvraag voor juli goedgekeurd.", "Kruimel, he was in copy"],
      ["e6", "Mevrouw Kruimel schreef dat zij mij per 16 juni 2025 overplaatst.", "Deegrol"],
      ["e17", "De heer Gistpot adviseert een geleidelijke opbouw.", "the doctor"],
      ["e12", "Mevrouw Kruimel verklaart dat de heer Deegrol mij kwijt wilde.", "Gistpot"],
      ["e15", "Mr Deegrol wrote that sales at the Molenweg were higher than in the year before.", "Marzipan"],
      ["e8", "De heer Deegrol schreef dat de annulering € 1.265 kost.", "she did"],
    ],
  ],
  [
    "crossed-entries",
    [
      ["e5,e6", "Mevrouw Kruimel heeft mij per 16 juni 2025 overgeplaatst.", "Deegrol"],
      ["e8,e9", "Ik heb aangeboden om op 10 februari 2025 extra te werken.", "June; booked that day"],
      ["e16,e17", "De opbouw moet om 14:00 uur zijn afgerond.", "1 September"],
      ["e12,e18", "De heer Gistpot beloofde mijn aanvraag van 3 februari 2025 te sturen.", "Kruimel"],
      ["e1,e2", "In de ochtendploeg geldt van 5:30 tot 12:30 uur een nachttoeslag van 40 procent.", "before 6:00"],
    ],
  ],
  [
    "invented-date",
    [
      ["e6", "Op 2 juni 2025 heeft de heer Deegrol de overplaatsing herhaald.", "no such day in it"],
      ["e5", "Mijn vakantie begint op 7 juli.", "no such day"],
    ],
  ],
  [
    "invented-sum",
    [
      ["e8", "De reis kostte in totaal € 2.480.", "no such sum"],
      ["e11", "De nachttoeslag scheelt mij honderdtachtig euro per maand.", "no such sum"],
    ],
  ],
  [
    "invented-name",
    [
      ["e13", "Ook Sjoerd Bloemzak verzette zich tegen de overplaatsing.", "nobody of that name"],
      ["e15", "Mr Rollingpin confirms this.", "nobody of that name"],
    ],
  ],
  [
    "citation-unbound",
    [
      ["e20", "Dat volgt ook uit artikel 7:640 BW.", "not bound"],
      ["e19", "Zie voorts artikel 7:613 BW.", "not bound"],
    ],
  ],
];

const refused: ReadonlySet<BadClass> = new Set(["invented-date", "invented-sum", "invented-name", "citation-unbound"]);

/** What is wrong in the dossier on the baker, class by class. */
export const bakeryBad: readonly BadSentence[] = sets.flatMap(([name, rows], set) =>
  rows.map(([entries, text, why], index) => ({
    ...{ id: `ba-b${String(set * 20 + index + 1).padStart(3, "0")}`, class: name, kind: "FACT" as const },
    expect: refused.has(name) ? ("refused" as const) : ("refused-or-look" as const),
    ...{ entryIds: entries.split(","), text, why },
  })),
);
