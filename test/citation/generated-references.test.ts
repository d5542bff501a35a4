import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";

/** A generator of its own: mulberry32. */
const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

interface Titled {
  readonly lawId: string;
  readonly title: string;
}

/** Titles in the brackets of a heading that name a kind of law, each borne by one law alone. */
const titles = (): Titled[] => {
  const path = sharedData("law-titles-2012/titles.tsv.gz");
  const lines = path ? gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n").slice(1) : [];
  const all = lines.flatMap((line): Titled[] => {
    const [lawId = "", , heading = ""] = line.split("\t");
    const title = heading.endsWith(")") ? heading.slice(heading.lastIndexOf("(") + 1, -1) : "";
    return /^[A-Z][^()]{7,90}$/.test(title) && /wet|besluit|regeling|reglement|verordening/i.test(title)
      ? [{ lawId, title }]
      : [];
  });
  const times = Map.groupBy(all, ({ title }) => title.toLowerCase());
  return all.filter(({ title }) => times.get(title.toLowerCase())?.length === 1);
};

interface Made {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** One sentence with one reference to a law, from parts that a reader of Dutch judgments and letters meets. */
const make = (title: string, pick: (below: number) => number): Made => {
  const of = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const shape = of(["plain", "plain", "letter", "dot", "colon"] as const);
  const numberFrom = (from: number): string => {
    const plain = String(from);
    if (shape === "letter") return `${plain}${of(["a", "b", "c", "d"])}`;
    if (shape === "dot") return `${1 + (from % 9)}.${plain}`;
    return shape === "colon" ? `${1 + (from % 9)}:${plain}` : plain;
  };
  const base = 2 + pick(140);
  const first = numberFrom(base);
  // A range keeps its chapter, so the second number is some tens on in steps of nine.
  const second = numberFrom(base + 9 * (1 + pick(4)));
  const lid = of([
    "",
    "",
    " lid 2",
    ", eerste lid",
    ", tweede en derde lid",
    ", eerste lid, aanhef en onder b",
    " onder c",
  ]);
  const joint = lid.startsWith(",") ? of([", van de ", ", van het "]) : of([" van de ", " van het ", " uit de "]);
  const kinds: (() => Made)[] = [
    () => ({ text: `${of(["artikel", "art."])} ${first}${lid}${joint}${title}`, numbers: [first] }),
    () => ({ text: `${of(["artikel", "art."])} ${first} ${title}`, numbers: [first] }),
    () => ({ text: `de artikelen ${first} en ${second} van de ${title}`, numbers: [first, second] }),
    () => ({ text: `artikelen ${first} tot en met ${second} van de ${title}`, numbers: [first, second] }),
    () => ({ text: `artikel ${first} juncto artikel ${second} van de ${title}`, numbers: [first, second] }),
    () => ({ text: `het ${of(["eerste", "derde"])} lid van artikel ${first} van de ${title}`, numbers: [first] }),
    () => ({ text: `de ${title}, artikel ${first}, ${of(["eerste", "vierde"])} lid`, numbers: [first] }),
  ];
  const { text, numbers } = of(kinds)();
  const before = of([
    "Ingevolge ",
    "Het verzoek is gegrond op ",
    "Dat volgt uit ",
    "Verweerder wijst op ",
    "In strijd met ",
  ]);
  const behind = of([
    ".",
    ", zodat het beroep slaagt.",
    " is dat verboden.",
    " moet hij dat melden.",
    " heeft eiser geen recht.",
    ";",
    " (hierna: de regeling).",
  ]);
  return { text: `${before}${text}${behind}`, numbers };
};

const seed = 20_261_122;
const askedCount = 1_000;

/** What became of the made references of one half; those of a law that the register lacks must be read as no law. */
const become = (half: 0 | 1) => {
  const all = titles();
  const pick = random(seed);
  const chosen = Array.from({ length: askedCount }, () => all[pick(all.length)] as Titled).map((each, rank) => ({
    ...each,
    ...make(each.title, pick),
    rank,
  }));
  const shipped = new Set(shippedNames().laws.flatMap(({ id, books }) => [id, ...Object.values(books ?? {})]));
  const isLeftOut = ({ rank, lawId }: { rank: number; lawId: string }) => rank % 4 < 2 && !shipped.has(lawId);
  const leftOut = new Set(chosen.filter(isLeftOut).map(({ lawId }) => lawId));
  const laws = all
    .filter(({ lawId }) => !leftOut.has(lawId))
    .map(({ lawId, title }) => ({ lawId, title: "", citationTitle: title, isNotLoaded: true }));
  const names = { register: shippedNames(), laws };
  const counts = { right: 0, "not read": 0, wrong: 0, "left out": 0, "left out and read": 0 };
  const shown: string[] = [];
  for (const { lawId, text, numbers, rank } of chosen) {
    if (rank % 2 !== half) continue;
    const places = readCitations(text, names)
      .flatMap((each) => each.places.map(({ address }) => address))
      .flatMap((each) => (each.kind === "provision" && each.lawId !== "" ? [`${each.lawId} ${each.number}`] : []));
    const wanted = new Set(numbers.map((number) => `${lawId} ${number}`));
    const isWrong = places.some((each) => !wanted.has(each));
    if (leftOut.has(lawId)) {
      counts["left out"]++;
      if (places.length > 0) counts["left out and read"]++;
    } else if (isWrong) counts.wrong++;
    else counts[[...wanted].every((each) => places.includes(each)) ? "right" : "not read"]++;
    if (isWrong || (!leftOut.has(lawId) && places.length === 0)) shown.push(`${text} = ${places.join(", ")}`);
  }
  return { counts, shown };
};

describeWithData("references made by a grammar over real titles", "law-titles-2012", () => {
  it.each([0, 1] as const)("are read right in 95 of 100, and never as another law (half %i)", (half) => {
    const { counts, shown } = become(half);
    console.info(`half ${half}: ${JSON.stringify(counts)}`);
    // The other half was read by nobody while the grammar was mended: its sentences stay unprinted.
    if (half === 0) console.info(shown.join("\n"));
    const asked = counts.right + counts["not read"] + counts.wrong;
    expect(asked).toBeGreaterThan(200);
    expect(counts["left out"]).toBeGreaterThan(150);
    expect(counts.right / asked).toBeGreaterThan(0.95);
    expect(counts.wrong + counts["left out and read"]).toBe(0);
  });
});
