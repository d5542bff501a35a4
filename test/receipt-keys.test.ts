import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it } from "vitest";
import { SignedStatementSchema } from "../gen/pincite/receipt/v1/receipt_pb.ts";
import { DomainError } from "../src/error.ts";
import { firstKey, keyRing, readManifest, signManifest } from "../src/proof/key-manifest.ts";
import { openReceiptKeys, rotateReceiptKeys } from "../src/receipt-keys.ts";
import { crypto } from "./proof/support.ts";
import { newFolder } from "./support/new-folder.ts";

const [first, second, third] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"];

let dir: string;
beforeEach(() => {
  dir = newFolder("receipt-keys");
});

const path = (name: string): string => join(dir, "keys", name);
const pem = (keyId: string): string => path(`receipt-${keyId}.pem`);
const failure = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("it was not refused");
};

describe("the keys receipts are signed with", () => {
  it("are made once, the private one for its owner alone, and found again", () => {
    const made = openReceiptKeys(dir, first);
    const again = openReceiptKeys(dir, second);
    expect(again.signer.keyId).toBe(made.signer.keyId);
    expect(again.keys).toEqual(made.keys);
    expect(made.keys).toMatchObject([{ keyId: made.signer.keyId, createdAtIso: first, retiredAtIso: "" }]);
    expect(statSync(pem(made.signer.keyId)).mode & 0o777).toBe(0o600);
    expect(readManifest(readFileSync(path("receipt-keys.pb")), crypto)).toEqual({ keys: made.keys });
    const bytes = Uint8Array.of(1, 2);
    expect(crypto.verify(made.signer.spki, bytes, again.signer.sign(bytes))).toBe(true);
  });

  it("hand over to a new one, which the old one states, and the old private key is gone", () => {
    const before = openReceiptKeys(dir, first);
    const once = rotateReceiptKeys(dir, second);
    const twice = rotateReceiptKeys(dir, third);
    expect(twice.keys.map(({ keyId }) => keyId)).toEqual([before, once, twice].map(({ signer }) => signer.keyId));
    expect(new Set(twice.keys.map(({ keyId }) => keyId)).size).toBe(3);
    expect(keyRing(twice.keys, crypto).problem).toBeUndefined();
    expect(readdirSync(join(dir, "keys")).sort()).toEqual(
      [`receipt-${twice.signer.keyId}.pem`, "receipt-keys.pb"].sort(),
    );
  });

  it("have ids of 128 bits, and one from before keeps its id of 64 until it hands over", () => {
    const made = openReceiptKeys(dir, first).signer;
    expect(made.keyId).toMatch(/^[0-9a-f]{32}$/);
    const before = { ...made, keyId: made.keyId.slice(0, 16) };
    const manifest = signManifest([firstKey(before, first)], before);
    writeFileSync(path("receipt-keys.pb"), toBinary(SignedStatementSchema, manifest));
    renameSync(pem(made.keyId), pem(before.keyId));
    expect(openReceiptKeys(dir, second).signer.keyId).toBe(before.keyId);
    const { keys, signer } = rotateReceiptKeys(dir, second);
    expect(keys.map(({ keyId }) => keyId.length)).toEqual([16, 32]);
    expect(keyRing(keys, crypto).problem).toBeUndefined();
    expect(readdirSync(join(dir, "keys")).sort()).toEqual([`receipt-${signer.keyId}.pem`, "receipt-keys.pb"].sort());
  });

  it("never end before they began, though the clock was set back", () => {
    openReceiptKeys(dir, second);
    const { keys } = rotateReceiptKeys(dir, first);
    expect(keys.map(({ createdAtIso, retiredAtIso }) => [createdAtIso, retiredAtIso])).toEqual([
      [second, second],
      [second, ""],
    ]);
  });

  it("are thrown away with a server that keeps nothing", () => {
    const [a, b] = [openReceiptKeys(undefined, first), openReceiptKeys(undefined, first)];
    expect(a.signer.keyId).not.toBe(b.signer.keyId);
    expect(readManifest(a.manifest, crypto)).toEqual({ keys: a.keys });
  });
});

