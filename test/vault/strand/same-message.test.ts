import { beforeEach, describe, expect, it } from "vitest";
import { file, importAll, mail, openTestVault, utf8 } from "../vault-fixture.ts";

const headers = {
  From: "Sanne <sanne@werk.example>",
  To: "Jan <jan@werk.example>",
  Date: "Tue, 9 Dec 2025 10:14:00 +0100",
  Subject: "Rooster",
  "Message-ID": "<rooster-1@werk.example>",
};
const body = "Het rooster van januari staat klaar.";
/** The same message as a server and as its sender keep it: what servers wrote above it differs. */
const copy = (place: string, words = body, more: Record<string, string> = {}): Uint8Array =>
  mail({ Received: `by ${place}.example; Tue, 9 Dec 2025 10:14:02 +0100`, ...headers, ...more }, words);

describe("a message that is kept in several places", () => {
  let opened: Awaited<ReturnType<typeof openTestVault>>;
  const found = async (query = "rooster januari") =>
    (await opened.search.search({ query })).result?.candidates.map(({ evidenceId }) =>
      evidenceId.replace("vault:", ""),
    ) ?? [];
  const take = async (...files: ReturnType<typeof file>[]) =>
    (await importAll(opened.vault, files)).map(({ docUid }) => docUid);

  beforeEach(async () => {
    opened = await openTestVault();
  });

  it("is found once, whichever came first, and says its other places", async () => {
    const uids = await take(
      file("Inbox/1.eml", copy("inbox")),
      file("All Mail/1.eml", copy("all")),
      file("Sent/1.eml", copy("sent")),
    );
    const [shown = "", ...others] = uids.toSorted();
    expect(new Set(uids).size).toBe(3);
    expect(await found()).toEqual([shown]);
    const { doc } = await opened.docs.getDoc({ docUid: shown });
    expect(doc?.summary?.sameMessageAsDocUid).toBe("");
    expect(doc?.sameMessages.map(({ docUid }) => docUid)).toEqual(others);
    expect(new Set(doc?.sameMessages.map(({ path }) => path).concat(doc.summary?.path ?? ""))).toEqual(
      new Set(["Inbox/1.eml", "All Mail/1.eml", "Sent/1.eml"]),
    );
    const { docs } = await opened.docs.listDocs({});
    expect(docs.filter(({ sameMessageAsDocUid }) => sameMessageAsDocUid === shown)).toHaveLength(2);
    expect((await opened.search.search({ query: "rooster" })).result?.totalCount).toBe(1);
  });

  it("is found once too when its places come one by one", async () => {
    const [a = ""] = await take(file("Inbox/1.eml", copy("inbox")));
    expect(await found()).toEqual([a]);
    const [b = ""] = await take(file("Sent/1.eml", copy("sent")));
    const [c = ""] = await take(file("All Mail/1.eml", copy("all")));
    expect(await found()).toEqual([[a, b, c].toSorted()[0]]);
  });

  it("is shown by another place when what stood for it was replaced", async () => {
    const uids = await take(file("Inbox/1.eml", copy("inbox")), file("Sent/1.eml", copy("sent")));
    const [shown = "", other = ""] = uids.toSorted();
    const path = uids[0] === shown ? "Inbox/1.eml" : "Sent/1.eml";
    const [newer = ""] = await take(file(path, copy("inbox", "Iets anders over januari en het rooster.")));
    expect((await found()).toSorted()).toEqual([newer, other].toSorted());
    expect((await opened.docs.getDoc({ docUid: other })).doc?.sameMessages).toEqual([]);
  });

  it("can be quoted in each, at the same place", async () => {
    const uids = await take(file("Inbox/1.eml", copy("inbox")), file("Sent/1.eml", copy("sent")));
    const texts = await Promise.all(
      uids.map(async (docUid) => (await opened.docs.getDocText({ docUid })).sourceDigest),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it("is several messages where words, attachments or its id differ", async () => {
    const withFile = (name: string): Uint8Array =>
      mail(
        { ...headers, "MIME-Version": "1.0", "Content-Type": 'multipart/mixed; boundary="b"' },
        `--b\n\n${body}\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=${name}\n\n${name}\n--b--\n`,
      );
    const uids = await take(
      file("1.eml", copy("a")),
      file("2.eml", copy("a", `${body} Groet.`)),
      file("3.eml", copy("a", body, { "Message-ID": "<rooster-2@werk.example>" })),
      file("4.eml", withFile("een.txt")),
      file("5.eml", withFile("twee.txt")),
    );
    const mails = (await found()).filter((uid) => uids.includes(uid));
    expect(mails.toSorted()).toEqual(
      (await opened.docs.listDocs({ docTypes: ["email"] })).docs.map(({ docUid }) => docUid).toSorted(),
    );
    expect(mails).toHaveLength(5);
  });

  it("is nothing that a text without a Message-ID can be", async () => {
    await take(file("a.txt", utf8("Het rooster van januari.")), file("b.txt", utf8("Het rooster van januari. ")));
    expect(await found()).toHaveLength(2);
  });
});
