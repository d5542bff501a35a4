import { spawnSync } from "node:child_process";
import { clone, create, fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import {
  MatchKind,
  SpanResolution_Outcome as Outcome,
  SpanLocatorSchema,
} from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../../src/sha256.ts";
import { resolveLocator } from "../../../src/span/resolve.ts";
import { openSource } from "../../../src/span/source.ts";
import { describeWithBrowser, openBrowser } from "../../page/support/browser.ts";
import { quoted } from "../../run/looks/quoted-case.ts";
import { readHere } from "../vault-fixture.ts";
import { madeLetter, type RenderedPage, rendered, type TrueWord } from "./rendered-letters.ts";

/** Letters that are rendered in five qualities each; with PINCITE_LETTERS=12 there are sixty pages, as docs/benchmarks.md tells. */
const letters = Number(process.env.PINCITE_LETTERS ?? 1);
/** The first of them: a run that met its limit of time goes on with PINCITE_LETTERS_FROM=11. */
const firstLetter = Number(process.env.PINCITE_LETTERS_FROM ?? 1);
const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;
if (!hasPoppler) console.warn("SKIPPED: rendered pages need poppler, which is not here");

interface Read {
  readonly page: RenderedPage;
  readonly truth: readonly TrueWord[];
  readonly canonical: CanonicalText;
  readonly processorMs: number;
}

/** Where a word is misread: each of its digits, of a name its third and its last letter. */
const misreadAt = (word: string): number[] => {
  const digits = [...word.matchAll(/\d/g)].map(({ index }) => index).slice(0, 6);
  return digits.length > 0 ? digits : [2, word.length - 1];
};

/** A word of the text with another digit or letter in it, as a machine might have read it; of the same length. */
const misread = (word: string, at: number): string => {
  const sign = word[at] ?? "";
  const other = /\d/.test(sign) ? String((Number(sign) + 3) % 10) : sign === "e" ? "c" : "e";
  return word.slice(0, at) + other + word.slice(at + 1);
};

describeWithBrowser("pages that were rendered, made worse and read", () => {
  const reads: Read[] = [];
  /** The most memory that this process had, in MiB: before a page was read, after the first, and after the last. */
  const memory = [mostMemory()];

  const load = async () => {
    if (!hasPoppler) return;
    const browser = await openBrowser();
    const page = await browser.newPage();
    for (let letter = firstLetter; letter < firstLetter + letters; letter++) {
      const { words, pages } = await rendered(page, madeLetter(letter));
      for (const one of pages) {
        const before = process.cpuUsage();
        const [unit] = await readHere({ path: "brief.jpg", mediaType: "", bytes: one.bytes });
        const { user, system } = process.cpuUsage(before);
        const canonical = fromBinary(CanonicalTextSchema, unit?.made?.canonical ?? new Uint8Array());
        reads.push({ page: one, truth: words, canonical, processorMs: (user + system) / 1000 });
        memory[reads.length === 1 ? 1 : 2] = mostMemory();
      }
    }
    await browser.close();
  };
  // A letter takes three minutes on a busy machine, in which each of its five pages is read.
  beforeAll(load, Math.max(240_000, letters * 300_000));

  afterAll(() => {
    for (const [quality, all] of Map.groupBy(reads, ({ page }) => page.quality)) console.log(line(quality, all));
    console.log(
      `memory of the process at most, before a page, after the first and after the last: ${memory.join(", ")} MiB`,
    );
  });

  it.skipIf(!hasPoppler)("are read as their words stand, and where they stand", () => {
    for (const read of reads) {
      expect(share(read), read.page.quality).toBeGreaterThan(0.9);
      if (read.page.isLevel) expect(placed(read).inside, read.page.quality).toBeGreaterThan(0.97 * placed(read).all);
    }
  });

  const stopping = () => {
    let planted = 0;
    for (const { canonical } of reads) {
      const source = openSource(canonical, sha256);
      for (const words of canonical.text.split("\n").filter((one) => one.trim() !== ""))
        expect(outcomeOf(words, source)).not.toBe(Outcome.EXACT);
      const wrong = [...canonical.text.matchAll(/\p{Lu}\p{L}{3,}|\S*\d\S*/gu)].slice(0, 100);
      const plantings = wrong.flatMap(({ 0: word, index }) => misreadAt(word).map((at) => ({ word, index, at })));
      for (const { word, index, at } of plantings) {
        const changed = clone(CanonicalTextSchema, canonical);
        const said = misread(word, at);
        changed.text = canonical.text.slice(0, index) + said + canonical.text.slice(index + word.length);
        const start = changed.text.lastIndexOf("\n", index) + 1;
        const quote = changed.text.slice(start).split("\n", 1)[0] ?? "";
        const asked = resolveLocator(
          openSource(changed, sha256),
          create(SpanLocatorSchema, { docUid: changed.docUid, exactQuote: quote }),
          { sha256 },
        );
        if (asked.outcome === Outcome.AMBIGUOUS) continue;
        expect(asked.outcome, quote).toBe(Outcome.MACHINE_READ);
        expect(stopsAtAPerson(quote, asked.spans[0]?.matchKind ?? MatchKind.UNSPECIFIED), quote).toBe(true);
        planted++;
      }
    }
    console.log(`${planted} misreadings planted, each stopped at a person`);
    expect(planted).toBeGreaterThanOrEqual(200);
  };
  const name = "give no quote that is exact, and each misreading stops at a person";
  it.skipIf(!hasPoppler)(name, stopping, Math.max(240_000, letters * 300_000));
});

const mostMemory = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

const outcomeOf = (exactQuote: string, source: ReturnType<typeof openSource>): Outcome => {
  const locator = create(SpanLocatorSchema, { docUid: source.canonical.docUid, exactQuote });
  return resolveLocator(source, locator, { sha256 }).outcome;
};

/** Whether a run with such a quote has a look on it, and refuses to confirm it where nobody names that. */
const stopsAtAPerson = (quote: string, matchKind: MatchKind): boolean => {
  const { run, onQuote } = quoted({ quote, span: { matchKind }, isChosen: true });
  const [item] = run.record?.items ?? [];
  try {
    run.decide([{ itemId: item?.itemId ?? "", decision: ItemDecision.CONFIRM, lookFingerprints: [] }]);
    return false;
  } catch (error) {
    return onQuote.includes(LookCode.MACHINE_READ) && (error as { reason?: string }).reason === "LOOKS_NOT_NAMED";
  }
};

/** Words of the page that were read as they stand, as a part of all; how often each stands counts. */
const share = ({ truth, canonical }: Read): number => (truth.length - missing(truth, canonical).length) / truth.length;

const missing = (truth: readonly TrueWord[], { text }: CanonicalText): string[] => {
  const left = new Map<string, number>();
  for (const word of text.split(/\s+/)) left.set(word, (left.get(word) ?? 0) + 1);
  return truth.flatMap(({ text: word }) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0 ? [] : [word];
  });
};