describe("a key file that is not as it should be", () => {
  it("stops the server when the private key is lost, and nothing is made in its place", () => {
    const { signer } = openReceiptKeys(dir, first);
    rmSync(pem(signer.keyId));
    const { reason, message } = failure(() => openReceiptKeys(dir, second));
    expect(reason).toBe("DATA_LOSS");
    expect(message).toMatch(/is missing: restore it from a copy/);
    expect(readdirSync(join(dir, "keys"))).toEqual(["receipt-keys.pb"]);
  });

  it("stops the server when the manifest is lost while a private key is there", () => {
    openReceiptKeys(dir, first);
    rmSync(path("receipt-keys.pb"));
    expect(failure(() => openReceiptKeys(dir, second)).message).toMatch(/receipt-keys\.pb is missing, while the key/);
  });

  it.each([
    ["empty", () => ""],
    ["cut off", (text: string) => text.slice(0, 60)],
    ["changed", (text: string) => text.replace(/[A-Za-z]/g, "A")],
  ])("stops the server when the private key is %s", (_name, change) => {
    const { signer } = openReceiptKeys(dir, first);
    writeFileSync(pem(signer.keyId), change(readFileSync(pem(signer.keyId), "utf8")));
    expect(failure(() => openReceiptKeys(dir, second)).message).toMatch(/is damaged: restore it from a copy/);
  });

  it("stops the server when it holds another key than its name says", () => {
    const { signer } = openReceiptKeys(dir, first);
    const other = newFolder("receipt-keys");
    const stranger = openReceiptKeys(other, first).signer.keyId;
    cpSync(join(other, "keys", `receipt-${stranger}.pem`), pem(signer.keyId));
    rmSync(other, { recursive: true });
    expect(failure(() => openReceiptKeys(dir, second)).message).toMatch(/holds another key than its name says/);
  });

  it("stops the server when others may read it, and says what to do", () => {
    const { signer } = openReceiptKeys(dir, first);
    chmodSync(pem(signer.keyId), 0o640);
    expect(failure(() => openReceiptKeys(dir, second)).message).toMatch(/chmod 600.*pincite keys rotate/s);
    chmodSync(pem(signer.keyId), 0o600);
    expect(openReceiptKeys(dir, second).signer.keyId).toBe(signer.keyId);
  });

  it("stops the server when any byte of the manifest differs", () => {
    const { manifest } = openReceiptKeys(dir, first);
    for (let at = 0; at < manifest.length; at += 7) {
      writeFileSync(path("receipt-keys.pb"), Uint8Array.from(manifest).with(at, (manifest[at] ?? 0) ^ 1));
      expect(failure(() => openReceiptKeys(dir, second)).message).toMatch(/receipt-keys\.pb is damaged/);
    }
  });

  it("is told of without a word of the key", () => {
    const { signer } = openReceiptKeys(dir, first);
    const secret = readFileSync(pem(signer.keyId), "utf8").split("\n")[1] ?? "";
    expect(secret.length).toBeGreaterThan(40);
    writeFileSync(pem(signer.keyId), `${secret}\n`);
    const { message, facts, cause, stack } = failure(() => openReceiptKeys(dir, second));
    for (const told of [message, JSON.stringify(facts), String(cause), stack ?? ""]) expect(told).not.toContain(secret);
  });
});

describe("a server killed while it changed its keys", () => {
  /** The folder as it was when the manifest to be stood beside the old one. */
  const killed = (half: (name: string) => boolean): { before: string; after: string } => {
    const before = openReceiptKeys(dir, first);
    const copy = newFolder("receipt-keys");
    cpSync(join(dir, "keys"), copy, { recursive: true });
    const after = rotateReceiptKeys(dir, second);
    const files = {
      [`receipt-${after.signer.keyId}.pem`]: pem(after.signer.keyId),
      "receipt-keys.pb.next": path("receipt-keys.pb"),
    };
    for (const [name, from] of Object.entries(files)) if (half(name)) cpSync(from, join(copy, name));
    rmSync(join(dir, "keys"), { recursive: true });
    cpSync(copy, join(dir, "keys"), { recursive: true });
    rmSync(copy, { recursive: true });
    return { before: before.signer.keyId, after: after.signer.keyId };
  };

  it("goes on with the old key when the new one was not written yet", () => {
    const { before } = killed((name) => name.endsWith(".next"));
    expect(openReceiptKeys(dir, third).signer.keyId).toBe(before);
    expect(existsSync(path("receipt-keys.pb.next"))).toBe(false);
  });

  it("goes on with the new key when it was", () => {
    const { after } = killed(() => true);
    expect(openReceiptKeys(dir, third).signer.keyId).toBe(after);
    expect(existsSync(path("receipt-keys.pb.next"))).toBe(false);
  });

  it("makes its first key again when only the manifest to be was written", () => {
    const { signer } = openReceiptKeys(dir, first);
    cpSync(path("receipt-keys.pb"), path("receipt-keys.pb.next"));
    rmSync(path("receipt-keys.pb"));
    rmSync(pem(signer.keyId));
    expect(openReceiptKeys(dir, second).keys).toHaveLength(1);
  });
});
