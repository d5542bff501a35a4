import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { SeenVersions } from "../../src/cli/seen-versions.ts";
import { socketFolder } from "../../src/local-socket.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";
import { type FakeServer, runId, startFakeServer } from "./support/fake-server.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder("seen");
});

it("a run that went on is nothing to tell of, and one that went back is told once", () => {
  const seen = new SeenVersions(join(folder, "state", "seen"));
  const told = ["3-aaa", "3-aaa", "7-bbb", "5-ccc", "5-ccc", "6-ddd"].map((version) => seen.see("run-1", version));
  expect(told).toEqual(["on", "on", "on", { seenVersion: "7-bbb" }, "on", "on"]);
});

it("another history of the same length is told as well", () => {
  const seen = new SeenVersions(join(folder, "seen"));
  seen.see("run-1", "7-aaa");
  expect(seen.see("run-1", "7-bbb")).toEqual({ seenVersion: "7-aaa" });
});

it("the last five hundred runs are remembered", () => {
  const seen = new SeenVersions(join(folder, "seen"));
  for (let at = 0; at < 510; at += 1) seen.see(`run-${at}`, "2-a");
  expect(readFileSync(join(folder, "seen"), "utf8").split("\n").filter(Boolean)).toHaveLength(500);
  expect(seen.see("run-0", "1-b")).toBe("on");
  expect(seen.see("run-509", "1-b")).toEqual({ seenVersion: "2-a" });
});

it("the command line says so where a server knows less of a run than it did", async () => {
  const server: FakeServer = await startFakeServer();
  try {
    const env = { PINCITE_URL: server.url, XDG_STATE_HOME: folder, PINCITE_SOCKET_DIR: socketFolder(process.env) };
    expect((await cli(["run", "show", runId], { env })).err).not.toContain("older copy");
    const file = join(folder, "pincite", "seen");
    expect(readFileSync(file, "utf8")).toBe(`${runId} 7-abcdef\n`);
    writeFileSync(file, `${runId} 9-fedcba\n`);
    const { err, code } = await cli(["run", "show", runId], { env });
    expect({ code, told: err.includes(`${runId} stood at 9-fedcba`) }).toEqual({ code: 0, told: true });
  } finally {
    await server.stop();
  }
});
