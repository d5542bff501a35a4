import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInBrowser } from "../../src/cli/open-in-browser.ts";
import { newFolder } from "../support/new-folder.ts";

describe.skipIf(process.platform !== "linux")("the system's opener", () => {
  const folder = newFolder("opener");
  /** An opener that does this with the address. */
  const opener = (does: string) => {
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\n${does}\n`);
    chmodSync(join(folder, "xdg-open"), 0o755);
    return { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ":0" };
  };

  it("is given the address, and believed when it ends well or stays", async () => {
    const seen = join(folder, "seen");
    expect(await openInBrowser("http://127.0.0.1:1/x", opener(`echo "$1" > ${seen}`))).toBe(true);
    expect(readFileSync(seen, "utf8")).toBe("http://127.0.0.1:1/x\n");
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("sleep 4"))).toBe(true);
  });

  it("is no browser where it finds none, or is not there, or there is no screen", async () => {
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("exit 3"))).toBe(false);
    expect(await openInBrowser("http://127.0.0.1:1/x", { PATH: "/nowhere", DISPLAY: ":0" })).toBe(false);
    expect(await openInBrowser("http://127.0.0.1:1/x", { PATH: process.env.PATH })).toBe(false);
  });
});
