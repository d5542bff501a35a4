import { describe, expect, it } from "vitest";
import { KeptRecords } from "../../src/lawbot/kept-records.ts";
import { listKey } from "../../src/store/level/keys.ts";
import { behindItsBack, newFolder, openIn } from "../store/folders.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";

const list = "lawbot-version";

describe("the list of the versions of laws", () => {
  it("is made again from the events when an entry of it is gone", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    const clients = await openClients({ store });
    await clients.imports.import(importMessages("k", [...smallLaw]));
    const before = await new KeptRecords(store, "law").all(list);
    expect(before.length).toBeGreaterThan(1);
    clients.lawbot.close();
    await store.close();
    await behindItsBack(dir, (db) => db.del(listKey("law", list, 1)));
    const again = await openIn(dir);
    expect(await new KeptRecords(again, "law").all(list)).toEqual(before);
    expect((await again.verify()).damages).toEqual([]);
    await again.close();
  });
});
