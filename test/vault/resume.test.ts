import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { ImportRequest, ImportRequestSchema } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { file, importAll, openTestVault, told, utf8 } from "./vault-fixture.ts";

type Piece = MessageInitShape<typeof ImportRequestSchema>["content"];
const begin: Piece = { case: "begin", value: { progress: true } };
const sent = (path: string, text: string): Piece[] => [
  { case: "item", value: { path, sizeBytes: BigInt(text.length) } },
  { case: "chunk", value: utf8(text) },
];
async function* stream(
  pieces: readonly Piece[],
  cut = false,
): AsyncGenerator<MessageInitShape<typeof ImportRequestSchema>> {
  for (const content of pieces) yield { content } as Pick<ImportRequest, "content">;
  if (cut) throw new Error("the connection broke");
}

describe("an import that is cut off", () => {
  it("keeps the files that came whole, and goes on without sending them again", async () => {
    const { imports, docs } = await openTestVault();
    const broken = (async () => {
      for await (const answer of imports.import(
        stream([begin, ...sent("a.txt", "een"), ...sent("b.txt", "twee").slice(0, 1)], true),
      ))
        expect(answer.content.case).toBeDefined();
    })();
    await expect(broken).rejects.toThrow();
    expect((await docs.listDocs({})).docs.map((doc) => doc.path)).toEqual(["a.txt"]);
    const [a, b] = [sha256Hex(utf8("een")), sha256Hex(utf8("twee"))];
    expect((await imports.findKnown({ docUids: [b, a] })).docUids).toEqual([a]);
    const rows: string[] = [];
    const known: Piece = { case: "item", value: { path: "a.txt", docUid: a } };
    for await (const { content } of imports.import(stream([begin, known, ...sent("b.txt", "twee")])))
      if (content.case === "item") rows.push(told(content.value));
    expect(rows).toEqual(["DUPLICATE a.txt", "IMPORTED b.txt"]);
  });

  it("refuses a file that was not sent and is not known", async () => {
    const { imports } = await openTestVault();
    const unknown: Piece = { case: "item", value: { path: "a.txt", docUid: "0".repeat(64) } };
    const rows = [];
    for await (const { content } of imports.import(stream([begin, unknown])))
      if (content.case === "item") rows.push(content.value);
    expect(rows.map(told)).toEqual(["REFUSED a.txt"]);
    expect(rows[0]?.reason).toMatch(/send the file itself/);
  });

  it("tells how far it is after every batch, where it is asked to", async () => {
    const { imports } = await openTestVault();
    const pieces = [begin, ...Array.from({ length: 130 }, (_, i) => sent(`${i}.txt`, `tekst ${i}`)).flat()];
    const told: [number, number][] = [];
    for await (const { content } of imports.import(stream(pieces)))
      if (content.case === "progress") told.push([content.value.fileCount, Number(content.value.doneBytes)]);
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.at(-1)?.[0]).toBe(130);
    expect(told).toEqual([...told].sort(([a], [b]) => a - b));
  });
});

describe("VaultImportService.ImportFile", () => {
  it("imports one file with its attachments in one call", async () => {
    const { imports, docs } = await openTestVault();
    const message =
      "From: a@b.c\nSubject: s\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nzie\n--B\nContent-Disposition: attachment; filename=n.txt\n\nnota\n--B--\n";
    const dry = await imports.importFile({ path: "a.eml", content: utf8(message), dryRun: true });
    expect((await docs.listDocs({})).docs).toEqual([]);
    const made = await imports.importFile({ path: "a.eml", content: utf8(message) });
    expect(made.items.map(told)).toEqual(["IMPORTED a.eml", "IMPORTED a.eml!/n.txt"]);
    expect(dry.items.map(told)).toEqual(made.items.map(told));
    expect(made.summary).toMatchObject({ importedCount: 2, refusedCount: 0, dryRun: false });
  });
});

describe("bytes that are known, at a further path", () => {
  it("are remembered there, so that a later change there supersedes, and stay found at the first path", async () => {
    const { vault, search, docs } = await openTestVault();
    const [first] = await importAll(vault, [file("a.txt", "toezegging een")]);
    const [copy] = await importAll(vault, [file("b.txt", "toezegging een")]);
    expect(told(copy as NonNullable<typeof copy>)).toBe("DUPLICATE b.txt");
    const [changed] = await importAll(vault, [file("b.txt", "toezegging twee")]);
    expect(changed).toMatchObject({ supersedesDocUid: first?.docUid });
    expect((await search.search({ query: "toezegging" })).result?.candidates).toHaveLength(2);
    await importAll(vault, [file("a.txt", "toezegging drie")]);
    expect((await search.search({ query: "een" })).result?.candidates).toHaveLength(0);
    expect((await docs.getDoc({ docUid: first?.docUid ?? "" })).doc?.summary?.supersededByDocUid).not.toBe("");
  });

  it("take the place of what was there, and say so", async () => {
    const { vault, search, store } = await openTestVault();
    const [old] = await importAll(vault, [file("n.txt", "oud")]);
    await importAll(vault, [file("m.txt", "nieuw")]);
    const [row] = await importAll(vault, [file("n.txt", "nieuw")]);
    expect(row).toMatchObject({ supersedesDocUid: old?.docUid });
    expect((await search.search({ query: "oud" })).result?.candidates).toEqual([]);
    const before = await store.verify();
    await importAll(vault, [file("n.txt", "nieuw"), file("n.txt", "oud")]);
    expect(await store.verify()).toEqual(before);
    const reopened = await openTestVault({ store });
    expect((await reopened.search.search({ query: "oud" })).result?.candidates).toEqual([]);
    expect((await reopened.search.search({ query: "nieuw" })).result?.candidates).toHaveLength(1);
  });
});
