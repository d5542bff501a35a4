import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  accessTokenCheck,
  accessTokenFile,
  credentialFor,
  openAccessToken,
  readAccessToken,
  rotateAccessToken,
} from "../src/access-token.ts";
import { newFolder } from "./support/new-folder.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder("token");
  file = join(folder, "config", "token");
});

const pointElsewhere = (): void => {
  rmSync(file);
  symlinkSync("/etc/hostname", file);
};

describe("the token file", () => {
  it("is made once, for its owner alone, in a folder for its owner alone", () => {
    const token = openAccessToken(file);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "config")).mode & 0o777).toBe(0o700);
    expect(openAccessToken(file)).toBe(token);
    expect(readdirSync(join(folder, "config"))).toEqual(["token"]);
  });

  it("lies in the account's own settings unless PINCITE_TOKEN_FILE says otherwise", () => {
    expect(accessTokenFile({ XDG_CONFIG_HOME: "/c" })).toBe("/c/pincite/token");
    expect(accessTokenFile({ XDG_CONFIG_HOME: "/c", PINCITE_TOKEN_FILE: "/d/t" })).toBe("/d/t");
    expect(accessTokenFile({})).toMatch(/\/\.config\/pincite\/token$/);
  });

  it.each<[string, () => void, string]>([
    ["others can read it", () => chmodSync(file, 0o640), "can be read by others"],
    ["it holds something else", () => writeFileSync(file, "hunter2\n"), "holds no token"],
    ["it points elsewhere", () => pointElsewhere(), "is no plain file"],
  ])("is not believed where %s", (_what, change, said) => {
    openAccessToken(file);
    change();
    expect(() => readAccessToken(file)).toThrow(said);
    expect(() => readAccessToken(file)).toThrow("pincite token rotate");
  });

  it("says where to put it when it cannot be written", () => {
    writeFileSync(join(folder, "config"), "a file where a folder should be");
    expect(() => openAccessToken(file)).toThrow("PINCITE_TOKEN_FILE");
  });

  it("gives way to a new one at rotation, also where it was unfit", () => {
    const before = openAccessToken(file);
    chmodSync(file, 0o644);
    rotateAccessToken(file);
    expect(readAccessToken(file)).not.toBe(before);
  });
});

describe("the check of a token", () => {
  it("takes the token and nothing near it", () => {
    const isToken = accessTokenCheck(file);
    const token = readFileSync(file, "utf8").trim();
    expect(isToken(token)).toBe(true);
    for (const near of ["", token.slice(1), `${token}A`, token.toLowerCase(), [...token].reverse().join("")])
      expect(isToken(near)).toBe(false);
  });

  it("follows a rotation at once: the new one is taken, the old one no longer", () => {
    const isToken = accessTokenCheck(file);
    const before = openAccessToken(file);
    expect(isToken(before)).toBe(true);
    rotateAccessToken(file);
    expect(isToken(before)).toBe(false);
    expect(isToken(openAccessToken(file))).toBe(true);
  });

  it("lets nobody in once the file is gone", () => {
    const isToken = accessTokenCheck(file);
    const token = openAccessToken(file);
    expect(isToken(token)).toBe(true);
    rmSync(file);
    expect(isToken(token)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });
});

// A mode bit on this file ended a running server: the check threw inside the request handler.
describe("a token file that became unfit while a server runs", () => {
  const untidy: [string, () => void, string][] = [
    ["others can read it", () => chmodSync(file, 0o644), "can be read by others"],
    ["it is empty", () => writeFileSync(file, ""), "holds no token"],
    ["it points elsewhere", () => pointElsewhere(), "is no plain file"],
    ["a folder lies in its place", () => folderInPlace(), "is no plain file"],
  ];
  const folderInPlace = (): void => {
    rmSync(file);
    mkdirSync(file);
  };

  it.each(untidy)("lets nobody in, throws nothing and says why once, where %s", (_what, change, said) => {
    const told: string[] = [];
    const isToken = accessTokenCheck(file, ({ message }) => void told.push(message));
    const token = openAccessToken(file);
    expect(isToken(token)).toBe(true);
    change();
    for (let call = 0; call < 3; call += 1) expect(isToken(token)).toBe(false);
    expect(told).toEqual([expect.stringContaining(said)]);
    expect(told[0]).toContain("pincite token rotate");
  });

  it("lets its owner in again once it is set right", () => {
    const isToken = accessTokenCheck(file);
    const token = openAccessToken(file);
    chmodSync(file, 0o644);
    expect(isToken(token)).toBe(false);
    chmodSync(file, 0o600);
    expect(isToken(token)).toBe(true);
  });

  it("is told anew for each state of it", () => {
    const told: string[] = [];
    const isToken = accessTokenCheck(file, ({ message }) => void told.push(message));
    const token = openAccessToken(file);
    chmodSync(file, 0o644);
    isToken(token);
    writeFileSync(file, "");
    chmodSync(file, 0o600);
    isToken(token);
    expect(told).toEqual([expect.stringContaining("by others"), expect.stringContaining("holds no token")]);
  });
});

describe("what a client sends", () => {
  it("is the account's token on this machine, and nothing to another", () => {
    const env = { PINCITE_TOKEN_FILE: file };
    expect(credentialFor("http://127.0.0.1:7611", env).token()).toBeUndefined();
    const token = openAccessToken(file);
    for (const url of ["http://127.0.0.1:7611", "http://localhost:1", "http://[::1]:7611"])
      expect(credentialFor(url, env).token()).toBe(token);
    for (const url of ["http://127.0.0.1.example.com:7611", "https://law.example", "http://10.0.0.1", "not an address"])
      expect(credentialFor(url, env).token()).toBeUndefined();
  });

  it("is PINCITE_TOKEN where that is set", () => {
    expect(credentialFor("http://127.0.0.1:7611", { PINCITE_TOKEN_FILE: file, PINCITE_TOKEN: "given" }).token()).toBe(
      "given",
    );
  });
});
