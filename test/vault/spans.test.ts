import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SpanResolution_Outcome as Outcome, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, mail, openTestVault, utf8 } from "./vault-fixture.ts";

const body = "Nee 👍.\n\nAnk schreef:\n> Wij zullen het loon\n> niet betalen.\n\nDat is onjuist. Dat is onjuist.";
const letter = mail(
  {
    From: "jan@example.org",
    Date: "9 Dec 2025 10:00:00 +0100",
    Subject: "Loon",
    "Content-Type": "text/plain; charset=utf-8",
  },
  body,
);
const docUid = sha256Hex(letter);
const opened = async () => {
  const made = await openTestVault();
  await importAll(made.vault, [
    file("a.eml", letter),
    file(
      "lang.txt",
      Array.from(
        { length: 60 },
        (_, i) => `Alinea ${i} over ${i === 41 ? "verlof" : "loon"}. ${"woord ".repeat(40)}`,
      ).join("\n\n"),
    ),
  ]);
  return made;
};

describe("ResolveSpans", () => {
  it("answers EXACT, NORMALISED, AMBIGUOUS and NOT_FOUND in the order asked", async () => {
    const { spans } = await opened();
    const quotes = [
      "Dat is onjuist. Dat",
      "Wij zullen het loon niet betalen.",
      "onjuist",
      "Wij zullen het loon betalen.",
    ];
    const { results } = await spans.resolveSpans({
      entries: quotes.map((exactQuote) => ({ locator: { docUid, exactQuote } })),
    });
    expect(results.map((result) => result.resolution?.outcome)).toEqual([
      Outcome.EXACT,
      Outcome.NORMALISED,
      Outcome.AMBIGUOUS,
      Outcome.NOT_FOUND,
    ]);
  });

  // The day on which a file was printed stood in a letter as the day of the terms in it.
  it("tells no day of a document that only a program wrote into its file", async () => {
    const terms = readFileSync(
      new URL("../../cases/kinderopvang/dossier/Algemene Voorwaarden Dagopvang nov 2025.pdf", import.meta.url),
    );
    const { vault, spans } = await openTestVault();
    await importAll(vault, [file("voorwaarden.pdf", terms)]);
    const exactQuote = "9.1 De waarborgsom strekt tot zekerheid voor de";
    const locator = { docUid: sha256Hex(terms), exactQuote };
    const { results } = await spans.resolveSpans({ entries: [{ locator }] });
    expect(results[0]?.resolution?.spans.map(({ excerpt, versionDate }) => [excerpt, versionDate])).toEqual([
      [exactQuote, ""],
    ]);
  });

  it("resolves a place, and answers one that is not there with what is", async () => {
    const { spans } = await opened();
    const contract = utf8("# Werkplek\n\n5.1 U werkt op kantoor.\n\n5.2 Vrijdags thuis 🏠.\n\n# Loon\n\nHet loon.");
    const made = await openTestVault();
    await importAll(made.vault, [file("c.md", contract)]);
    const inContract = { docUid: sha256Hex(contract) };
    const { results } = await made.spans.resolveSpans({
      entries: [
        { locator: inContract, place: { named: { case: "heading", value: "werkplek" } } },
        { locator: inContract, place: { named: { case: "paragraph", value: "5.2" } } },
        { locator: inContract, place: { named: { case: "page", value: 99 } } },
        { locator: inContract, place: { named: { case: "heading", value: "Proeftijd" } } },
      ],
    });
    expect(results.map(({ place }) => place?.place?.label ?? "")).toEqual(["onder “Werkplek”", "onder 5.2", "", ""]);
    expect(results[2]?.place?.message).toContain("The document has no pages. It has headings (onder “Werkplek”");
    expect(results[3]?.place?.available.map(({ label }) => label)).toEqual(["onder “Werkplek”", "onder “Loon”"]);
    const beside = { locator: { docUid, exactQuote: "Nee" }, place: { named: { case: "page" as const, value: 1 } } };
    expect(await reasonOf(spans.resolveSpans({ entries: [beside] }))).toBe("LOCATOR_INVALID");
    const nothing = { locator: { docUid }, place: { named: { case: "heading" as const, value: "" } } };
    expect(await reasonOf(spans.resolveSpans({ entries: [nothing] }))).toBe("REQUEST_INVALID");
  });

  it("gives the source's own characters at code point offsets, with digests and date", async () => {
    const { spans, docs } = await opened();
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid, exactQuote: "Wij zullen het loon niet betalen." } }],
    });
    const [span] = results[0]?.resolution?.spans ?? [];
    const { canonicalText, sourceDigest } = await docs.getDocText({ docUid });
    expect(span?.excerpt).toBe("Wij zullen het loon\nniet betalen.");
    expect([...(canonicalText?.text ?? "")].slice(span?.startChar, span?.endChar).join("")).toBe(span?.excerpt);
    expect(span).toMatchObject({
      sourceDigest,
      versionDate: "2025-12-09",
      excerptSha256: sha256Hex(utf8(span?.excerpt ?? "")),
    });
    expect(sourceDigest).toBe(sha256Hex(utf8(canonicalText?.text ?? "")));
  });

  it("says that quoted words are somebody else's", async () => {
    const { spans } = await opened();
    const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote: "niet betalen" } }] });
    expect(results[0]?.resolution?.spans[0]).toMatchObject({ voice: Voice.QUOTED, speaker: "Ank" });
  });

  it("can quote date and sender from the header block", async () => {
    const { spans } = await opened();
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid, exactQuote: "Date: 9 Dec 2025 10:00:00 +0100" } }],
    });
    expect(results[0]?.resolution?.outcome).toBe(Outcome.EXACT);
  });

  it("without a quote gives the best passages of the document for the query", async () => {
    const { spans, vault } = await opened();
    const lang = (await vault.strand("")).catalogue.atPath("lang.txt") ?? "";
    const { results } = await spans.resolveSpans({
      entries: [{ locator: { docUid: lang }, query: "verlof" }],
      passagesMax: 2,
    });
    expect(results[0]?.resolution).toBeUndefined();
    expect(results[0]?.passages.map((passage) => passage.text.includes("verlof"))).toEqual([true]);
  });

  it("resolves every passage it shows as an exact quote in the chunk it names", async () => {
    const { spans, vault } = await opened();
    const lang = (await vault.strand("")).catalogue.atPath("lang.txt") ?? "";
    const { results } = await spans.resolveIds({ evidenceIds: [`vault:${lang}`], passagesMax: 20 });
    const passages = results[0]?.passages ?? [];
    expect(passages.length).toBeGreaterThan(5);
    const back = await spans.resolveSpans({
      entries: passages.map(({ chunkUid, text }) => ({ locator: { docUid: lang, chunkUid, exactQuote: text } })),
    });
    expect(back.results.map((result) => result.resolution?.spans[0]?.startChar)).toEqual(
      passages.map((passage) => passage.startChar),
    );
  });

  it("refuses too many entries, entries without a document, and unknown documents", async () => {
    const { spans } = await opened();
    const entry = { locator: { docUid, exactQuote: "x" } };
    expect(await reasonOf(spans.resolveSpans({ entries: [] }))).toBe("REQUEST_INVALID");
    expect(await reasonOf(spans.resolveSpans({ entries: Array(101).fill(entry) }))).toBe("REQUEST_INVALID");
    expect(await reasonOf(spans.resolveSpans({ entries: [{}] }))).toBe("REQUEST_INVALID");
    expect(
      await reasonOf(spans.resolveSpans({ entries: [{ locator: { docUid: "0".repeat(64), exactQuote: "x" } }] })),
    ).toBe("DOCUMENT_NOT_FOUND");
  });
});

