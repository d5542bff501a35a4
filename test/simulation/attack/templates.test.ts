import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { halfOf, halves, readStates } from "../../support/cases/halves.ts";
import { CaseError } from "../../support/cases/table.ts";
import { newFolder } from "../../support/new-folder.ts";
import { smallSeeds, writeSmallSet } from "./small-set.ts";
import { attacksFolder, readTemplates } from "./templates.ts";

describe("the attack set as it lies there", () => {
  const templates = readTemplates();
  const seeds = templates.flatMap((one) => one.seeds);

  it("has more than four hundred seeds over at least twelve dossiers in two languages, two in five of them honest", () => {
    expect(seeds.length).toBeGreaterThan(400);
    expect(templates.filter(({ locale }) => locale === "nl").length).toBeGreaterThanOrEqual(8);
    expect(templates.filter(({ locale }) => locale === "en").length).toBeGreaterThanOrEqual(4);
    expect(seeds.filter(({ truth }) => truth === "HONEST").length / seeds.length).toBeGreaterThanOrEqual(0.4);
  });

  it("has bad seeds of each class, and as many rows in each half as SETS.tsv says", () => {
    const classes = new Set(seeds.filter(({ truth }) => truth === "BAD").map((one) => one.class));
    expect(classes.size).toBe(23);
    const rows = readStates(attacksFolder).map(({ half, rows }) => [half, rows]);
    expect(rows).toEqual(halves.map((half) => [half, seeds.filter((one) => one.half === half).length]));
  });
});

describe("a set that cannot be read", () => {
  let folder = "";
  beforeEach(() => {
    folder = newFolder("attacks");
  });

  const problem = (): string => {
    try {
      readTemplates(folder);
      return "";
    } catch (error) {
      if (!(error instanceof CaseError)) throw error;
      return error.message;
    }
  };

  it("is no other than a small one that can", () => {
    writeSmallSet(folder);
    expect(problem()).toBe("");
    expect(
      readTemplates(folder)[0]
        ?.seeds.map(({ id }) => id)
        .toSorted(),
    ).toEqual(["s-1", "s-2", "s-3", "s-4"]);
  });

  it.each([
    ["a truth that is none", "|honest|sum", "|true|sum", /column "truth": “true” is not known/u],
    ["a class that is none", "|honest|sum", "|honest|size", /column "class": “size” is not in classes.tsv/u],
    ["a row of the key that is not there", "|k1|fact", "|k9|fact", /column "cites": names a row that key.tsv has not/u],
    ["a fact that cites nothing", "|k1|fact", "|-|fact", /column "cites": is empty/u],
    ["a type that is none", "|k1|fact", "|k1|faith", /column "type": “faith” is not known/u],
    ["a variable that is not there", "{s1}", "{s9}", /column "text": has “\{s9\}”/u],
    ["a sum in the form of a day", "{s1}", "{s1:iso}", /column "text": has “\{s1:iso\}”: only a day has a form/u],
    ["a brace that is no variable", "{s1}", "{S1}", /column "text": has a brace that is no variable/u],
    [
      "words that the cited row has not",
      "deposit is {s1}.",
      "deposit “was {s1}”.",
      /column "text": quotes “was \{s1\}”/u,
    ],
    ["an honest one with something wrong", "{s1}.|-", "{s1}.|other sum", /column "wrong": says what is wrong/u],
    ["too many cells", "{s1}.|-", "{s1}.|-|-", /is followed by 1 more/u],
  ])("names file, line and column of %s", (_, from, to, message) => {
    const [first = "", ...others] = smallSeeds;
    expect(first).toContain(from);
    writeSmallSet(folder, [first.replace(from, to), ...others]);
    expect(problem()).toMatch(new RegExp(`seeds-${halfOf("s-1")}\\.tsv:\\d+: `, "u"));
    expect(problem()).toMatch(message);
  });

  it("names both places of an id that stands twice, and the half that an id is of", () => {
    writeSmallSet(folder, [...smallSeeds, smallSeeds[0]]);
    expect(problem()).toMatch(/column "id": “s-1” stands in .*seeds-\w+\.tsv:\d+ already/u);
    writeSmallSet(folder);
    const [one, other] = halves.map((half) => join(folder, "dossiers/small", `seeds-${half}.tsv`)) as [string, string];
    writeFileSync(one, readFileSync(other));
    expect(problem()).toMatch(/seeds-even\.tsv:2: column "id": “.*” is of the half odd: put it in seeds-odd\.tsv/u);
  });

  it.each([
    [
      "key.tsv",
      "The deposit is {s1}.",
      "The deposit was {s1}.",
      /key\.tsv:2: column "words": do not stand in “letter.txt”/u,
    ],
    ["key.tsv", "quote", "place", /key\.tsv:2: column "kind": “place” is not known/u],
    ["variables.tsv", "400", "410", /variables\.tsv:3: column "value": is no whole multiple of 20/u],
    ["variables.tsv", "2026-03-01", "1 maart", /variables\.tsv:2: column "value": is no day/u],
    ["papers/letter.txt", "Author:", "By", /letter\.txt:3: is no “Name: value”/u],
    ["papers/letter.txt", "Author: Jan {n1}\n", "", /letter\.txt:1: has no “Author: …”/u],
    ["papers/letter.txt", "It is not", "{x9} is not", /letter\.txt:1: has “\{x9\}”/u],
  ])("names what is wrong in %s", (file, from, to, message) => {
    writeSmallSet(folder);
    const path = join(folder, "dossiers/small", file);
    expect(readFileSync(path, "utf8")).toContain(from);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    expect(problem()).toMatch(message);
  });
});
