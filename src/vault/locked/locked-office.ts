import { createHash } from "node:crypto";
import { viewOf } from "#kit/data-view.ts";
import type { CompoundFile } from "../office/compound-file.ts";
import { aesCbcOpened, aesEcbOpened } from "./aes.ts";

/**
 * The office package that lies locked in a compound file, opened with a password (MS-OFFCRYPTO, agile and standard encryption);
 * undefined where the file is no such one, and where the password does not open it.
 */
export const officeOpened = (file: CompoundFile, password: string): Uint8Array | undefined => {
  const [info, packed] = [file.stream("EncryptionInfo"), file.stream("EncryptedPackage")];
  if (info === undefined || packed === undefined || info.length < 12 || packed.length < 8) return undefined;
  const version = viewOf(info).getUint16(2, true);
  const words = Buffer.from(password, "utf16le");
  const opened = version === 4 ? agile(info, packed, words) : version === 2 ? standard(info, packed, words) : undefined;
  return opened?.subarray(0, Number(viewOf(packed).getBigUint64(0, true)));
};

/** 2.3.4.7 and 2.3.4.11: rounds of the hash; more than Office ever writes would only take the reader's time. */
const [standardRounds, roundsMax] = [50_000, 1_000_000];

const digestOf = (name: string, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const little = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};

const spun = (name: string, salt: Uint8Array, words: Uint8Array, rounds: number): Buffer => {
  let hash = digestOf(name, salt, words);
  for (let i = 0; i < rounds; i++) hash = digestOf(name, little(i), hash);
  return hash;
};

/** Whole blocks of 16. */
const whole = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - (bytes.length % 16));

// --- agile encryption, 2.3.4.10 to 2.3.4.15

interface Keys {
  readonly salt: Buffer;
  readonly blockBytes: number;
  readonly keyBytes: number;
  readonly hash: string;
}

/** What the descriptor says of a key: attributes of one element. */
const keysOf = (element: string): (Keys & { said(name: string): string }) | undefined => {
  const said = (name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? "";
  const hash = hashes.get(said("hashAlgorithm"));
  const [blockBytes, keyBits] = [Number(said("blockSize")), Number(said("keyBits"))];
  const isAes = said("cipherAlgorithm") === "AES" && said("cipherChaining") === "ChainingModeCBC";
  if (hash === undefined || !isAes || blockBytes !== 16 || ![128, 192, 256].includes(keyBits)) return undefined;
  return { salt: Buffer.from(said("saltValue"), "base64"), blockBytes, keyBytes: keyBits / 8, hash, said };
};

const hashes: ReadonlyMap<string, string> = new Map([
  ["SHA1", "sha1"],
  ["SHA-1", "sha1"],
  ["SHA256", "sha256"],
  ["SHA384", "sha384"],
  ["SHA512", "sha512"],
]);

/** 2.3.4.13: what each of three hashes is for. */
const [forVerifier, forVerifierHash, forKey] = ["fea7d2763b4b9e79", "d7aa0f6d3061344e", "146e0be7abacd0d6"].map((hex) =>
  Buffer.from(hex, "hex"),
) as [Buffer, Buffer, Buffer];

/** So long, cut or filled up as 2.3.4.11 says. */
const fitted = (bytes: Uint8Array, length: number): Buffer => {
  const out = Buffer.alloc(length, 0x36);
  out.set(bytes.subarray(0, length));
  return out;
};

const segmentBytes = 4096;

const agile = (info: Uint8Array, packed: Uint8Array, words: Uint8Array): Uint8Array | undefined => {
  const xml = Buffer.from(info.subarray(8)).toString("utf8");
  const data = keysOf(/<keyData\s[^>]*>/.exec(xml)?.[0] ?? "");
  const locked = keysOf(/<(?:\w+:)?encryptedKey\s[^>]*>/.exec(xml)?.[0] ?? "");
  if (data === undefined || locked === undefined) return undefined;
  const rounds = Number(locked.said("spinCount"));
  if (!(rounds >= 0 && rounds <= roundsMax)) return undefined;
  const hash = spun(locked.hash, locked.salt, words, rounds);
  const opened = (purpose: Buffer, name: string): Uint8Array =>
    aesCbcOpened(
      fitted(digestOf(locked.hash, hash, purpose), locked.keyBytes),
      fitted(locked.salt, 16),
      whole(Buffer.from(locked.said(name), "base64")),
    );
  const verifier = opened(forVerifier, "encryptedVerifierHashInput").subarray(0, Number(locked.said("saltSize")));
  const expected = digestOf(locked.hash, verifier);
  const found = opened(forVerifierHash, "encryptedVerifierHashValue").subarray(0, expected.length);
  if (Buffer.compare(expected, found) !== 0) return undefined;
  const key = opened(forKey, "encryptedKeyValue").subarray(0, data.keyBytes);
  const segments: Uint8Array[] = [];
  for (let at = 8, i = 0; at < packed.length; at += segmentBytes, i++) {
    const iv = fitted(digestOf(data.hash, data.salt, little(i)), 16);
    segments.push(aesCbcOpened(key, iv, whole(packed.subarray(at, at + segmentBytes))));
  }
  return Buffer.concat(segments);
};

// --- standard encryption, 2.3.4.5 to 2.3.4.9

const standard = (info: Uint8Array, packed: Uint8Array, words: Uint8Array): Uint8Array | undefined => {
  const view = viewOf(info);
  const headerBytes = view.getUint32(8, true);
  const at = 12 + headerBytes;
  if (headerBytes < 24 || at + 4 + 16 + 16 + 4 + 32 > info.length) return undefined;
  const keyBytes = view.getUint32(12 + 16, true) / 8;
  if (![16, 24, 32].includes(keyBytes)) return undefined;
  const hash = digestOf("sha1", spun("sha1", info.subarray(at + 4, at + 20), words, standardRounds), little(0));
  const half = (fill: number): Buffer => {
    const block = Buffer.alloc(64, fill);
    hash.forEach((byte, i) => {
      block[i] = byte ^ fill;
    });
    return digestOf("sha1", block);
  };
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
  const verifier = aesEcbOpened(key, info.subarray(at + 20, at + 36));
  const expected = digestOf("sha1", verifier);
  const found = aesEcbOpened(key, info.subarray(at + 40, at + 72)).subarray(0, expected.length);
  return Buffer.compare(expected, found) === 0 ? aesEcbOpened(key, whole(packed.subarray(8))) : undefined;
};
