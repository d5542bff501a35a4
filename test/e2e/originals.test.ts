import { readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StoredHead, StoredPart } from "../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { importFiles, importLaw, startTestServer, type TestServer } from "./support/server.ts";

// What everybody's proof ends in: the bytes of a source, by their digest, over the wire.

let server: TestServer;
let connection: Connection;
beforeAll(async () => {
  server = await startTestServer();
  connection = openConnection(server.url);
});
afterAll(async () => {
  connection.close();
  await server.stop();
});

type Pieces = AsyncIterable<{ readonly part: { readonly case?: string | undefined; readonly value?: unknown } }>;

const taken = async (pieces: Pieces) => {
  const parts: { case?: string | undefined; value?: unknown }[] = [];
  for await (const { part } of pieces) parts.push(part);
  const content = parts.slice(1).map(({ value }) => value as Uint8Array);
  return { head: parts[0]?.value as StoredHead, first: parts[0]?.case, content, bytes: Buffer.concat(content) };
};

describe("the original of a document", () => {
  it("comes whole with its digest first, in pieces of at most a mebibyte", async () => {
    const bytes = Buffer.from(`Verslag.\n\n${"Er is lang overlegd over de planning. ".repeat(70_000)}`);
    const [{ docUid = "" } = {}] = await importFiles(server, [{ path: "map/verslag 1.txt", bytes }], "stukken");
    const { head, first, content, ...got } = await taken(connection.docs.getOriginal({ strandId: "stukken", docUid }));
    expect(first).toBe("head");
    expect(head).toMatchObject({ digest: docUid, sizeBytes: BigInt(bytes.length), name: "verslag 1.txt" });
    expect(head.mediaType).toContain("text/plain");
    expect(content.length).toBe(3);
    expect(Math.max(...content.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024);
    expect(got.bytes.equals(bytes)).toBe(true);
  });

  it("has a canonical text that is the stored artifact, byte for byte", async () => {
    const [{ docUid = "" } = {}] = await importFiles(server, [
      { path: "kort.txt", bytes: Buffer.from("Dat is kort.\n") },
    ]);
    const { doc } = await server.docs.getDoc({ docUid });
    const asked = { docUid, part: StoredPart.CANONICAL_TEXT };
    const { head, bytes } = await taken(connection.docs.getOriginal(asked));
    expect([head.digest, sha256Hex(bytes)]).toEqual([doc?.canonicalText?.digest, doc?.canonicalText?.digest]);
    expect(fromBinary(CanonicalTextSchema, bytes).text).toContain("Dat is kort.");
    await expect(taken(connection.docs.getOriginal({ ...asked, sourceDigest: "ab".repeat(32) }))).rejects.toThrow(
      /never had this text/u,
    );
  });

  it("is not there for another strand", async () => {
    const [{ docUid = "" } = {}] = await importFiles(
      server,
      [{ path: "geheim.txt", bytes: Buffer.from("Geheim.") }],
      "een",
    );
    await expect(taken(connection.docs.getOriginal({ strandId: "ander", docUid }))).rejects.toThrow(/\[not_found\]/u);
  });
});

describe("the original of a law", () => {
  it("comes with its digest and its text, of the version that holds on the day", async () => {
    const path = new URL("../../demo/law/BWBR0005290_2023-07-01_uittreksel.xml", import.meta.url);
    const bytes = readFileSync(path);
    await importLaw(server, { path: "BWBR0005290_2023-07-01_uittreksel.xml", bytes });
    const asked = { lawId: "BWBR0005290", inForceOn: "2025-01-01" };
    const original = await taken(connection.laws.getOriginal(asked));
    expect(original.bytes.equals(bytes)).toBe(true);
    expect(original.head).toMatchObject({ digest: sha256Hex(bytes), name: "BWBR0005290_2023-07-01.xml" });
    const text = await taken(connection.laws.getOriginal({ ...asked, part: StoredPart.CANONICAL_TEXT }));
    expect(fromBinary(CanonicalTextSchema, text.bytes).text).toContain("goed werkgever");
    expect(text.head.digest).toBe(sha256Hex(text.bytes));
  });
});
