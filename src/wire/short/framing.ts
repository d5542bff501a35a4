import { Code, ConnectError } from "@connectrpc/connect";
import { bodyBytesMax, limits } from "../limits.ts";

/** Flag byte and length in front of a message in gRPC (PROTOCOL-HTTP2, Length-Prefixed-Message). */
const envelopeHeadBytes = 5;

/** The one message of a gRPC body. Errors: those of Connect's own reader, for what is cut short, too much, compressed or missing. */
export const openEnvelope = (body: Buffer): Buffer => {
  if (body.length === 0)
    throw new ConnectError("protocol error: missing input message for unary method", Code.Unimplemented);
  if (body.length < envelopeHeadBytes) throw incomplete();
  const end = envelopeHeadBytes + body.readUInt32BE(1);
  if (end > bodyBytesMax) throw tooLarge();
  if (body.length < end) throw incomplete();
  if ((body[0]! & 1) === 1)
    throw new ConnectError("received compressed envelope, but do not know how to decompress", Code.Internal);
  if (body.length > end)
    throw new ConnectError("protocol error: received extra input message for unary method", Code.Unimplemented);
  return body.subarray(envelopeHeadBytes);
};

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
