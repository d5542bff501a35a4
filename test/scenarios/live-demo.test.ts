import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { runDemo } from "../../src/demo/run-demo.ts";
import { replayFolder, startPincite } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { isCampaign } from "../support/draws.ts";
import { newFolder } from "../support/new-folder.ts";
import { modelId, withEnvironment, writeLiveProfiles } from "./support/live-profiles.ts";
import { type AnsweredCall, startLiveApi, startModelService } from "./support/stand-in-models.ts";

// The case of 9 December, whole, in Dutch, with each live provider against a stand-in for its API; then the same run
// derived again by a process that has no network.

const [launcher, noNetwork] = ["../../bin/pincite.js", "../support/no-network.mjs"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
) as [string, string];

const all = ["remote", "anthropic", "openai-compatible"] as const;
type Live = (typeof all)[number];
/** With each change one of them; each has tests of its own in test/model/providers. */
const live = isCampaign ? all : all.slice(0, 1);

const folder = newFolder("live");
let layer: string;
beforeAll(() => {
  layer = writeLiveProfiles(folder, "email-reply", live);
});

const demo = (provider: Live, variables: Record<string, string>) =>
  withEnvironment({ PINCITE_PROFILES: layer, ...variables }, () =>
    cli(["demo", "--out", join(folder, provider), "--profile", `email-reply-${provider}`], {
      start: startPincite,
      demo: runDemo,
    }),
  );

/** A command line in a process of its own that would not survive opening a socket. */
const offline = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ["--import", noNetwork, launcher, ...args], (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });

/** What the model read and said in the first of the runs. */
let answered: readonly AnsweredCall[] = [];

const withStandIn: Record<Live, (run: (variables: Record<string, string>) => Promise<void>) => Promise<number>> = {
  remote: async (run) => {
    const service = await startModelService();
    await run({ PINCITE_MODEL_URL: service.url });
    await service.stop();
    answered = service.answered;
    return answered.length;
  },
  anthropic: async (run) => {
    await using api = await startLiveApi("anthropic", modelId, answered);
    await run({ ANTHROPIC_API_KEY: "sk-KANARIE-0123456789", PINCITE_ANTHROPIC_URL: api.base.href });
    return api.asked.length;
  },
  "openai-compatible": async (run) => {
    await using api = await startLiveApi("openai-compatible", modelId, answered);
    await run({ PINCITE_OPENAI_URL: new URL("v1", api.base).href });
    return api.asked.length;
  },
};

describe.each(live)("the case of 9 December with turns by %s", (provider) => {
  it("goes from intent to the finalised draft in Dutch, with every turn of the model taken", async () => {
    const asked = await withStandIn[provider](async (variables) => {
      const { code, out, err } = await demo(provider, variables);
      expect(err).toBe("");
      expect(code).toBe(0);
      expect(out).not.toContain("the model's turn was refused");
      expect(out).toContain("== Done");
    });
    expect(asked).toBeGreaterThan(6);
    const memo = readFileSync(join(folder, provider, "memo.md"), "utf8");
    expect(memo).toContain("thuiswerkdag");
    expect(memo).toContain("Art. 7:611 BW");
  });

  it("comes out byte for byte on a copy of its folder", async () => {
    // By a process that opens no socket for the first of them, which is enough to see that nothing asks anybody.
    const replay = ["replay", "latest", "--data", join(folder, provider, "store")];
    const { code, out, err } = await (provider === live[0]
      ? offline(...replay)
      : cli(replay, { replay: replayFolder }));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [, derived, events] = /: (\d+) of (\d+) events and \d+ artifacts came out byte for byte/.exec(out) ?? [];
    expect(Number(derived)).toBeGreaterThan(150);
    expect(derived).toBe(events);
    expect(out).not.toContain("taken as recorded");
  });
});

describe("the process without a network", () => {
  it("ends where something would open a socket, so that a replay that does not shows something", async () => {
    const { code, err } = await offline("run", "list", "--url", "http://127.0.0.1:9");
    expect({ code, err }).toEqual({ code: 97, err: "NO-NETWORK: connect\n" });
  });
});
