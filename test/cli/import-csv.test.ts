import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ImportedItemSchema } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { csvRow } from "../../src/cli/print/import-csv.ts";

const cellOf = (path: string): string => csvRow(create(ImportedItemSchema, { path })).split('","')[0]!.slice(1);

describe("a cell of the report of an import", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "﹦1",
    " =1",
    "\u00a0=1",
    "\u3000＝1",
    "\t=1",
  ])("is no formula for a spreadsheet: %j", (path) => expect(cellOf(path)).toMatch(/^'/));

  it("has what nobody sees written out, so that a name is what it seems", () => {
    expect(cellOf("brief\u202efdp.exe")).toBe("brief<U+202E>fdp.exe");
    expect(cellOf("\u200b=1")).not.toMatch(/^[=\u200b]/);
    expect(cellOf("a=1 – één.pdf")).toBe("a=1 – één.pdf");
  });
});
