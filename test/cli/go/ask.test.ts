import { describe, expect, it } from "vitest";
import { askUntil } from "../../../src/cli/go/ask.ts";

const isNumber = (answer: string): boolean => /^\d+$/u.test(answer);

describe("a question at the terminal", () => {
  it("is asked again in other words until the answer fits", async () => {
    const asked: string[] = [];
    const answers = ["yes", "2"];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    expect(await askUntil(ask, ["which?", "a number?"], isNumber)).toBe("2");
    expect(asked).toEqual(["which?", "a number?"]);
  });

  // A program that answered "y" to everything was asked for ever.
  it("ends where the answers never fit", async () => {
    let count = 0;
    const ask = async () => {
      count++;
      return "y";
    };
    expect(await askUntil(ask, ["which?", "a number?"], isNumber)).toBeUndefined();
    expect(count).toBeLessThan(10);
  });

  it("is left open by an empty answer", async () => {
    expect(await askUntil(async () => " ", ["which?", "a number?"], isNumber)).toBe(" ");
  });
});
