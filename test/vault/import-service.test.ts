import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { ImportRequest, ImportRequestSchema } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { reasonOf } from "./refusal.ts";
import { openTestVault, told, utf8 } from "./vault-fixture.ts";

type Piece = MessageInitShape<typeof ImportRequestSchema>["content"];

const begin = (dryRun = false): Piece => ({ case: "begin", value: { dryRun } });
const item = (path: string, sizeBytes: number): Piece => ({
  case: "item",
  value: { path, sizeBytes: BigInt(sizeBytes) },
});
const chunk = (text: string): Piece => ({ case: "chunk", value: utf8(text) });

async function* stream(pieces: readonly Piece[]): AsyncGenerator<MessageInitShape<typeof ImportRequestSchema>> {
  for (const content of pieces) yield { content } as Pick<ImportRequest, "content">;
}

const send = async (pieces: readonly Piece[], opened = openTestVault()) => {
  const { imports } = await opened;
  const answers = [];
  for await (const answer of imports.import(stream(pieces))) answers.push(answer.content);
  return answers;
};

describe("VaultImportService.Import", () => {
  it("puts chunks together, gives a row for each item and a summary at the end", async () => {
    const answers = await send([
      begin(),
      item("a.txt", 11),
      chunk("een toe"),
      chunk("zeg!"),
      item("leeg.txt", 0),
      item("b.txt", 1),
      chunk("b"),
    ]);
    const rows = answers.flatMap((answer) => (answer.case === "item" ? [told(answer.value)] : []));
    expect(rows).toEqual(["IMPORTED a.txt", "REFUSED leeg.txt", "IMPORTED b.txt"]);
    expect(answers.at(-1)).toMatchObject({
      case: "summary",
      value: { importedCount: 2, refusedCount: 1, duplicateCount: 0, dryRun: false },
    });
  });

  it("writes nothing when it runs dry", async () => {
    const opened = openTestVault();
    const answers = await send([begin(true), item("a.txt", 1), chunk("a")], opened);
    expect(answers.at(-1)).toMatchObject({ value: { importedCount: 1, dryRun: true } });
    expect((await (await opened).docs.listDocs({})).docs).toEqual([]);
  });

  it("refuses a file over the limit without keeping its bytes, and goes on", async () => {
    const answers = await send([
      begin(),
      item("groot.txt", 64 * 1024 * 1024 + 1),
      chunk("begin"),
      item("b.txt", 1),
      chunk("b"),
    ]);
    expect(answers.map((answer) => (answer.case === "item" ? told(answer.value) : answer.case))).toEqual([
      "REFUSED groot.txt",
      "IMPORTED b.txt",
      "summary",
    ]);
  });

  const broken: [string, Piece[]][] = [
    ["nothing at all", []],
    ["no begin", [item("a.txt", 1), chunk("a")]],
    ["begin twice", [begin(), begin()]],
    ["a chunk before an item", [begin(), chunk("a")]],
    ["more bytes than announced", [begin(), item("a.txt", 1), chunk("ab")]],
    ["fewer bytes than announced", [begin(), item("a.txt", 3), chunk("ab")]],
    ["a path with a line end", [begin(), item("a\n.txt", 1), chunk("a")]],
    ["an empty path", [begin(), item("", 1), chunk("a")]],
  ];
  for (const [name, pieces] of broken) {
    it(`refuses ${name} and imports nothing`, async () => {
      const opened = openTestVault();
      expect(await reasonOf(send(pieces, opened))).toBe("REQUEST_INVALID");
      expect((await (await opened).docs.listDocs({})).docs).toEqual([]);
    });
  }
});
