import type { BadClass, BadSentence } from "../bad-sentence.ts";

/** Entries, sentence, why. */
type Row = readonly [entries: string, text: string, why: string];

const sets: readonly (readonly [BadClass, readonly Row[]])[] = [
  [
    "negation-added",
    [
      ["e3", "De kosten van € 6.840 neemt Zwelkast niet voor haar rekening.", "it does"],
      ["e8", "De heer Windlade zegde niet toe dat de afzuiging vóór 1 februari 2025 werd vervangen.", "he did"],
      ["e9", "De klachten hangen niet samen met het stof in de werkplaats, schrijft de bedrijfsarts.", "they do"],
      ["e12", "Ik was niet beschikbaar voor de kerk in Appelveen.", "she was"],
      ["e16", "Over mijn werk aan het rugpositief waren de kerkrentmeesters ontevreden.", "content"],
      ["e22", "De heer Windlade betaalt het loon van maart en april niet.", "he does"],
      ["e4", "Ik heb het aanbod nooit aangenomen.", "she did"],
      ["e21", "Mijn luchtwegen zijn nog niet hersteld.", "they are"],
    ],
  ],
  [
    "negation-lost",
    [
      ["e2", "Terugbetaling is verschuldigd wanneer de werkgever de overeenkomst beëindigt.", "not"],
      ["e7", "Voor een nieuwe afzuiging was er geld, schreef de heer Windlade.", "none"],
      ["e11", "Op kantoor was werk voor mij.", "none"],
      ["e11", "Het advies van de bedrijfsarts is bindend, schreef de heer Windlade.", "not"],
      ["e14", "De heer Windlade heeft op mijn aanbod geantwoord.", "not"],
      ["e15", "Volgens de heer Mixtuur heb ik geweigerd om in kerken te werken.", "never"],
      ["e17", "Mevrouw Registers is het eens met de loonstop.", "not"],
      ["e18", "Mijn instemming is volgens de heer Windlade nodig.", "not"],
      ["e19", "Over de opleiding hebben wij terugbetaling afgesproken.", "none"],
      ["e21", "De werkgever heeft de bedrijfsarts in februari om uitleg gevraagd.", "not"],
    ],
  ],
  [
    "negation-moved",
    [
      ["e9", "Ik kan niet op kantoor werken, wel in de werkplaats.", "the other way round"],
      ["e23", "Zij ontkende niet dat er opdrachten waren weggevallen.", "she denied it"],
      ["e23", "Zij wilde het verslag wel ondertekenen.", "she would not"],
      ["e22", "Hij erkent daarmee een fout.", "without owning to one"],
    ],
  ],
  [
    "denial-introduces",
    [
      [
        "e8",
        "Nooit is gezegd: “De heer Windlade zegt toe dat de afzuiging vóór 1 februari 2025 is vervangen.”",
        "it is",
      ],
      ["e9", "De bedrijfsarts schrijft niet: “De klachten hangen samen met het stof in de werkplaats.”", "he does"],
      [
        "e3",
        "Mevrouw Registers heeft niet geschreven: “De kosten van € 6.840 nemen wij voor onze rekening.”",
        "she has",
      ],
    ],
  ],
  [
    "agrees-with-opponent",
    [
      ["e13", "Terecht schrijft de heer Windlade: “De werkplaats is veilig.”", "agrees"],
      ["e18", "De heer Windlade merkt met recht op dat mijn instemming niet nodig is.", "agrees"],
      ["e7", "Zoals de heer Windlade juist opmerkt, komt het hoesten van het roken van mijn buurman.", "agrees"],
    ],
  ],
  [
    "parties-swapped",
    [
      ["e5", "De heer Windlade heeft de heer Mixtuur op de kapotte afzuiging gewezen.", "the other way round"],
      ["e16", "De heer Windlade vroeg de kerkrentmeester om mij te sturen.", "she asked him"],
      ["e17", "De heer Windlade is het niet eens met de loonstop.", "Registers"],
      ["e17", "Mevrouw Registers wil er niet op terugkomen.", "Windlade"],
      ["e23", "Ik vertelde mevrouw Registers dat de heer Windlade de verhoging had beloofd.", "she told"],
      ["e23", "Mevrouw Registers had de verhoging van mijn loon beloofd en later ingetrokken.", "Windlade"],
      ["e8", "De heer Mixtuur zegde toe dat de afzuiging werd vervangen.", "Windlade"],
      ["e14", "Ik heb de heer Windlade niet geantwoord.", "he did not answer"],
    ],
  ],
  [
    "comparison-turned",
    [
      ["e20", "In 2023 zijn er twee orgels meer opgeleverd dan in 2024.", "turned"],
      ["e20", "Er zijn negen orgels opgeleverd, twee minder dan in 2023.", "more"],
      ["e5", "Een reparatie vond de heer Windlade te goedkoop.", "too dear"],
    ],
  ],
  [
    "order-turned",
    [
      ["e8", "De afzuiging zou pas na 1 februari 2025 worden vervangen, zegde de heer Windlade toe.", "before"],
      ["e23", "De heer Windlade trok de verhoging in en beloofde die later.", "turned"],
      ["e15", "De afzuiging draaide van september tot en met februari.", "stood still"],
    ],
  ],
  [
    "quantity-turned",
    [
      ["e20", "Alle opdrachten zijn geannuleerd.", "none"],
      ["e13", "Van mijn hoesten heeft iedereen iets gemerkt, schrijft de heer Windlade.", "nobody"],
      ["e1", "Wijziging van de arbeidsduur behoeft instemming van één partij.", "both"],
      ["e8", "Geen leerling had hoofdpijn.", "two"],
    ],
  ],
  [
    "verb-turned",
    [
      ["e20", "De omzet daalde in 2024 met 4 procent.", "rose"],
      ["e18", "De omzet is in 2024 met 15 procent gestegen, schrijft de heer Windlade.", "fell"],
      ["e18", "De heer Windlade verhoogt mijn arbeidsduur tot 24 uur per week.", "lowers"],
      ["e4", "Ik heb het aanbod afgeslagen.", "took"],
      ["e8", "De aanvraag van subsidie is toegewezen.", "refused"],
      ["e23", "Zij bevestigde dat er opdrachten waren weggevallen.", "denied"],
      ["e16", "De opdracht van 180 uur is vervroegd.", "put off"],
      ["e17", "Mevrouw Registers betaalt het loon van maart uit.", "keeps it in"],
    ],
  ],
  [
    "quality-turned",
    [
      ["e13", "De werkplaats is onveilig, schrijft de heer Windlade.", "safe"],
      ["e5", "De afzuiging in de werkplaats is heel.", "broken"],
      ["e21", "Ik kan slechts gedeeltelijk werken.", "fully"],
      ["e20", "De orderportefeuille is leeg.", "full"],
      ["e10", "Mevrouw Registers vond dat dit mondeling moest worden bevestigd.", "in writing"],
    ],
  ],
  [
    "duty-turned",
    [
      ["e4", "Ik moest een tweede cursus in Leipzig volgen.", "need not"],
      ["e24", "De werkgever mag de lokalen inrichten zoals hij wil.", "must"],
    ],
  ],
  [
    "condition-turned",
    [
      ["e9", "Ik zou herstellen ook als ik aan stof werd blootgesteld.", "provided not"],
      ["e2", "Terugbetaling is niet verschuldigd wanneer ik de overeenkomst beëindig.", "the employer"],
      ["e21", "Ik kan alleen werken in ruimten zonder afzuiging.", "except"],
    ],
  ],
  [
    "day-of-another-act",
    [
      ["e6", "Op 30 september 2024 heb ik gevraagd de afzuiging te herstellen.", "4 November"],
      ["e13", "Op 17 februari 2025 stopte de heer Windlade mijn loon.", "24 February"],
      ["e8", "Op 1 februari 2025 zegde de heer Windlade toe de afzuiging te vervangen.", "2 December"],
      ["e14", "Op 11 februari 2025 maakte ik bezwaar tegen de loonstop.", "28 February"],
      ["e18", "Op 1 mei 2025 schreef de heer Windlade dat hij mijn uren vermindert.", "31 March"],
      ["e22", "Op 30 april 2025 schreef de heer Windlade dat hij het loon alsnog betaalt.", "5 May"],
      ["e16", "Op 12 februari schreef de kerkrentmeester dat zij zeer tevreden was.", "14 March"],
    ],
  ],
  [
    "wrong-speaker",
    [
      ["e3", "De heer Windlade schreef dat Zwelkast de kosten van € 6.840 op zich neemt.", "Registers"],
      ["e5", "De heer Windlade schreef dat de afzuiging kapot is.", "Mixtuur"],
      ["e9", "Volgens de heer Mixtuur hangen de klachten samen met het stof.", "the doctor"],
      ["e10", "De heer Windlade vond dat dit mij schriftelijk moest worden bevestigd.", "Registers"],
      [
        "e15",
        "De bedrijfsarts verklaart dat de afzuiging van september tot en met februari heeft stilgestaan.",
        "Mixtuur",
      ],
      ["e16", "Mevrouw Registers schreef dat zij over mijn werk aan het rugpositief zeer tevreden was.", "Tongwerk"],
      ["e17", "De heer Mixtuur schreef dat hij het niet eens is met de loonstop.", "Registers"],
      ["e21", "Mevrouw Registers meldde dat de luchtwegen zijn hersteld.", "the doctor"],
    ],
  ],
  [
    "crossed-entries",
    [
      ["e5,e6", "De heer Mixtuur vroeg een offerte van € 2.310 op.", "she did"],
      ["e18,e20", "Volgens de heer Windlade is de omzet met 4 procent gestegen.", "the report"],
      ["e2,e3", "Op 15 januari 2024 is afgesproken dat terugbetaling niet verschuldigd is.", "the contract"],
      ["e13,e18", "Op 24 februari 2025 verminderde de heer Windlade mijn arbeidsduur tot 24 uur.", "31 March"],
      ["e9,e21", "De bedrijfsarts meldde op 20 januari 2025 dat de luchtwegen zijn hersteld.", "22 April"],
    ],
  ],
  ["invented-date", [["e22", "De afzuiging is op 12 april 2025 geplaatst.", "no such day"]]],
  ["invented-sum", [["e14", "Ik heb € 9.525 aan loon gemist.", "no such sum"]]],
  ["invented-name", [["e15", "Ook Driek Orgelpijp is gaan hoesten.", "nobody of that name"]]],
  ["citation-unbound", [["e24", "Zie ook artikel 7:628 BW.", "not bound"]]],
];

