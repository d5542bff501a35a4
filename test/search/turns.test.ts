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

  // An answer over HTTP/2 takes three rounds of the loop. With one between two searches a short one was answered only after one more long one.
  it("gives the thread back between two until an answer is written", async () => {
    const turns = new SearchTurns();
    const seen: string[] = [];
    const round = () => new Promise((resolve) => setImmediate(resolve));
    const answer = async (text: string): Promise<void> => {
      await turns.take(text);
      seen.push(text);
      for (let part = 0; part < 3; part++) await round();
      seen.push(`answer to ${text}`);
    };
    await Promise.all(["one", "two", "six"].map(answer));
    expect(seen).toEqual(["one", "answer to one", "two", "answer to two", "six", "answer to six"]);
  });

  it("begins again when one comes after all were done", async () => {
    const turns = new SearchTurns();
    await turns.take("one");
    for (let rounds = 0; rounds < 20; rounds++) await new Promise((resolve) => setImmediate(resolve));
    const texts: string[] = [];
    await Promise.all(["two", "six"].map((text) => turns.take(text).then(() => texts.push(text))));
    expect(texts).toEqual(["two", "six"]);
  });
});
