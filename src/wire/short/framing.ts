import { Code, ConnectError } from "@connectrpc/connect";
import { bodyBytesMax, limits } from "../limits.ts";

/** Flag byte and length in front of a message in gRPC (PROTOCOL-HTTP2, Length-Prefixed-Message). */
const envelopeHeadBytes = 5;

/** The one message of a gRPC body. Errors: those of Connect's own reader, for what is cut short, too much, compressed or missing. */
export const openEnvelope = (body: Buffer): Buffer => {
  if (body.length === 0) throw missing("unary");
  const { message, end } = envelopeAt(body, 0);
  if (body.length > end) throw extra("unary");
  return message;
};

/** A message as it comes in, with the flags of its envelope. */
export interface Enveloped {
  readonly flags: number;
  readonly message: Buffer;
}

/** The messages of a body, one after the other as they are asked for. Errors: those of `openEnvelope`, without those of how many there are. */
export function* envelopesIn(body: Buffer): Generator<Enveloped> {
  for (let at = 0; at < body.length; ) {
    const { flags, message, end } = envelopeAt(body, at);
    yield { flags, message };
    at = end;
  }
}

const envelopeAt = (body: Buffer, at: number): Enveloped & { readonly end: number } => {
  if (body.length < at + envelopeHeadBytes) throw incomplete();
  const flags = body[at]!;
  const end = at + envelopeHeadBytes + body.readUInt32BE(at + 1);
  if (end - at > bodyBytesMax) throw tooLarge();
  if (body.length < end) throw incomplete();
  if ((flags & 1) === 1)
    throw new ConnectError("received compressed envelope, but do not know how to decompress", Code.Internal);
  return { flags, message: body.subarray(at + envelopeHeadBytes, end), end };
};

/** What a call of this kind without a message is refused with, and one with more than one. */
export const missing = (kind: string): ConnectError =>
  new ConnectError(`protocol error: missing input message for ${kind} method`, Code.Unimplemented);

export const extra = (kind: string): ConnectError =>
  new ConnectError(`protocol error: received extra input message for ${kind} method`, Code.Unimplemented);

/** A message with its head, as gRPC and streams of Connect have it. `flags`: what an end of a stream has there; default: none. */
export const envelope = (message: Uint8Array, flags = 0): Buffer => {
  const framed = Buffer.allocUnsafe(envelopeHeadBytes + message.length);
  framed[0] = flags;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, envelopeHeadBytes);
  return framed;
};

/** What a body above the limit is refused with. */
export const tooLarge = () =>
  new ConnectError(`the body is larger than ${limits.messageBytesMax} bytes`, Code.ResourceExhausted);

const incomplete = () => new ConnectError("protocol error: incomplete envelope", Code.InvalidArgument);
