import { describe, expect, it } from "vitest";
import { type Dossier, type HonestSentence, sourceText } from "../../support/cases/dossier.ts";
import { readStates } from "../../support/cases/halves.ts";
import { caseNamed, rowsOf } from "../../support/cases/sets.ts";
import { casesFolder } from "../../support/cases/table.ts";
import { gateCases } from "./sets.ts";

const dossiers: readonly Dossier[] = gateCases.map(({ dossier }) => dossier);
const sentences = dossiers.flatMap((dossier) => dossier.honest.map((sentence) => ({ dossier, sentence })));

const quotesIn = (text: string): string[] => [...text.matchAll(/“([^”]*)”/gu)].map((match) => match[1]!);
const ids = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);

const citedSources = (dossier: Dossier, sentence: HonestSentence): string[] =>
  sentence.entryIds.flatMap((id) => {
    const entry = dossier.entries.find((candidate) => candidate.id === id);
    return entry !== undefined && "source" in entry ? [sourceText(dossier, entry.source) ?? ""] : [];
  });

describe.each(dossiers)("the dossier $name", (dossier) => {
  it("has as many rows in each half as cases/SETS.tsv counts, so that none is lost", async () => {
    const rows = rowsOf(await caseNamed(dossier.name));
    const counted = readStates(casesFolder).filter(
      ({ set, rows: count }) => set === dossier.name && count !== undefined,
    );
    for (const { half, rows: count } of counted)
      expect(rows.filter((row) => row.half === half).length, `${half}: mend the count where rows were added`).toBe(
        count,
      );
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

  it("are no two alike, and no id twice", () => {
    expect(new Set(sentences.map(({ dossier, sentence }) => `${dossier.name} ${sentence.id}`)).size).toBe(
      sentences.length,
    );
    expect(new Set(sentences.map(({ sentence }) => sentence.text)).size).toBe(sentences.length);
  });

  it("cite something unless they are transitions", () => {
    const bare = sentences.filter(({ sentence }) => sentence.entryIds.length === 0 && sentence.kind !== "CONNECTIVE");
    expect(bare.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("come in all six kinds", () => {
    expect(new Set(sentences.map(({ sentence }) => sentence.kind)).size).toBe(6);
  });
});
