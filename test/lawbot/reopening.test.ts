import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { newFolder } from "../support/new-folder.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { otherLaw, smallLaw } from "./support/small-law.ts";

const folders: string[] = [];
const folder = async () => {
  const made = newFolder("lawbot");
  folders.push(made);
  return made;
};
afterEach(async () => {
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true });
});

const hits = async (clients: Awaited<ReturnType<typeof openClients>>) =>
  (await clients.search.search({ query: "goed werkgever motivering" })).result?.candidates.map(
    ({ evidenceId, scoreMicros }) => [evidenceId, scoreMicros],
  );

describe("opening LawBot again", () => {
  it("finds the versions in the store and the index in its file", async () => {
    const store = await openMemoryStore();
    const indexFile = join(await folder(), "law.sqlite");
    const first = await openClients({ store, indexFile });
    await first.imports.import(importMessages("k", [...smallLaw, otherLaw]));
    const before = await hits(first);
    first.lawbot.close();
    const second = await openClients({ store, indexFile });
    expect(await hits(second)).toEqual(before);
    expect(second.lawbot.versions.revision).toBe(first.lawbot.versions.revision);
    second.lawbot.close();
  });

  it("builds the index from the store where it is missing, of another corpus, or damaged", async () => {
    const store = await openMemoryStore();
    const place = await folder();
    const stale = await openClients({ store, indexFile: join(place, "stale.sqlite") });
    await stale.imports.import(importMessages("k", [smallLaw[1]]));
    stale.lawbot.close();
    const current = await openClients({ store, indexFile: join(place, "current.sqlite") });
    await current.imports.import(importMessages("l", [otherLaw]));
    const wanted = await hits(current);
    current.lawbot.close();
    const damaged = join(place, "damaged.sqlite");
    await writeFile(damaged, (await readFile(join(place, "current.sqlite"))).fill(0x55, 0, 4096));
    for (const file of [":memory:", join(place, "stale.sqlite"), damaged]) {
      const again = await openClients({ store, indexFile: file });
      expect(await hits(again), file).toEqual(wanted);
      again.lawbot.close();
    }
  });

  it("keeps one event, one record and two blobs for each version", async () => {
    const { store, imports, lawbot } = await openClients();
    await imports.import(importMessages("k", [...smallLaw]));
    const events = await store.read("law", "law/BWBR0005290");
    expect(events.map((event) => event.type)).toEqual(["law-version-imported", "law-version-imported"]);
    for (const version of lawbot.versions.all()) {
      expect(await store.getBlob("law", version.original?.digest ?? "")).toEqual(
        smallLaw.find((file) => file.validFrom === version.validFrom)?.bytes,
      );
      expect(await store.blobSize("law", version.text?.digest ?? "")).toBe(Number(version.text?.sizeBytes));
    }
    expect((await store.verify()).damages).toEqual([]);
  });
});
