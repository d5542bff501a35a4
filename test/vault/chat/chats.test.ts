import { describe, expect, it } from "vitest";
import { chatFiles, expectedOf, figuresOf, readOf } from "./chat-cases.ts";

const even = chatFiles("even");

describe("chats that people export", () => {
  for (const name of even)
    it(`are read with speaker, day and words: ${name}`, async () => {
      const bare = (words: string): string => (name.endsWith(".html") ? words.replaceAll(/\n+/gu, "\n") : words);
      const read = (await readOf(name)).map((line) => ({ ...line, words: bare(line.words) }));
      expect(read).toEqual(expectedOf(name));
    });

  it("give no words to a person who did not say them, and no line a wrong day", async () => {
    expect(await figuresOf(even)).toMatchObject({ wrongWords: 0, wrongDays: 0 });
  });
});
