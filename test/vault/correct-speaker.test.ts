import { beforeAll, describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { ReadAgainItem_Outcome as Again } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { openSource } from "../../src/span/source.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

type Opened = Awaited<ReturnType<typeof openTestVault>>;

const chat = [
  "03-11-2026 09:32 - Noor Verzonnen: Ik kom morgen niet, want ik ben ziek.",
  "03-11-2026 09:40 - Otto Vinder: Dan stopt je salaris per direct.",
  "03-11-2026 09:41 - Noor Verzonnen: Dat mag helemaal niet volgens mij.",
  "03-11-2026 09:44 - Otto Vinder: Je hoort het van ons.",
  "",
].join("\n");

const reply = mail(
  {
    From: "Noor Verzonnen <noor@example.org>",
    To: "Otto Vinder <otto@example.org>",
    Subject: "Re: rooster",
    Date: "Tue, 03 Nov 2026 10:00:00 +0100",
    "Message-ID": "<a1@example.org>",
  },
  [
    "Dag Otto,",
    "",
    "Van: Otto Vinder",
    "Verzonden: maandag 2 november 2026 09:00",
    "Aan: Noor Verzonnen",
    "Onderwerp: rooster",
    "",
    "Je werkt vanaf maandag in de nachtdienst.",
    "Dat heb ik nooit afgesproken en dat doe ik niet.",
    "",
  ].join("\n"),
);

describe("a person's word on who speaks", () => {
  let opened: Opened;
  let keys = 0;
  const uids = new Map<string, string>();
  const uid = (path: string): string => uids.get(path) ?? "";
  const textOf = async (docUid: string) => {
    const { canonicalText, sourceDigest } = await opened.docs.getDocText({ docUid });
    if (canonicalText === undefined) throw new Error("no text");
    return { canonicalText, sourceDigest };
  };
  const say = async (
    path: string,
    words: string,
    said: { speaker?: string; date?: string; asInFile?: boolean },
    { isOnly = false, key = `k${++keys}` } = {},
  ) => {
    const docUid = uid(path);
    const { canonicalText, sourceDigest } = await textOf(docUid);
    const start = canonicalText.text.indexOf(words);
    return opened.speakers.correctSpeaker({
      docUid,
      sourceDigest,
      idempotencyKey: key,
      stretches: [{ startChar: start, endChar: start + words.length, wholePart: !isOnly, ...said }],
    });
  };
  const quote = async (path: string, exactQuote: string) => {
    const { results } = await opened.spans.resolveSpans({ entries: [{ locator: { docUid: uid(path), exactQuote } }] });
    const span = results[0]?.resolution?.spans[0];
    if (span === undefined) throw new Error(`no span of ${exactQuote}`);
    return span;
  };
  const fault = async (span: Awaited<ReturnType<typeof quote>>) =>
    verifySpan(openSource((await textOf(span.docUid)).canonicalText, sha256), span, sha256);

  beforeAll(async () => {
    opened = await openTestVault();
    const files = [
      file("chat.txt", chat),
      file("re.eml", reply),
      file("brief.txt", "Geachte mevrouw,\n\nUw dienstverband eindigt op 1 december 2026.\n"),
    ];
    for (const row of await importAll(opened.vault, files)) uids.set(row.path, row.docUid);
  });

  it("holds for a whole message of a chat: speaker and day, with who said so and when", async () => {
    const words = "Dan stopt je salaris per direct.";
    const before = await quote("chat.txt", words);
    expect(before).toMatchObject({ speaker: "Otto Vinder", segmentDateText: "2026-11-03 09:40", flags: [5] });
    const { doc, changed } = await say("chat.txt", words, { speaker: "Pim Bedacht", date: "2026-11-02" });
    expect(changed).toBe(true);
    expect(doc?.summary?.sourceDigest).toBe(before.sourceDigest);
    expect(doc?.summary?.speakers).toEqual(["Noor Verzonnen", "Pim Bedacht", "Otto Vinder"]);
    expect((await textOf(before.docUid)).canonicalText.speakersSet).toMatchObject([
      {
        voice: Voice.QUOTED,
        speaker: "Pim Bedacht",
        dateText: "2026-11-02",
        by: "user-1",
        setAtIso: "2026-01-02T00:00:00.000Z",
      },
    ]);
    const after = await quote("chat.txt", words);
    expect(after).toMatchObject({ voice: Voice.QUOTED, speaker: "Pim Bedacht", segmentDateText: "2026-11-02" });
    expect(after.flags).toEqual([SpanFlag.NOT_AUTHOR, SpanFlag.SPEAKER_SET]);
    expect([await fault(before), await fault(after)]).toEqual([undefined, undefined]);
  });

  it("is held against the text: a span that mixes what the file and the person say does not hold", async () => {
    const span = await quote("chat.txt", "Dan stopt je salaris per direct.");
    const flags = span.flags.filter((flag) => flag !== SpanFlag.SPEAKER_SET);
    expect(await fault({ ...span, flags })).toMatch(/a person set who that is|another speaker/);
    expect(await fault({ ...span, speaker: "Otto Vinder" })).toMatch(/another speaker|a person set/);
    const file = { ...span, flags, speaker: "Otto Vinder", segmentDateText: "2026-11-03 09:40" };
    expect(await fault(file)).toBeUndefined();
    expect(await fault({ ...file, flags: [...flags, SpanFlag.SPEAKER_SET] })).toMatch(/a person set|another speaker/);
  });

  it("orders the sentences of a claim by the person's speaker", async () => {
    const { lists } = await opened.search.rankSentences({
      queries: [{ text: "Pim zei dat het salaris stopt", speakers: ["Pim Bedacht"] }],
    });
    expect(lists[0]?.candidates[0]).toMatchObject({ speaker: "Pim Bedacht", day: "2026-11-02" });
  });

  it("parts an answer between quoted lines from the words that are quoted", async () => {
    const words = "Dat heb ik nooit afgesproken en dat doe ik niet.";
    expect(await quote("re.eml", words)).toMatchObject({ voice: Voice.QUOTED, speaker: "Otto Vinder" });
    const both = await quote("re.eml", `nachtdienst.\n${words}`);
    await say("re.eml", words, { speaker: "noor@example.org", date: "" }, { isOnly: true });
    const own = await quote("re.eml", words);
    expect(own).toMatchObject({ voice: Voice.AUTHOR, speaker: "noor@example.org", segmentDateText: "" });
    expect(own.flags).toEqual([SpanFlag.SPEAKER_SET]);
    const theirs = await quote("re.eml", "Je werkt vanaf maandag in de nachtdienst.");
    expect(theirs).toMatchObject({ voice: Voice.QUOTED, speaker: "Otto Vinder", flags: [SpanFlag.NOT_AUTHOR] });
    // What was quoted over both before somebody parted them stands.
    expect(await fault(both)).toBeUndefined();
    expect((await quote("re.eml", `nachtdienst.\n${words}`)).flags).toContain(SpanFlag.CROSSES_BORDER);
  });

  it("leaves words to nobody where nobody knows, and is taken back by what the file says", async () => {
    const words = "Dat mag helemaal niet volgens mij.";
    await say("chat.txt", words, { speaker: "" });
    const nobodys = await quote("chat.txt", words);
    expect(nobodys).toMatchObject({ voice: Voice.UNSPECIFIED, speaker: "", segmentDateText: "2026-11-03 09:41" });
    expect((await say("chat.txt", words, { asInFile: true })).changed).toBe(true);
    expect(await quote("chat.txt", words)).toMatchObject({ speaker: "Noor Verzonnen", flags: [SpanFlag.NOT_AUTHOR] });
    expect(await fault(nobodys)).toBeUndefined();
    expect((await say("chat.txt", words, { asInFile: true })).changed).toBe(false);
  });

  it("changes nothing a second time, and is said once under a key", async () => {
    const words = "Je hoort het van ons.";
    expect((await say("chat.txt", words, { speaker: "Otto Vinder" })).changed).toBe(false);
    expect((await say("chat.txt", words, { speaker: "Pim Bedacht" }, { key: "same" })).changed).toBe(true);
    expect((await say("chat.txt", words, { speaker: "Pim Bedacht" }, { key: "same" })).changed).toBe(true);
    await expect(say("chat.txt", words, { speaker: "Ria Bedacht" }, { key: "same" })).rejects.toThrow(/key was used/);
  });

  it("stays where the bytes are read again", async () => {
    const outcomes: Again[] = [];
    for await (const { content } of opened.docs.readAgain({ docUids: [uid("chat.txt"), uid("re.eml")] }))
      if (content.case === "item") outcomes.push(content.value.outcome);
    expect(outcomes).toEqual([Again.UNCHANGED, Again.UNCHANGED]);
    expect(await quote("chat.txt", "Je hoort het van ons.")).toMatchObject({ speaker: "Pim Bedacht" });
  });

  it.each<readonly [string, object, RegExp]>([
    ["nothing is said", {}, /say who speaks/],
    ["something is said and taken back", { speaker: "A", asInFile: true }, /say who speaks/],
    ["the day is none", { date: "2026-02-30" }, /no such day/],
    ["the day is written otherwise", { date: "3 november" }, /date/],
  ])("is refused where %s", async (_, said, told) => {
    await expect(say("chat.txt", "Je hoort het", said)).rejects.toThrow(told);
  });

  it("is refused outside the text, over itself, and of another text", async () => {
    const docUid = uid("chat.txt");
    const { sourceDigest } = await textOf(docUid);
    const asked = (stretches: { startChar: number; endChar: number; speaker: string }[], digest = sourceDigest) =>
      opened.speakers.correctSpeaker({ docUid, sourceDigest: digest, stretches, idempotencyKey: `k${++keys}` });
    const whole = { startChar: 0, endChar: 10, speaker: "A" };
    await expect(asked([{ ...whole, endChar: 100_000 }])).rejects.toThrow(/lie in the text/);
    await expect(asked([{ ...whole, endChar: 0 }])).rejects.toThrow(/lie in the text/);
    await expect(asked([whole, { ...whole, startChar: 9, endChar: 20 }])).rejects.toThrow(/same words/);
    await expect(asked([whole], "0".repeat(64))).rejects.toThrow(/another text/);
  });

  it("names the writer of a letter as a whole, and of no mail or chat", async () => {
    const docUid = uid("brief.txt");
    const set = (writtenBy: string, of = docUid) =>
      opened.docs.setDoc({ docUid: of, writtenBy, idempotencyKey: `k${++keys}` });
    const { doc } = await set("Ria Bedacht");
    expect(doc?.summary).toMatchObject({ writtenBy: "Ria Bedacht", setByPerson: { writtenBy: true, title: false } });
    const { result } = await opened.search.search({ query: "dienstverband" });
    expect(result?.candidates[0]).toMatchObject({ author: "Ria Bedacht", personsValues: { author: true } });
    expect((await set("")).doc?.summary).toMatchObject({ writtenBy: "" });
    await expect(set("Ria Bedacht", uid("chat.txt"))).rejects.toThrow(/part by part/);
  });
});
