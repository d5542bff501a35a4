import type { ServerHttp2Stream } from "node:http2";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { wasBrokenOff } from "../broken-off.ts";
import { endReason } from "../call-end.ts";
import { toConnectError } from "../error.ts";
import { bodyBytesMax, limits } from "../limits.ts";
import { type Log, logRefused } from "../log.ts";
import { answerFault, requestFault } from "../refused-early.ts";
import type { Chain } from "./chain.ts";
import { tooLarge } from "./framing.ts";
import type { Protocol } from "./protocols.ts";
import type { ShortCall } from "./short-call.ts";

/** How long a body that was refused in the middle may go on coming, in milliseconds. */
const droppedForMs = 1_000;

/** What an exchange is made of. */
export interface ExchangeParts {
  readonly stream: ServerHttp2Stream;
  readonly call: ShortCall;
  readonly protocol: Protocol;
  readonly chain: Chain;
  readonly log: Log;
  /** Told where the exchange itself fails: what answers its stream then. */
  readonly onFault: (fault: unknown) => void;
}

/** One request and its answer on one stream, from the first byte of the body. */
export class Exchange {
  readonly #stream: ServerHttp2Stream;
  readonly #call: ShortCall;
  readonly #protocol: Protocol;
  readonly #chain: Chain;
  readonly #log: Log;
  readonly #onFault: (fault: unknown) => void;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** reading: the body comes; working: it is whole; over: answered, or the caller has gone. */
  #state: "reading" | "working" | "over" = "reading";

  constructor({ stream, call, protocol, chain, log, onFault }: ExchangeParts) {
    this.#stream = stream;
    this.#call = call;
    this.#protocol = protocol;
    this.#chain = chain;
    this.#log = log;
    this.#onFault = onFault;
    stream.on("data", (piece: Buffer) => this.#caught(() => this.#onData(piece)));
    stream.once("end", () => this.#caught(this.#onWhole));
    stream.once("close", () => this.#caught(this.#onClose));
    // What it tells comes with "close" too; without a listener it would end the process.
    stream.on("error", () => undefined);
    call.signal.addEventListener("abort", () => this.#caught(this.#onCallEnd), { once: true });
  }

  /** Nobody stands behind a listener: what fails in one would end the process. */
  #caught(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#fail(fault);
    }
  }

  #fail(fault: unknown): void {
    this.#state = "over";
    this.#onFault(fault);
    this.#call.end();
  }

  readonly #onData = (piece: Buffer): void => {
    if (this.#state !== "reading") return;
    this.#size += piece.length;
    this.#pieces.push(piece);
    if (this.#size > bodyBytesMax) this.#refuse(requestFault(tooLarge(), this.#call.method.input));
  };

  readonly #onWhole = (): void => {
    if (this.#state !== "reading" || this.#stream.aborted) return;
    this.#state = "working";
    this.#answer().catch((fault: unknown) => this.#fail(fault));
  };

  /** The deadline may pass while the body still comes; later the interceptors see to it. */
  readonly #onCallEnd = (): void => {
    if (this.#state === "reading") this.#refuse(toConnectError(endReason(this.#call.signal)));
  };

  readonly #onClose = (): void => {
    if (this.#state === "over") return;
    // Reset before it was whole: counted, not logged.
    if (this.#state === "reading") wasBrokenOff(this.#call.values);
    this.#state = "over";
    this.#call.end(new DomainError("CANCELLED", worded("error.the-call-was-cancelled")));
  };

  async #answer(): Promise<void> {
    const { input, output } = this.#call.method;
    const { length } = this.#pieces;
    try {
      const body = length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
      this.#call.message = fromBinary(input, this.#protocol.messageIn(body));
    } catch (error) {
      this.#refuse(requestFault(error instanceof ConnectError ? error : unreadable(error), input));
      return;
    }
    try {
      const { message } = await this.#chain(this.#call);
      const bytes = encoded(() => toBinary(output, message));
      if (bytes instanceof ConnectError) this.#refuse(bytes);
      else this.#send(bytes);
    } catch (error) {
      // Every error of the chain has been mapped and logged on its way out.
      this.#send(toConnectError(error));
    }
  }

  /** Answers with an error that no interceptor has seen, and that therefore has no line in the log yet. */
  #refuse(error: ConnectError): void {
    logRefused(this.#log, this.#call, error);
    const isWhole = this.#state !== "reading";
    this.#send(error);
    // What still comes is dropped, and not for long: it would be a way to keep us reading. Closed at once, the answer would be lost.
    if (!isWhole) setTimeout(() => this.#stream.close(), droppedForMs).unref();
  }

  #send(outcome: Uint8Array | ConnectError): void {
    if (this.#state === "over") return;
    this.#state = "over";
    if (!this.#stream.destroyed && !this.#stream.closed)
      this.#protocol.write(this.#stream, { outcome, ...this.#call.given });
    this.#call.end(outcome instanceof ConnectError ? outcome : undefined);
  }
}

const unreadable = (cause: unknown): ConnectError =>
  new ConnectError("parse binary", Code.Internal, undefined, undefined, cause);

/** The bytes of an answer, or what is wrong with it. */
const encoded = (encode: () => Uint8Array): Uint8Array | ConnectError => {
  try {
    const bytes = encode();
    return bytes.length <= limits.messageBytesMax ? bytes : answerFault(new ConnectError("", Code.ResourceExhausted));
  } catch (error) {
    return answerFault(new ConnectError("serialize binary", Code.Internal, undefined, undefined, error));
  }
};
