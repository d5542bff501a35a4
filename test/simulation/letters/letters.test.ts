import { describe, expect, it } from "vitest";
import { statesNothing } from "../../../src/model/providers/extractive/states-nothing.ts";
import { readLetters } from "../../support/cases/letters.ts";
import { measureLetters, type Tally } from "./measure.ts";

const some = (group: string, half: string) => readLetters().filter((one) => one.group === group && one.half === half);

const recall = ({ right, sought }: Tally) => right / sought;
const precision = ({ right, found }: Tally) => right / found;

/** What is lost costs more than what is answered in vain: so recall is held high, and precision is only kept from falling. */
describe.each([
  ["that were read while building", some("letters", "even"), 0.9],
  ["that were only counted", some("letters", "odd"), 0.7],
])("the guide's reading of made-up letters %s", (_, letters, precisionLeast) => {
  const { tallies } = measureLetters(letters);

  it("loses next to no assertion, and takes few sentences for one that state nothing", () => {
    expect(recall(tallies.assertions)).toBeGreaterThanOrEqual(0.95);
    expect(precision(tallies.assertions)).toBeGreaterThanOrEqual(precisionLeast);
  });

  it("finds most questions and terms and every reference, and takes nothing else for one", () => {
    for (const one of [tallies.terms, tallies.references]) expect(precision(one)).toBe(1);
    // An invitation in the form of a command ("Lees meer op onze site") is told as a question: it costs a glance.
    expect(precision(tallies.questions)).toBeGreaterThanOrEqual(0.85);
    expect(recall(tallies.questions)).toBeGreaterThanOrEqual(0.75);
    expect(recall(tallies.terms)).toBeGreaterThanOrEqual(0.8);
    expect(recall(tallies.references)).toBe(1);
  });
});

describe.each([
  ["that were read", some("commands", "even"), 0.9],
  ["that were run once", some("commands", "odd"), 0.75],
])(
  "the guide's reading of letters full of commands and of what their reader asked %s",
  (_, letters, precisionLeast) => {
    it("loses no assertion, and takes neither for one", () => {
      const { assertions, questions } = measureLetters(letters).tallies;
      expect(recall(assertions)).toBeGreaterThanOrEqual(0.95);
      expect(precision(assertions)).toBeGreaterThanOrEqual(precisionLeast);
      expect(recall(questions)).toBeGreaterThanOrEqual(0.8);
    });
  },
);

describe("a sentence of a letter", () => {
  it.each([
    ["Wij hopen u hiermee voldoende te hebben geïnformeerd.", "nl"],
    ["Hebt u vragen, dan staan wij u graag te woord.", "nl"],
    ["U kunt tot 21 mei 2026 bezwaar maken.", "nl"],
    ["Doet u dat niet binnen vijf dagen, dan starten wij een procedure.", "nl"],
    ["You may appeal within 28 days.", "en"],
    // Steps of a letter were answered with "Dat is onjuist".
    ["Op uw bericht van 3 maart antwoorden wij u als volgt.", "nl"],
    ["Over de kelder merken wij het volgende op.", "nl"],
    ["Hieronder leest u waarom.", "nl"],
    ["Hierbij ontvangt u\nde afrekening van uw abonnement.", "nl"],
    ["We reply as follows.", "en"],
  ])("states nothing: %s", (text, tongue) => {
    expect(statesNothing(text, tongue)).toBe(true);
  });

  it.each([
    ["U kunt geen rechten ontlenen aan dat bericht.", "nl"],
    ["Hierbij ontvangt u de rekening van € 812,00.", "nl"],
    ["Hierbij zeggen wij de huur op.", "nl"],
    ["U hebt zich niet aan het volgende gehouden.", "nl"],
    ["Wij hebben u hieronder laten zien dat u te laat was.", "nl"],
    ["Als werkgever hebben wij binnen zes weken een plan gemaakt.", "nl"],
    ["U hebt binnen 14 dagen na de aanzegging niet gereageerd.", "nl"],
    ["You can work four hours a day.", "en"],
    ["If you read clause 6, you will see that you are liable.", "en"],
  ])("states something: %s", (text, tongue) => {
    expect(statesNothing(text, tongue)).toBe(false);
  });
});
