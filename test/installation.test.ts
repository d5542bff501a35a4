import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "../src/error.ts";
import { openInstallation } from "../src/installation.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pincite-keys-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const keyFile = (name: string): string => join(dir, "keys", name);
const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof DomainError ? error.reason : String(error);
  }
};

describe("the secrets of an installation", () => {
  it("are made once, for their owner alone, and found again", async () => {
    const first = openInstallation(dir);
    const again = openInstallation(dir);
    expect(again.tokenKey).toEqual(first.tokenKey);
    expect(again.signer.keyId).toBe(first.signer.keyId);
    const signature = await first.signer.sign(Buffer.from("a"));
    expect(await again.signer.verify?.(first.signer.keyId, Buffer.from("a"), signature)).toBe(true);
    expect(await again.signer.verify?.(first.signer.keyId, Buffer.from("b"), signature)).toBe(false);
    for (const name of ["token.key", "checkpoint.pem"]) expect(statSync(keyFile(name)).mode & 0o777).toBe(0o600);
  });

  it.each(["token.key", "checkpoint.pem"])("are refused when %s is empty, rather than used or made anew", (name) => {
    openInstallation(dir);
    writeFileSync(keyFile(name), "");
    expect(reasonOf(() => openInstallation(dir))).toBe("DATA_LOSS");
    expect(readFileSync(keyFile(name), "utf8")).toBe("");
  });

  it("are made when a server was killed half way through making them", () => {
    mkdirSync(join(dir, "keys"));
    writeFileSync(keyFile("token.key.half"), "ab");
    expect(openInstallation(dir).tokenKey).toHaveLength(32);
  });

  it("are thrown away with a server that keeps nothing", () => {
    expect(openInstallation(undefined).tokenKey).not.toEqual(openInstallation(undefined).tokenKey);
  });
});
