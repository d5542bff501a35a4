import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf/open-pdf.ts";
import { pdf } from "../../src/vault/import/pdf.ts";
import { wordsOn } from "../../src/vault/pdf/locate-job.ts";
import { bigPdf } from "../page/support/big-pdf.ts";
import { describeWithData } from "../support/shared-data.ts";
import { reasonOf } from "./refusal.ts";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

/** Left, upper, right, lower edge in points from the upper left corner. */
type Edges = readonly [number, number, number, number];

interface JudgedWord {
  readonly word: string;
  readonly edges: Edges;
}

/** Words of each page with their boxes, as poppler has them. */
const wordsByPoppler = (path: string): JudgedWord[][] => {
  const answer = execFileSync("pdftotext", ["-bbox", path, "-"], {
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const word = /<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">(.*?)<\/word>/g;
  const pages = answer.toString().split("<page ").slice(1);
  return pages.map((page) =>
    [...page.matchAll(word)].map(([, x1, y1, x2, y2, words = ""]) => ({
      word: plain(words).normalize("NFC"),
      edges: [Number(x1), Number(y1), Number(x2), Number(y2)] as const,
    })),
  );
};

const plain = (xml: string): string =>
  xml.replace(/&(quot|#39|apos|lt|gt|amp);/g, (_, name: string) => entities[name] ?? "");
const entities: Readonly<Record<string, string>> = { quot: '"', "#39": "'", apos: "'", lt: "<", gt: ">", amp: "&" };

/** Words that stand once on a page in both readings, so that it needs no rule which is which. */
const onceIn = (words: readonly string[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set(words.filter((word) => counts.get(word) === 1));
};

/** The same place: nine tenths of their widths together are shared, and half of the lower one's height. */
const isSamePlace = (one: Edges, other: Edges): boolean => {
  const shared = (at: 0 | 1): number => Math.min(one[at + 2]!, other[at + 2]!) - Math.max(one[at]!, other[at]!);
  const wide = Math.max(one[2], other[2]) - Math.min(one[0], other[0]);
  const low = Math.min(one[3] - one[1], other[3] - other[1]);
  return shared(0) >= 0.9 * wide && shared(1) >= 0.5 * low;
};

const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
if (!hasPoppler) console.warn("SKIPPED: places on pages are judged by pdftotext of poppler-utils, which is not here");
const pagesEach = 4;

describe.runIf(hasPoppler)("where words stand on a page", () => {
  describeWithData("in real PDFs", "pdf-text", (folder) => {
    it("is where poppler has them, for 98 of 100 words at least", async () => {
      let [same, all] = [0, 0];
      const other: string[] = [];
      for (const name of readdirSync(folder).filter((file) => file.endsWith(".pdf"))) {
        const original = readFileSync(join(folder, name));
        const read = await pdf.extract(original, { path: name } as never).catch(() => undefined);
        if (read === undefined) continue;
        const [characters, judged] = [[...read.text], wordsByPoppler(join(folder, name))];
        const opened = await openPdf(original);
        for (const { number, start, end } of (read.pages ?? []).slice(0, pagesEach)) {
          const text = characters.slice(start, end).join("");
          const places = new Map([...text.matchAll(/\S+/g)].map(({ 0: word, index }) => [word, index] as const));
          const ours = onceIn(text.split(/\s+/));
          const theirs = onceIn((judged[number - 1] ?? []).map(({ word }) => word));
          const find = await wordsOn(await opened.getPage(number), text);
          for (const { word, edges } of judged[number - 1] ?? []) {
            if (word === "" || !ours.has(word) || !theirs.has(word)) continue;
            const from = [...text.slice(0, places.get(word))].length;
            const { rectangles } = find(from, from + [...word].length);
            all += 1;
            if (rectangles.length === 1 && isSamePlace(rectangles[0]!, edges)) same += 1;
            else other.push(`${name} p. ${number}`);
          }
        }
        await opened.loadingTask.destroy();
      }
      console.log(`${same} of ${all} words stand where poppler has them; not: ${other.join(", ") || "none"}`);
      expect(all).toBeGreaterThan(2_000);
      expect(same / all).toBeGreaterThanOrEqual(0.98);
    });
  });
});

describe("LocateOnPages", () => {
  let vault: Awaited<ReturnType<typeof openTestVault>>;
  let docUid: string;
  let text: string;
  beforeAll(async () => {
    vault = await openTestVault();
    const files = [file("rapport.pdf", await bigPdf(3)), file("notitie.txt", "Een notitie.")];
    const [report] = await importAll(vault.vault, files);
    docUid = report!.docUid;
    text = (await vault.docs.getDocText({ docUid })).canonicalText!.text;
  });
  afterAll(() => vault.vault.close());

  const locate = (words: string, more: { readonly to?: string; readonly docUid?: string } = {}) => {
    const startChar = text.indexOf(words);
    const endChar = more.to === undefined ? startChar + words.length : text.indexOf(more.to) + more.to.length;
    return vault.spans.locateOnPages({ docUid: more.docUid ?? docUid, startChar, endChar });
  };

  it("gives a rectangle on the page for words on one line, among those of all its lines", async () => {
    const { pages, unread } = await locate("Kenmerk2");
    expect([pages.length, unread]).toEqual([1, false]);
    const [{ number, width, height, rectangles, lines, unplacedCount } = pages[0]!] = pages;
    expect([number, Math.round(width), Math.round(height), rectangles.length, unplacedCount]).toEqual([
      2, 612, 792, 1, 0,
    ]);
    // The writer of the file sets margins of an inch and letters of ten points.
    expect([Math.round(rectangles[0]!.x), rectangles[0]!.y > 60 && rectangles[0]!.y < 80]).toEqual([72, true]);
    expect(rectangles[0]!.width).toBeGreaterThan(40);
    expect(lines.length).toBeGreaterThan(20);
  });

  it("gives both pages of words that run over from one to the next", async () => {
    const { pages } = await locate("Blad 2, alinea 9", { to: "Kenmerk3" });
    expect(pages.map(({ number }) => number)).toEqual([2, 3]);
    expect(pages.map(({ rectangles }) => rectangles.length > 0)).toEqual([true, true]);
  });

  it("has no pages for a document that has none", async () => {
    const { docs } = await vault.docs.listDocs({ docTypes: ["text"] });
    const note = docs[0]!.docUid;
    expect((await vault.spans.locateOnPages({ docUid: note, startChar: 0, endChar: 3 })).pages).toEqual([]);
  });

  it("refuses a stretch that is empty or ends behind the text, and a document that is not there", async () => {
    const refused = [
      { docUid, startChar: 5, endChar: 5 },
      { docUid, startChar: 0, endChar: text.length + 1 },
      { docUid: "0".repeat(64), startChar: 0, endChar: 1 },
    ];
    const reasons = await Promise.all(refused.map((one) => reasonOf(vault.spans.locateOnPages(one))));
    expect(reasons).toEqual(["REQUEST_INVALID", "REQUEST_INVALID", "DOCUMENT_NOT_FOUND"]);
  });
});
