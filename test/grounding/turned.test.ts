import { describe, expect, it } from "vitest";
import { author, head, lookNames, manager, paper } from "./papers.ts";
import { judge } from "./rule-examples.ts";

const mail = (entryId: string, excerpt: string, people: string[] = [manager, author]) =>
  paper(entryId, { excerpt, title: "Bericht", day: "2025-03-10", people });

const ledger = [
  mail("rent", "De huur van de zaal is gestegen van 310 naar 355 euro. Het aantal leden daalde."),
  mail("request", "Uw aanvraag voor de zaal is afgewezen. Ik keur de rekening goed."),
  mail("rules", "De zaal wordt na overleg toegewezen. Een afzegging wordt schriftelijk gemeld."),
  mail("leave", "Bezoekers mogen de kelder gebruiken. De beheerder moet de sleutel bewaren."),
  mail("days", "De zaal sluit vanaf 1 mei 2025. De sleutel wordt vóór 9:00 uur gehaald."),
  mail("order", "Het bestuur verkocht de piano voordat de leden hadden gestemd. De zaal sloot omdat het dak lekte."),
  mail("alone", "Het bestuur heeft de piano zonder overleg verkocht."),
  mail("count", "In de zaal ontbreekt één stoel. De kelder heeft twee ramen."),
  paper("plan", {
    ...{
      excerpt: "4.1 De zaal wordt geverfd.\n4.2 De beheerder bestelt een kachel.",
      title: "Plan",
      day: "2025-03-10",
    },
    people: [manager, author],
  }),
  mail("english", "Subscriptions rose last year. The board sold the piano before the members voted.", [head, author]),
];
const codes = (text: string, ...entryIds: string[]) => lookNames(ledger, text, entryIds);

describe("a sentence that turns its evidence round", () => {
  it.each([
    ["a verb by its contrary particle", "Mijn aanvraag voor de zaal is toegewezen.", "request"],
    ["leave as a duty", "Bezoekers moeten de kelder gebruiken.", "leave"],
    ["from a day as until it", "De zaal sluit tot 1 mei 2025.", "days"],
    ["before a time as after it", "De sleutel wordt na 9:00 uur gehaald.", "days"],
    ["before as after", "Nadat de leden hadden gestemd, verkocht het bestuur de piano.", "order"],
  ])("is looked at: %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).toContain("MEANING_TURNED");
  });

  it.each([
    ["the same direction by another word", "De huur werd hoger.", "rent"],
    ["a limit", "De huur is gestegen tot niet meer dan 355 euro.", "rent"],
    ["two directions", "De huur ging omhoog en het aantal leden werd lager.", "rent"],
    ["the same step", "De huur ging van 310 naar 355 euro.", "rent"],
    ["another particle of another verb", "De rekening werd afgehaald.", "request"],
    ["a condition said by its lack", "Zonder overleg wordt de zaal niet toegewezen.", "rules"],
    ["a duty for a rule", "Een afzegging moet schriftelijk worden gemeld.", "rules"],
    ["leave for leave", "Van de beheerder mogen bezoekers de kelder gebruiken.", "leave"],
    ["the other side of a limit with another verb", "Tot 1 mei 2025 blijft de zaal open.", "days"],
    ["the same order told from the other end", "De leden stemden nadat het bestuur de piano had verkocht.", "order"],
    ["several of what is counted", "Er zijn meerdere ramen in de kelder.", "count"],
    ["a month that looks like leave", "The board sold the piano before 2 May 2025.", "english"],
  ])("is not, where it says the same: %s", (_name, text, entryId) => {
    expect(codes(text, entryId)).not.toContain("MEANING_TURNED");
  });

  it("is read to its end where a text is made to keep the check busy", () => {
    const long = `De huur ${"voordat het steeg mag zonder overleg worden afgewezen ".repeat(1_500)}`;
    expect(codes(long, "rent", "order", "rules")).toBeDefined();
  });
});

describe("a negation", () => {
  const told = [
    mail("pay", "De contributie betalen wij niet langer. Een verhuizing wordt schriftelijk meegedeeld."),
    mail("said", "I have not said that she broke the window. Our inspector has confirmed that you broke the lock.", [
      head,
      author,
    ]),
  ];
  const seen = (text: string, entryId: string) => lookNames(told, text, [entryId]);

  it("is held against the same verb in another form", () => {
    expect(seen("De club betaalt de contributie nog steeds.", "pay")).toContain("NEGATION_LOST");
    expect(seen("De club hoeft een verhuizing niet schriftelijk mee te delen.", "pay")).toContain("QUOTATION_DENIED");
  });

  it("beside `zonder` says what may only be done with it", () => {
    const rule = [mail("rule", "De beheerder mag de sleutel alleen na overleg uitlenen.")];
    const codesOf = (text: string) => lookNames(rule, text, ["rule"]);
    expect(codesOf("Zonder overleg mag de beheerder de sleutel niet uitlenen.")).toEqual([]);
    expect(codesOf("De beheerder mag de sleutel na overleg niet uitlenen.")).toContain("QUOTATION_DENIED");
  });

  it("of saying turns what was said", () => {
    expect(seen("Iris Denkbeeld has said that I broke the window.", "said")).toContain("NEGATION_LOST");
    expect(seen("Iris Denkbeeld has not said that I broke the window.", "said")).not.toContain("NEGATION_LOST");
  });

  it("of a saying that somebody else is told to have done does not give it the day of telling", () => {
    const on = "On 10 March 2025 the inspector confirmed that I broke the lock.";
    expect(seen(on, "said")).toContain("ACT_OF_ANOTHER");
    expect(seen("The inspector confirmed that I broke the lock.", "said")).toEqual([]);
  });
});

describe("a month that looks like a verb of leave", () => {
  it("does not keep an act from being stated", () => {
    const told = judge({ text: "On 31 May 2024 you promised me a bonus.", entryIds: [] }, ledger);
    expect(told.rules.length).toBeGreaterThan(0);
    expect(lookNames(ledger, "You may have promised it on 10 March 2025.", ["english"])).toEqual([]);
  });
});
