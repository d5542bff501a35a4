import { describe, expect, it } from "vitest";
import { type Docs, withWholeIds } from "../../src/client/doc-ids.ts";

const [one, two] = [`ab12cd${"0".repeat(58)}`, `ab12ce${"1".repeat(58)}`];

/** A Vault with two documents whose ids begin alike, on pages of one. */
const docs = {
  listDocs: ({ pageToken = "" }: { pageToken?: string }) =>
    Promise.resolve(
      pageToken === ""
        ? { docs: [{ docUid: one }], nextPageToken: "2" }
        : { docs: [{ docUid: two }], nextPageToken: "" },
    ),
} as unknown as Docs;

const whole = (...texts: string[]) => withWholeIds(docs, "case", texts);

describe("a document named by the first digits of its id", () => {
  it("is that document, wherever in a flag it stands", async () => {
    expect(await whole("vault:ab12cd", "slot:1=vault:ab12ce111#p3", "vault:ab12cd=gaat over iets anders")).toEqual([
      `vault:${one}`,
      `slot:1=vault:${two}#p3`,
      `vault:${one}=gaat over iets anders`,
    ]);
  });

  it("is left as it is where the whole id stands, or no id", async () => {
    expect(await whole(`vault:${one}`, "law:BWBR0005290@2023-07-01", "slot:2=statement:ik zag vault:")).toEqual([
      `vault:${one}`,
      "law:BWBR0005290@2023-07-01",
      "slot:2=statement:ik zag vault:",
    ]);
  });

  it("is refused where no document begins so, and where several do before the digits end", async () => {
    await expect(whole("vault:ffffff")).rejects.toMatchObject({ reason: "DOCUMENT_NOT_FOUND" });
    const both = {
      listDocs: () =>
        Promise.resolve({ docs: [{ docUid: one }, { docUid: `ab12cd${"2".repeat(58)}` }], nextPageToken: "" }),
    };
    await expect(withWholeIds(both as unknown as Docs, "case", ["vault:ab12cd"])).rejects.toMatchObject({
      reason: "REQUEST_INVALID",
    });
  });
});
