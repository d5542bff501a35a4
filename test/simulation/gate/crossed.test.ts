import { describe, expect, it } from "vitest";
import { rowsOf } from "../../support/cases/rows.ts";
import { casesWith } from "../../support/cases/sets.ts";
import { ask } from "./measure.ts";

const cases = await casesWith("drawn.tsv");

describe.each(cases)("sentences that were drawn from the case $name", ({ name, dossier }) => {
  const rows = rowsOf(`${name}/drawn.tsv`, ["id", "class", "truth", "cites", "half", "text"]);
  const sentences = rows.map(({ text, cites }, at) => ({
    ...{ id: `drawn:${at}`, kind: "FACT" as const, entryIds: cites.split(",").filter(Boolean), text },
  }));
  const answers = ask(dossier, sentences);
  const met = (truth: string): number => {
    const some = answers.filter((_, at) => rows[at]?.truth === truth);
    return some.filter(({ rules, looks }) => rules.length + looks.length > 0).length / some.length;
  };

  it("are met where somebody, a day or a denial was put in another's place: five in six of them", () => {
    // A denial that the words have not is compared and no longer looked at: nine in ten were met with it.
    expect(met("bad")).toBeGreaterThanOrEqual(5 / 6);
  });

  it("are left alone where they say what is so: at most one in twenty is not", () => {
    expect(met("honest")).toBeLessThanOrEqual(0.05);
  });
});
