import { actCrypto } from "../act-crypto.ts";
import type { VerifyProof } from "../cli/types.ts";
import { inflated } from "../deflate.ts";
import * as proof from "../proof/memo/verify.ts";
import { shippedNames } from "../shipped-names.ts";
import { deriveWith } from "./derive-with.ts";

/** Checks a proof with Node's own cryptography and the rules of this program. */
export const verifyProof: VerifyProof = (bytes, knownKey, person) =>
  proof.verifyProof(bytes, {
    inflate: inflated,
    crypto: actCrypto,
    derive: deriveAgain,
    ...(knownKey === undefined ? {} : { knownKey }),
    ...(person === undefined ? {} : { person }),
  });

/** Derives a run again by the register of law names that comes with this program. */
const deriveAgain = deriveWith(shippedNames);
