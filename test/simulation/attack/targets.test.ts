import { describe, expect, it } from "vitest";
import { asked, commandTarget, readAnswer } from "./command.ts";
import { readAsked, runAttack } from "./main.ts";
import { smallWorld } from "./small-set.ts";
import { stringsTarget } from "./strings.ts";
import { shareWithInterval, tables } from "./verdicts.ts";

describe("plain matching of strings", () => {
  it.each([
    ["a sum that stands there", "I paid £400.", "passed"],
    ["a sum that does not", "I paid £450.", "refused"],
    ["the day of the letter", "You wrote on 9 March 2026.", "passed"],
    ["a day that stands nowhere", "You wrote on 8 March 2026.", "refused"],
    ["quoted words that stand there", "You wrote: “It is not returned.”", "passed"],
    ["quoted words that do not", "You wrote: “It is returned.”", "refused"],
    [
      "a quotation that leaves the denial out, since its parts stand there",
      "You wrote: “It is […] returned.”",
      "passed",
    ],
    ["a meaning that is turned round without a number", "You returned the deposit.", "passed"],
  ])("says of %s what it is", async (_, text, verdict) => {
    expect(await stringsTarget().judge(smallWorld(text))).toEqual([[verdict]]);
  });
});

/** A program that answers each draft with what this makes of it. */
const program = (answer: string): string[] => [
  process.execPath,
  "-e",
  `require("readline").createInterface({ input: process.stdin }).on("line", (line) => { const asked = JSON.parse(line); ${answer} })`,
];
const says = (answer: string) => `console.log(${answer});`;

describe("another tool behind the runner", () => {
  const world = smallWorld("I paid £400.", "I paid £450.");

  it("is given sources and sentences without their truth, and its verdicts are taken", async () => {
    const told = JSON.stringify(asked(world, world.drafts[0] as (typeof world.drafts)[0]));
    expect(told).not.toMatch(/bad|other sum|truth/iu);
    const judges =
      "asked.sentences.map(({ text }) => asked.papers[0].text.includes(text.slice(7, 11)) ? 'pass' : 'refuse')";
    const target = commandTarget(program(says(`JSON.stringify({ draft: asked.draft, verdicts: ${judges} })`)));
    try {
      expect(await target.judge(world)).toEqual([["passed", "refused"]]);
    } finally {
      await target.stop();
    }
  });

  it.each([
    ["an answer that is no JSON", says('"yes"'), /draft-1: the answer is no JSON/u],
    ["another draft", says('JSON.stringify({ draft: "x", verdicts: [] })'), /names another draft/u],
    [
      "a verdict too few",
      says('JSON.stringify({ draft: asked.draft, verdicts: ["pass"] })'),
      /one verdict for each of 2/u,
    ],
    [
      "a verdict that is none",
      says('JSON.stringify({ draft: asked.draft, verdicts: ["pass", "constructor"] })'),
      /is none of/u,
    ],
    ["a program that ends", "process.exit(3)", /ended with 3 before every draft was answered/u],
  ])("is stopped by %s, with the draft and what is wrong", async (_, answer, message) => {
    const target = commandTarget(program(answer));
    try {
      await expect(target.judge(world)).rejects.toThrow(message);
    } finally {
      await target.stop();
    }
  });

  it("is named where it cannot be started, and may answer no longer than its limit", async () => {
    const target = commandTarget(["/nowhere/at/all"]);
    await expect(target.judge(world)).rejects.toThrow(/cannot be started/u);
    await target.stop();
    expect(() => readAnswer(" ".repeat(1_000_001), world.drafts[0] as never)).toThrow(/longer than/u);
  });
});

describe("the command line of the campaign", () => {
  it("asks Pincite about the half that may be read, and other tools about both", () => {
    expect(readAsked(["--target", "pincite"], 7)).toMatchObject({ halves: ["even"], drafts: 5000, seed: 7 });
    expect(readAsked(["--target", "strings", "--sample", "20"], 7)).toMatchObject({
      halves: ["even", "odd"],
      drafts: 20,
    });
    expect(readAsked(["--target", "command", "--", "python3", "x.py", "--half"], 7)).toMatchObject({
      command: ["python3", "x.py", "--half"],
    });
  });

  it.each([
    [[]],
    [["--target", "others"]],
    [["--target", "strings", "--half", "third"]],
    [["--target", "strings", "--sample", "0"]],
    [["--target", "strings", "--seed", "x"]],
    [["--target", "strings", "--sample"]],
    [["--target", "strings", "--limit", "3"]],
    [["--target", "command"]],
    [["--target", "strings", "--", "x"]],
  ])("takes no %j", (args) => {
    expect(readAsked(args, 7)).toBeUndefined();
  });
});

describe("the figures", () => {
  it("count each sentence under its truth and class, with the interval of as many seeds", async () => {
    const { tally, drafts } = await runAttack(stringsTarget(), [smallWorld("I paid £400.", "I paid £450.")]);
    expect(drafts).toBe(1);
    expect(tally.get("BAD sum")).toMatchObject({ drawn: 2, by: { passed: 1, refused: 1, looked: 0, compared: 0 } });
    expect(tables(tally)).toContain("| sum | 1 | 2 | 50.0 % (5–95) |");
    expect(shareWithInterval(50, 100, 10)).toBe("50.0 % (24–76)");
    expect(shareWithInterval(0, 0, 0)).toBe("–");
  });
});
