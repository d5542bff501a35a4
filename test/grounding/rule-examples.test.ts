import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule, LookCode, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { draftCheckPage } from "./draft-check-page.ts";
import { entriesInLines, judge, lookRows, ruleRows } from "./rule-examples.ts";

const kinds = [
  SentenceKind.FACT,
  SentenceKind.LAW,
  SentenceKind.APPLICATION,
  SentenceKind.ARGUMENT,
  SentenceKind.OWN_STATEMENT,
  SentenceKind.CONNECTIVE,
];

describe("a rule of the draft check", () => {
  it.each(ruleRows)("refuses its example and takes the near one: $rule", ({ rule, bad, good }) => {
    expect(judge(bad).rules).toContain(DraftRule[rule]);
    expect(judge(good).rules).not.toContain(DraftRule[rule]);
  });

  it.each(ruleRows.filter(({ rule }) => rule !== "KIND_NOT_CARRIED"))("asks for no label: $rule", ({ rule, bad }) => {
    for (const kind of kinds) expect(judge({ ...bad, kind }).rules).toContain(DraftRule[rule]);
  });

  it("tells where in the sentence, in code points, and holds no word of it", () => {
    const [found] = judge({ text: "🙂 op 3 januari 2024.", entryIds: ["mail"] }).refused;
    expect(found).toMatchObject({ startChar: 5, endChar: 19, subjectId: "sentence:1" });
    expect(found?.description).not.toContain("januari");
  });

  it("names an entry that mends it, and that mends it", () => {
    const bad = { text: "Het gaat om € 2.500.", entryIds: ["mail"] };
    const [found] = judge(bad).refused;
    expect(found?.remedy).toMatchObject({ kind: Remedy_Kind.CITE_ENTRY, entryIds: ["pay"] });
    expect(judge({ ...bad, entryIds: ["mail", "pay"] }).rules).toEqual([]);
  });
});

describe("a look of the draft check", () => {
  it.each(lookRows)("falls on its example and not on the near one: $code", ({ code, bad, good }) => {
    expect(judge(bad).codes).toContain(LookCode[code]);
    expect(judge(good).codes).not.toContain(LookCode[code]);
  });
});

// “In my e-mail (October salary not received) it says …” was told to deny what it quotes: the “not” is the paper's name's.
it("a paper's name denies nothing of what is quoted from it", () => {
  const named = { ...entriesInLines(1_000).find(({ entryId }) => entryId === "mail") };
  const said = (title: string, lead: string) =>
    judge({ text: `${lead} staat: “de vaste thuiswerkdag op vrijdag blijft gelden”.`, entryIds: ["mail"] }, [
      {
        ...named,
        evidence: { evidence: { case: "document", value: { evidenceId: "vault:mail", title, participants: [] } } },
      } as never,
    ]).codes;
  expect(said("Afspraak niet gehouden", "In de mail (Afspraak niet gehouden)")).not.toContain(
    LookCode.QUOTATION_DENIED,
  );
  expect(said("Afspraak", "In de mail (Afspraak) staat niet en nergens")).toContain(LookCode.QUOTATION_DENIED);
});

describe("a source whose lines are broken", () => {
  it.each([30, 60])("is judged as the same words on one line: lines of %i characters", (chars) => {
    const broken = entriesInLines(chars);
    for (const { bad, good } of [...ruleRows, ...lookRows])
      for (const example of [bad, good]) {
        const [one, other] = [judge(example), judge(example, broken)];
        expect({ text: example.text, rules: other.rules, codes: other.codes }).toEqual({
          text: example.text,
          rules: one.rules,
          codes: one.codes,
        });
      }
  });
});

describe("the part of a paper that a sentence names", () => {
  it.each([
    ["artikel 5", "Volgens artikel 5 van mijn overeenkomst is het salaris € 2.500 voor 32 uur per week.", []],
    ["artikel 5.2", "Volgens artikel 5 van mijn overeenkomst is het salaris € 2.500 voor 32 uur per week.", []],
    [
      "artikel 6",
      "Volgens artikel 5 van mijn overeenkomst is het salaris € 2.500 voor 32 uur per week.",
      [DraftRule.PLACE_UNBOUND],
    ],
    [
      "artikel 51",
      "Volgens artikel 5 van mijn overeenkomst is het salaris € 2.500 voor 32 uur per week.",
      [DraftRule.PLACE_UNBOUND],
    ],
  ])("is that of the quote that it cites, which stands under %s", (address, text, rules) => {
    const ledger = entriesInLines(1000).map((entry) =>
      entry.entryId === "pay" && entry.span ? { ...entry, span: { ...entry.span, address } } : entry,
    );
    expect(judge({ text, entryIds: ["pay"] }, ledger).rules).toEqual(rules);
  });
});

describe("the sentence that every label let pass", () => {
  const text = "Op 3 januari 2024 heeft u mij schriftelijk € 5.000 bonus beloofd.";

  it.each(kinds)("is refused under kind %s, on nothing, on law and on an entry of another claim", (kind) => {
    for (const entryIds of [[], ["law"], ["mail"]])
      expect(judge({ text, entryIds, kind }).rules).toEqual(expect.arrayContaining([DraftRule.DATE, DraftRule.SUM]));
  });
});

describe("docs/draft-check.md", () => {
  it("is what the rules and their examples make of it", () => {
    expect(readFileSync(new URL("../../docs/draft-check.md", import.meta.url), "utf8")).toBe(draftCheckPage());
  });
});
