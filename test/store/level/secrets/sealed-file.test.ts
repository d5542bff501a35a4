import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../../src/sha256.ts";
import { contentOf } from "../../../../src/store/level/file-content.ts";
import { headBytes, sealedFile, sealedFrameBytes } from "../../../../src/store/level/secrets/sealed-file.ts";
import { storeLimits } from "../../../../src/store/limits.ts";
import { collect, reasonOf } from "../../../contract/store-samples.ts";
import { newFolder, openIn } from "../../folders.ts";

const secret = { id: "a", key: new Uint8Array(randomBytes(32)) };
const secrets = {
  find: (id: string) => {
    if (id !== secret.id) throw new Error("there is no such key");
    return secret.key;
  },
  isDestroyed: () => false,
};
const frame = sealedFrameBytes - 16;

/** Some bytes that are a file, of so many. */
const content = (size: number): Buffer => Buffer.alloc(size, randomBytes(997));

const written = async (bytes: Uint8Array): Promise<string> => {
  const path = join(newFolder(), "file");
  writeFileSync(path, bytes);
  return path;
};

const sealedOf = (bytes: Uint8Array, cut = 70_001): Buffer => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
    bytes.subarray(at * cut, (at + 1) * cut),
  );
  return Buffer.concat([...sealedFile(secret, sha256Hex(bytes), pieces)]);
};

