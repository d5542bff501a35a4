import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import type { Sha256 } from "#kit/digest.ts";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { isTime, type ReceiptKey } from "./key-manifest.ts";
import { must } from "./memo/broken.ts";
import { type Checkpoint, readCheckpoint } from "./memo/checkpoint.ts";
import { noteProblem, readNote, signNote } from "./signed-note.ts";
import { strictDecode } from "./strict-decode.ts";
import { type Crypto, isKeyIdOf, keyIdOf, printable, spkiOf } from "./verify-statement.ts";

/** A person's own signature as a reader has it, and which key of the person the reader knows from elsewhere. */
export interface PersonSignature {
  readonly note: string;
  readonly knownKey: string | undefined;
}

/** The body: the log's size and root, draft and ledger as the server's checkpoint names them, the person's key, and when. */
const bodyOf = ({ draft, ledger, origin, root, size }: Checkpoint, key: string, timeIso: string): string =>
  [`person/${origin}`, size, root, `draft ${draft}`, `ledger ${ledger}`, `key ${key}`, `time ${timeIso}`, ""].join(
    "\n",
  );

/**
 * Signs what a proof is about with a person's own key, as a signed note: it goes with the whole proof and with a redacted one of the
 * same run. `proof` is an encoded MemoProof, unpacked, and was verified before. Undefined for bytes that are none.
 */
export const signAsPerson = (
  proof: Uint8Array,
  key: ReceiptKey,
  timeIso: string,
  sha256: Sha256,
): string | undefined => {
  const note = readNote(strictDecode(MemoProofSchema, proof)?.checkpoint ?? "");
  const checkpoint = note && readCheckpoint(note.text);
  return (
    checkpoint && signNote(bodyOf(checkpoint, base64Encode(key.spki.subarray(-32)), timeIso), key, sha256, "person")
  );
};

/** Holds a person's signature against a proof's checkpoint; gives the id of the key, and when it was signed. Errors: Broken. */
export const checkPerson = (
  { knownKey, note }: PersonSignature,
  checkpoint: Checkpoint,
  crypto: Crypto,
): { readonly keyId: string; readonly timeIso: string } => {
  const read = readNote(note);
  must(read, "the signature of the person is no signed note");
  const { key = "", time = "" } = /\nkey (?<key>[A-Za-z0-9+/]{43}=)\ntime (?<time>.*)\n$/.exec(read.text)?.groups ?? {};
  must(key !== "" && isTime(time), "the signature of the person does not say by which key it is, and when");
  const spki = spkiOf(base64Decode(key));
  const keyId = keyIdOf(spki, crypto.sha256);
  const named = read.signatures[0]?.name.replace("person/", "") ?? "";
  const problem = noteProblem(read, { keyId: named, spki }, crypto, "person");
  must(problem === undefined, `of the signature of the person, ${problem}`);
  must(
    read.text === bodyOf(checkpoint, key, time),
    "the signature of the person is about another run, or another draft of it",
  );
  must(
    knownKey === undefined || isKeyIdOf(knownKey, spki, crypto.sha256),
    `it is by key ${keyId} of a person, and not by ${printable(knownKey ?? "")}`,
  );
  return { keyId, timeIso: time };
};
