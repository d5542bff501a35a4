import { expect, it, vi } from "vitest";
import { openConnection } from "../../src/client/connection.ts";
import { startPincite } from "../../src/main.ts";
import { newFolder } from "../support/new-folder.ts";

const dataDir = newFolder("scrub");

/** What a server says of its stores. */
const storesOf = async (url: string) => {
  const { orchestrator, close } = openConnection(url);
  const { stores } = await orchestrator.getCapabilities({});
  close();
  return stores;
};

it("a server says when each of its stores was last read behind its back, and that one in memory has none", async () => {
  const begun = Date.now();
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent" });
  await vi.waitFor(
    async () => {
      const stores = await storesOf(server.url);
      expect(stores.map(({ store }) => store)).toEqual(["runs", "vault", "law"]);
      for (const { checkedAtIso, damageCount } of stores) {
        expect(Date.parse(checkedAtIso)).toBeGreaterThanOrEqual(begun);
        expect(damageCount).toBe(0);
      }
    },
    { timeout: 60_000, interval: 200 },
  );
  await server.stop();
  const inMemory = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
  expect(await storesOf(inMemory.url)).toEqual([]);
  await inMemory.stop();
});