const refused: ReadonlySet<BadClass> = new Set(["invented-date", "invented-sum", "invented-name", "citation-unbound"]);

/** What is wrong in the dossier on the voicer of organs, class by class. */
export const organBad: readonly BadSentence[] = sets.flatMap(([name, rows], set) =>
  rows.map(([entries, text, why], index) => ({
    ...{ id: `or-b${String(set * 20 + index + 1).padStart(3, "0")}`, class: name, kind: "FACT" as const },
    expect: refused.has(name) ? ("refused" as const) : ("refused-or-look" as const),
    ...{ entryIds: entries.split(","), text, why },
  })),
);

/** Claims that a binding of the right topic does not carry: the entry that was bound, the claim, what is wrong. */
export const organWrongBindings: readonly Row[] = [
  [
    "e7",
    "De heer Windlade heeft toegezegd dat de afzuiging vóór 1 februari 2025 wordt vervangen.",
    "another slot: no promise",
  ],
  ["e5", "Op 4 november 2024 heb ik de heer Windlade gevraagd de afzuiging te herstellen.", "another speaker and day"],
  ["e18", "De omzet is in 2024 met 4 procent gestegen.", "says it fell"],
  ["e20", "De omzet is in 2024 met 15 procent gedaald.", "says it rose"],
  ["e13", "De werkplaats is niet veilig.", "says it is"],
  ["e11", "Mevrouw Registers had voor februari een plek op kantoor voor mij.", "another speaker, denied"],
  ["e9", "Op 22 april 2025 meldde de bedrijfsarts dat mijn luchtwegen hersteld zijn.", "another day"],
  ["e21", "De bedrijfsarts schrijft dat de klachten samenhangen met het stof in de werkplaats.", "another report"],
  ["e19", "De heer Windlade vermindert mijn arbeidsduur tot 24 uur per week.", "another speaker"],
  ["e18", "Ik ben met de vermindering van mijn uren niet akkoord gegaan.", "another speaker"],
  ["e17", "De heer Windlade heeft mijn loon per 1 maart 2025 gestopt.", "another speaker and day"],
  ["e12", "De heer Windlade verwachtte mij op maandag in de werkplaats.", "another speaker"],
  ["e16", "De heer Mixtuur verklaart dat ik nooit heb geweigerd in kerken te werken.", "another speaker"],
  ["e15", "De kerkrentmeester was zeer tevreden over mijn werk in kerken.", "another speaker"],
  ["e22", "De heer Windlade erkent dat de loonstop een fout was.", "denied"],
  ["e2", "Zwelkast neemt de opleidingskosten van € 6.840 voor haar rekening.", "another slot"],
  ["e3", "Terugbetaling van de opleiding is niet verschuldigd.", "another slot"],
  ["e6", "De heer Mixtuur heeft de heer Windlade op de kapotte afzuiging gewezen.", "another speaker"],
  ["e8", "Voor een nieuwe afzuiging is volgens de heer Windlade geen geld.", "another slot"],
  ["e10", "De heer Windlade schreef dat het advies van de bedrijfsarts niet bindend is.", "another speaker"],
  ["e14", "Mevrouw Registers houdt het loon van maart in.", "another speaker"],
  ["e23", "Ik heb op 2 april 2025 geschreven dat ik al drie jaar geen loonsverhoging heb gehad.", "another day"],
  ["e1", "De heer Windlade mag mijn arbeidsduur zonder mijn instemming wijzigen.", "the other way round"],
  ["e4", "Mevrouw Registers bood mij de opleiding tot restaurator aan.", "another speaker"],
];
