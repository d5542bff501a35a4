import { describe, expect, it } from "vitest";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { rowsOf } from "../support/cases/rows.ts";
import { lookNames, paperOf } from "./papers.ts";
import { judge } from "./rule-examples.ts";

const rows = rowsOf("rules/sentences.tsv", ["about", "cites", "expect", "text"]);

const looksOn = (text: string, ...ids: readonly string[]) => lookNames(ids.map(paperOf), text, ids);

describe("a sentence about papers", () => {
  it.each(rows)("$about: $text", ({ cites, expect: asked, text }) => {
    const looks = looksOn(text, ...cites.split(","));
    if (asked === "none") return expect(looks).toEqual([]);
    if (asked === "a look") return expect(looks).not.toEqual([]);
    const [, how = "", code = ""] = /^(only |not |)([A-Z_]+)$/u.exec(asked) ?? [];
    expect(LookCode).toHaveProperty(code);
    if (how === "only ") expect(looks).toEqual([code]);
    else if (how === "not ") expect(looks).not.toContain(code);
    else expect(looks).toContain(code);
  });
});

describe("a month that looks like a verb of leave", () => {
  it("does not keep an act from being stated", () => {
    const told = judge({ text: "On 31 May 2024 you promised me a bonus.", entryIds: [] }, [paperOf("turn-english")]);
    expect(told.rules.length).toBeGreaterThan(0);
  });
});
