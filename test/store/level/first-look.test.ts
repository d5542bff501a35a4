import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { lookFirst } from "../../../src/store/level/open.ts";
import { append, bodies } from "../../contract/store-samples.ts";
import { newFolder, openIn } from "../folders.ts";

const filled = async (): Promise<string> => {
  const dir = newFolder();
  const store = await openIn(dir);
  await append(store, "ann", "run", ["a", "b"]);
  await store.close();
  return dir;
};

/** A program that ends as LevelDB would end it, or by itself. */
const program = async (line: string): Promise<URL> => {
  const file = join(newFolder(), "child.mjs");
  await writeFile(file, line);
  return pathToFileURL(file);
};

describe("a database whose process ended twice without a close", () => {
  it("is opened and read by another process first, and then by this one", async () => {
    const dir = await filled();
    await writeFile(join(dir, "open"), "2\n");
    const store = await openIn(dir);
    expect(bodies(await store.read("ann", "run"))).toEqual(["a", "b"]);
    await store.close();
  });

  it.each(["process.abort()", "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)"])(
    "is refused by name where that process is ended: %s",
    async (line) => {
      const database = join(await filled(), "db");
      await expect(lookFirst(database, await program(line))).rejects.toMatchObject({
        reason: "DATA_LOSS",
        message: expect.stringContaining(database),
      });
    },
  );

  it("is left to the real opening where that process says that it cannot be opened", async () => {
    await expect(lookFirst(join(newFolder(), "nothing"))).resolves.toBeUndefined();
    await expect(lookFirst("x", await program("process.exit(1)"))).resolves.toBeUndefined();
  });
});
