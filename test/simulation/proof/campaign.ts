import { ProofCodeSchema, type ProofReport } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { enumWord } from "../../../src/cli/text/enum-word.ts";
import { verifyProof } from "../../../src/main/verify-proof.ts";
import type { ReceiptKey } from "../../../src/proof/key-manifest.ts";
import { changes, type Random } from "./changes.ts";
import { putTogether, takenApart } from "./forge.ts";
import { lies } from "./lies.ts";

/** Two honest proofs of one server, with its key. */
export interface Subjects {
  readonly proofs: readonly [Uint8Array, Uint8Array];
  readonly key: ReceiptKey;
}

/** What became of a campaign: how often each check was the first to fail, by the way of changing, and what passed. */
export interface Tally {
  readonly tried: number;
  readonly first: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly accepted: readonly string[];
  /** Ways that found nothing to change. */
  readonly idle: readonly string[];
}

/** The first check that failed; undefined: all hold. */
export const firstBroken = ({ checks }: ProofReport): string | undefined => {
  const broken = checks.find(({ passed }) => !passed);
  return broken && enumWord(ProofCodeSchema, broken.code);
};

/** Is given every file with the check that refused it. */
type Seen = (bytes: Uint8Array, broken: string | undefined) => void | Promise<void>;

const randomOf =
  (unit: () => number): Random =>
  (below) =>
    Math.floor(unit() * below);

/** Changes proofs as anybody could. */
export const changeProofs = async (
  { key, proofs }: Subjects,
  count: number,
  unit: () => number,
  seen: Seen = () => undefined,
): Promise<Tally> => {
  const random = randomOf(unit);
  return campaign(Object.keys(changes), count, async (way) => {
    const [subject, other] = random(2) === 0 ? proofs : [proofs[1], proofs[0]];
    const bytes = changes[way]?.(subject, other, random);
    if (!bytes || proofs.some((honest) => Buffer.compare(honest, bytes) === 0)) return undefined;
    const changed = Uint8Array.from(bytes);
    const broken = firstBroken(await verifyProof(changed, key.keyId));
    await seen(changed, broken);
    return broken ?? "";
  });
};

/** Breaks a rule in what was recorded, and signs everything again with the server's own key. */
export const tellLies = async (
  { key, proofs }: Subjects,
  count: number,
  unit: () => number,
  seen: Seen = () => undefined,
): Promise<Tally> => {
  const random = randomOf(unit);
  return campaign(Object.keys(lies), count, async (way) => {
    const honest = proofs[random(2)] ?? proofs[0];
    const forgery = takenApart(honest);
    if (!lies[way]?.(forgery, random)) return undefined;
    const bytes = putTogether(forgery, honest, key);
    const broken = firstBroken(await verifyProof(bytes, key.keyId));
    await seen(bytes, broken);
    return broken ?? "";
  });
};

/** Tries every way by turns until so many changed something. */
const campaign = async (
  ways: readonly string[],
  count: number,
  attempt: (way: string) => Promise<string | undefined>,
): Promise<Tally> => {
  const first: Record<string, Record<string, number>> = {};
  const accepted: string[] = [];
  let tried = 0;
  for (let turn = 0; tried < count && turn < count * 4; turn++) {
    const way = ways[turn % ways.length] ?? "";
    const broken = await attempt(way);
    if (broken === undefined) continue;
    tried += 1;
    if (broken === "") accepted.push(way);
    const checks = first[way] ?? {};
    first[way] = { ...checks, [broken]: (checks[broken] ?? 0) + 1 };
  }
  return { tried, first, accepted, idle: ways.filter((way) => !first[way]) };
};
