import { describe, expect, it } from "vitest";
import { documentLink, readDocumentLink } from "../../src/kit/document-link.ts";
import { placeOf } from "../../src/web/vault/place.ts";

const docUid = "3f".repeat(32);
const whole = { strandId: "my-case", docUid, chunkUid: `${docUid}#text:12` };

describe("a link to a document", () => {
  it.each([whole, { ...whole, chunkUid: "" }, { ...whole, strandId: "", chunkUid: "" }])(
    "leads where it was made for, on the command line and on the page",
    (document) => {
      const link = documentLink(document);
      expect(readDocumentLink(link)).toEqual(document);
      expect(readDocumentLink(`http://127.0.0.1:7301${link}`)).toEqual(document);
      const { hash } = new URL(link, "http://127.0.0.1:7301");
      expect(placeOf(hash, [])).toMatchObject(document);
    },
  );

  it.each([
    `vault:${docUid}`,
    docUid,
    "/vault#doc=javascript:alert(1)",
    `/run/x#doc=${docUid}`,
    `javascript:/vault#doc=${docUid}`,
    "/vault#doc=%E0%A4%A",
    "",
  ])("is not %j", (text) => {
    expect(readDocumentLink(text)).toBeUndefined();
  });

  it("leaves out of a stranger's link what is no place", () => {
    expect(readDocumentLink(`/vault#strand=../x&doc=${docUid}&passage=<b>`)).toEqual({
      strandId: "",
      docUid,
      chunkUid: "",
    });
  });
});
