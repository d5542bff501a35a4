import { describe, expect, it } from "vitest";
import { fixedLines } from "../../../src/vault/mail/body-line.ts";
import { introduces } from "../../../src/vault/mail/reply-header.ts";

const lines = (text: string) => fixedLines(text, introduces);

describe("quote marks in fixed text", () => {
  it("come off after a line that introduces somebody", () => {
    expect(lines("Jan schreef:\n> Wij betalen niet.\nOnjuist.")).toEqual([
      { text: "Jan schreef:", depth: 0 },
      { text: "Wij betalen niet.", depth: 1 },
      { text: "Onjuist.", depth: 0 },
    ]);
  });

  it("come off in a run of three lines, with the deeper depth kept", () => {
    expect(lines("> a\n> > b\n>> c")).toEqual([
      { text: "a", depth: 1 },
      { text: "b", depth: 2 },
      { text: "c", depth: 2 },
    ]);
  });

  it("stay on a lone line, which may be the author's own comparison, and count as quoted all the same", () => {
    expect(lines("Het loon was\n> 3000 euro\nper maand.")[1]).toEqual({ text: "> 3000 euro", depth: 1 });
  });

  it("are taken off the escaped From of mailbox files, which quotes nobody", () => {
    expect(lines(">From that day on")).toEqual([{ text: "From that day on", depth: 0 }]);
  });
});
