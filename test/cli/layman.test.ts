import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finished } from "../support/stages.ts";
import { foreign, type Layman, root, signIn } from "./support/layman.ts";

/** A whole case of twenty-two made-up documents, as somebody types it who knows nothing but what the screen says. */
const transcriptFile = join(root, "test/cli/golden/layman-nl.txt");

let layman: Layman;
let letter: string;

beforeAll(async () => {
  ({ layman, letter } = await finished("letter"));
  await layman.type("export", "latest", "--format", "docx", "-o", "brief.docx");
});

afterAll(() => layman.stop());

describe("a layman's whole case", () => {
  it("takes at most fifteen commands, from the server to the file of the letter", async () => {
    expect(layman.transcript.length).toBeLessThanOrEqual(15);
    // A Word file is a zip; what it says is read from the same memo as Markdown.
    expect(readFileSync(join(layman.folder, "brief.docx")).subarray(0, 2).toString()).toBe("PK");
    const { out } = await layman.aside("export", "latest");
    expect(out).toContain(
      "Als alles op 1 december draait, krijg je van mij € 2.400 extra bij het salaris van december.",
    );
  });

  it("shows who speaks in each document, what they are in the case, and when", () => {
    expect(layman.whole()).toContain("Stef Brandsma (werkgever), 14 oktober 2025");
    expect(layman.whole()).toContain("Ilse Terpstra (werkgever), 3 november 2025");
  });

  it("reads as Dutch: no English word, no id of a program, no hash", () => {
    expect(foreign(layman.transcript)).toEqual([]);
  });

  it("is judged by words that an English screen is full of", () => {
    expect(foreign([{ typed: "", shown: "Missing: slot:1 has no candidate" }])).toHaveLength(1);
  });

  // In an objection the decision itself was called right, and nothing said what that does.
  it("says of what is called right that it is conceded, before the outline is confirmed", () => {
    expect(layman.whole()).toMatch(/Wat uw brief stelt, is juist:[\s\S]{0,200}Zo erkent u dit:/u);
  });

  it("is the transcript that was read", async () => {
    await expect(layman.whole()).toMatchFileSnapshot(transcriptFile);
  });

  it("types nothing that the guide does not show", () => {
    const guide = readFileSync(join(root, "docs/guide.md"), "utf8");
    const shapes = layman.transcript.map(({ typed }) => (/^pincite [a-z]+(?: [a-z]+)?/u.exec(typed) ?? [""])[0]);
    expect(shapes.filter((shape) => !guide.includes(shape))).toEqual([]);
  });

  it("is followed one command at a time in the same words", async () => {
    const { transcript, type } = layman;
    const before = transcript.length;
    await type(
      "run",
      "new",
      "--strand",
      "zaak",
      "--on",
      "2026-03-09",
      "--title",
      "Nog een antwoord",
      "--profile",
      "email-reply",
      "--answered",
      letter,
    );
    await type("run", "go", "latest", "ja", signIn(transcript.at(-1)?.shown ?? ""));
    await type("run", "letter", "latest", "1=onjuist: op 14 oktober 2025 heeft Stef Brandsma mij € 2.400 toegezegd");
    await type("run", "show", "latest");
    await type("run", "confirm", "latest", "--all", "--advance");
    await type("run", "guide", "latest");
    await type("run", "confirm", "latest", "--all", "--advance");
    await type("run", "guide", "latest");
    await type("run", "show", "latest");
    await type("vault", "list", "--strand", "zaak");
    const watched = await layman.aside("run", "watch", "latest", "--once");
    // What is typed here is no part of the path.
    const steps = transcript.splice(before);
    expect(foreign(steps)).toEqual([]);
    expect(watched.out).toContain("Verder naar de stap van de opzet.");
  });
});
