import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { toHex } from "#kit/hex.ts";

/** Bytes with the few words of Node's Buffer that the rules use. */
class NodeBytes extends Uint8Array {
  /** Writes a text and gives how many bytes it took. */
  write(text: string, at: number, bytesOrEncoding: number | string, encoding?: string): number {
    const bytes = (encoding ?? bytesOrEncoding) === "hex" ? fromHex(text) : utf8(text);
    this.set(bytes, at);
    return bytes.length;
  }

  override toString(encoding = "utf8"): string {
    if (encoding === "hex") return toHex(this);
    if (encoding === "base64") return base64Encode(this);
    if (encoding === "base64url") return base64Encode(this, "url");
    return new TextDecoder().decode(this);
  }

  readUInt32LE(at = 0): number {
    return new DataView(this.buffer, this.byteOffset).getUint32(at, true);
  }
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const decoded = (text: string, encoding: string): Uint8Array => {
  if (encoding === "hex") return fromHex(text);
  return encoding === "base64" || encoding === "base64url" ? base64Decode(text) : utf8(text);
};

const compare = (a: Uint8Array, b: Uint8Array): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
};

/** Stands in for Node's Buffer where the rules run in a browser. */
export const Buffer = {
  allocUnsafe: (length: number): NodeBytes => new NodeBytes(length),
  byteLength: (text: string): number => utf8(text).length,
  compare,
  concat: (list: readonly Uint8Array[]): NodeBytes => {
    const whole = new NodeBytes(list.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const bytes of list) {
      whole.set(bytes, at);
      at += bytes.length;
    }
    return whole;
  },
  from: (from: string | ArrayBuffer | ArrayLike<number>, encodingOrAt: string | number = "utf8", length?: number) => {
    if (typeof from === "string") return new NodeBytes(decoded(from, String(encodingOrAt)));
    if (from instanceof ArrayBuffer) return new NodeBytes(from, Number(encodingOrAt), length);
    return new NodeBytes(from);
  },
};
