import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { DocRecordSchema, DocumentsImportedSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { importedEvents } from "../../../src/vault/strand/journal-events.ts";

const documentOf = (docUid: string, supersedesDocUid = "", title = "brief") => {
  const record = create(DocRecordSchema, { detail: { summary: { docUid, title } } });
  const encoded = toBinary(DocRecordSchema, record);
  if (record.detail) record.detail.supersedesDocUid = supersedesDocUid;
  return { record, encoded };
};

describe("events of imported documents", () => {
  it("are the bytes of the whole message, what a document replaces included", () => {
    const documents = [documentOf("a"), documentOf("b", "a"), documentOf("c")];
    const [event] = importedEvents("s", documents);
    const whole = create(DocumentsImportedSchema, { strandId: "s", records: documents.map(({ record }) => record) });
    expect(event?.body).toEqual(toBinary(DocumentsImportedSchema, whole));
  });

  it("are as few as fit, with every record in order", () => {
    const documents = Array.from({ length: 40 }, (_, n) => documentOf(String(n), "", "x".repeat(30_000)));
    const events = importedEvents("s", documents);
    expect(events.length).toBeGreaterThan(1);
    expect(events.every(({ body }) => body.length < 256 * 1024)).toBe(true);
    const uids = events.flatMap(({ body }) =>
      fromBinary(DocumentsImportedSchema, body).records.map((record) => record.detail?.summary?.docUid),
    );
    expect(uids).toEqual(documents.map((_, n) => String(n)));
  });
});
