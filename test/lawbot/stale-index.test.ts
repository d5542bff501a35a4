import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { newFolder } from "../support/new-folder.ts";
import { importMessages, type LawBotClients, openClients } from "./support/lawbot-client.ts";
import { otherLaw, smallLaw } from "./support/small-law.ts";

const folder = newFolder("stale-index");

const question = { query: "goed werkgever motivering" };
const search = ({ search }: LawBotClients) =>
  search.search(question).then(
    ({ result }) => `${result?.totalCount} in ${result?.corpusRevision}: ${result?.scope}`,
    (error) => fromConnectError(error).reason,
  );

/** Everything that is answered until the index is whole again. */
const untilWell = async (clients: LawBotClients, well: string): Promise<string[]> => {
  const heard: string[] = [];
  await expect
    .poll(async () => {
      const answer = await search(clients);
      heard.push(answer);
      return answer;
    })
    .toBe(well);
  return heard;
};

// The first query that met a damaged page failed, and from then on every search of the law found nothing, with the scope of all statutes.
describe("the index of laws in which a page was damaged", () => {
  const store = openMemoryStore();
  const whole = join(folder, "whole.sqlite");
  const opened = async () => openClients({ store: await store, indexFile: whole });

  it.each<[string, (file: string) => void]>([
    ["words", (file) => flipIn(file, (db) => db.prepare("UPDATE posting SET block = zeroblob(length(block))").run())],
    [
      "a word that is gone",
      (file) => flipIn(file, (db) => db.exec("DELETE FROM posting WHERE word = (SELECT min(word) FROM posting)")),
    ],
    ["a text", (file) => flipIn(file, (db) => db.exec("UPDATE content SET texts = zeroblob(length(texts))"))],
    [
      "an entry",
      (file) => flipIn(file, (db) => db.exec("DELETE FROM entry WHERE number = (SELECT min(number) FROM entry)")),
    ],
    ["every page but the first", (file) => writeFileSync(file, readFileSync(file).fill(0, 16_384))],
  ])("says INDEX_STALE until it is whole again, and never that there is nothing: %s", async (_what, damage) => {
    const clients = await opened();
    if ((await search(clients)) === "NO_LAW_LOADED")
      await clients.imports.import(importMessages("k", [...smallLaw, otherLaw]));
    const well = await search(clients);
    expect(well).toMatch(/^[1-9]\d* in /);
    clients.lawbot.close();
    const file = join(folder, "damaged.sqlite");
    for (const end of ["", ".key"]) copyFileSync(whole + end, file + end);
    damage(file);
    const again = await openClients({ store: await store, indexFile: file });
    const heard = await untilWell(again, well);
    expect(heard.filter((answer) => answer !== well && answer !== "INDEX_STALE")).toEqual([]);
    expect(await search(again)).toBe(well);
    again.lawbot.close();
    expect(existsSync(`${file}-next`)).toBe(false);
    const later = await openClients({ store: await store, indexFile: file });
    expect(await search(later)).toBe(well);
    later.lawbot.close();
  });

  it("is not called whole by an import that comes while it lacks what was in it", async () => {
    const clients = await openClients({ indexFile: join(folder, "import.sqlite") });
    await clients.imports.import(importMessages("k", [...smallLaw]));
    const { index } = indexOf(clients);
    index.beginAnew();
    await clients.imports.import(importMessages("l", [otherLaw]));
    const fresh = await openClients();
    await fresh.imports.import(importMessages("k", [...smallLaw, otherLaw]));
    const well = await search(fresh);
    const heard = await untilWell(clients, well);
    expect(heard.filter((answer) => answer !== well && answer !== "INDEX_STALE")).toEqual([]);
    for (const { lawbot } of [clients, fresh]) lawbot.close();
  });
});

const flipIn = (file: string, change: (db: DatabaseSync) => void): void => {
  const db = new DatabaseSync(file);
  change(db);
  db.close();
};

/** The index as LawBot holds it, to be emptied behind its back. */
const indexOf = ({ lawbot }: LawBotClients): { index: { beginAnew(): void } } => ({ index: lawbot.index });
