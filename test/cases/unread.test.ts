import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { unreadSeeds } from "../simulation/attack/unread.ts";
import { gateCases } from "../simulation/gate/sets.ts";
import { figuresOf, simulateUnread } from "../simulation/unread.ts";
import { readStates } from "../support/cases/halves.ts";
import { quotationsOf, quotedWords } from "../support/cases/quoted-words.ts";
import { allRows, rowsOf, unreadRows } from "../support/cases/sets.ts";
import { casesFolder } from "../support/cases/table.ts";

const row = { set: "fiets", id: "f1", text: "Jan Pel betaalde op 4 mei “tachtig euro” voor de fiets." };

describe("a quotation of an unread row", () => {
  const quoted = quotationsOf([row]);

  it("is six words of it in their order, whatever stands between them", () => {
    expect(quoted("// As in “betaalde op 4 mei tachtig\n  // euro”: the day is of the act.")).toEqual(["fiets f1"]);
    expect(quoted("/**\n * Pel betaalde op\n * 4 MEI tachtig\n */")).toEqual(["fiets f1"]);
  });

  it("is no quotation with five of them, or in another order", () => {
    expect(quoted("// betaalde op 4 mei tachtig")).toEqual([]);
    expect(quoted("// op 4 mei betaalde Jan Pel tachtig euro")).toEqual([]);
  });
});

describe("the rows that nobody who writes rules has read", () => {
  it("are quoted nowhere in src: the file and the id of the row are named, its words are not", async () => {
    const rows = [...(await unreadRows()), ...unreadSeeds()];
    expect(rows.filter(({ set }) => set === "attacks").length).toBeGreaterThan(200);
    expect(rows.filter(({ text }) => text.split(/\s+/u).length >= quotedWords).length).toBeGreaterThan(0);
    const quoted = quotationsOf(rows);
    const files = readdirSync(join(projectRoot, "src"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(projectRoot, join(parentPath, name)));
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((path) =>
      quoted(readFileSync(join(projectRoot, path), "utf8")).map((id) => `${path}: ${id}`),
    );
    expect(found).toEqual([]);
  });

  it("are run by a command that prints figures and none of their words", async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
    try {
      expect(await simulateUnread(["forms"])).toBe(true);
    } finally {
      spy.mockRestore();
    }
    const lines = written.join("").trim().split("\n");
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines)
      expect(line).toMatch(
        /^forms odd: (?:date|name|number|percentage|place|reference|role|sum|time|weekday) (?:nl|en) passed: \d+ of \d+$/u,
      );
  });

  it("are counted by class alone, whatever is found wrong in a case", async () => {
    const [one] = gateCases.filter(({ bad }) => bad.length > 0);
    const figures = await figuresOf(one?.name ?? "", "odd");
    expect(figures.at(-1)?.[2]).toBe(
      one?.bad.filter(({ id }) => rowsOf(one).some((each) => each.id === id && each.half === "odd")).length,
    );
    for (const [what, part, all] of figures) {
      expect(what).toMatch(/^(?:honest sentences (?:refused|looked at)|bad, [a-z-]+: not met|bad sentences not met)$/u);
      expect(part).toBeLessThanOrEqual(all);
    }
  });
});

describe("cases/SETS.tsv", () => {
  it("names sets of cases/ alone, and counts the rows of each half as they are", async () => {
    const rows = await allRows();
    const wrong = readStates(casesFolder)
      .map((one) => ({ ...one, found: rows.filter(({ set, half }) => set === one.set && half === one.half).length }))
      .filter(({ set, rows: counted, found }) => !rows.some((row) => row.set === set) || (counted ?? found) !== found);
    expect(wrong).toEqual([]);
  });
});
