import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningPincite } from "../../../src/cli/types.ts";
import { startPincite } from "../../../src/main.ts";
import { newFolder } from "../../support/new-folder.ts";
import { cli } from "../support/cli.ts";
import { hasTmux, openTestTerminal, type TestTerminal } from "../support/tmux.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
let server: RunningPincite;
const folder = newFolder("show");
const type = async (...argv: string[]) => {
  const { code, out, err } = await cli(argv, { env: { PINCITE_URL: server.url }, cwd: folder });
  expect([code, err], argv.join(" ")).toEqual([0, ""]);
  return out;
};

beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
  writeFileSync(join(folder, "outline.txt"), "# Recht\n- Een werkgever gedraagt zich goed. [legal-basis]\n");
  await type("law", "import", join(root, "demo", "law"));
  await type("run", "new", "--profile", "email-reply", "--title", "Trap", "--strand", "case", "--on", "2025-12-15");
  await type("run", "propose", "latest", "--goal", "Reageren", "--confirm");
  await type("run", "advance", "latest");
  await type("run", "propose", "latest", "--file", "outline.txt");
  await type("run", "confirm", "latest", "--all");
  await type("run", "advance", "latest");
  await type("run", "guide", "latest", "Zoek de \u001b[31mwet.");
  await type("run", "tool", "latest", "lawbot.search", "goed werkgever", "--slot", "slot:1");
});
afterAll(() => server.stop());

const eventCount = async (): Promise<number> => (await type("run", "events", "latest")).trim().split("\n").length;

describe("replay --show, where nobody sits at a terminal", () => {
  it("tells every event with what was asked, shown, answered and decided, and the six answers of each call", async () => {
    const count = await eventCount();
    const out = await type("replay", "latest", "--show");
    for (let seq = 1; seq <= count; seq++) expect(out).toContain(`event ${seq} of ${count} `);
    expect(out).toContain("What was asked:\n  Zoek de <U+001B>[31mwet.");
    expect(out).toMatch(
      /What it was shown:\n {2}user-prompt +\d+ characters .*\n {2}profile +\d+ characters +pincite\.memo\.v1\.WorkflowProfile/u,
    );
    expect(out).toMatch(/Instructions, role \(characters 0 to \d+\):\n {2}You help a person assemble a legal memo/u);
    expect(out).toMatch(
      /Prompt, The user says \(characters \d+ to \d+\):\n {2}# The user says\n {4}\| Zoek de <U\+001B>\[31mwet\./u,
    );
    expect(out).toMatch(/What it answered:\n {2}\{/u);
    expect(out).toMatch(/confirmed +claim 1/u);
    expect(out).toContain("lawbot.search(“goed werkgever”) for slot 1");
    expect(out).toContain('goal: "Reageren"');
    expect(out).toContain("zich als een goed werkgever en een goed werknemer te gedragen");
    expect(out).toMatch(/What it said:\n {2}Voor 1 van de 1 bewijsvragen/u);
    const { tools } = await import("../../../src/client/connection.ts").then(({ openConnection }) =>
      openConnection(server.url),
    );
    const ended = [...out.matchAll(/(?<id>toolreq:\w+) ended: OK\./gu)].map(({ groups }) => groups?.id ?? "");
    expect(ended.length).toBeGreaterThan(0);
    for (const id of ended) {
      const { answers } = await tools.explainToolCall({ id });
      const flat = out.replaceAll(/\s+/gu, " ");
      expect(answers).toHaveLength(6);
      for (const answer of answers) expect(flat).toContain(answer.replaceAll(/\s+/gu, " "));
    }
  });

  it("writes no control character, and nothing into the run", async () => {
    const before = await type("run", "events", "latest");
    const out = await type("replay", "latest", "--show");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/u);
    expect(await type("run", "events", "latest")).toBe(before);
  });

  it("says where there is no such run", async () => {
    expect((await cli(["replay", "run-absent", "--show", "--url", server.url])).code).toBe(3);
  });
});

describe.skipIf(!hasTmux)("replay --show in a terminal", () => {
  let terminal: TestTerminal;
  beforeAll(() => {
    terminal = openTestTerminal("show");
    terminal.run(server.url, "replay latest --show");
  });
  afterAll(() => terminal.close());

  it("is stepped to its end and back by keys, and leaves the terminal as it was, with nothing written", async () => {
    const { press, screen, shows } = terminal;
    const [before, count] = [await type("run", "events", "latest"), await eventCount()];
    await shows(`event 1 of ${count} `);
    for (let seq = 2; seq <= count; seq++) {
      press("Right");
      await shows(`event ${seq} of ${count} `);
    }
    press("Right", "Left");
    await shows(`event ${count - 1} of ${count} `);
    press("g");
    await shows(`event 1 of ${count} `);
    expect(screen().trimEnd()).toMatch(/→ next {2}← back.*q: out/u);
    press("q");
    const left = await shows(/replay latest --show/u);
    expect(left).not.toContain("event 1 of");
    expect(await type("run", "events", "latest")).toBe(before);
  });
});
