import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  GuideStreamResponseSchema,
  StepBeganSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { progressLines } from "../../src/cli/follow-turn.ts";
import { startPincite } from "../../src/main.ts";
import { cli } from "./support/cli.ts";

const answering = (bytesReceived: number) =>
  create(GuideStreamResponseSchema, {
    progress: { case: "modelAnswering", value: { step: 0, bytesReceived } },
  }).progress;

describe("the lines of a turn's progress", () => {
  it("tell of a long answer now and then, beginning anew with each step", () => {
    const linesOf = progressLines();
    const told = [100, 2_000, 4_195, 4_196, 8_000, 9_000].filter((bytes) => linesOf(answering(bytes)).length > 0);
    expect(told).toEqual([100, 4_196, 9_000]);
    linesOf({ case: "stepBegan", value: create(StepBeganSchema, { step: 1 }) });
    expect(linesOf(answering(50))).toEqual(["  it answers: 50 bytes so far"]);
  });
});

describe("run guide", () => {
  it("tells on a terminal what happens, beside the same answer as elsewhere", async () => {
    const server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
    try {
      const deps = { env: { PINCITE_URL: server.url } };
      const err: string[] = [];
      const stderr = { isTTY: true, write: (text: string | Uint8Array) => err.push(String(text)) };
      await cli(["run", "new", "--profile", "email-reply", "--title", "Antwoord op de brief"], deps);
      const quiet = await cli(["run", "guide", "latest"], deps);
      const watched = await cli(["run", "guide", "latest"], { ...deps, stderr });
      expect([quiet.code, watched.code, quiet.err]).toEqual([0, 0, ""]);
      expect(err.join("")).toContain("step 1: the model is asked to finish\n");
      expect(watched.out.split("\n")[0]).toBe(quiet.out.split("\n")[0]);
    } finally {
      await server.stop();
    }
  });
});
