import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { namesNothing } from "../../src/cli/what-next.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { cli } from "./support/cli.ts";
import { hasTmux, openTestTerminal } from "./support/tmux.ts";

describe("`pincite` alone", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  const alone = (answers: string[] = [], ...argv: string[]) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    return cli(argv, { env: { PINCITE_URL: server.url }, ask }).then((result) => ({ ...result, asked }));
  };

  it("says how to begin where no server runs", async () => {
    const { code, out } = await cli(["--url", "http://127.0.0.1:1"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "No server runs. What you can do next:",
        "  pincite start   begin: your own folder, in your browser",
        "  pincite demo    see a whole case first, offline",
        "  pincite --help  see every command",
        "",
      ].join("\n"),
    );
  });

  it("says how to begin a memo, then where the newest stands, and asks whether to go on", async () => {
    expect((await alone()).out).toContain("you have no memo yet");
    await cli(["run", "new", "--profile", "email-reply", "--title", "Bezwaar", "--url", server.url]);
    const { code, out, asked } = await alone(["no"]);
    expect([code, asked.length]).toEqual([0, 1]);
    expect(out).toMatch(/^Bezwaar {3}run-/u);
    expect(out).toContain("  pincite run go latest  ");
    const { runs } = await server.orchestrator.listRuns({});
    const before = await server.orchestrator.getRun({ runId: runs[0]!.runId });
    expect(before.runContext?.eventCount).toBe(1);
    expect((await alone(["", undefined as unknown as string])).out).toContain("Step 1 of 6");
  });

  it("speaks the language that is asked for", async () => {
    expect((await cli(["--lang", "nl", "--url=http://127.0.0.1:1"])).out).toContain("Er draait geen server.");
  });

  it("leaves a wrong word and a help to the commands", async () => {
    for (const argv of [["--help"], ["--nonsense"], ["run"], ["--url"], ["-V"]]) expect(namesNothing(argv)).toBe(false);
    expect((await cli(["nonsense"])).code).toBe(2);
  });

  it.skipIf(!hasTmux)("goes on in a terminal, and takes the answers that are typed there", async () => {
    await cli(["run", "new", "--profile", "email-reply", "--title", "In een venster", "--url", server.url]);
    await cli(["run", "propose", "latest", "--goal", "Reageren", "--url", server.url]);
    const { runs } = await server.orchestrator.listRuns({ pageSize: 1 });
    const terminal = openTestTerminal("next");
    try {
      terminal.run(server.url, "");
      await terminal.shows("Go on with it here?");
      terminal.press("Enter");
      await terminal.shows("Step 1 of 6");
      await terminal.shows("What do you want to happen");
      terminal.press("Enter");
      await terminal.shows("What must not be said");
      terminal.press("Enter");
      await terminal.shows("Is the rest right?");
      terminal.press("y", "Enter");
      // The head of the step may stand above what a screen of this height holds.
      await terminal.shows("What the other side will say");
    } finally {
      terminal.close();
    }
    const { runContext } = await server.orchestrator.getRun({ runId: runs[0]!.runId });
    expect(runContext?.state).toBe(OrchestratorState.SKELETON);
  });
});