const opened = async (sealed: Uint8Array, digest: string): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of contentOf(await written(sealed), digest, secrets)) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe("a file of encrypted frames", () => {
  it.each([1, 15, frame - 1, frame, frame + 1, 3 * frame, 3 * frame + 7])("gives %i bytes back", async (size) => {
    const bytes = content(size);
    const sealed = sealedOf(bytes);
    expect(sealed.length).toBe(headBytes + size + 16 * Math.ceil(size / frame));
    expect(Buffer.compare(await opened(sealed, sha256Hex(bytes)), bytes)).toBe(0);
  });

  it("is another file each time, and however its bytes came in", async () => {
    const bytes = content(frame + 100);
    const [one, two] = [sealedOf(bytes), sealedOf(bytes, 1_000_003)];
    expect(Buffer.compare(one.subarray(headBytes), two.subarray(headBytes))).not.toBe(0);
    expect(Buffer.compare(await opened(two, sha256Hex(bytes)), bytes)).toBe(0);
  });

  it("opens no more when a bit of it is other, wherever", async () => {
    const bytes = content(2 * frame + 50);
    const sealed = sealedOf(bytes);
    const bits = fc.tuple(fc.integer({ min: 0, max: sealed.length - 1 }), fc.integer({ min: 0, max: 7 }));
    await fc.assert(
      fc.asyncProperty(bits, async ([at, bit]) => {
        const changed = Buffer.from(sealed);
        changed[at]! ^= 1 << bit;
        // A head that is none any more leaves bytes of which the digest is another's: whoever reads compares it.
        const read = await opened(changed, sha256Hex(bytes)).catch(() => undefined);
        expect(read === undefined || sha256Hex(read) !== sha256Hex(bytes)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("opens no more when frames are left out, swapped, put twice or taken from another file", async () => {
    const bytes = content(3 * frame);
    const digest = sha256Hex(bytes);
    const sealed = sealedOf(bytes);
    const head = sealed.subarray(0, headBytes);
    const frames = [0, 1, 2].map((n) =>
      sealed.subarray(headBytes + n * sealedFrameBytes).subarray(0, sealedFrameBytes),
    );
    const foreign = sealedOf(content(3 * frame)).subarray(headBytes, headBytes + sealedFrameBytes);
    const [a, b, c] = frames as [Buffer, Buffer, Buffer];
    for (const some of [[a, b], [a], [b, c], [b, a, c], [a, b, c, c], [foreign, b, c], []])
      expect(await opened(Buffer.concat([head, ...some]), digest).then(sha256Hex, () => "refused")).not.toBe(digest);
    await expect(opened(sealed, sha256Hex(Buffer.from("another")))).rejects.toThrow();
  });
});

describe("a large artifact on the disk", () => {
  const words = Buffer.from("Kanarie in een groot stuk. ");
  const large = Uint8Array.from(Buffer.alloc(storeLimits.inlineBlobBytesMax + 12_345, words));
  const digest = sha256Hex(large);
  const doc = [{ scope: "doc/1", blobs: [large] }];

  /** Files of the folder that hold the words as they are. */
  const plainIn = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name)).includes(words))
      .map(({ name }) => name);

  it("is encrypted with the key of its scope, also the first thing of it and one that was staged", async () => {
    const dir = newFolder();
    let store = await openIn(dir);
    await store.commit({ owner: "ann", scopes: doc });
    const staged = await store.stageBlob("ann", [large]);
    await store.commit({ owner: "ann", scopes: [{ scope: "doc/2", staged: [staged] }] });
    await staged.discard();
    expect(plainIn(dir)).toEqual([]);
    expect(await store.scopesOf("ann", digest)).toEqual(["doc/1", "doc/2"]);
    await store.close();
    store = await openIn(dir);
    expect(sha256Hex(Buffer.concat(await collect(store.streamBlob("ann", digest))))).toBe(digest);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });

  it("cannot be read from a copy of its file once its scope was erased", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await store.commit({ owner: "ann", scopes: doc });
    const folder = join(dir, "blobs");
    const [file] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const path = join(file!.parentPath, file!.name);
    const copy = readFileSync(path);
    await store.commit({ owner: "ann", erase: [{ scope: "doc/1" }] });
    expect(await reasonOf(store.getBlob("ann", digest))).toBe("ERASED");
    writeFileSync(path, copy);
    expect(await reasonOf(store.getBlob("ann", digest))).toBe("ERASED");
    expect(await reasonOf(store.commit({ owner: "ann", scopes: doc }))).toBe("ERASED");
    await store.close();
  });

  it("is read as it lies there where it was written before files were encrypted, and encrypted when it is put again", async () => {
    const dir = newFolder();
    let store = await openIn(dir);
    await store.commit({ owner: "ann", scopes: doc });
    const [file] = readdirSync(join(dir, "blobs"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    await store.close();
    writeFileSync(join(file!.parentPath, file!.name), large);
    store = await openIn(dir);
    expect(sha256Hex(await store.getBlob("ann", digest))).toBe(digest);
    expect((await store.verify()).damages).toEqual([]);
    await store.commit({ owner: "ann", scopes: doc });
    expect(plainIn(dir)).toEqual([]);
    expect(sha256Hex(await store.getBlob("ann", digest))).toBe(digest);
    await store.close();
  });

  it("may begin as an encrypted file does", async () => {
    const like = Uint8Array.from(sealedOf(large));
    const store = await openIn(newFolder());
    await store.commit({ owner: "ann", blobs: [like] });
    await store.commit({ owner: "ann", scopes: [{ scope: "doc/1", blobs: [like] }] });
    expect(sha256Hex(await store.getBlob("ann", sha256Hex(like)))).toBe(sha256Hex(like));
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });

  it("is named as damaged when its file was cut or changed, and whole again once it is put again", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await store.commit({ owner: "ann", scopes: doc });
    const [file] = readdirSync(join(dir, "blobs"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const path = join(file!.parentPath, file!.name);
    const sealed = readFileSync(path);
    for (const hurt of [sealed.subarray(0, headBytes + sealedFrameBytes), sealed.subarray(0, 3), Buffer.alloc(0)]) {
      writeFileSync(path, hurt);
      expect(await reasonOf(store.getBlob("ann", digest))).toBe("DATA_LOSS");
      expect((await store.verify()).damages).toEqual([
        expect.stringContaining(`file of artifact ${digest} is damaged`),
      ]);
    }
    await store.commit({ owner: "ann", scopes: doc });
    expect(sha256Hex(await store.getBlob("ann", digest))).toBe(digest);
    await store.close();
  });
});
