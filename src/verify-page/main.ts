import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { digestOf } from "#kit/digest.ts";
import lawLinks from "../citation/law-links.tsv";
import lawNames from "../citation/law-names.tsv";
import lawTitles from "../citation/law-titles.tsv";
import { NameRegister } from "../citation/name-register.ts";
import { parseNameRows } from "../citation/name-rows.ts";
import { deriveWith } from "../main/derive-with.ts";
import { verifyProof } from "../proof/memo/verify.ts";
import type { Inflate } from "../proof/packed.ts";
import type { ActCrypto } from "../proof/ssh-signature.ts";
import { isEd25519, type VerifySignature } from "../proof/verify-statement.ts";
import { showVerifier } from "./page.ts";

// The page that checks a proof: what `pincite verify` runs, in a browser, with cryptography that needs no Node. It is one file,
// opened from a disk, and its content rules let it fetch and send nothing.

/** By RFC 8032 as Node checks it: no encodings but the one of each point, unlike the looser rules of ZIP 215. */
const verify: VerifySignature = (spki, bytes, signature) => {
  try {
    return isEd25519(spki) && ed25519.verify(signature, bytes, spki.subarray(-32), { zip215: false });
  } catch {
    return false;
  }
};

/** Either half of the numbers that s may be is taken, as OpenSSL and OpenSSH take it. */
const verifyP256: ActCrypto["verifyP256"] = (point, bytes, signature) => {
  try {
    return p256.verify(signature, bytes, point, { lowS: false, format: "compact", prehash: true });
  } catch {
    return false;
  }
};

/** By the browser's own; what it gives is counted as it comes, so that nothing unpacks to more than may be kept. */
const inflate: Inflate = async (packed, bytesMax) => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      size += value.length;
      if (size > bytesMax) return void reader.cancel();
      parts.push(value);
    }
  } catch {
    return undefined;
  }
};

let names: NameRegister | undefined;
const register = (): NameRegister => {
  const parts = [lawNames, lawTitles, lawLinks];
  names ??= new NameRegister(parts.flatMap(parseNameRows), digestOf(new TextEncoder().encode(parts.join("")), sha256));
  return names;
};

const derive = deriveWith(register);

showVerifier((bytes, knownKey) =>
  verifyProof(bytes, {
    crypto: { sha256, sha512, verify, verifyP256 },
    inflate,
    derive,
    ...(knownKey === undefined ? {} : { knownKey }),
  }),
);
