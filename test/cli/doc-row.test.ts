import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { DateSource, DocSummarySchema } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { docRow } from "../../src/cli/print/doc.ts";
import { speechOf } from "../../src/messages/speech.ts";

it.each([
  [DateSource.TEXT, "2026-10-26"],
  [DateSource.NAME, "2026-10-26"],
  // What a printer wrote into a PDF was listed as the day of the letter.
  [DateSource.METADATA, "geen datum"],
])("a row has the day of the paper, and none that a program wrote into its file: %s", (dateSource, day) => {
  const doc = create(DocSummarySchema, {
    authoredAtIso: "2026-10-26T00:00:00Z",
    authoredAtText: "D:20261026",
    dateSource,
  });
  expect(docRow(doc, speechOf("nl"))[0]).toBe(day);
});
