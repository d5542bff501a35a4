import { describe, expect, it } from "vitest";
import { byText, forgetTexts } from "#kit/by-text.ts";

/** A reader of texts, and what it was asked to read. */
const reader = () => {
  const asked: string[] = [];
  const read = byText((text) => {
    asked.push(text);
    return text.length > 3 ? [text] : undefined;
  });
  return { asked, read };
};

describe("what was made of a text", () => {
  it("is made once, also where it is nothing, and by each reader for itself", () => {
    const [one, other] = [reader(), reader()];
    expect(one.read("words")).toBe(one.read("words"));
    expect([one.read("no"), one.read("no")]).toEqual([undefined, undefined]);
    expect(other.read("words")).not.toBe(one.read("words"));
    expect([one.asked, other.asked]).toEqual([["words", "no"], ["words"]]);
  });

  it("is made anew of a whole paper, which displaces no sentence", () => {
    const { asked, read } = reader();
    const paper = "word ".repeat(2_000);
    read("words");
    for (let n = 0; n < 50; n++) read(paper);
    read("words");
    expect(asked.filter((text) => text === "words")).toHaveLength(1);
    expect(asked.filter((text) => text === paper)).toHaveLength(50);
  });

  it("is forgotten once many other texts were read, and all of it when texts are forgotten", () => {
    const { asked, read } = reader();
    read("words");
    for (let n = 0; n < 2_000; n++) read(`${n} ${"other ".repeat(20)}`);
    read("words");
    expect(asked.filter((text) => text === "words")).toHaveLength(2);
    forgetTexts();
    read("words");
    expect(asked.filter((text) => text === "words")).toHaveLength(3);
  });
});
