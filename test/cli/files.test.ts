import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { filesAt } from "../../src/cli/files.ts";
import { vaultUpload } from "../../src/cli/uploads.ts";
import { newFolder } from "../support/new-folder.ts";

const folder = newFolder("files");
beforeAll(() => {
  mkdirSync(join(folder, "2025"));
  writeFileSync(join(folder, "b.txt"), "b");
  writeFileSync(join(folder, "2025", "a.txt"), new Uint8Array(2 * 1_048_576 + 1));
  writeFileSync(join(folder, ".hidden"), "x");
  symlinkSync("/etc/hostname", join(folder, "link.txt"));
});

describe("files of a folder", () => {
  it("are named from the folder on, in order, without hidden files and links", () => {
    const name = basename(folder);
    expect(filesAt([folder]).map((file) => file.name)).toEqual([`${name}/2025/a.txt`, `${name}/b.txt`]);
  });

  it("are refused when there is no such path", () => {
    expect(() => filesAt([join(folder, "absent")])).toThrow(/there is no file or folder/);
  });

  it("are sent as an item each, with all bytes in pieces of at most 1 MiB", async () => {
    const sent: [string | undefined, number][] = [];
    for await (const { content } of vaultUpload(filesAt([folder]), { strandId: "s", dryRun: true })) {
      sent.push([content?.case, content?.case === "chunk" ? (content.value as Uint8Array).length : 0]);
    }
    expect(sent).toEqual([
      ["begin", 0],
      ["item", 0],
      ["chunk", 1_048_576],
      ["chunk", 1_048_576],
      ["chunk", 1],
      ["item", 0],
      ["chunk", 1],
    ]);
  });
});
