import { describe, expect, it } from "vitest";
import { askUntil, askYes } from "../../../src/cli/go/ask.ts";

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

describe("a yes or a no at the terminal", () => {
  const answering = (...answers: string[]) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    return { ask, asked };
  };

  // "het huisje", typed ahead for the question before, was taken for a no to "is she the same?".
  it("is asked for again where something else is typed, by its last line alone", async () => {
    const { ask, asked } = answering("het huisje", "j");
    expect(await askYes(ask, "what it rests on\n   is it right? ")).toBe(true);
    expect(asked).toEqual(["what it rests on\n   is it right? ", "   is it right? "]);
  });

  it.each([
    ["ja", true],
    ["Y", true],
    ["n", false],
    ["nee", false],
    ["", false],
  ])("is known in each language: %s", async (typed, isYes) => {
    expect(await askYes(answering(typed).ask, "right? ")).toBe(isYes);
  });

  it("is none where nobody answers", async () => {
    expect(await askYes(answering().ask, "right? ")).toBeUndefined();
  });
});
