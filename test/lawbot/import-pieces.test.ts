import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome as Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { ArrivingPieces } from "../../src/lawbot/arriving-pieces.ts";
import { reasonOf } from "../vault/refusal.ts";
import { openClients } from "./support/lawbot-client.ts";
import { smallLaw } from "./support/small-law.ts";

const [law] = smallLaw;
const sha256 = createHash("sha256").update(law.bytes).digest("hex");
const whole = { file: { path: law.path, validFrom: law.validFrom }, sizeBytes: law.bytes.length, sha256 };
const piece = (offset: number, end: number) => ({ ...whole, offset, chunk: law.bytes.subarray(offset, end) });
const half = Math.floor(law.bytes.length / 2);

describe("a file of law that comes in pieces", () => {
  it("is loaded with the last of them, and the same file again changes nothing", async () => {
    const { imports, laws } = await openClients();
    const first = await imports.importPiece(piece(0, half));
    expect([first.receivedBytes, first.item]).toEqual([half, undefined]);
    expect((await laws.listLaws({})).laws).toEqual([]);
    const { item } = await imports.importPiece(piece(half, law.bytes.length));
    expect(item).toMatchObject({ path: law.path, outcome: Outcome.IMPORTED });
    expect((await laws.listLaws({})).laws.map(({ lawId }) => lawId)).toEqual(["BWBR0005290"]);
    await imports.importPiece(piece(0, half));
    const again = await imports.importPiece(piece(half, law.bytes.length));
    expect(again.item?.outcome).toBe(Outcome.DUPLICATE);
  });

  it("goes on where the answer says, whether a piece came twice, in part or before its time", async () => {
    const { imports } = await openClients();
    const early = await imports.importPiece(piece(half, law.bytes.length));
    expect([early.receivedBytes, early.item]).toEqual([0, undefined]);
    await imports.importPiece(piece(0, half));
    expect((await imports.importPiece(piece(0, half))).receivedBytes).toBe(half);
    expect((await imports.importPiece(piece(half - 10, half + 10))).receivedBytes).toBe(half + 10);
    const { item } = await imports.importPiece(piece(half, law.bytes.length));
    expect(item?.outcome).toBe(Outcome.IMPORTED);
  });

  it("is refused with the reason an import gives, and loads nothing", async () => {
    const { imports, laws } = await openClients();
    const undated = { ...piece(0, law.bytes.length), file: { path: law.path, validFrom: "" } };
    expect((await imports.importPiece(undated)).item).toMatchObject({
      outcome: Outcome.REFUSED,
      reason: "NO_VALID_FROM",
    });
    expect((await laws.listLaws({})).laws).toEqual([]);
  });

  it("is not taken beyond its size, with another digest, or without one", async () => {
    const { imports } = await openClients();
    const longer = { ...whole, offset: half, chunk: law.bytes };
    expect(await reasonOf(imports.importPiece(longer))).toBe("REQUEST_INVALID");
    const other = { ...piece(0, law.bytes.length), sha256: "0".repeat(64) };
    expect(await reasonOf(imports.importPiece(other))).toBe("REQUEST_INVALID");
    expect(await reasonOf(imports.importPiece({ ...piece(0, half), sha256: "" }))).toBe("REQUEST_INVALID");
  });

  it("is forgotten after ten minutes without a piece, and too many at once are refused", () => {
    let now = 0;
    const arriving = new ArrivingPieces(() => now);
    const first = (name: number) =>
      arriving.take({ sha256: `${name}`, sizeBytes: 9, offset: 0, chunk: new Uint8Array(4) });
    for (let name = 0; name < 8; name++) expect(first(name).receivedBytes).toBe(4);
    expect(() => first(8)).toThrow(expect.objectContaining({ reason: "LIMIT_EXCEEDED" }));
    now = 600_000;
    expect(first(8).receivedBytes).toBe(4);
    // What was there before counts no longer.
    const late = { sha256: "0", sizeBytes: 9, offset: 4, chunk: new Uint8Array(5) };
    expect(arriving.take(late).receivedBytes).toBe(0);
  });

  it("that are too large together are refused before any byte is kept", () => {
    const arriving = new ArrivingPieces(() => 0);
    const large = (sha256: string) =>
      arriving.take({ sha256, sizeBytes: 64 * 1024 * 1024, offset: 0, chunk: new Uint8Array(1) });
    large("a");
    large("b");
    expect(() => large("c")).toThrow(expect.objectContaining({ reason: "LIMIT_EXCEEDED" }));
  });
});
