import { beforeAll, describe, expect, it } from "vitest";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

/** Ways to write one thing, each of which finds a paper that writes it in any of the others; and what is something else. */
const things: readonly (readonly [name: string, forms: readonly string[], others: readonly string[]])[] = [
  [
    "a day",
    ["1 maart 2024", "01-03-2024", "1-3-2024", "2024-03-01", "1/3/2024", "1.3.2024", "01.03.2024", "1 mrt 2024", "1 mrt. 2024", "March 1, 2024", "1 March 2024", "1-3-24", "vrijdag 1 maart 2024"],
    ["1 april 2024", "01-03-2023", "2024-01-03", "3 januari 2024", "11 maart 2024"],
  ],
  [
    "a round sum",
    ["€ 1.250,00", "€1.250,00", "1250 euro", "€ 1250", "€ 1.250,-", "€ 1.250,--", "1.250 euro", "EUR 1250", "EUR 1,250.00", "€ 1 250,00", "1250,00"],
    ["€ 12,50", "€ 1.250,50", "€ 125,00", "€ 12.500,00"],
  ],
  ["a sum with cents", ["€ 1.250,75", "1250,75 euro", "EUR 1,250.75", "€1250,75", "€ 1 250,75"], ["€ 1.250,00", "€ 250,75"]],
  ["an account", ["NL91 ABNA 0417 1643 00", "NL91ABNA0417164300", "nl91 abna 0417164300", "NL91.ABNA.0417.1643.00", "NL91-ABNA-0417-1643-00"], ["NL20 INGB 0001 2345 67"]],
  ["a case number", ["C/13/712345", "C 13 712345", "C-13-712345", "c/13/712345"], ["C/13/712346", "C/31/712345"]],
  ["a reference", ["PZ/2025/412", "PZ-2025-412", "PZ 2025 412", "PZ.2025.412"], ["PZ/2025/413", "PZ/2024/412"]],
  ["a number of a citizen", ["123456782", "1234.56.782", "123.456.782", "123 456 782", "1234 56 782"], ["123456789"]],
  ["a telephone number", ["06-12345678", "06 12345678", "0612345678", "06 12 34 56 78", "+31 6 12345678", "+31612345678"], ["06-12345679"]],
];

describe.each(things)("%s has one form, whatever is typed", (_, forms, others) => {
  let find: (query: string) => Promise<string[]>;
  beforeAll(async () => {
    const { vault, search } = await openTestVault();
    const texts = [...forms, ...others];
    await importAll(vault, texts.map((text, i) => file(`${i}.txt`, new TextEncoder().encode(`Dit stuk noemt ${text} als gegeven.`))));
    find = async (query) => {
      const { result } = await search.search({ query, pageSize: 50 });
      return (result?.candidates ?? []).map(({ title }) => title);
    };
  });
  it.each(forms)("%s", async (form) => {
    const first = (await find(form)).slice(0, forms.length).map((title) => forms[Number(title.replace(".txt", ""))] ?? `ANOTHER ${title}`);
    const all = await find(form);
    console.log(form, "| missing:", forms.filter((one) => !first.includes(one)).join(" ; "), "| other first:", first.filter((one) => one.startsWith("ANOTHER")).length, all.length);
  });
});
