import { describe, expect, it } from "vitest";
import { sourceText } from "../../support/cases/dossier.ts";
import {
  boundIn,
  CHANGES,
  changedCitations,
  drawFrom,
  formsOf,
  framesOf,
  trueCitations,
  writtenForms,
} from "./bad/citations.ts";
import { changedRulings, trueRulings } from "./bad/ruling-citations.ts";
import { unboundCitations } from "./bad/unbound-citations.ts";
import { badSets, gateCases, trueSets } from "./sets.ts";

const sets = badSets(1);
const all = badSets(1, gateCases).flatMap(({ dossier, sentences }) =>
  sentences.map((sentence) => ({ dossier, sentence })),
);
/** The frames of the ruling's sentences end in one of these words. */
const trueStart = (text: string): string => text.replace(/^.*?(?:naar|Zie|op|Vergelijk) /u, "");
const names = ["thuiswerk", "uwv", "deposit"] as const;

describe("the bad sentences", () => {
  it("are at least five hundred by hand, each id once", () => {
    expect(gateCases.flatMap(({ bad }) => bad).length).toBeGreaterThanOrEqual(500);
    expect(new Set(all.map(({ dossier, sentence }) => `${dossier.name} ${sentence.id}`)).size).toBe(all.length);
  });

  it("cite only entries of their dossier", () => {
    const lost = all.filter(({ dossier, sentence }) =>
      sentence.entryIds.some((id) => !dossier.entries.some((entry) => entry.id === id)),
    );
    expect(lost.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("are never the text of an honest sentence", () => {
    const honest = new Set(gateCases.flatMap(({ dossier }) => dossier.honest.map((sentence) => sentence.text)));
    expect(all.filter(({ sentence }) => honest.has(sentence.text)).map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("say each thing of the same entries only once", () => {
    const said = all.map(({ sentence }) => `${sentence.entryIds.join()} ${sentence.text}`);
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  });

  it("quote truly, so that it is never the quotation alone that gives them away, a false heading apart", () => {
    const untrue = all.filter(({ dossier, sentence }) => {
      if (sentence.class === "false-place") return false;
      const texts = dossier.entries
        .filter((entry) => sentence.entryIds.includes(entry.id))
        .map((entry) => ("source" in entry ? (sourceText(dossier, entry.source) ?? "") : ""));
      const quotes = [...sentence.text.matchAll(/“([^”]*)”/gu)].map((match) => match[1]!);
      return quotes.some((quote) => !texts.some((text) => text.includes(quote)));
    });
    expect(untrue.map(({ sentence }) => sentence.id)).toEqual([]);
  });

  it("come in every class that is not of citations in every dossier", () => {
    const classes = sets.map(({ sentences }) =>
      [...new Set(sentences.map((sentence) => sentence.class))].filter((name) => name !== "citation-ruling").sort(),
    );
    expect(classes[1]).toEqual(classes[0]);
    expect(classes[2]).toEqual(classes[0]);
  });
});

describe("the drawn citations", () => {
  it("are the same for the same seed and others for another", () => {
    expect(changedCitations("uwv", 7)).toEqual(changedCitations("uwv", 7));
    expect(changedCitations("uwv", 7).map(({ text }) => text)).not.toEqual(
      changedCitations("uwv", 8).map(({ text }) => text),
    );
  });

  it("never give the citation of the entry itself", () => {
    const draw = drawFrom(3, "all");
    for (const name of names)
      for (const { citation } of boundIn(name))
        for (const change of CHANGES)
          for (let turn = 0; turn < 50; turn += 1) expect(change.apply(citation, draw)).not.toEqual(citation);
  });

  it("never read like the entry's own citation in any form and frame", () => {
    for (const name of names)
      for (const { entryId, citation } of boundIn(name)) {
        const honest = new Set(
          formsOf(name).flatMap(({ write }) =>
            framesOf(name).map((frame) => frame.replace("{}", () => write(citation) ?? "")),
          ),
        );
        const drawn = changedCitations(name, 11, 20).filter((sentence) => sentence.entryIds.includes(entryId));
        expect(drawn.length).toBeGreaterThan(CHANGES.length);
        expect(drawn.filter(({ text }) => honest.has(text))).toEqual([]);
      }
  });

  it("use every form in which the citations can be written", () => {
    const written = names.flatMap((name) => changedCitations(name, 2, 60)).map(({ text }) => text);
    for (const shape of [
      /artt\. /u,
      /de artikelen /u,
      / bw\./u,
      /Boek \d BW/u,
      /^Zie Awb /u,
      /het \S+ lid van/u,
      / jo\. /u,
      /tot en met/u,
    ])
      expect(written.some((text) => shape.test(text))).toBe(true);
    for (const shape of [
      /\(\d\) DCC/u,
      /paragraph \d of/u,
      /Book \d, Article/u,
      /section \d/u,
      /et seq\./u,
      /Articles /u,
    ])
      expect(written.some((text) => shape.test(text))).toBe(true);
  });

  it("name the law, and the book where it has one, in every true form", () => {
    for (const name of names)
      for (const { text } of trueCitations(name, 1))
        expect(text).toMatch(/\b(BW|bw|Awb|awb|DCC|Wetboek|bestuursrecht|Code)\b/u);
  });

  it("leave an unbound citation without the entry of its own provision", () => {
    for (const name of names)
      for (const { entryId, citation } of boundIn(name)) {
        const own = writtenForms(name, citation).map((form) => `${form}.`);
        const ending = unboundCitations(name, 4).filter(({ text }) => own.some((form) => text.endsWith(` ${form}`)));
        expect(ending.filter(({ entryIds }) => entryIds.includes(entryId))).toEqual([]);
      }
  });

  it("change one part of the ruling in every form that shows it, and none of them reads as the true one", () => {
    const changed = changedRulings(1);
    const forms = trueRulings(1).map(({ text }) => trueStart(text));
    expect(new Set(changed.map(({ why }) => why)).size).toBe(5);
    expect(changed.filter(({ text }) => forms.includes(trueStart(text)))).toEqual([]);
  });

  it("resolve, as honest sentences do, to entries of their dossier when they are true", () => {
    for (const { dossier, sentences } of trueSets(1))
      for (const { entryIds } of sentences)
        expect(dossier.entries.filter((entry) => entryIds.includes(entry.id)).length).toBe(entryIds.length);
  });
});
