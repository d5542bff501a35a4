import { describe, expect, it } from "vitest";
import type { Dossier, HonestSentence } from "./dossier.ts";
import { sourceText } from "./dossier.ts";
import { bakery } from "./dossiers/bakery.ts";
import { clinic } from "./dossiers/clinic.ts";
import { deposit } from "./dossiers/deposit.ts";
import { ferry } from "./dossiers/ferry.ts";
import { organ } from "./dossiers/organ.ts";
import { sale } from "./dossiers/sale.ts";
import { school } from "./dossiers/school.ts";
import { thuiswerk } from "./dossiers/thuiswerk.ts";
import { uwv } from "./dossiers/uwv.ts";

const dossiers: readonly Dossier[] = [thuiswerk, uwv, deposit, sale, school, bakery, organ, ferry];
const sentences = dossiers.flatMap((dossier) => dossier.honest.map((sentence) => ({ dossier, sentence })));

const quotesIn = (text: string): string[] => [...text.matchAll(/“([^”]*)”/gu)].map((match) => match[1]!);
const ids = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);

const citedSources = (dossier: Dossier, sentence: HonestSentence): string[] =>
  sentence.entryIds.flatMap((id) => {
    const entry = dossier.entries.find((candidate) => candidate.id === id);
    return entry !== undefined && "source" in entry ? [sourceText(dossier, entry.source) ?? ""] : [];
  });

describe.each([...dossiers, clinic])("the dossier $name", (dossier) => {
  it("has at least six documents, fifteen to thirty entries and a hundred honest sentences, sixty in those run once, thirty where only bindings are asked", () => {
    expect(dossier.documents.length).toBeGreaterThanOrEqual(6);
    expect(dossier.entries.length).toBeGreaterThanOrEqual(15);
    expect(dossier.entries.length).toBeLessThanOrEqual(30);
    const least = [sale, bakery, organ, ferry].includes(dossier) ? 60 : 100;
    expect(dossier.honest.length).toBeGreaterThanOrEqual(dossier === clinic ? 30 : least);
  });

  it("gives every thing an id of its own", () => {
    const all = ids([
      ...dossier.parties,
      ...dossier.documents,
      ...dossier.laws,
      ...dossier.rulings,
      ...dossier.claims,
      ...dossier.entries,
      ...dossier.honest,
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it("quotes every entry character for character from its source", () => {
    const untrue = dossier.entries.filter(
      (entry) => entry.slotKind === "QUOTE" && !sourceText(dossier, entry.source)?.includes(entry.quote),
    );
    expect(ids(untrue)).toEqual([]);
  });

  it("names only documents, laws and rulings it has", () => {
    const named = dossier.entries.flatMap((entry) =>
      "sources" in entry ? entry.sources : "source" in entry ? [entry.source] : [],
    );
    expect(named.filter((id) => sourceText(dossier, id) === undefined)).toEqual([]);
  });

  it("names only claims and entries it has", () => {
    const claims = new Set(ids(dossier.claims));
    const entries = new Set(ids(dossier.entries));
    expect([...dossier.entries, ...dossier.honest].filter((item) => !claims.has(item.claimId))).toEqual([]);
    expect(dossier.honest.filter((item) => item.entryIds.some((id) => !entries.has(id)))).toEqual([]);
  });

  it("states every place that a location names in the text of its document", () => {
    const places = dossier.entries.flatMap((entry) => (entry.slotKind === "LOCATION" ? [entry] : []));
    const lost = places.flatMap((entry) =>
      entry.place
        .split(", ")
        .filter((part) => !sourceText(dossier, entry.source)?.toLowerCase().includes(part.toLowerCase())),
    );
    expect(lost).toEqual([]);
  });

  it("uses the marks “ and ” in sentences only, never in a source", () => {
    const sources = [...dossier.documents, ...dossier.laws, ...dossier.rulings];
    expect(ids(sources.filter((source) => /[“”]/u.test(source.text)))).toEqual([]);
  });
});

describe("the honest sentences", () => {
  it("quote, between “ and ”, only what stands character for character in a source they cite", () => {
    const untrue = sentences.filter(({ dossier, sentence }) =>
      quotesIn(sentence.text).some((quote) => !citedSources(dossier, sentence).some((text) => text.includes(quote))),
    );
    expect(untrue.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("keep their quotation marks in pairs", () => {
    const odd = sentences.filter(({ sentence }) => /[“”]/u.test(sentence.text.replaceAll(/“[^“”]*”/gu, "")));
    expect(odd.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("are at least three hundred, no two alike, and no id twice", () => {
    expect(sentences.length).toBeGreaterThanOrEqual(300);
    expect(new Set(sentences.map(({ sentence }) => sentence.id)).size).toBe(sentences.length);
    expect(new Set(sentences.map(({ sentence }) => sentence.text)).size).toBe(sentences.length);
  });

  it("cite something unless they are transitions", () => {
    const bare = sentences.filter(({ sentence }) => sentence.entryIds.length === 0 && sentence.kind !== "CONNECTIVE");
    expect(bare.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("come in all six kinds in every dossier", () => {
    for (const dossier of dossiers) expect(new Set(dossier.honest.map((item) => item.kind)).size).toBe(6);
  });
});
