import { createHmac } from "node:crypto";
import { type ConnectionOptions, connect, type TLSSocket, type TlsOptions } from "node:tls";

/**
 * TLS by the account's token in place of a certificate (pre-shared key, RFC 4279 and 5489): both sides show that they know it before either sends
 * a byte of a call, and neither sends it. Who listens in a server's stead, or passes on to it what he hears, has what he cannot read or change.
 * Node has pre-shared keys in TLS 1.2 alone; the suite has fresh keys for each connection (ECDHE).
 */
const suite = {
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
  ALPNProtocols: ["h2"],
} as const;

/** Which of the keys that two sides may share is meant; there is one. */
const identity = "pincite-token";

/** What a record of a TLS handshake begins with (RFC 5246 §6.2.1); neither HTTP does. */
export const tlsHandshake = 22;

/** The key that is shared, of the SHA-256 of a token. */
export const sharedKey = (tokenDigest: Uint8Array): Uint8Array =>
  createHmac("sha256", tokenDigest).update("pincite tls-psk 1").digest();

/** The server's side. `tokenDigest` is asked for at each connection; while there is none, nobody gets through. */
export const tokenTlsOptions = (tokenDigest: () => Uint8Array | undefined, handshakeTimeout: number): TlsOptions => ({
  ...suite,
  handshakeTimeout,
  pskCallback: (_socket, given) => {
    // What is thrown here would end the server: whoever authenticates refuses.
    try {
      const digest = given === identity ? tokenDigest() : undefined;
      return digest === undefined ? null : sharedKey(digest);
    } catch {
      return null;
    }
  },
});

/** How long whoever listens may take to show that he knows the token. */
const handshakeTimeoutMs = 10_000;

/** A connection to a port at which only who knows the token is spoken to. Without a server certificate: the key is what shows who listens. */
export const connectByToken = (host: string, port: number, tokenDigest: Uint8Array): TLSSocket => {
  const options: ConnectionOptions = {
    ...suite,
    host,
    port,
    timeout: handshakeTimeoutMs,
    pskCallback: () => ({ psk: sharedKey(tokenDigest), identity }),
    // There is no certificate: the key is what shows who listens.
    checkServerIdentity: () => undefined,
  };
  const socket = connect(options, () => socket.setTimeout(0));
  const late = (): void => void socket.destroy(new Error("nothing came before the end of the handshake"));
  socket.once("timeout", late).once("secureConnect", () => socket.off("timeout", late));
  return socket;
};
