import { describe, expect, it } from "vitest";
import { preAuthEncoding, signStatement } from "../../src/proof/statement.ts";
import { crypto, signers } from "./support.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("the pre-authentication encoding of DSSE 1.0.2", () => {
  it("is that of the specification's own example", () => {
    const encoded = preAuthEncoding("http://example.com/HelloWorld", Buffer.from("hello world"));
    expect(text(encoded)).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  });

  it("counts bytes, not characters, and takes bytes as they are", () => {
    const encoded = preAuthEncoding("té", Uint8Array.of(0, 255, 10));
    expect([...encoded]).toEqual([...Buffer.from("DSSEv1 3 té 3 "), 0, 255, 10]);
  });

  it("differs wherever type and payload differ, however their bytes are shared out", () => {
    const pairs = [
      ["a", "b c"],
      ["a b", "c"],
      ["a 3 b", "c"],
      ["", "a b c"],
    ] as const;
    expect(new Set(pairs.map(([type, payload]) => text(preAuthEncoding(type, Buffer.from(payload))))).size).toBe(4);
  });
});

describe("a signed statement", () => {
  it("carries the bytes it was given and one Ed25519 signature over their encoding", () => {
    const payload = Uint8Array.of(1, 2, 3);
    const [signer] = signers;
    const { payload: kept, payloadType, signatures } = signStatement("a/b", payload, signer);
    expect([payloadType, kept, signatures.length]).toEqual(["a/b", payload, 1]);
    expect(signatures[0]?.keyId).toBe(signer.keyId);
    const signature = signatures[0]?.signature ?? new Uint8Array();
    expect(crypto.verify(signer.spki, preAuthEncoding("a/b", payload), signature)).toBe(true);
    expect(crypto.verify(signer.spki, preAuthEncoding("a/c", payload), signature)).toBe(false);
  });

  it("is the same each time: nothing random is in it", () => {
    const again = () => signStatement("a/b", Uint8Array.of(7), signers[1]);
    expect(again()).toEqual(again());
  });
});
