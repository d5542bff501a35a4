import { describe, expect, it } from "vitest";
import type { ReplayOptions, ReplayOutcome } from "../../src/cli/types.ts";
import { cli } from "./support/cli.ts";

const whole: ReplayOutcome = {
  runId: "run-01JEXAMPLE",
  ...{ events: 12, derived: 12, artifacts: 9, taken: [], difference: undefined },
  ...{ receiptsSignedAgain: 2, receiptsFromRecord: 0 },
};

/** The command with a replay that comes to this, and what it was asked. */
const replay = async (outcome: ReplayOutcome, ...argv: string[]) => {
  const asked: ReplayOptions[] = [];
  const answer = await cli(["replay", ...argv], {
    cwd: "/home/somebody",
    replay: async (options) => {
      asked.push(options);
      return outcome;
    },
  });
  return { ...answer, asked };
};

describe("pincite replay", () => {
  it("tells how much came out, and that nobody was asked for it", async () => {
    const { code, out, asked } = await replay(whole, "latest", "--data", "store", "--user", "noor");
    expect(code).toBe(0);
    expect(asked).toEqual([{ dataDir: "/home/somebody/store", run: "latest", user: "noor" }]);
    expect(out.split("\n")).toEqual([
      "run-01JEXAMPLE: 12 of 12 events and 9 artifacts came out byte for byte",
      "no model, no source and no network was asked",
      "2 receipts were signed again and are equal",
      "",
    ]);
  });

  it("ends as a fault where something came out otherwise, and names the place", async () => {
    const difference = { seq: 7, event: "toolFinished", role: "tool_result", path: "summary", what: "it differs" };
    const { code, out, err } = await replay({ ...whole, derived: 6, difference }, "run-1", "--data", "store");
    expect(code).toBe(6);
    expect(out).toContain("6 of 12 events came out byte for byte, then one did not");
    expect(err).toContain("event 7 (toolFinished), artifact tool_result, field summary: it differs.");
  });

  it("lists what it took as recorded, and why", async () => {
    const taken = [{ seq: 3, event: "proposalRecorded", why: "what was proposed was not recorded" }];
    const { out } = await replay({ ...whole, derived: 11, taken }, "run-1", "--data", "store");
    expect(out).toContain("event 3 (proposalRecorded) was taken as recorded: what was proposed was not recorded");
  });

  it("asks for the folder where none is named, and takes the environment's", async () => {
    const none = await replay(whole, "latest");
    expect(none).toMatchObject({ code: 2, asked: [] });
    expect(none.err).toContain("--data or PINCITE_DATA");
    const asked: ReplayOptions[] = [];
    await cli(["replay", "latest"], {
      env: { PINCITE_DATA: "/srv/pincite" },
      replay: async (options) => {
        asked.push(options);
        return whole;
      },
    });
    expect(asked).toEqual([{ dataDir: "/srv/pincite", run: "latest" }]);
  });
});
