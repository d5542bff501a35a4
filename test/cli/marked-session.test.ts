import "./support/mark-english.ts";

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";
import { outsideMarks } from "./support/marked.ts";

// A run from intent to letter in a language that marks every message, as marked-language.test.ts does for each command by itself.

const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
let server: RunningPincite;
const folder = newFolder("marked");
beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
});
afterAll(() => server.stop());

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** What a mail says in quoted-printable (RFC 2045). */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/gu, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/gu, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());

/** Every word that a source has or a person typed: these are recorded, and shown as they are. */
const recorded = new Set(
  readdirSync(demo, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(demo, name);
    return /\.(?:eml|md|txt|xml|ics|html)$/u.test(name)
      ? [...wordsIn(name), ...wordsIn(decoded(readFileSync(path, "utf8")))]
      : wordsIn(name);
  }),
);

// Kinds of claims have the words of their profile.
const described = [
  // What an importer calls its kind of file on the wire.
  "email markdown",
  ...builtinProfiles().flatMap(({ claimKinds }) => claimKinds.flatMap(({ label }) => label.map(({ text }) => text))),
];
for (const text of described) for (const word of wordsIn(text)) recorded.add(word);

const shown: string[] = [];

const type = async (...argv: string[]): Promise<string> => {
  for (const word of argv) for (const each of wordsIn(word)) recorded.add(each);
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const { out, err } = await cli(argv, { env, cwd: folder });
  shown.push(`$ ${argv.join(" ")}`, out, err);
  return out;
};

const file = (name: string, text: string): string => {
  for (const each of wordsIn(text)) recorded.add(each);
  writeFileSync(join(folder, name), text);
  return name;
};

const outline =
  "# De brief\n- De brief noemt de thuiswerkdag een gunst. [assertion-of-letter]\n# Recht\n- Een werkgever gedraagt zich goed. [legal-basis]\n";
const draft =
  "Title: Reactie\n# section:1\nFACT claim:1 {slot:1} U schrijft dat thuiswerken “een gunst van de teamleider” was.\n# section:2\nLAW claim:2 {slot:2} De wet verlangt dat u zich “als een goed werkgever” gedraagt.\n";

/** Lines of a screen that say a word of none of them. */
const strange = (): string[] =>
  outsideMarks(shown.join("\n"))
    .split("\n")
    .filter((line) => wordsIn(spelled(line)).some((word) => !recorded.has(word)));

/** What no language changes: commands to type, ids and names between backquotes. */
const spelled = (line: string): string =>
  line
    .replace(/^\$.*$|pincite [a-z].*$/u, "")
    // What is cut short may end within a word.
    .replaceAll(
      /\S*…\S*|`[^`]*`|\b[a-z]+:[0-9A-Za-z:]+|\b[a-z]+(?:[._][a-z_]+)+\b|\b[0-9A-Za-z]{12,}\b|\([A-Z_]+\)|^pincite:|\bSHA-256\b|\bbytes\b|\bBWB manifest\b|BWBR\S+|--[a-z-]+/gu,
      "",
    );

it("shows of a whole run only messages, and what is recorded", async () => {
  await type("vault", "import", join(demo, "dossier"), "--strand", "case");
  await type("law", "import", join(demo, "law"));
  const found = await type("vault", "search", '"een gunst"', "--strand", "case");
  const letter = /vault:[0-9a-f]{64}/.exec(found)?.[0] ?? "";
  const cited = await type("law", "cite", "art.", "7:611", "BW", "--on", "2025-12-15");
  const law = /law:\S+/.exec(cited)?.[0] ?? "";
  await type("vault", "list", "--strand", "case");
  await type("vault", "show", letter, "--strand", "case");
  await type("run", "new", "--profile", "email-reply", "--title", "Sessie", "--strand", "case", "--on", "2025-12-15");
  await type("run", "show", "latest");
  const opponent = "opponent=Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>";
  await type(
    "run",
    "propose",
    "latest",
    "--goal",
    "Reageren",
    "--audience",
    "employer",
    "--party",
    opponent,
    "--confirm",
  );
  await type("run", "advance", "latest");
  await type("run", "propose", "latest", "--file", file("outline.txt", outline));
  await type("run", "show", "latest");
  await type("run", "confirm", "latest", "--all", "--advance");
  await type("run", "advance", "latest");
  await type("run", "pin", "latest", letter, "--slot", "slot:1", "--note", "de brief zelf");
  await type("run", "tool", "latest", "lawbot.search", "goed werkgever", "--slot", "slot:2");
  await type("run", "tool", "latest", "vault.search", "niets van dien aard", "--slot", "slot:1");
  await type("run", "confirm", "latest", "--all", "--advance");
  await type("run", "propose", "latest", "--bind", `slot:1=${letter}`, "--bind", `slot:2=${law}`, "--confirm");
  await type("run", "advance", "latest");
  await type(
    "run",
    "propose",
    "latest",
    "--quote",
    "slot:1=een gunst van de teamleider",
    "--quote",
    "slot:2=als een goed werkgever",
  );
  await type("run", "confirm", "latest", "--all");
  await type("run", "show", "latest");
  await type("run", "advance", "latest");
  await type("run", "propose", "latest", "--file", file("draft.txt", draft), "--confirm");
  await type("run", "mend", "latest");
  await type("run", "advance", "latest");
  await type("run", "show", "latest");
  await type("run", "list");
  await type("run", "events", "latest");
  await type("tool", "pending", "latest");
  await type("receipt", "list", "latest");
  await type("telemetry");
  await type("law", "watch", "latest");
  await type("replay", "latest");
  await type("store", "check");
  expect(shown.join("")).toContain("⟦");
  expect(strange()).toEqual([]);
});
