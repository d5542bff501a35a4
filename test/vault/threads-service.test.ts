import { describe, expect, it } from "vitest";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const letter = (n: number, to: number | undefined, subject: string, body: string) =>
  file(
    `${n}.eml`,
    mail(
      {
        From: `p${n}@example.org`,
        To: "jan@example.org",
        Date: `${n} Dec 2025 10:00:00 +0100`,
        Subject: subject,
        "Message-ID": `<${n}@x>`,
        ...(to === undefined ? {} : { "In-Reply-To": `<${to}@x>` }),
      },
      body,
    ),
  );
const corpus = [
  letter(1, undefined, "Loon", "begin"),
  letter(3, 2, "Re: Loon", "een toezegging"),
  letter(4, undefined, "Vakantie", "vrij"),
];

describe("ThreadsService", () => {
  it("lists threads with the newest message first, and a thread's messages oldest first", async () => {
    const { vault, threads } = await openTestVault();
    await importAll(vault, [...corpus, letter(2, 1, "Re: Loon", "midden")]);
    const list = await threads.listThreads({});
    expect(list.threads.map(({ subject, messageCount }) => [subject, messageCount])).toEqual([
      ["Vakantie", 1],
      ["Loon", 3],
    ]);
    const { thread, messages } = await threads.getThread({ threadUid: list.threads[1]?.threadUid ?? "" });
    expect(messages.map((message) => message.path)).toEqual(["1.eml", "2.eml", "3.eml"]);
    expect(thread).toMatchObject({ firstAtIso: "2025-12-01T09:00:00.000Z", lastAtIso: "2025-12-03T09:00:00.000Z" });
    expect(thread?.participants).toEqual(["p1@example.org", "jan@example.org", "p2@example.org", "p3@example.org"]);
  });

  it("keeps ids of before two threads became one", async () => {
    const { vault, threads } = await openTestVault();
    await importAll(vault, corpus);
    const before = await threads.listThreads({});
    expect(before.threads).toHaveLength(3);
    await importAll(vault, [letter(2, 1, "Re: Loon", "midden")]);
    const ids = before.threads.filter((thread) => thread.subject !== "Vakantie").map((thread) => thread.threadUid);
    const now = await Promise.all(
      ids.map(async (threadUid) => (await threads.getThread({ threadUid })).thread?.threadUid),
    );
    expect(new Set(now).size).toBe(1);
  });

  it("with a query lists only threads with a match, and words around it", async () => {
    const { vault, threads } = await openTestVault();
    await importAll(vault, corpus);
    const { threads: found } = await threads.listThreads({ query: "toezegging" });
    expect(found.map((thread) => thread.subject)).toEqual(["Re: Loon"]);
    expect(found[0]?.matchSnippet).toContain("toezegging");
  });

  it("pages threads and messages, and refuses tokens of before an import", async () => {
    const { vault, threads } = await openTestVault();
    await importAll(vault, corpus);
    const first = await threads.listThreads({ pageSize: 1 });
    const second = await threads.listThreads({ pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.threads, ...second.threads].map((thread) => thread.subject)).toEqual([
      "Vakantie",
      "Re: Loon",
      "Loon",
    ]);
    expect(second.nextPageToken).toBe("");
    await importAll(vault, [file("n.txt", "n")]);
    expect(await reasonOf(threads.listThreads({ pageSize: 1, pageToken: first.nextPageToken }))).toBe("CORPUS_CHANGED");
    expect(await reasonOf(threads.getThread({ threadUid: `thread:${"0".repeat(64)}` }))).toBe("THREAD_NOT_FOUND");
  });
});
