import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { bytesOf } from "../simulation/guide/dossier.ts";
import { bonus } from "../simulation/guide/dossiers/bonus.ts";
import { cli } from "./support/cli.ts";

/** A whole case of twenty-two made-up documents, as somebody types it who knows nothing but what the screen says. */
const root = fileURLToPath(new URL("../../", import.meta.url));
const transcriptFile = join(root, "test/cli/golden/layman-nl.txt");

let server: RunningPincite;
let folder: string;
let transcript: Command[];
let letter: string;

interface Command {
  readonly typed: string;
  readonly shown: string;
}

/** Types one command line and keeps it with what it printed. */
const type = async (...argv: string[]): Promise<string> => {
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const { out, err, code } = await cli(argv, { env, cwd: folder });
  expect([err, code], argv.join(" ")).toEqual(["", 0]);
  transcript.push({ typed: ["pincite", ...argv].map(quoted).join(" "), shown: out });
  return out;
};

const quoted = (word: string): string => (/[\s=]/u.test(word) && !/^\d+=[a-z-]+$/u.test(word) ? `"${word}"` : word);

/** The sign under the question, as a person copies it from the command that says yes. */
const signIn = (shown: string): string => /run go latest ja (\d+-[0-9a-f]+)/u.exec(shown)?.[1] ?? "";

/** What stands under “Let op”, as the screen names it. */
const looksIn = (shown: string): string[] =>
  (/staat \(([^)]+)\)/u.exec(shown)?.[1] ?? "").split(/,\s+/u).filter(Boolean);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pincite-layman-"));
  mkdirSync(join(folder, "dossier"));
  for (const document of bonus.documents) writeFileSync(join(folder, "dossier", document.file), bytesOf(document));
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
  transcript = [{ typed: "pincite serve --data ./zaak", shown: "pincite luistert op http://127.0.0.1:7611\n" }];
  const law = ["BWBR0005290_2023-07-01_uittreksel.xml", "manifest.xml"].map((name) => join(root, "demo/law", name));
  const imported = await type("vault", "import", "./dossier", "--strand", "zaak");
  await type("law", "import", ...law);
  letter = /01-brief\.eml.*(vault:[0-9a-f]{12})$/mu.exec(imported)?.[1] ?? "";
  let shown = await type("run", "new", "--strand", "zaak", "--on", "2026-03-09", "--answered", letter);
  const go = async (...words: string[]): Promise<void> => {
    shown = await type("run", "go", "latest", ...words);
  };
  await go("ja", signIn(shown), "Stef Brandsma=werkgever", "Anke Kuiper=bedrijfsarts", "Timo Wessels=collega");
  await go(
    "1=onjuist: op 14 oktober 2025 heeft Stef Brandsma mij € 2.400 toegezegd als de migratie op 1 december draait",
    "2=onjuist: op 3 november 2025 heeft Ilse Terpstra mij toegezegd dat ik dinsdag en donderdag thuis mag werken",
    "3=juist",
  );
  // Everything is agreed to that is shown, and what asks for an eye is named once it has been read.
  for (let stage = 2; stage <= 6; stage++) {
    const looks = looksIn(shown);
    await go("ja", signIn(shown), ...(looks.length > 0 ? ["gezien", ...looks] : []));
  }
  await type("export", "latest", "--format", "docx", "-o", "brief.docx");
}, 120_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const whole = (): string =>
  transcript
    .map(({ typed, shown }) => `$ ${typed}\n${shown}`)
    .join("\n")
    .replaceAll(/\b\d+-[0-9a-f]{4}\b/gu, "N-xxxx")
    .replaceAll(root, "")
    .replaceAll(`${folder}/`, "")
    .replaceAll(/run-[0-9A-Z]{26}/gu, "run-…")
    // A letter bears the day on which it is written.
    .replaceAll(/(?<=^ +datum: )\d.*$/gmu, "vandaag");

/** Words that every English sentence has and no Dutch one; the commands themselves are named in English. */
const english =
  /\b(?:the|this|that|these|with|from|not|has|have|been|are|was|were|which|what|who|your|you|nothing|found|next|missing|items?|search|evidence|quote|claim|draft|stage|letter|confirm|version)\b/iu;
const program =
  /\b(?:claim|slot|binding|entry|sentence|section|toolres|toolreq):|\b(?:vault|lawbot)\.[a-z]|(?<!\d-)[0-9a-f]{16,}|extractive/u;

/** Lines that are not a Dutch reader's, without the commands that a person is given to type. */
const foreign = (commands: readonly Command[]): string[] =>
  commands
    .flatMap(({ shown }) => shown.split("\n"))
    .filter((line) => !/^\s+pincite /u.test(line))
    .filter((line) => english.test(line) || program.test(line));

describe("a layman's whole case", () => {
  it("takes at most fifteen commands, from the server to the file of the letter", async () => {
    expect(transcript.length).toBeLessThanOrEqual(15);
    // A Word file is a zip; what it says is read from the same memo as Markdown.
    expect(readFileSync(join(folder, "brief.docx")).subarray(0, 2).toString()).toBe("PK");
    const { out } = await cli(["export", "latest"], { env: { PINCITE_URL: server.url, PINCITE_LANG: "nl" } });
    expect(out).toContain(
      "Als alles op 1 december draait, krijg je van mij € 2.400 extra bij het salaris van december.",
    );
  });

  it("shows who speaks in each document, what they are in the case, and when", () => {
    expect(whole()).toContain("Stef Brandsma (werkgever), 14 oktober 2025");
    expect(whole()).toContain("Ilse Terpstra (werkgever), 3 november 2025");
  });

  it("reads as Dutch: no English word, no id of a program, no hash", () => {
    expect(foreign(transcript)).toEqual([]);
  });

  it("is judged by words that an English screen is full of", () => {
    expect(foreign([{ typed: "", shown: "Missing: slot:1 has no candidate" }])).toHaveLength(1);
  });

  it("is the transcript that was read", async () => {
    await expect(whole()).toMatchFileSnapshot(transcriptFile);
  });

  it("types nothing that the guide does not show", () => {
    const guide = readFileSync(join(root, "docs/guide.md"), "utf8");
    const shapes = transcript.map(({ typed }) => (/^pincite [a-z]+(?: [a-z]+)?/u.exec(typed) ?? [""])[0]);
    expect(shapes.filter((shape) => !guide.includes(shape))).toEqual([]);
  });

  it("is followed one command at a time in the same words", { timeout: 120_000 }, async () => {
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
    const watched = await cli(["run", "watch", "latest", "--once"], {
      env: { PINCITE_URL: server.url, PINCITE_LANG: "nl" },
    });
    // What is typed here is no part of the path.
    const steps = transcript.splice(before);
    expect(foreign(steps)).toEqual([]);
    expect(watched.out).toContain("Verder naar de stap van de opzet.");
  });
});
