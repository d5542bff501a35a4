import { describe, expect, it } from "vitest";
import { blind, contrary, type Say, ScriptedJudge } from "../engine/judges.ts";
import { gateCase } from "./gate/sets.ts";
import { type JudgedCount, measureJudge } from "./judge.ts";

const measured = async (say: Say): Promise<JudgedCount[]> => {
  const counts = new Map<string, JudgedCount>();
  await measureJudge(new ScriptedJudge(say), gateCase("deposit"), counts);
  return [...counts.values()];
};

describe("the campaign of second readers", () => {
  it("counts no doubt of one that finds everything said, and every sentence of one that doubts all", async () => {
    const [calm, doubting] = [await measured(blind), await measured(contrary)];
    expect(calm.length).toBeGreaterThan(5);
    expect(calm.every(({ doubted, notJudged }) => doubted + notJudged === 0)).toBe(true);
    expect(doubting.map(({ all, doubted }) => all - doubted)).toEqual(doubting.map(() => 0));
    expect(doubting.map(({ passed, passedAndDoubted }) => passed - passedAndDoubted)).toEqual(doubting.map(() => 0));
  });

  it("counts as not judged what is not answered, and as neither said nor doubted", async () => {
    const away = await measured(() => {
      throw new Error("away");
    });
    expect(away.every(({ all, doubted, notJudged }) => doubted === 0 && notJudged === all)).toBe(true);
  });
});
