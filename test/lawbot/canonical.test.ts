import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { fileBytesMax } from "../../src/lawbot/limits.ts";
import { type OpenLaw, OpenLaws } from "../../src/lawbot/open-law.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";

describeWithData("BW Boek 7 imported whole", "law-bwb-2012", (folder) => {
  const opened = (async () => {
    const clients = await openClients();
    const bytes = readFileSync(`${folder}/BWBR0005290.xml`);
    const report = await clients.imports.import(
      importMessages("k", [{ path: "BWBR0005290.xml", validFrom: "2012-10-01", bytes }]),
    );
    const { canonicalText } = await clients.laws.getLawText({ lawId: "BWBR0005290" });
    return { ...clients, item: report.items[0], canonical: canonicalText };
  })();

  it("reports 710 articles and more than 3,000 units, none of its elements unknown", async () => {
    const { item } = await opened;
    expect(item?.version).toMatchObject({ articleCount: 710, unknownElements: [], form: "bwb-2012" });
    expect(item?.version?.unitCount).toBeGreaterThan(3_000);
  });

  it("has chunks that never join two articles and together hold every quotable character of every article", async () => {
    const { canonical } = await opened;
    const chunks = canonical?.chunks ?? [];
    const articles = canonical?.units.filter((unit) => unit.element === "artikel") ?? [];
    for (const chunk of chunks)
      expect(
        articles.filter((each) => each.startChar < chunk.endChar && chunk.startChar < each.endChar).length,
      ).toBeLessThan(2);
    const text = [...(canonical?.text ?? "")];
    for (const each of articles) {
      const inside = chunks.filter((chunk) => chunk.startChar < each.endChar && each.quotableStartChar < chunk.endChar);
      const covered = (at: number) => inside.some((chunk) => chunk.startChar <= at && at < chunk.endChar);
      const places = Array.from(
        { length: each.endChar - each.quotableStartChar },
        (_, rank) => each.quotableStartChar + rank,
      );
      expect(places.filter((at) => /\S/.test(text[at] ?? "") && !covered(at))).toEqual([]);
    }
  });

  it("resolves the words of its articles to the very article", async () => {
    const { canonical, spans } = await opened;
    const articles = canonical?.units.filter((unit) => unit.element === "artikel" && unit.quotable) ?? [];
    const text = [...(canonical?.text ?? "")];
    const sample = articles.filter((_, rank) => rank % 9 === 0).slice(0, 80);
    const entries = sample.map((each) => {
      const words =
        text
          .slice(each.quotableStartChar, each.endChar)
          .join("")
          .split("\n")[0]
          ?.replace(/^\d+[a-z]? /, "") ?? "";
      return {
        locator: { docUid: canonical?.docUid ?? "", exactQuote: words, contextBefore: `Artikel ${each.number}\n` },
      };
    });
    const { results } = await spans.resolveSpans({ entries });
    for (const [index, result] of results.entries()) {
      expect(result.resolution?.outcome, entries[index]?.locator.exactQuote).toBe(SpanResolution_Outcome.EXACT);
      expect(result.resolution?.spans[0]?.address).toMatch(
        new RegExp(`^art\\. 7:${sample[index]?.number}( lid \\S+)? BW$`),
      );
    }
  });

  it("gives passages that can be quoted from their first character to their last", async () => {
    const { canonical, citations, spans } = await opened;
    const asked = ["art. 7:611 BW", "art. 7:658a BW", "art. 7:670 lid 1 BW", "art. 7:629 BW", "art. 7:610 t/m 613 BW"];
    const { resolutions } = await citations.resolveCitations({ citations: asked });
    const cited = resolutions.flatMap((each) => each.units.flatMap((unit) => unit.passages));
    const docUid = canonical?.docUid ?? "";
    const { results: found } = await spans.resolveSpans({
      entries: [{ locator: { docUid }, query: "loon bij ziekte", passageLimit: 20 }],
    });
    const all = [...cited, ...(found[0]?.passages ?? [])];
    expect(all.length).toBeGreaterThan(25);
    const entries = all.map(({ chunkUid, text }) => ({ locator: { docUid, chunkUid, exactQuote: text } }));
    const { results } = await spans.resolveSpans({ entries });
    for (const [index, { resolution }] of results.entries()) {
      expect(resolution?.outcome, resolution?.message).toBe(SpanResolution_Outcome.EXACT);
      expect(resolution?.spans[0]).toMatchObject({ startChar: all[index]?.startChar, endChar: all[index]?.endChar });
    }
  });

  it("is one message: text, chunks and units together", async () => {
    const { item } = await opened;
    expect(Number(item?.version?.text?.sizeBytes)).toBeLessThan(4 * 1024 * 1024);
    expect(fileBytesMax).toBe(64 * 1024 * 1024);
  });
});

describe("versions kept open", () => {
  const version = (docUid: string) => ({ docUid, text: { sizeBytes: 1n } }) as unknown as LawVersion;

  it("are the ones last used; one that failed to open is tried again", async () => {
    const loads: string[] = [];
    const laws = new OpenLaws(async ({ docUid }) => {
      loads.push(docUid);
      if (docUid === "bad" && loads.length < 2) throw new Error("not now");
      return { docUid } as unknown as OpenLaw;
    }, 2);
    await expect(laws.get(version("bad"))).rejects.toThrow("not now");
    for (const docUid of ["bad", "a", "bad", "b", "bad", "a"]) await laws.get(version(docUid));
    expect(loads).toEqual(["bad", "bad", "a", "b", "a"]);
  });
});
