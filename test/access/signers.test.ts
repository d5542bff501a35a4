import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { ActSignatureSchema } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import { openSigners } from "../../src/access/signers.ts";
import { actCrypto } from "../../src/act-crypto.ts";
import { newFolder } from "../support/new-folder.ts";

const hasSsh = spawnSync("ssh-keygen", ["-Y", "sign"]).error === undefined;
if (!hasSsh) console.warn("SKIPPED: files of signers are held against ssh-keygen, which is not here");

const folder = newFolder("signers");
const act = Buffer.from("an act");
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  if (!hasSsh) return;
  writeFileSync(at("act"), act);
  for (const type of ["ed25519", "ecdsa", "rsa"])
    spawnSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", "a key", "-f", at(type)]);
  for (const type of ["ed25519", "ecdsa"]) {
    const signed = spawnSync("ssh-keygen", ["-Y", "sign", "-n", "pincite-act", "-f", at(type)], { input: act });
    writeFileSync(at(`${type}.sig`), signed.stdout);
  }
});

const publicKey = (type: string): string => readFileSync(at(`${type}.pub`), "utf8").trim();

/** Whether a file with this line takes a signature of anna at a time, by us and by ssh-keygen. */
const taken = (line: string, type = "ed25519", time = "20260601120000"): { ours: boolean; theirs: boolean } => {
  writeFileSync(at("signers"), `# signers\n\n${line}\n`);
  const sig = readFileSync(at(`${type}.sig`), "utf8").replace(/-----.*?-----/gu, "");
  const signature = create(ActSignatureSchema, { act, by: { case: "ssh", value: Buffer.from(sig, "base64") } });
  const by = create(PrincipalSchema, { name: "anna" });
  const [year, month, day, hour] = [time.slice(0, 4), time.slice(4, 6), time.slice(6, 8), time.slice(8, 10)].map(
    Number,
  );
  const nowMs = new Date(year ?? 0, (month ?? 1) - 1, day, hour).getTime();
  const ours = openSigners(at("signers"), actCrypto)(signature, act, by, nowMs) === undefined;
  const words = ["-Y", "verify", "-f", at("signers"), "-I", "anna", "-n", "pincite-act", "-s", at(`${type}.sig`)];
  const theirs = spawnSync("ssh-keygen", [...words, `-Overify-time=${time}`], { input: act }).status === 0;
  return { ours, theirs };
};

const lines: Readonly<Record<string, readonly [before: string, takes: boolean]>> = {
  "the name": ["anna", true],
  "one of several names": ["bob,anna", true],
  "names between quotation marks": ['"bob,anna"', true],
  "a pattern": ["an?a", true],
  "a pattern for everybody": ["*", true],
  "another name": ["bob", false],
  "a part of the name": ["ann", false],
  "a pattern that leaves her out": ["*,!anna", false],
  "our namespace": ['anna namespaces="git,pincite-act"', true],
  "another namespace": ['anna namespaces="git"', false],
  "a pattern of namespaces": ['anna namespaces="pincite-*"', true],
  "until later": ['anna valid-before="20270101"', true],
  "until before": ['anna valid-before="20260101Z"', false],
  "from later": ['anna valid-after="202701010000"', false],
  "from before, until later, for us": [
    'anna valid-after="20260101",valid-before="20270101Z",namespaces="pincite-act"',
    true,
  ],
};

describe.skipIf(!hasSsh)("a file of signers", () => {
  it.each(Object.keys(lines))("takes and refuses as ssh-keygen does: %s", (told) => {
    const [before, takes] = lines[told] ?? ["", false];
    expect(taken(`${before} ${publicKey("ed25519")}`)).toEqual({ ours: takes, theirs: takes });
  });

  it("takes a key on P-256, and not a signature by another key", () => {
    expect(taken(`anna ${publicKey("ecdsa")}`, "ecdsa")).toEqual({ ours: true, theirs: true });
    expect(taken(`anna ${publicKey("ed25519")}`, "ecdsa")).toEqual({ ours: false, theirs: false });
  });

  it("passes over keys of other kinds, which stand there for others", () => {
    expect(taken(`anna ${publicKey("rsa")}\nanna ${publicKey("ed25519")}`).ours).toBe(true);
  });

  // An option that is not known might have narrowed what the key is for.
  it.each([
    ["cert-authority", "anna cert-authority"],
    ["no key", "anna namespaces="],
    ["no time", 'anna valid-before="20261301"'],
    ["an option of tomorrow", 'anna only-on="monday"'],
  ])("is refused at the start: %s", (_, before) => {
    const key = before === "anna namespaces=" ? "" : publicKey("ed25519");
    expect(() => taken(`${before} ${key}`)).toThrow(/line 3/u);
  });

  it("is refused with a key that was hurt", () => {
    expect(() => taken(`anna ${publicKey("ed25519").replace("AAAAC3", "AAAAC4")}`)).toThrow(/line 3/u);
  });
});
