import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halves } from "../../support/cases/halves.ts";
import { seededRandom } from "../hostile/random.ts";
import { drawValues, drawWorlds, equalPlaces, readPools, type World } from "./draw.ts";
import { fragmentsOf, readTemplates } from "./templates.ts";
import { ownValues } from "./values.ts";

const templates = readTemplates();
const pools = readPools();
const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const half = fc.constantFrom(...halves);

const digestOf = (worlds: Iterable<World>): string => {
  const hash = createHash("sha256");
  for (const { papers, parties, key, claims, drafts } of worlds) {
    for (const { bytes } of papers) hash.update(bytes);
    const names = papers.map(({ path, named }) => [path, named]);
    hash.update(JSON.stringify({ names, parties, key, claims: [...claims], drafts }));
  }
  return hash.digest("hex");
};

describe("drawn drafts", () => {
  it("are the same bytes for the same seed, and others for another", () => {
    fc.assert(
      fc.property(seeds, half, (seed, half) => {
        const drawn = (one: number) => digestOf(drawWorlds(templates, pools, { half, seed: one, drafts: 40 }));
        expect(drawn(seed)).toBe(drawn(seed));
        expect(drawn(seed)).not.toBe(drawn(seed + 1));
      }),
      { numRuns: 20 },
    );
  });

  it("quote nothing but what stands in the papers that they cite, and leave no variable unfilled", () => {
    fc.assert(
      fc.property(seeds, half, (seed, half) => {
        for (const { key, papers, drafts, claims, parties } of drawWorlds(templates, pools, {
          half,
          seed,
          drafts: 168,
        })) {
          for (const { kind, file, words } of key)
            if (kind === "QUOTE") expect(papers.find((one) => one.file === file)?.text).toContain(words);
          for (const { seed, text } of drafts.flatMap(({ sentences }) => sentences)) {
            const cited = key.filter(({ id }) => seed.cites.includes(id)).map(({ words }) => words);
            for (const words of fragmentsOf(text)) expect(cited.some((one) => one.includes(words))).toBe(true);
            expect(text).not.toMatch(/[{}]/u);
          }
          const all = [...papers.flatMap(({ text, path, named }) => [text, path, named]), ...claims.values()];
          expect([...all, ...parties.flatMap(({ names }) => names)].join()).not.toMatch(/[{}]/u);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("keep what is equal equal and what differs different, whatever is drawn", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...templates), (seed, template) => {
        const values = drawValues(template, pools, seededRandom(seed));
        expect(equalPlaces(template, values)).toBe(equalPlaces(template, ownValues(template.variables)));
        const names = [...values.values()].filter(({ kind }) => !["DATE", "SUM", "NUMBER"].includes(kind));
        expect(new Set(names.map(({ value }) => value)).size).toBe(names.length);
      }),
    );
  });

  it("have the sentences of one half alone, each as often the one that a draft is drawn for", () => {
    for (const half of halves) {
      const drawn = [...drawWorlds(templates, pools, { half, seed: 1, drafts: 700 })].flatMap(({ drafts }) => drafts);
      const sentences = drawn.flatMap((draft) => draft.sentences.map(({ seed }) => seed));
      expect(sentences.every((seed) => seed.half === half)).toBe(true);
      expect(new Set(sentences).size).toBe(
        templates.flatMap((one) => one.seeds).filter((one) => one.half === half).length,
      );
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(700);
    }
  });

  it("draw no name that a dossier has a word of", () => {
    for (const { papers, seeds, locale } of templates)
      for (const { value } of pools.names.filter((one) => one.locale === locale))
        expect([...papers.map(({ body }) => body), ...seeds.map(({ text }) => text)].join("\n")).not.toContain(value);
  });
});
