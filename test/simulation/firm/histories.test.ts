import { describe, expect, it } from "vitest";
import { seeded } from "../store-seed.ts";
import { type Call, judgeHistories, plants } from "./histories.ts";

/** What clients see of two runs that keep every promise: each call takes effect at a moment of its own between its ends. */
const history = (seed: number): Call[] => {
  const random = seeded(seed);
  const heads = new Map([
    ["a", 0],
    ["b", 0],
  ]);
  const busyUntil = new Map<number, number>();
  const calls: Call[] = [];
  for (let moment = 10; moment < 3_000; moment += random() * 20) {
    const client = Math.floor(random() * 16);
    const run = random() < 0.5 ? "a" : "b";
    const fromMs = Math.max(moment - random() * 40, busyUntil.get(client) ?? 0);
    if (fromMs >= moment) continue;
    const untilMs = moment + random() * 40;
    busyUntil.set(client, untilMs + 0.001);
    const isWrite = random() < 0.4;
    const seq = heads.get(run)! + (isWrite ? 1 : 0);
    heads.set(run, seq);
    calls.push({
      client,
      run,
      kind: isWrite ? "write" : "read",
      seq,
      hash: seq ? `${run}${seq}` : "",
      fromMs,
      untilMs,
    });
  }
  return calls;
};

describe("the judge of what clients saw", () => {
  it("finds nothing in histories that keep every promise", () => {
    for (let seed = 1; seed <= 50; seed++) expect(judgeHistories(history(seed)), `seed ${seed}`).toEqual([]);
  });

  it.each(Object.entries(plants))("finds %s in each of them", (_, plant) => {
    for (let seed = 1; seed <= 50; seed++) {
      const planted = plant(history(seed));
      expect(planted, `seed ${seed}`).toBeDefined();
      expect(judgeHistories(planted!), `seed ${seed}`).not.toEqual([]);
    }
  });

  it("lets a write of which nobody was told take its place at any time after it was sent", () => {
    const call = { client: 1, run: "a", hash: "" };
    const write = { ...call, kind: "write" as const, seq: 1, fromMs: 0, untilMs: Number.POSITIVE_INFINITY };
    const read = { ...call, client: 2, kind: "read" as const, seq: 1, fromMs: 50, untilMs: 60 };
    expect(judgeHistories([write, { ...read, seq: 0, fromMs: 30, untilMs: 40 }, read])).toEqual([]);
    expect(judgeHistories([{ ...write, fromMs: 70 }, read])).toHaveLength(1);
  });
});