describe("ResolveIds", () => {
  it("gives candidates with passages in the order asked, and says when there are more", async () => {
    const { spans, vault } = await opened();
    const lang = (await vault.strand("")).catalogue.atPath("lang.txt") ?? "";
    const { results } = await spans.resolveIds({ evidenceIds: [`vault:${lang}`, `vault:${docUid}`] });
    expect(results.map((result) => result.candidate?.evidenceId)).toEqual([`vault:${lang}`, `vault:${docUid}`]);
    expect(results.map((result) => [result.passages.length, result.truncated])).toEqual([
      [3, true],
      [1, false],
    ]);
  });

  it("keeps one answer within a hundred thousand characters", async () => {
    const { spans, vault } = await openTestVault();
    const rows = await importAll(
      vault,
      Array.from({ length: 50 }, (_, i) => file(`${i}.txt`, `${i} ${"abcdefg hij. ".repeat(3000)}`)),
    );
    const { results } = await spans.resolveIds({
      evidenceIds: rows.map((row) => `vault:${row.docUid}`),
      passagesMax: 20,
    });
    const characters = results
      .flatMap((result) => result.passages)
      .reduce((sum, passage) => sum + passage.text.length, 0);
    expect(characters).toBeGreaterThan(50_000);
    expect(characters).toBeLessThanOrEqual(100_000);
    expect(results.at(-1)).toMatchObject({ passages: [], truncated: true });
  });

  it("refuses ids that are no evidence here", async () => {
    const { spans } = await opened();
    expect(await reasonOf(spans.resolveIds({ evidenceIds: ["law:BWBR0005290"] }))).toBe("REQUEST_INVALID");
    expect(await reasonOf(spans.resolveIds({ evidenceIds: [`vault:${"0".repeat(64)}`] }))).toBe("EVIDENCE_NOT_FOUND");
  });
});
