import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { parseDraft } from "../../src/cli/proposal/draft-file.ts";
import { parseOutline } from "../../src/cli/proposal/outline.ts";
import { createShell } from "../../src/cli/shell.ts";
import { startPincite } from "../../src/main.ts";
import { ownToken } from "../support/own-transport.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "demo/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .toSorted(),
];
const read = (page: string) => readFileSync(join(root, page), "utf8");
const blocks = (page: string, language: string): string[] =>
  [...read(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1] ?? "");

/** A shell line as words, as far as these pages use quoting. */
const words = (line: string): string[] =>
  [...line.matchAll(/"((?:\\.|[^"\\])*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");

const commands = pages
  .flatMap((page) => blocks(page, "sh").flatMap((block) => block.split("\n").map((line) => [page, line] as const)))
  .map(([page, line]) => [page, line.replace(/^node bin\/pincite\.js /, "pincite ")] as const)
  .filter(([, line]) => line.startsWith("pincite "));

const silent = { write: () => true };

/** The real tree of commands with every action replaced by nothing: what is left is the reading of the command line. */
const inert = async (): Promise<Command> => {
  const deps = {
    start: () => Promise.reject(new Error("no server")),
    stop: new AbortController().signal,
    stdout: silent,
    stderr: silent,
  };
  const program = await createProgram(createShell(deps), deps);
  const disarm = (command: Command): void => {
    command.action(() => undefined);
    command.commands.forEach(disarm);
  };
  program.commands.forEach(
    (command) => void (command.commands.length > 0 ? command.commands.forEach(disarm) : disarm(command)),
  );
  return program;
};

describe("the documentation", () => {
  it.each(commands)("in %s shows a command that exists: %s", async (_page, line) => {
    await expect((await inert()).parseAsync(words(line).slice(1), { from: "user" })).resolves.toBeInstanceOf(Command);
  });

  it("would notice a command that does not exist", async () => {
    await expect(
      (await inert()).parseAsync(["run", "show", "latest", "--nonsense"], { from: "user" }),
    ).rejects.toThrow();
  });

  it("names commands, options and scripts in its sentences that exist", async () => {
    const program = await inert();
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    /** What is wrong with a command as a sentence names it: its place in the tree, and its options. */
    const faultOf = (named: string): string | undefined => {
      const [first = "", ...rest] = words(named);
      if (first === "npm") return (rest[1] ?? "") in scripts ? undefined : `no script ${rest[1]}`;
      let command = program;
      for (const [at, word] of rest.entries()) {
        const options = [...command.options, ...program.options];
        const called = (name = "") => options.find(({ long, short }) => [long, short].includes(name));
        if (word.startsWith("-")) {
          if (!called(word)) return `${command.name()} has no ${word}`;
          continue;
        }
        if (called(rest[at - 1])?.required || command.commands.length === 0) continue;
        const next = command.commands.find((each) => each.name() === word);
        if (!next) return `${command.name()} has no ${word}`;
        command = next;
      }
      return undefined;
    };
    const named = pages.flatMap((page) =>
      [
        ...read(page)
          .replaceAll(/^```.*?^```/gms, "")
          .matchAll(/`((?:pincite|npm run) [^`]+)`/g),
      ].map(([, line = ""]) => [page, line] as const),
    );
    // The first bytes of an encrypted file are no command.
    const meant = named.filter(
      ([page, line]) => !(page === "docs/formats/journal.md" && line.startsWith("pincite file ")),
    );
    expect(meant.length).toBeGreaterThan(80);
    expect(meant.flatMap(([page, line]) => (faultOf(line) ? [`${page}: ${line}: ${faultOf(line)}`] : []))).toEqual([]);
    expect(faultOf("pincite store nonsense")).toBe("store has no nonsense");
    expect(faultOf("pincite run show RUN --nonsense")).toBe("show has no --nonsense");
    expect(faultOf("npm run nonsense")).toBe("no script nonsense");
  });

  it("names files that exist", () => {
    const roots = /^(?:src|test|docs|proto|gen|scripts|bin|demo|\.ci)\/[\w./-]+$/;
    const gone = pages.flatMap((page) =>
      [...read(page).matchAll(/`([^`\s]+)`/g)]
        .map(([, path = ""]) => path)
        .filter((path) => roots.test(path) && !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(gone).toEqual([]);
  });

  it.each(pages)("%s links to pages that exist", (page) => {
    for (const [, target = ""] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
    }
  });

  it("has an outline and a draft that the command line reads", () => {
    const [outline = "", draft = ""] = blocks("docs/guide.md", "text");
    expect(parseOutline(outline).sections.map(({ claims }) => claims.length)).toEqual([1, 2]);
    expect(() => parseDraft(draft.replaceAll(/\{slot:\d\} /g, ""), undefined)).not.toThrow();
  });

  it("has a session with buf curl that a server answers", async () => {
    const server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
    const lines = blocks("README.md", "console").join("").replaceAll("\\\n", " ").split("\n").filter(Boolean);
    try {
      const answers = await Promise.all(
        lines.map((line) => {
          const [npx, buf, ...args] = words(
            line
              .replace(/^\$ /, "")
              .replace("http://127.0.0.1:7611", server.url)
              .replace("$(npx pincite token)", ownToken()),
          );
          expect([npx, buf]).toEqual(["npx", "buf"]);
          return execute(join(root, "node_modules/.bin/buf"), args);
        }),
      );
      expect(answers[0]?.stdout).toContain("pincite.orchestrator.v1.OrchestratorService");
      expect(answers[3]?.stdout).toContain("ORCHESTRATOR_STATE_INTENT_SEED");
    } finally {
      await server.stop();
    }
  });

  it("lists every decision", () => {
    const index = read("docs/adr/README.md");
    for (const page of pages.filter((each) => /adr\/\d/.test(each))) expect(index).toContain(page.split("/").at(-1));
  });

  it("has a worked example of a span that comes out as it says", () => {
    const page = read("docs/formats/spans.md");
    const [text = "", quote = ""] = blocks("docs/formats/spans.md", "text").map((block) => block.replace(/\n$/, ""));
    const sha256 = (words: string) => createHash("sha256").update(words, "utf8").digest("hex");
    const [start = 0, end = 0] = (/`start_char`, `end_char` \| (\d+), (\d+)/.exec(page) ?? []).slice(1).map(Number);
    expect(Array.from(text).slice(start, end).join("")).toBe(quote);
    expect(page).toContain(`| length of the text in code points | ${Array.from(text).length} |`);
    expect(page).toContain(`| \`source_digest\` | \`${sha256(text)}\` |`);
    expect(page).toContain(`| \`excerpt_sha256\` | \`${sha256(quote)}\` |`);
    const before = text.slice(0, text.indexOf(quote));
    expect(page).toContain(`(do not use these) | ${before.length}, ${Buffer.from(before).length} |`);
  });
});
