import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "../src/error.ts";
import { openInstallation, openTenant, tenantIn } from "../src/installation.ts";
import { newFolder } from "./support/new-folder.ts";

let dir: string;
beforeEach(() => {
  dir = newFolder("keys");
});

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

describe("the tenant of a folder", () => {
  it("is made once, whoever starts, and is no name of a person", () => {
    const tenant = openTenant(dir, "noor", []);
    expect(tenant).toMatch(/^t[0-9a-f]{16}$/);
    expect(openTenant(dir, "sam", [])).toBe(tenant);
    expect(openTenant(dir, "sam", ["other", tenant])).toBe(tenant);
    expect(tenantIn(dir, "sam", [tenant])).toBe(tenant);
  });

  it("is another one in every folder, and of a server that keeps nothing one that nothing keeps", () => {
    const inMemory = [openTenant(undefined, "noor", []), openTenant(undefined, "noor", [])];
    expect(new Set([openTenant(dir, "noor", []), ...inMemory]).size).toBe(3);
  });

  it("is the name that stores from before there were tenants have, whoever starts", () => {
    expect(tenantIn(dir, "sam", ["noor", "noor"])).toBe("noor");
    expect(openTenant(dir, "sam", ["noor", "noor"])).toBe("noor");
    expect(openTenant(dir, "sam", ["noor"])).toBe("noor");
    expect(readFileSync(join(dir, "tenant"), "utf8")).toBe("noor\n");
  });

  it("is told by --user where several people had the folder, and is not guessed", () => {
    expect(reasonOf(() => openTenant(dir, "eva", ["noor", "sam"]))).toBe("REQUEST_INVALID");
    expect(openTenant(dir, "sam", ["noor", "sam"])).toBe("sam");
    expect(openTenant(dir, "eva", ["noor", "sam"])).toBe("sam");
  });

  it.each(["", "other"])("is refused when its file says %j and the stores say otherwise", (said) => {
    openTenant(dir, "noor", ["noor"]);
    writeFileSync(join(dir, "tenant"), said);
    expect(reasonOf(() => openTenant(dir, "noor", ["noor"]))).toBe("DATA_LOSS");
    expect(reasonOf(() => tenantIn(dir, "noor", ["noor"]))).toBe("DATA_LOSS");
  });

  it("is not written down by who only looks", () => {
    expect(tenantIn(dir, "noor", [])).toBeUndefined();
    expect(openTenant(dir, "sam", [])).toMatch(/^t/);
  });
});
