import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { LawNames } from "../../src/citation/known-law.ts";
import { definitionsOf } from "../../src/citation/own-names.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { shippedNames } from "../../src/shipped-names.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";
import { citeNlBwb, classAt, contextOf, headings2012, linesOf, type Reference } from "./support/editors-references.ts";
import { linkedText } from "./support/links-in-xml.ts";

const keyOf = ({ source, text }: Reference): string => `${source.bwb_id}\t${text.replace(/\s+/g, " ").trim()}`;

const filesOf = (folder: string): string[] => {
  const path = sharedData(folder);
  const names = path ? readdirSync(path).filter((name) => /^BWB.*\.xml$/.test(name) && !/manifest|wti/.test(name)) : [];
  return names.map((name) => join(path ?? "", name));
};

/**
 * What becomes of the links to other laws in the law texts at hand that are not among those of cite-nl-bwb, from which a
 * hundred names of our table were taken: each text is read as a whole, once, as a memo would be.
 */
const heldOut = (names: readonly LawNames[]): Record<string, number> => {
  const done = new Set(citeNlBwb().map(keyOf));
  const counts: Record<string, number> = { right: 0, wrong: 0, "not read": 0, "name in no register": 0 };
  for (const file of ["law-bwb-2012", "law-bwb-2012/misc", "law-bwb-toestand"].flatMap(filesOf)) {
    const { text, links } = linkedText(file);
    const found = dutch.parseCitations(text, names);
    for (const link of links) {
      if (done.has(keyOf(link)) || !/\d/.test(link.text)) continue;
      done.add(keyOf(link));
      const became = classAt(link, link, { found, names, differs: new Set() });
      counts[became] = (counts[became] ?? 0) + 1;
    }
  }
  return counts;
};

const shareRight = (counts: Record<string, number>): { named: number; right: number } => {
  const of = (name: string) => counts[name] ?? 0;
  const named = of("right") + of("wrong") + of("not read") + of("name in no register");
  return { named, right: of("right") / named };
};

describeWithData("references that no name was taken from", "law-bwb-2012", () => {
  it("are read right in 85 of 100 with a register of names, and never as another law", () => {
    const counts = heldOut(headings2012());
    const { named, right } = shareRight(counts);
    console.info(
      `held out, with headings: ${JSON.stringify(counts)}; of ${named} that name a law right ${right.toFixed(3)}`,
    );
    expect(named).toBeGreaterThan(130);
    expect(right).toBeGreaterThan(0.85);
    expect(counts.wrong).toBe(0);
  });

  it("are read right in 85 of 100 by the table alone, and never as another law", () => {
    const counts = heldOut([]);
    const { named, right } = shareRight(counts);
    console.info(
      `held out, table alone: ${JSON.stringify(counts)}; of ${named} that name a law right ${right.toFixed(3)}`,
    );
    expect(right).toBeGreaterThan(0.85);
    expect(counts.wrong).toBe(0);
  });
});

/** The text of a law of the set by its id, "" where it is not at hand. */
const lawTexts = (): ((lawId: string) => string) => {
  const files = new Map(
    ["law-bwb-2012", "law-bwb-2012/misc"].flatMap(filesOf).map((file) => [/BWB[RV]\d{7}/.exec(file)?.[0] ?? "", file]),
  );
  const texts = new Map<string, string>();
  return (lawId) => {
    const file = files.get(lawId);
    if (file && !texts.has(lawId)) texts.set(lawId, linkedText(file).text);
    return texts.get(lawId) ?? "";
  };
};

