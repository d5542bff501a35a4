import type { BadClass, BadSentence, Expectation } from "../bad-sentence.ts";

/** What stands between a class and the next is of that class: entries, sentence, why. */
type Row = readonly [entries: string, text: string, why: string];

const refusedSets: readonly (readonly [BadClass, readonly Row[]])[] = [
  [
    "invented-date",
    [
      ["e2", "De toezegging is op 2 mei 2025 herhaald.", "no such day"],
      ["e6", "Op 19 juni 2025 heeft de onderzoeker de accu geopend.", "no such day"],
      ["e8", "The battery was shipped on 7 March 2023.", "no such day"],
      ["e4", "In september 2024 had de winkel al problemen met deze accu.", "no such month"],
      ["e13", "The shop was closed on the twentieth of June.", "no such day"],
    ],
  ],
  [
    "invented-sum",
    [
      ["e7", "De schade bedraagt in totaal € 1.150.", "no such sum"],
      ["e5", "Later bood de winkel mij tweehonderd euro.", "no such sum"],
      ["e9", "Each replacement was worth 550 euros.", "no such sum"],
      ["e22", "Daar kwam nog € 75 aan bezorgkosten bij.", "no such sum"],
    ],
  ],
  [
    "invented-name",
    [
      ["e4", "De test is uitgevoerd door Joost Kladblok.", "nobody of that name"],
      ["e12", "The inspection was made by Mr Blotter.", "nobody of that name"],
      ["e10", "Mevrouw Paperclip luisterde mee.", "nobody of that name"],
      ["e7", "Het laboratorium Perforator Techniek bevestigt dit.", "no such firm"],
    ],
  ],
  [
    "invented-number",
    [
      ["e7", "De onderzoeker heeft de accu 6 keer geladen.", "no such number"],
      ["e3", "Ik heb de winkel vier keer gebeld.", "no such number"],
      ["e9", "Thirty customers have complained.", "no such number"],
      ["e6", "Het onderzoek duurde 90 minuten.", "no such number"],
    ],
  ],
  [
    "changed-date",
    [
      ["e2", "Mevrouw Inktpot heeft mij op 17 april 2025 toegezegd dat de accu kosteloos wordt vervangen.", "16 April"],
      ["e3", "Sinds 26 mei 2025 haalt de accu nog maar 45 kilometer.", "28 May"],
      ["e6", "De accu is op 25 juli 2025 onderzocht.", "25 June"],
      ["e8", "The battery was produced on 5 February 2022.", "2023"],
      ["e5", "Het aanbod gold tot en met 31 juni 2025.", "30 June"],
      ["e9", "In 2023 the manufacturer replaced fourteen batteries of this series.", "2024"],
    ],
  ],
  [
    "changed-sum",
    [
      ["e22", "Ik betaalde € 2.989 voor de fiets.", "2.899"],
      ["e7", "Vervanging van de accu kost € 460.", "640"],
      ["e5", "De winkel vroeg vierhonderdachtentachtig euro voor een nieuwe accu.", "480"],
      ["e5", "De winkel bood een nieuwe accu aan voor € 580,00.", "480"],
    ],
  ],
  [
    "changed-name",
    [
      ["e6", "De heer Vlakbom heeft de accu onderzocht.", "Vlakgom"],
      ["e8", "Mr Parkment wrote that the battery was produced on 5 February 2023.", "Parchment"],
      ["e2", "Karin Inktvlek zei toe dat de winkel de accu vervangt.", "Inktpot"],
    ],
  ],
  [
    "changed-number",
    [
      ["e1", "De overeenkomst noemt een actieradius van 150 kilometer.", "120"],
      ["e2", "De winkel vervangt de accu als hij onder de 90 kilometer zakt.", "80"],
      ["e14", "De verkoper geeft vijf jaar garantie op de accu.", "two"],
      ["e7", "Er zit een gebrek in drie van de tien cellen.", "two"],
      ["e9", "The manufacturer replaced forty batteries of this series.", "fourteen"],
      ["e22", "Het framenummer is QX-40711.", "QX-40771"],
    ],
  ],
  [
    "changed-weekday",
    [
      ["e21", "De levering vond plaats op woensdag 22 april 2025.", "a Tuesday"],
      ["e3", "Ik was op zaterdag 30 mei 2025 in de winkel.", "a Friday"],
    ],
  ],
  [
    "changed-percentage",
    [
      ["e6", "De capaciteit bedraagt 14 procent van de opgegeven capaciteit.", "41"],
      ["e5", "De winkel bood 25% korting.", "20"],
    ],
  ],
  [
    "changed-time",
    [
      ["e21", "De levering was tussen 10:00 en 13:00 uur.", "12:00"],
      ["e10", "Ik belde om 15:40 uur met mevrouw Inktpot.", "14:20"],
    ],
  ],
  [
    "false-place",
    [
      ["e15", "De levering is geregeld op p. 3 van de koopovereenkomst.", "page 2"],
      ["e15", "Zie artikel 9 van de koopovereenkomst.", "Artikel 5"],
      ["e7", "Dat staat in hoofdstuk 4 van het rapport.", "2"],
      ["e7", "Onder het kopje “Aanbevelingen” staat wat herstel kost.", "Conclusie"],
      ["e12", "See page 2 of the letter.", "no pages"],
    ],
  ],
  [
    "citation-article",
    [
      ["e16", "Dat volgt uit artikel 7:18 lid 1 BW.", "7:17"],
      ["e17", "Zie art. 7:12 lid 3 BW.", "7:21"],
      ["e18", "This follows from Article 6:28(1) DCC.", "6:82"],
    ],
  ],
  [
    "citation-lid",
    [
      ["e16", "Zie artikel 7:17, tweede lid, BW.", "lid 1"],
      ["e17", "Ik beroep mij op art. 7:21 lid 1 en 3 BW.", "lid 3 only"],
      ["e18", "See Article 6:82(2) of the Civil Code.", "paragraph 1"],
      ["e18", "See section 6:82(1)(b) DCC.", "no item"],
    ],
  ],
  [
    "citation-book",
    [
      ["e16", "Zie art. 6:17 lid 1 BW.", "book 7"],
      ["e18", "Zie artikel 82 lid 1 van Boek 7 BW.", "book 6"],
    ],
  ],
  [
    "citation-law",
    [
      ["e16", "Zie art. 7:17 Awb.", "BW"],
      ["e17", "Zie artikel 21 lid 3 van de Colportagewet.", "BW"],
    ],
  ],
  [
    "citation-added",
    [
      ["e16", "Ik wijs op de artikelen 7:17 en 7:22 BW.", "7:22"],
      ["e17", "Ik wijs op de artikelen 7:21-7:24 BW.", "a range"],
      ["e18", "I rely on Articles 6:82 and 6:83 DCC.", "6:83"],
      ["e16", "Ik wijs op art. 7:17 jo. 6:74 BW.", "6:74"],
    ],
  ],
  [
    "citation-unbound",
    [
      ["e16", "Zie ook HR 27 april 2018, ECLI:NL:HR:2018:677.", "no ruling"],
      ["e16", "Dat is vaste rechtspraak.", "no ruling"],
      ["e17", "Richtlijn (EU) 2019/771 zegt hetzelfde.", "no directive"],
      ["", "Ik beroep mij op artikel 7:22 lid 1 BW.", "nothing is cited"],
    ],
  ],
  [
    "beyond-absence",
    [
      ["e19", "Uit de doorzoeking van 2019 blijkt geen testrapport.", "another period"],
      ["e19", "In de stukken van de fabrikant is geen testrapport gevonden.", "papers of the shop were searched"],
    ],
  ],
];

