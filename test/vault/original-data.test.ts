import { beforeAll, expect, it } from "vitest";
import { QuotedOriginal_Evidence as Evidence, type QuotedOriginal } from "../../gen/pincite/span/v1/span_pb.ts";
import { originalsOfPassages } from "../../src/vault/original/originals.ts";
import type { Strand } from "../../src/vault/strand/strand.ts";
import { said } from "../span/campaign/said.ts";
import { describeWithData } from "../support/shared-data.ts";
import { emls } from "./second-opinion.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

/** One quoted passage with its origin; the document by its path, since ids change with a header. */
interface Found {
  readonly path: string;
  readonly index: number;
  readonly original: QuotedOriginal;
  readonly originPath: string;
}

describeWithData("the quotations of a mailing-list archive", "email-spamassassin", (folder) => {
  let strand: Strand;
  let byReferences: Found[];
  let byWords: Found[];
  let quotedPassages = 0;

  /** Real threads; what is not mail of lists has hardly any quotations. */
  const files = () =>
    emls(folder, "spamassassin.tar.gz")
      .filter(({ path }) => path.includes("easy-ham-1"))
      .slice(0, 260);

  const withoutReferences = (bytes: Uint8Array): Uint8Array => {
    const text = Buffer.from(bytes).toString("latin1");
    const [head = "", ...rest] = text.split(/\r?\n\r?\n/);
    const kept = head.replaceAll(/^(?:References|In-Reply-To):.*(?:\r?\n[ \t].*)*\r?\n?/gim, "");
    return new Uint8Array(Buffer.from([kept, ...rest].join("\n\n"), "latin1"));
  };

  const search = async (
    messages: ReturnType<typeof files>,
  ): Promise<{ strand: Strand; found: Found[]; quoted: number }> => {
    const { vault } = await openTestVault();
    await importAll(
      vault,
      messages.map(({ path, bytes }) => file(path, bytes)),
    );
    const opened = await vault.strand("");
    const found: Found[] = [];
    let quoted = 0;
    for (const docUid of opened.catalogue.docUids()) {
      const source = await opened.sources.source(opened.record(docUid));
      const ranges = source.canonical.chunks.map(({ startChar, endChar }) => ({ start: startChar, end: endChar }));
      quoted += ranges.filter((range) =>
        source.structure.segmentsTouching(range).some(({ depth }) => depth > 0),
      ).length;
      const pathOf = (uid: string): string => opened.record(uid).detail?.summary?.path ?? "";
      for (const original of await originalsOfPassages(opened, docUid, ranges))
        found.push({ path: pathOf(docUid), index: original.index, original, originPath: pathOf(original.docUid) });
    }
    return { strand: opened, found, quoted };
  };

  beforeAll(async () => {
    const named = await search(files());
    strand = named.strand;
    quotedPassages = named.quoted;
    byReferences = named.found;
    byWords = (await search(files().map(({ path, bytes }) => ({ path, bytes: withoutReferences(bytes) })))).found;
  });

  it("are traced to messages whose authors wrote these very words", async () => {
    for (const { original, path } of byReferences) {
      const origin = await strand.sources.source(strand.record(original.docUid));
      const quoting = await strand.sources.source(strand.record(strand.catalogue.atPath(path) ?? ""));
      const words = origin.codePoints.slice(original.startChar, original.endChar);
      expect(said(quoting.text).includes(said(words))).toBe(true);
      const segments = origin.structure.segmentsTouching({ start: original.startChar, end: original.endChar });
      expect(segments.every(({ depth }) => depth === 0)).toBe(true);
      expect(original.docUid).not.toBe(strand.catalogue.atPath(path));
    }
    console.info({
      quotedPassages,
      byReferences: byReferences.filter(({ original }) => original.evidence === Evidence.REFERENCES).length,
      sameWords: byReferences.filter(({ original }) => original.evidence === Evidence.SAME_WORDS).length,
      byWords: byWords.length,
    });
  });

  it("have the same origin by their words as by the headers, wherever both tell", () => {
    const named = new Map(
      byReferences
        .filter(({ original }) => original.evidence === Evidence.REFERENCES)
        .map((one) => [`${one.path} ${one.index} ${one.original.startChar}`, one.originPath]),
    );
    const both = byWords.filter((one) => named.has(`${one.path} ${one.index} ${one.original.startChar}`));
    const other = both.filter(
      (one) => named.get(`${one.path} ${one.index} ${one.original.startChar}`) !== one.originPath,
    );
    expect(other).toEqual([]);
    expect(both.length).toBeGreaterThan(50);
  });
});
