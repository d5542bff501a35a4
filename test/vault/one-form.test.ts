import { beforeAll, describe, expect, it } from "vitest";
import { file, importAll, openTestVault, utf8 } from "./vault-fixture.ts";

/** A thing, ways to write it, each of which finds a paper that writes it in any of the others, and what looks like it and is something else. */
type Thing = readonly [name: string, forms: readonly string[], others: readonly string[]];

const things: readonly Thing[] = [
  [
    "a day",
    ["1 maart 2024", "01-03-2024", "2024-03-01", "1/3/2024", "1.3.2024", "1 mrt. 2024", "March 1, 2024", "1-3-24"],
    ["1 april 2024", "01-03-2023", "2024-01-03", "3 januari 2024", "11 maart 2024"],
  ],
  [
    "a round sum",
    ["€ 1.250,00", "1250 euro", "€ 1.250,-", "EUR 1,250.00", "€ 1 250,00", "1250,00"],
    ["€ 12,50", "€ 1.250,50", "€ 125,00", "€ 12.500,00"],
  ],
  ["a sum with cents", ["€ 1.250,75", "1250,75 euro", "EUR 1,250.75", "€ 1 250,75"], ["€ 1.250,00", "€ 250,75"]],
  [
    "an account",
    [
      "NL91 ABNA 0417 1643 00",
      "NL91ABNA0417164300",
      "nl91 abna 0417164300",
      "NL91.ABNA.0417.1643.00",
      "NL91-ABNA-0417-1643-00",
    ],
    ["NL20 INGB 0001 2345 67"],
  ],
  ["the number of a case", ["C/13/712345", "C 13 712345", "C-13-712345"], ["C/13/712346", "C/31/712345"]],
  ["the number of a person", ["123456782", "1234.56.782", "123 456 782", "1234 56 782"], ["123456789"]],
  ["a telephone number", ["06-12345678", "06 12345678", "0612345678", "06 12 34 56 78"], ["06-12345679"]],
];

describe.each(things)("%s has one form, whatever is typed", (_, forms, others) => {
  const texts = [...forms, ...others];
  let find: (query: string) => Promise<string[]>;
  beforeAll(async () => {
    const { vault, search } = await openTestVault();
    const paper = (text: string, i: number) => file(`${i}.txt`, utf8(`Dit stuk noemt ${text} als gegeven.`));
    await importAll(vault, texts.map(paper));
    find = async (query) => {
      const { result } = await search.search({ query, pageSize: 50 });
      return (result?.candidates ?? []).map(({ title }) => texts[Number.parseInt(title, 10)] ?? title);
    };
  });

  it.each(forms)("%s", async (form) => {
    // A word of it alone is found too, behind all that is the thing itself.
    expect((await find(form)).slice(0, forms.length).toSorted()).toEqual(forms.toSorted());
  });
});
