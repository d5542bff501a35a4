import { describe, expect, it } from "vitest";
import { SearchTurns } from "../../src/search/turns.ts";

const long = "x".repeat(480);

/** Takes turns in this order, each named by its text, and gives the order in which they were given. */
const orderOf = async (texts: readonly string[]): Promise<string[]> => {
  const turns = new SearchTurns();
  const order: string[] = [];
  await Promise.all(texts.map((text) => turns.take(text).then(() => order.push(text))));
  return order;
};

describe("turns of searches", () => {
  it("gives a short one that came late its turn before sixteen long ones", async () => {
    const order = await orderOf([...Array.from({ length: 16 }, (_, n) => `${n}${long}`), "koop"]);
    expect(order[0]).toBe("koop");
    expect(order).toHaveLength(17);
  });

  it("gives those of one length their turns in the order in which they came", async () => {
    const texts = ["aa", "bb", "cc", "dd"];
    expect(await orderOf(texts)).toEqual(texts);
  });

  it("lets a long one wait for no more short ones than its characters say", async () => {
    const turns = new SearchTurns();
    let before = 0;
    let isOver = false;
    const waited = turns.take(long).then(() => (isOver = true));
    // Always one short one more, as long as it waits.
    while (!isOver) {
      await turns.take("koop");
      if (!isOver) before += 1;
    }
    await waited;
    expect(before).toBeGreaterThan(50);
    expect(before).toBeLessThanOrEqual(61);
  });

  it("gives the thread back between two", async () => {
    const turns = new SearchTurns();
    const seen: string[] = [];
    const work = ["one", "two", "six"].map((text) => turns.take(text).then(() => seen.push(text)));
    const others = (async () => {
      while (seen.length < 4) {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push("another");
      }
    })();
    await Promise.all([...work, others]);
    expect(seen.slice(0, seen.indexOf("six"))).toEqual(["one", "another", "two", "another"]);
  });
});
