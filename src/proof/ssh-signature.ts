import type { Sha256 } from "#kit/digest.ts";
import { sameBytes } from "./strict-decode.ts";
import { isOfSmallOrder, spkiOf } from "./verify-statement.ts";

/** The namespace under which acts of this program are signed (`ssh-keygen -Y sign -n pincite-act`). */
export const actNamespace = "pincite-act";

/** A hash; SHA-512 gives 64 bytes. */
export type Sha512 = (bytes: Uint8Array) => Uint8Array;

/** The functions that checking a person's signature needs and a pure folder cannot have. Each gives false for whatever is malformed. */
export interface ActCrypto {
  readonly sha256: Sha256;
  readonly sha512: Sha512;
  /** Ed25519 (RFC 8032) under a SubjectPublicKeyInfo. */
  readonly verify: (spki: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean;
  /** ECDSA with SHA-256 on P-256 under the 65 bytes of an uncompressed point; a signature is the 64 bytes of r and s. */
  readonly verifyP256: (point: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean;
}

/** A signature of OpenSSH, taken apart (PROTOCOL.sshsig). */
export interface SshSignature {
  /** The public key in the form of the wire, as `allowed_signers` has it in base64. */
  readonly publicKey: Uint8Array;
  readonly key: SshKey;
  readonly signature: Uint8Array;
}

/** A public key that acts are signed with: an Ed25519 key's SubjectPublicKeyInfo, or the point of one on P-256. */
export type SshKey =
  | { readonly type: "ssh-ed25519"; readonly spki: Uint8Array }
  | { readonly type: "ecdsa-sha2-nistp256"; readonly point: Uint8Array };

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const magic = ascii("SSHSIG");

/** Reads the strings of SSH's wire form (RFC 4251, section 5), to the last byte. */
class Wire {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    if (taken.length !== count) throw new RangeError("it ends too soon");
    this.#at += count;
    return taken;
  }

  number(): number {
    return this.take(4).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  string(): Uint8Array {
    return this.take(this.number());
  }

  is(expected: string): boolean {
    return sameBytes(this.string(), ascii(expected));
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}

/** Reads a public key in its one form; undefined for another kind of key, and for one that vouches for nothing. */
export const readSshKey = (blob: Uint8Array): SshKey | undefined =>
  read(blob, (wire) => {
    const type = new TextDecoder().decode(wire.string());
    if (type === "ssh-ed25519") {
      const key = wire.string();
      return key.length === 32 && !isOfSmallOrder(key) ? { type, spki: spkiOf(key) } : undefined;
    }
    if (type !== "ecdsa-sha2-nistp256" || !wire.is("nistp256")) return undefined;
    const point = wire.string();
    return point.length === 65 && point[0] === 4 ? { type, point } : undefined;
  });

/** Reads the bytes of an SSHSIG in its one form: of this namespace, by SHA-512, by a key of a kind that is taken. Undefined for any other. */
export const readSshSignature = (blob: Uint8Array): SshSignature | undefined =>
  read(blob, (wire) => {
    if (!sameBytes(wire.take(magic.length), magic) || wire.number() !== 1) return undefined;
    const publicKey = wire.string();
    const key = readSshKey(publicKey);
    if (!key || !wire.is(actNamespace) || !wire.is("") || !wire.is("sha512")) return undefined;
    const signature = read(wire.string(), (inner) => {
      if (!inner.is(key.type)) return undefined;
      const bytes = inner.string();
      return key.type === "ssh-ed25519" ? (bytes.length === 64 ? bytes : undefined) : rawEcdsa(bytes);
    });
    return signature && { publicKey, key, signature };
  });

const read = <T>(bytes: Uint8Array, by: (wire: Wire) => T | undefined): T | undefined => {
  const wire = new Wire(bytes);
  try {
    const found = by(wire);
    return wire.isAtEnd ? found : undefined;
  } catch {
    return undefined;
  }
};

/** r and s, each 32 bytes, out of two numbers of SSH's wire form (mpint), in their one form. */
const rawEcdsa = (blob: Uint8Array): Uint8Array | undefined =>
  read(blob, (wire) => {
    const [r, s] = [unsigned(wire.string()), unsigned(wire.string())];
    return r && s && Uint8Array.of(...r, ...s);
  });

const unsigned = (number: Uint8Array): Uint8Array | undefined => {
  const [first = 0x80, second = 0] = number;
  if (first >= 0x80 || (first === 0 && second < 0x80)) return undefined;
  const bytes = first === 0 ? number.subarray(1) : number;
  return bytes.length > 32 ? undefined : Uint8Array.of(...new Uint8Array(32 - bytes.length), ...bytes);
};

const lengthed = (bytes: Uint8Array): Uint8Array => {
  const all = new Uint8Array(4 + bytes.length);
  new DataView(all.buffer).setUint32(0, bytes.length);
  all.set(bytes, 4);
  return all;
};

/** Whether the signature holds over these bytes. */
export const sshHolds = ({ key, signature }: SshSignature, bytes: Uint8Array, crypto: ActCrypto): boolean => {
  const said = [actNamespace, "", "sha512"].map(ascii);
  const signed = Uint8Array.of(...magic, ...[...said, crypto.sha512(bytes)].flatMap((one) => [...lengthed(one)]));
  return key.type === "ssh-ed25519"
    ? crypto.verify(key.spki, signed, signature)
    : crypto.verifyP256(key.point, signed, signature);
};
