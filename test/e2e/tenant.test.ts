import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openInstallation } from "../../src/installation.ts";
import { replayFolder, startPincite } from "../../src/main.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { newFolder } from "../support/new-folder.ts";
import { clientsOf, importFiles } from "./support/server.ts";

let dir: string;
beforeEach(() => {
  dir = newFolder("tenant");
});

/** A server over the folder, started by this person, for as long as `work` takes. */
const startedBy = async <T>(user: string, work: (clients: ReturnType<typeof clientsOf>) => Promise<T>): Promise<T> => {
  const server = await startPincite({ dataDir: dir, port: 0, user, log: "silent" });
  const clients = clientsOf(server.url);
  try {
    return await work(clients);
  } finally {
    clients.close();
    await server.stop();
  }
};

const tenant = (): string => readFileSync(join(dir, "tenant"), "utf8").trim();
const clock = { now: () => Date.now() };

/** A folder as 0.1.0 left it: everything under the name of its user. */
const oldFolder = async (...users: string[]): Promise<void> => {
  const { signer } = openInstallation(dir);
  const store = await openLevelStore({ dir: join(dir, "runs"), clock, signer });
  for (const owner of users)
    await store.commit({ owner, records: [{ space: "s", key: "k", value: new Uint8Array([1]) }] });
  await store.close();
};

describe("a folder that another person starts", () => {
  it("has the same runs and documents; what they do is done in their name", async () => {
    const note = { path: "note.txt", bytes: Buffer.from("A note.\n") };
    const made = await startedBy("noor", async (clients) => {
      await importFiles(clients, [note]);
      return (await clients.orchestrator.createRun({ idempotencyKey: "one", title: "Mine" })).runContext;
    });
    await startedBy("sam", async ({ orchestrator, docs }) => {
      const { runs } = await orchestrator.listRuns({});
      expect(runs.map((one) => one.runId)).toEqual([made?.runId]);
      expect((await docs.listDocs({})).docs).toHaveLength(1);
      const { runContext } = await orchestrator.propose({
        ...{ runId: made?.runId ?? "", idempotencyKey: "one", expectedVersion: made?.version ?? "" },
        proposal: { proposal: { case: "intentSeed", value: { goal: "Een doel" } } },
      });
      expect(runContext?.owner?.name).toBe("noor");
      const second = await orchestrator.createRun({ idempotencyKey: "one", title: "Theirs" });
      expect(second.runContext?.runId).not.toBe(made?.runId);
      expect(second.runContext?.owner?.name).toBe("sam");
    });
    const report = await replayFolder({ dataDir: dir, run: made?.runId ?? "" });
    expect(report).toMatchObject({ difference: undefined, taken: [], events: 2, derived: 2 });
  });

  it("keeps the name that its store has from before there were tenants", async () => {
    await oldFolder("noor");
    await startedBy("sam", async () => expect(tenant()).toBe("noor"));
    await startedBy("eva", async () => expect(tenant()).toBe("noor"));
  });

  it("is not opened where it cannot be told whose it is, and can be once that is said", async () => {
    await oldFolder("noor", "sam");
    await expect(startedBy("eva", async () => undefined)).rejects.toMatchObject({
      reason: "REQUEST_INVALID",
      message: expect.stringContaining("noor's and what is sam's"),
    });
    await startedBy("sam", async () => expect(tenant()).toBe("sam"));
  });
});