describeWithData("references in a law by the words that it defines", "law-bwb-2012", () => {
  it("are read as it defines them, where they were unread, and none is read otherwise than the editors do", () => {
    const names = headings2012();
    const textOf = lawTexts();
    const counts = { more: 0, unread: 0, "as before": 0, otherwise: 0 };
    for (const link of citeNlBwb().filter((each) => each.kind === "extref" && each.bwb_id && each.locatie?.artikel)) {
      const standsIn = textOf(link.source.bwb_id);
      if (!definitionsOf(standsIn)) continue;
      const line = contextOf(link);
      const start = line.indexOf(link.text, link.before.length);
      const readIn = (law: string): string => {
        for (const { citation, spots } of dutch.parseCitations(line, names, law)) {
          const at = spots.findIndex((each) => each.start < start + link.text.length && start < each.end);
          const provision = citation.provisions[at];
          const [query] = provision ? dutch.locate({ ...citation, provisions: [provision] }, names) : [];
          if (provision) return query && "lawId" in query ? `${query.lawId} ${query.article.number}` : "";
        }
        return "";
      };
      const [before, now] = [readIn(""), readIn(standsIn)];
      const isRight = now === `${link.bwb_id} ${link.locatie?.artikel}`;
      if (before === now) counts[now === "" ? "unread" : "as before"]++;
      else counts[isRight ? "more" : "otherwise"]++;
    }
    console.info(`by the law's own definitions: ${JSON.stringify(counts)}`);
    expect(counts.more).toBeGreaterThan(20);
    expect(counts.otherwise).toBe(0);
  });
});

interface RulingReference {
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

describeWithData("laws that rulings refer to in their metadata", "case-rechtspraak", (folder) => {
  it("are never taken for another; most that are unknown are in no register here", () => {
    const names = headings2012();
    const ids = new Set([
      ...names.map(({ lawId }) => lawId),
      ...shippedNames().laws.flatMap((law) => [law.id, ...Object.values(law.books ?? {})]),
    ]);
    const counts = { right: 0, wrong: 0, unknown: 0, "in no register": 0 };
    for (const line of linesOf(readFileSync(join(folder, "references.jsonl"), "utf8"))) {
      const { text, attributes } = JSON.parse(line) as RulingReference;
      const [, lawId = "", artikel = ""] =
        /(BWB[RV]\d+)&artikel=([^& ]+)/.exec(attributes["bwb:resourceIdentifier"] ?? "") ?? [];
      const [, law, number] = /^(.*) (\S+)$/.exec(text.replace(/ \(oud\)$/, "")) ?? [];
      if (!lawId || !law) continue;
      const found = dutch.parseCitations(`artikel ${number} van de ${law}`, names);
      const query = found.flatMap(({ citation }) => dutch.locate(citation, names)).find((each) => "lawId" in each);
      if (!query) counts[ids.has(lawId) ? "unknown" : "in no register"]++;
      else counts[query.lawId === lawId && query.article.number === artikel ? "right" : "wrong"]++;
    }
    console.info(`rulings: ${JSON.stringify(counts)}`);
    expect(counts.wrong).toBe(0);
    expect(counts.right / (counts.right + counts.unknown)).toBeGreaterThan(0.75);
  });
});

/**
 * The sharpest question to ask of a reader that forgives spelling: a fifth of the register is taken away, and those laws
 * are cited by their titles. Whatever law is found under them is a wrong one, save where two laws bear the same title.
 */
describeWithData("a law that no register holds", "law-titles-2012", () => {
  it("is not taken for another by a spelling, a date or a description, but where their headings are all but the same", () => {
    const all = headings2012();
    const table = new Set(shippedNames().laws.map(({ id }) => id));
    const kept = all.filter((_, index) => index % 5 !== 0);
    let asked = 0;
    const mistaken: string[] = [];
    for (const { lawId, title } of all.filter((_, index) => index % 5 === 0)) {
      const name = /\((\p{L}[^()]{11,160})\)\.?$/u.exec(title)?.[1] ?? (title.length < 120 ? title : "");
      if (!name || table.has(lawId)) continue;
      asked++;
      for (const { citation } of dutch.parseCitations(`bedoeld in artikel 3, eerste lid, van de ${name}, of`, kept))
        if (citation.lawReadAs && lettersOf(citation.lawReadAs) !== lettersOf(name))
          mistaken.push(`${name} = ${citation.lawReadAs}`);
    }
    console.info(`cited and in no register: ${asked}, taken for a law of another title: ${mistaken.length}`);
    expect(asked).toBeGreaterThan(2_000);
    expect(mistaken.length / asked).toBeLessThan(0.003);
  });
});

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