/** How many words that stand once on the page, and were read once, have their middle in poppler's box. */
const placed = ({ truth, canonical: { text, machineReadPages } }: Read): { all: number; inside: number } => {
  const characters = [...text];
  const [page] = machineReadPages;
  let [all, inside] = [0, 0];
  for (const { startChar, endChar, x, y, width, height } of page?.words ?? []) {
    const word = characters.slice(startChar, endChar).join("");
    const [only, second] = truth.filter((one) => one.text === word);
    if (page === undefined || only === undefined || second !== undefined) continue;
    const [across, down] = [(x + width / 2) / page.width, (y + height / 2) / page.height];
    all++;
    if (only.box[0] <= across && across <= only.box[2] && only.box[1] <= down && down <= only.box[3]) inside++;
  }
  return { all, inside };
};

const line = (quality: string, all: readonly Read[]): string => {
  const count = all.reduce((sum, { truth }) => sum + truth.length, 0);
  const lost = all.flatMap(({ truth, canonical }) => missing(truth, canonical));
  const boxes = all.filter(({ page }) => page.isLevel).map(placed);
  const inside = boxes.reduce((sum, one) => sum + one.inside, 0);
  const of = boxes.reduce((sum, one) => sum + one.all, 0);
  const sure = all.flatMap(({ truth, canonical }) => wrongButSure(truth, canonical));
  const ms = all.reduce((sum, { processorMs }) => sum + processorMs, 0) / all.length;
  return `${quality}: ${all.length} pages, ${count - lost.length} of ${count} words right (${((100 * (count - lost.length)) / count).toFixed(1)} %), ${lost.filter((word) => /\d/.test(word)).length} of the others with a digit, ${sure.length} read wrongly with a confidence of 90 and more (${sure.slice(0, 6).join(" ")}); ${inside} of ${of} boxes in poppler's; ${Math.round(ms)} ms of processor a page`;
};

/** Words that stand nowhere on the page, and of which the machine is sure. */
const wrongButSure = (truth: readonly TrueWord[], { text, machineReadPages }: CanonicalText): string[] => {
  const known = new Set(truth.map((word) => word.text));
  const characters = [...text];
  return machineReadPages
    .flatMap(({ words }) => words)
    .filter(({ confidencePercent }) => confidencePercent >= 90)
    .map(({ startChar, endChar }) => characters.slice(startChar, endChar).join(""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !known.has(word));
};
