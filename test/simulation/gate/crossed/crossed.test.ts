import { describe, expect, it } from "vitest";
import { ask } from "../measure.ts";
import { cases, draw } from "./draw.ts";

describe.each(cases)("sentences drawn from the case $dossier.name", (one) => {
  const sentences = draw(one);
  const answers = ask(
    one.dossier,
    sentences.map((each) => ({ ...each, kind: "FACT" as const })),
  );
  const met = (isTrue: boolean): number => {
    const some = sentences.flatMap((each, at) => (each.isTrue === isTrue ? [answers[at]] : []));
    return some.filter((answer) => (answer?.rules.length ?? 0) + (answer?.looks.length ?? 0) > 0).length / some.length;
  };

  it("are met where somebody, a day or a denial was put in another's place: nine in ten of them", () => {
    expect(met(false)).toBeGreaterThanOrEqual(0.9);
  });

  it("are left alone where they say what is so: at most one in twenty is not", () => {
    expect(met(true)).toBeLessThanOrEqual(0.05);
  });
});
