import { beforeAll, describe, expect, it } from "vitest";
import { MatchKind, SpanFlag } from "../../gen/pincite/span/v1/span_pb.ts";
import { ReadAgainItem_Outcome as Again } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { openSource } from "../../src/span/source.ts";
import { verifySpan } from "../../src/span/verify.ts";
import { pictureOf } from "./support/pictures.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

type Opened = Awaited<ReturnType<typeof openTestVault>>;

/** A sentence of the picture. It was read rightly: here a person says otherwise, which is the same to the program. */
const sentence = "Uw salaris van € 3.412,50 blijft gelijk.";

describe("a person's correction of what a machine read", () => {
  let opened: Opened;
  let docUid = "";
  const stretchOf = async (words: string) => {
    const { canonicalText, sourceDigest } = await opened.docs.getDocText({ docUid });
    const at = canonicalText?.text.indexOf(words) ?? -1;
    const startChar = [...(canonicalText?.text.slice(0, at) ?? "")].length;
    return { sourceDigest, startChar, endChar: startChar + [...words].length };
  };
  let keys = 0;
  const correct = async (was: string, words: string, idempotencyKey = `k${++keys}`) => {
    const { sourceDigest, ...stretch } = await stretchOf(was);
    return opened.docs.correctReading({ docUid, sourceDigest, idempotencyKey, corrections: [{ ...stretch, words }] });
  };
  const resolve = async (exactQuote: string, sourceDigest = "") => {
    const { results } = await opened.spans.resolveSpans({
      entries: [{ locator: { docUid, exactQuote, sourceDigest } }],
    });
    return results[0]?.resolution?.spans[0];
  };

  beforeAll(async () => {
    opened = await openTestVault();
    const [row] = await importAll(opened.vault, [file("brief.png", pictureOf("letter.png"))]);
    docUid = row?.docUid ?? "";
  });

  it("makes a text of its own, in which the words say that a person set them", async () => {
    const before = await opened.docs.getDocText({ docUid });
    const { doc, changed } = await correct("3.412,50", "3.472,50 bruto");
    expect(changed).toBe(true);
    expect(doc?.summary?.sourceDigest).not.toBe(before.sourceDigest);
    expect(doc?.earlierTexts).toMatchObject([{ sourceDigest: before.sourceDigest }]);
    expect(doc?.machineReading?.corrections).toMatchObject([
      {
        page: 1,
        readAs: "3.412,50",
        words: "3.472,50 bruto",
        by: "user-1",
        correctedAtIso: "2026-01-02T00:00:00.000Z",
      },
    ]);
    const span = await resolve("Uw salaris van € 3.472,50 bruto blijft gelijk.");
    expect(span).toMatchObject({ matchKind: MatchKind.MACHINE_READ, flags: [SpanFlag.CORRECTED], address: "p. 1" });
    const [{ startChar = 0, endChar = 0 } = {}] = span?.corrected ?? [];
    const characters = [...(span?.excerpt ?? "")];
    expect(characters.slice(startChar - (span?.startChar ?? 0), endChar - (span?.startChar ?? 0)).join("")).toBe(
      "3.472,50 bruto",
    );
  });

  it("leaves the text before, and what quotes it, as they were", async () => {
    const earlier = (await opened.docs.getDoc({ docUid })).doc?.earlierTexts[0]?.sourceDigest ?? "";
    const span = await resolve(sentence, earlier);
    expect(span).toMatchObject({ excerpt: sentence, flags: [], corrected: [] });
    const { canonicalText } = await opened.docs.getDocText({ docUid, sourceDigest: earlier });
    if (canonicalText && span) expect(verifySpan(openSource(canonicalText, sha256), span, sha256)).toBeUndefined();
    expect(await resolve(sentence)).toBeUndefined();
  });

  it("is held against the text: a span that hides it, or tells it of other words, does not hold", async () => {
    const span = await resolve("van € 3.472,50 bruto");
    const { canonicalText } = await opened.docs.getDocText({ docUid });
    if (!(canonicalText && span)) throw new Error("no span");
    const fault = (corrected: typeof span.corrected) =>
      verifySpan(openSource(canonicalText, sha256), { ...span, corrected }, sha256);
    expect(fault(span.corrected)).toBeUndefined();
    expect(fault([])).toMatch(/which of its words a person set/);
    expect(fault(span.corrected.map((one) => ({ ...one, endChar: one.endChar - 1 })))).toMatch(/which of its words/);
  });

  it("is found, and stands on the picture in the rectangle of what was read", async () => {
    const { result } = await opened.search.search({ query: "3.472,50" });
    expect(result?.candidates.map(({ evidenceId }) => evidenceId)).toEqual([`vault:${docUid}`]);
    const { startChar, endChar } = await stretchOf("3.472,50 bruto");
    const { pages } = await opened.spans.locateOnPages({ docUid, startChar, endChar });
    expect(pages[0]?.rectangles).toHaveLength(1);
    expect(pages[0]?.lines).toHaveLength(37);
  });

  it("is kept where the bytes are read again", async () => {
    const outcomes: Again[] = [];
    for await (const { content } of opened.docs.readAgain({ docUids: [docUid] }))
      if (content.case === "item") outcomes.push(content.value.outcome);
    expect(outcomes).toEqual([Again.UNCHANGED]);
  });

  it("changes nothing a second time, and is set once under a key", async () => {
    expect((await correct("3.472,50 bruto", "3.472,50  bruto ")).changed).toBe(false);
    await correct("Uw salaris", "Uw loon", "same");
    expect((await opened.docs.getDoc({ docUid })).doc?.machineReading?.corrections).toHaveLength(2);
    await expect(correct("blijft", "bleef", "same")).rejects.toThrow(/key was used/);
  });

  it("is taken back by the words that were read", async () => {
    await correct("Uw loon", "Uw salaris");
    await correct("3.472,50 bruto", "3.412,50");
    const { doc } = await opened.docs.getDoc({ docUid });
    expect(doc?.machineReading?.corrections).toEqual([]);
    expect(await resolve(sentence)).toMatchObject({ excerpt: sentence, corrected: [] });
  });

  it.each<readonly [string, string, RegExp]>([
    ["salari", "salarissen", /whole words/],
    ["gelijk.\n", "gelijk.", /whole words/],
    ["salaris", "  ", /what the picture shows/],
    ["salaris", "\u0301", /what the picture shows/],
    ["salaris", "sal\u202earis", /what the picture shows/],
    ["salaris", "twee\nregels", /corrections/],
  ])("is refused where it is none: %j as %j", async (was, words, told) => {
    await expect(correct(was, words)).rejects.toThrow(told);
  });

  it("is refused of another text, of words that meet, and of words that no machine read", async () => {
    const { sourceDigest, ...stretch } = await stretchOf("salaris");
    const asked = { docUid, idempotencyKey: "x", corrections: [{ ...stretch, words: "loon" }] };
    await expect(opened.docs.correctReading({ ...asked, sourceDigest: "0".repeat(64) })).rejects.toThrow(
      /another text/,
    );
    const twice = [...asked.corrections, ...asked.corrections];
    await expect(opened.docs.correctReading({ ...asked, sourceDigest, corrections: twice })).rejects.toThrow(
      /same words/,
    );
    const [row] = await importAll(opened.vault, [file("a.txt", "Het loon is gelijk.")]);
    const { sourceDigest: plain } = await opened.docs.getDocText({ docUid: row?.docUid ?? "" });
    const other = { ...asked, docUid: row?.docUid ?? "", sourceDigest: plain };
    await expect(opened.docs.correctReading(other)).rejects.toThrow(/machine read/);
  });
});