const lookSets: readonly (readonly [BadClass, Expectation, readonly Row[]])[] = [
  [
    "invented-act",
    "refused-or-look",
    [
      ["", "De winkel heeft mij een leenfiets beloofd.", "nothing cited"],
      ["e16", "De winkel heeft de fiets zonder controle verkocht.", "law tells no act"],
      ["e2", "Mevrouw Inktpot heeft de toezegging met haar directeur besproken.", "not there"],
      ["e4", "De winkel heeft de accu opengemaakt en een cel vervangen.", "not there"],
      ["e7", "De heer Vlakgom heeft de winkel gewaarschuwd voor brandgevaar.", "not there"],
      ["e9", "The manufacturer recalled the whole series.", "not there"],
      ["e12", "The lawyer threatened to sue me.", "not there"],
      ["e10", "Mevrouw Inktpot bood haar excuses aan.", "not there"],
    ],
  ],
  [
    "invented-deadline",
    "refused-or-look",
    [
      ["e20", "Ik verzoek u binnen drie dagen te reageren.", "5 September"],
      ["e4", "De winkel moest uiterlijk 1 juli 2025 antwoorden.", "no such day"],
      ["e20", "Please reply by 15 August 2025.", "5 September"],
    ],
  ],
  [
    "foreign-entry",
    "refused-or-look",
    [
      ["e14", "De winkel heeft toegezegd de accu kosteloos te vervangen.", "the guarantee is no promise of 16 April"],
      ["e8", "De onderzoeker vond een gebrek in de cellen.", "the manufacturer"],
      ["e21", "Ik heb de fiets in de winkel laten zien.", "the delivery"],
      ["e11", "De winkel bood mij een korting aan.", "the note"],
      ["e12", "You promised to replace the battery.", "the lawyer's letter"],
      ["e1", "Mevrouw Inktpot schreef dat de accu ruim 100 kilometer haalt.", "the contract"],
    ],
  ],
  [
    "day-of-another-act",
    "refused-or-look",
    [
      ["e3", "Op 28 mei 2025 heb ik geklaagd.", "3 June"],
      ["e3", "Ik heb de fiets op 3 juni 2025 in de winkel laten zien.", "30 May"],
      ["e4", "De winkel schreef op 6 juni 2025 dat de accu niet defect is.", "11 June"],
      ["e6", "De heer Vlakgom onderzocht de accu op 27 juni 2025.", "25 June"],
      ["e13", "On 1 August 2025 I refused the discount.", "13 June"],
      ["e8", "Mr Parchment wrote on 5 February 2023 about the battery.", "8 July 2025"],
    ],
  ],
  [
    "wrong-speaker",
    "refused-or-look",
    [
      ["e7", "De winkel vond geen sporen van een val.", "the inspector"],
      ["e4", "De heer Vlakgom schreef dat de accu niet defect is.", "the shop"],
      ["e2", "Bram Potlodink heeft mij toegezegd dat de accu kosteloos wordt vervangen.", "in Cc only"],
      ["e9", "Odile Margin wrote that fourteen batteries were replaced.", "in Cc only"],
      ["e13", "Mevrouw Inktpot wrote that I refused the discount.", "the lawyer"],
      ["e5", "De fabrikant bood mij een nieuwe accu aan met 20 procent korting.", "the shop"],
      ["e10", "Ik gaf toe dat de accu bij de levering al twee jaar oud was.", "the shop"],
    ],
  ],
  [
    "crossed-entries",
    "refused-or-look",
    [
      ["e4,e6", "De winkel heeft de accu op 25 juni 2025 getest.", "6 June"],
      ["e2,e5", "Mevrouw Inktpot heeft op 16 april 2025 een nieuwe accu aangeboden voor € 480.", "11 June"],
      ["e7,e4", "De winkel vond een gebrek in twee van de tien cellen.", "the inspector"],
      ["e8,e9", "In 2024 the manufacturer produced the battery of my bicycle.", "2023"],
      ["e12,e8", "The manufacturer inspected the bicycle and found no defect.", "the shop"],
      ["e3,e13", "Ik heb op 30 mei 2025 de korting geweigerd.", "13 June"],
    ],
  ],
  [
    "negation-added",
    "refused-or-look",
    [
      ["e2", "Mevrouw Inktpot heeft niet toegezegd dat de accu kosteloos wordt vervangen.", "she did"],
      ["e3", "Ik heb de fiets niet in de winkel laten zien.", "she did"],
      ["e9", "The manufacturer did not replace any batteries of this series.", "it did"],
      ["e7", "De afname komt niet door een gebrek in de cellen.", "it does"],
      ["e14", "De verkoper geeft geen garantie op de accu.", "he does"],
    ],
  ],
  [
    "negation-lost",
    "refused-or-look",
    [
      ["e7", "De onderzoeker heeft sporen van een val gevonden.", "none"],
      ["e4", "De winkel schreef dat zij verplicht is de accu kosteloos te vervangen.", "not obliged"],
      ["e9", "The manufacturer received a request from the shop about my bicycle.", "none"],
      ["e10", "Mevrouw Inktpot zei dat de winkel de fiets terugneemt.", "she said not"],
      ["e11", "Zij antwoordde dat er een rapport is gemaakt.", "none was made"],
      ["e12", "According to the lawyer a defect was found.", "none"],
    ],
  ],
  [
    "denial-introduces",
    "refused-or-look",
    [
      ["e2", "De winkel betwist: “Ik zeg u toe dat wij de accu kosteloos vervangen”.", "she wrote it"],
      ["e7", "De onderzoeker weerlegt “een gebrek in twee van de tien cellen”.", "he found it"],
      ["e9", "Mr Parchment denies that “we replaced fourteen batteries of this series”.", "he says it"],
      ["e10", "Mevrouw Inktpot ontkende “dat de accu bij de levering al twee jaar oud was”.", "she admitted it"],
    ],
  ],
  [
    "agrees-with-opponent",
    "refused-or-look",
    [
      ["e4", "Terecht schrijft de winkel dat de accu niet defect is.", "the author does not agree"],
      ["e13", "I admit that I never gave the shop the opportunity to repair the bicycle.", "nobody admitted it"],
      ["e4", "De accu is niet defect.", "told as if it were so"],
      ["e12", "The lawyer is right that no defect was found.", "the author does not agree"],
    ],
  ],
  [
    "beyond-absence",
    "refused-or-look",
    [
      ["e19", "De winkel heeft de accu dus nooit getest.", "no report was found, no more"],
      ["e19", "De winkel heeft het testrapport vernietigd.", "no report was found, no more"],
      ["e19", "Er is in de stukken een testrapport gevonden.", "none was found"],
    ],
  ],
  [
    "third-person",
    "refused-or-look",
    [
      ["", "De fabrikant is het met mij eens.", "nothing cited"],
      ["", "De heer Vlakgom is een onafhankelijk deskundige.", "nothing cited"],
      ["", "Mr Parchment knows the problem well.", "nothing cited"],
      ["", "Mijn buurman heeft dezelfde fiets en dezelfde klacht.", "nothing cited"],
      ["", "De advocaat kent het dossier niet.", "nothing cited"],
    ],
  ],
];

const made = (name: BadClass, expect: Expectation, rows: readonly Row[], from: number): BadSentence[] =>
  rows.map(([entries, text, why], index) => ({
    ...{ id: `sa-b${String(from + index).padStart(3, "0")}`, class: name, kind: "FACT" as const, expect, text, why },
    entryIds: entries === "" ? [] : entries.split(","),
  }));

/** What is wrong in the dossier on the battery, class by class. */
export const saleBad: readonly BadSentence[] = [
  ...refusedSets.map(([name, rows]) => [name, "refused", rows] as const),
  ...lookSets,
].flatMap(([name, expect, rows], index) => made(name, expect, rows, index * 20 + 1));
