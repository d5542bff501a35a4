import { performance } from "node:perf_hooks";
import { create } from "@bufbuild/protobuf";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { memoFormats } from "../../src/export/formats.ts";
import { layoutOf } from "../../src/export/layout.ts";
import type { Memo } from "../../src/export/memo.ts";
import { contractId, frameFixture, letterId, memoFixture } from "../export/memo-fixture.ts";
import type { BenchRow } from "./row.ts";

/** Fifty pages of twelve sentences, each with a note that quotes. */
const sentenceCount = 600;
const rounds = 5;

/** A memo to each format, beside laying it out, which no format can do without. */
export const benchExport = async (): Promise<BenchRow[]> => {
  const memo = longMemo();
  const floor = await median(async () => layoutOf(memo));
  const rows: BenchRow[] = [];
  for (const { name, print } of memoFormats) {
    const own = await median(() => print(memo));
    rows.push({
      id: "export",
      what: `memo of 50 pages (${sentenceCount} sentences, as many notes) as .${name}`,
      figure: `${own.toFixed(0)} ms`,
      floor: `${floor.toFixed(1)} ms laying it out`,
      ratio: own / floor,
      target: "none set",
    });
  }
  return rows;
};

const median = async (call: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const start = performance.now();
    await call();
    if (round >= 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
};

const longMemo = (): Memo => {
  const base = memoFixture();
  const entry = base.ledger.entries.find(({ span }) => span !== undefined);
  if (!entry?.span) throw new Error("the fixture has no quote");
  const { span } = entry;
  const ids = Array.from({ length: sentenceCount }, (_, at) => `entry:${at}`);
  const original = { bytes: new Uint8Array(100_000).fill(65), digest: "0a".repeat(32), name: "brief.eml" };
  return {
    ...base,
    frame: frameFixture(),
    originals: new Map([letterId, contractId].map((id) => [id, original])),
    ledger: create(CitationLedgerSchema, {
      entries: ids.map((entryId, at) => ({ ...entry, entryId, span: { ...span, excerpt: `aangehaald ${at}` } })),
    }),
    draft: create(DraftTextSchema, {
      title: "Reactie",
      locale: "nl",
      sections: Array.from({ length: 50 }, (_, page) => ({
        title: `Deel ${page + 1}`,
        sentences: ids.slice(page * 12, page * 12 + 12).map((id) => ({
          sentenceId: id.replace("entry", "sentence"),
          text: "De werkgever schreef op die dag uitvoerig wat er was afgesproken, wie daarbij was en wat er later van is gekomen.",
          kind: SentenceKind.FACT,
          entryIds: [id],
        })),
      })),
    }),
  };
};
