import { type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { ConnectError, type StreamResponse } from "@connectrpc/connect";
import { toConnectError } from "../error.ts";
import { logRefused } from "../log.ts";
import type { StreamChain } from "./chain.ts";
import { encoded, unreadable } from "./exchange.ts";
import { envelope, envelopesIn } from "./framing.ts";
import { ReadRequest, type RequestParts } from "./read-request.ts";
import type { StreamProtocol } from "./stream-protocols.ts";

/** What an exchange with many answers is made of. */
export interface StreamExchangeParts extends RequestParts {
  readonly protocol: StreamProtocol;
  readonly chain: StreamChain;
}

/** One request and its answers on one stream, from the first byte of the body. */
export class StreamExchange extends ReadRequest {
  readonly #protocol: StreamProtocol;
  readonly #chain: StreamChain;
  #isBegun = false;

  constructor({ protocol, chain, ...parts }: StreamExchangeParts) {
    super(parts);
    this.#protocol = protocol;
    this.#chain = chain;
  }

  protected async answer(body: Buffer): Promise<void> {
    const { output } = this.call.method;
    let isOurs = false;
    try {
      const response = await this.#chain(this.call, messagesIn(body, this.#protocol, this.call.method.input));
      for await (const message of response.message as AsyncIterable<Message>) {
        isOurs = true;
        const frame = frameOf(output, message);
        isOurs = false;
        if (this.isOver) return;
        this.#begin(response);
        if (!this.#write(frame)) await this.#drained();
      }
      this.send(undefined);
    } catch (error) {
      // Every error of the chain has been mapped and logged on its way out; that of an encoding comes behind it.
      if (isOurs) logRefused(this.log, this.call, error);
      this.send(toConnectError(error));
    }
  }

  protected write(error: ConnectError | undefined): void {
    this.#begin(undefined);
    this.#protocol.end(this.stream, error, this.call.responseTrailer);
  }

  #begin(response: StreamResponse | undefined): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const given = response?.header ?? this.call.given.header ?? [];
    const { contentType, hasTrailers } = this.#protocol;
    const head = { ...Object.fromEntries(given), ":status": 200, "content-type": contentType };
    this.stream.respond(head, { waitForTrailers: hasTrailers });
  }

  /** Messages that are ready in one turn go out together. False: the reader is behind. */
  #write(frame: Buffer): boolean {
    const { stream } = this;
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return stream.write(frame);
  }

  /** Resolves when the reader has caught up, or has gone. */
  #drained(): Promise<void> {
    const { stream } = this;
    return new Promise((resolve) => {
      const over = (): void => {
        stream.off("drain", over).off("close", over);
        resolve();
      };
      stream.on("drain", over).on("close", over);
      if (stream.destroyed) over();
    });
  }
}

/** What a caller sent, read as it is asked for: what is wrong with it shows within the interceptors, as on the long path. */
async function* messagesIn(body: Buffer, { endFlag }: StreamProtocol, input: DescMessage): AsyncGenerator<Message> {
  for (const { flags, message } of envelopesIn(body)) {
    if (endFlag !== 0 && (flags & endFlag) === endFlag) continue;
    yield parsed(input, message);
  }
}

const parsed = (input: DescMessage, bytes: Buffer): Message => {
  try {
    return fromBinary(input, bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
};

/** Messages as they go out. Watchers of one run are told the very same ones, and nobody changes a message that was given out. */
const frames = new WeakMap<Message, Buffer>();

/** Errors: what is wrong with a message that cannot be sent. */
const frameOf = (output: DescMessage, message: Message): Buffer => {
  const known = frames.get(message);
  if (known) return known;
  const bytes = encoded(() => toBinary(output, message));
  if (bytes instanceof ConnectError) throw bytes;
  const frame = envelope(bytes);
  frames.set(message, frame);
  return frame;
};
