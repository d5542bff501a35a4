import { toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { toHex } from "#kit/hex.ts";
import type { MemoProof } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { ProofMakerSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { redactedFormat } from "../formats.ts";
import { treeHead } from "../merkle.ts";

/** The draft that a proof is about, by digest. */
export interface ProvenDraft {
  readonly draft: string;
  readonly ledger: string;
}

/** The lines of a checkpoint, each in its place. */
export interface Checkpoint extends ProvenDraft {
  readonly origin: string;
  readonly size: string;
  readonly root: string;
  readonly texts: string;
  readonly keys: string;
  readonly maker: string;
  /** In a redacted proof the root of the tree over its ledger and then its artifacts, 64 hex; undefined in a whole one. */
  readonly shown: string | undefined;
}

/** The checkpoint of a proof as its own parts give it: the tree over the events, and every other part by digest. */
export const checkpointOf = (proof: MemoProof, { draft, ledger }: ProvenDraft, sha256: Sha256): Checkpoint => ({
  origin: originOf(proof.runId),
  size: String(proof.events.length),
  root: base64Encode(treeHead(proof.events, sha256)),
  draft,
  ledger,
  texts: toHex(treeHead(proof.texts, sha256)),
  keys: digestOf(proof.keyManifest, sha256),
  maker: proof.maker ? digestOf(toBinary(ProofMakerSchema, proof.maker), sha256) : "",
  shown: proof.format === redactedFormat ? toHex(treeHead([proof.ledger, ...proof.artifacts], sha256)) : undefined,
});

/** The origin of a checkpoint's log: the journal of one run. */
export const originOf = (runId: string): string => `pincite/${runId}`;

/** The body of a C2SP tlog-checkpoint: origin, size, root, then our own lines, which the form leaves room for. */
export const checkpointText = ({ origin, size, root, draft, ledger, texts, keys, maker, shown }: Checkpoint): string =>
  [
    origin,
    size,
    root,
    `draft ${draft}`,
    `ledger ${ledger}`,
    `texts ${texts}`,
    `keys ${keys}`,
    `maker ${maker}`,
    ...(shown === undefined ? [] : [`shown ${shown}`]),
    "",
  ].join("\n");

const lines =
  /^(?<origin>[^\n]{1,200})\n(?<size>0|[1-9][0-9]{0,9})\n(?<root>[A-Za-z0-9+/]{43}=)\ndraft (?<draft>[0-9a-f]{64})\nledger (?<ledger>[0-9a-f]{64})\ntexts (?<texts>[0-9a-f]{64})\nkeys (?<keys>[0-9a-f]{64})\nmaker (?<maker>[0-9a-f]{64})\n(?:shown (?<shown>[0-9a-f]{64})\n)?$/;

/** Reads the body of a checkpoint of ours; undefined for any other. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const found = lines.exec(text)?.groups;
  return found ? (found as unknown as Checkpoint) : undefined;
};
