import { performance } from "node:perf_hooks";
import { fromBinary } from "@bufbuild/protobuf";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { sha256 } from "../../src/sha256.ts";
import { goldenProofs } from "../golden/proofs/proofs.ts";
import { hasBrowser, openPageVerifier } from "../simulation/proof/in-browser.ts";
import { median } from "./measure.ts";
import type { BenchRow } from "./row.ts";

const rounds = 7;

/** A proof of a real letter, with its golden bytes: verified here beside hashing what is in it, and opened in the page beside here. */
export const benchProof = async (): Promise<BenchRow[]> => {
  const { bytes } = goldenProofs().find(({ name }) => name.endsWith("-letter")) ?? { bytes: new Uint8Array() };
  const { events, artifacts, texts } = fromBinary(MemoProofSchema, bytes);
  const all = [...events, ...artifacts, ...texts];
  const ours = await often(() => verifyProof(bytes, undefined).then(({ checks }) => checks.every((c) => c.passed)));
  const hashing = await often(async () => all.every((one) => sha256(one).length > 0));
  const size = `${Math.round(bytes.length / 1000)} kB, ${events.length} events, ${artifacts.length} artifacts`;
  const node: BenchRow = {
    ...{ id: "proof", what: `verifying a letter's proof (${size}), all 13 checks; floor: hashing what is in it` },
    ...{ figure: `${ours.toFixed(0)} ms`, floor: `${hashing.toFixed(1)} ms`, ratio: ours / hashing, target: "–" },
  };
  if (!hasBrowser) return [node];
  const { page, firstBroken, close } = await openPageVerifier();
  try {
    // The page keeps nothing: each round begins as somebody does who opens the file for the first time.
    const loading = await often(async () => (await page.reload()) !== undefined);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.reload();
      times.push(await timed(async () => (await firstBroken(bytes)) === undefined));
    }
    const opened = median(times);
    const row = (what: string, figure: number, floor: string, ratio: number): BenchRow => {
      return { id: "proof", what, figure: `${figure.toFixed(0)} ms`, floor, ratio, target: "–" };
    };
    return [
      node,
      row(
        "the same proof chosen in the page, to its verdict; floor: here",
        opened,
        `${ours.toFixed(0)} ms`,
        opened / ours,
      ),
      row(
        "the page itself opened from a disk; floor: verifying here",
        loading,
        `${ours.toFixed(0)} ms`,
        loading / ours,
      ),
    ];
  } finally {
    await close();
  }
};

const often = async (work: () => Promise<boolean>): Promise<number> => {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return median(times);
};

const timed = async (work: () => Promise<boolean>): Promise<number> => {
  const start = performance.now();
  if (!(await work())) throw new Error("a proof that does not hold");
  return performance.now() - start;
};
