import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
  const leading = (): string[] => readdirSync(folder).filter((name) => name.startsWith("pincite-page-"));

  // The address stood in the process list, for every account of the machine to open first.
  it("is given a file of this account's alone that leads to the address, and believed when it ends well or stays", async () => {
    const seen = join(folder, "seen");
    const address = "http://127.0.0.1:1/session?key=x&page=y";
    expect(await openInBrowser(address, opener(`echo "$@" > ${seen}`), folder)).toBe(true);
    const given = readFileSync(seen, "utf8").trim();
    expect(given).toMatch(/^file:\/\/.*\/pincite-page-[0-9a-f-]{36}\.html$/u);
    expect(given).not.toContain("key");
    const file = fileURLToPath(given);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(`content="0;url=${address.replace("&", "&#38;")}"`);
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("sleep 4"), folder)).toBe(true);
  });

  it("leaves no file of an earlier call, nor one where no browser was found", async () => {
    for (const name of leading()) utimesSync(join(folder, name), 0, 0);
    writeFileSync(join(folder, "pincite-page-of-a-person.html"), "");
    utimesSync(join(folder, "pincite-page-of-a-person.html"), 0, 0);
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("exit 3"), folder)).toBe(false);
    expect(leading()).toEqual(["pincite-page-of-a-person.html"]);
  });

  // A home that was not there ended the command, which had an address to show.
  it("opens none where the home cannot be written to", async () => {
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("exit 0"), join(folder, "no-home"))).toBe(false);
  });

  it("is no browser where it finds none, or is not there, or there is no screen", async () => {
    expect(await openInBrowser("http://127.0.0.1:1/x", opener("exit 3"), folder)).toBe(false);
    const nowhere = { PATH: "/nowhere", DISPLAY: ":0" };
    expect(await openInBrowser("http://127.0.0.1:1/x", nowhere, folder)).toBe(false);
    expect(await openInBrowser("http://127.0.0.1:1/x", { PATH: process.env.PATH })).toBe(false);
  });
});
