import type { ServerHttp2Stream } from "node:http2";
import type { ConnectError } from "@connectrpc/connect";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { wasBrokenOff } from "../broken-off.ts";
import { endReason } from "../call-end.ts";
import { toConnectError } from "../error.ts";
import { bodyBytesMax } from "../limits.ts";
import { type Log, logRefused } from "../log.ts";
import { requestFault } from "../refused-early.ts";
import { tooLarge } from "./framing.ts";
import type { ShortCall } from "./short-call.ts";

/** How long a body that was refused in the middle may go on coming, in milliseconds. */
const droppedForMs = 1_000;

/** What every exchange is made of. */
export interface RequestParts {
  readonly stream: ServerHttp2Stream;
  readonly call: ShortCall;
  readonly log: Log;
  /** Told where the exchange itself fails: what answers its stream then. */
  readonly onFault: (fault: unknown) => void;
}

/** Reads the body of a request and sees to it that it is answered once. */
export abstract class ReadRequest<Outcome = undefined> {
  protected readonly stream: ServerHttp2Stream;
  protected readonly call: ShortCall;
  protected readonly log: Log;
  readonly #onFault: (fault: unknown) => void;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** reading: the body comes; working: it is whole; over: answered, or the caller has gone. */
  #state: "reading" | "working" | "over" = "reading";

  constructor({ stream, call, log, onFault }: RequestParts) {
    this.stream = stream;
    this.call = call;
    this.log = log;
    this.#onFault = onFault;
    stream.on("data", (piece: Buffer) => this.#caught(() => this.#onData(piece)));
    stream.once("end", () => this.#caught(this.#onWhole));
    stream.once("close", () => this.#caught(this.#onClose));
    // What it tells comes with "close" too; without a listener it would end the process.
    stream.on("error", () => undefined);
    call.signal.addEventListener("abort", () => this.#caught(this.#onCallEnd), { once: true });
  }

  /** Answers a body that is whole, by `send` or `refuse`. What it throws is a fault of ours. */
  protected abstract answer(body: Buffer): Promise<void>;

  /** Writes what ends the answer. */
  protected abstract write(outcome: ConnectError | Outcome): void;

  /** Whether it was answered, or its caller has gone. */
  protected get isOver(): boolean {
    return this.#state === "over";
  }

  /** Answers with an error that no interceptor has seen, and that therefore has no line in the log yet. */
  protected refuse(error: ConnectError): void {
    logRefused(this.log, this.call, error);
    const isWhole = this.#state !== "reading";
    this.send(error);
    // What still comes is dropped, and not for long: it would be a way to keep us reading. Closed at once, the answer would be lost.
    if (!isWhole) setTimeout(() => this.stream.close(), droppedForMs).unref();
  }

  /** Ends the answer, once, and the call with it. */
  protected send(outcome: ConnectError | Outcome): void {
    if (this.#state === "over") return;
    this.#state = "over";
    if (!this.stream.destroyed && !this.stream.closed) this.write(outcome);
    this.call.end(outcome instanceof Error ? outcome : undefined);
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
    this.call.end();
  }

  readonly #onData = (piece: Buffer): void => {
    if (this.#state !== "reading") return;
    this.#size += piece.length;
    this.#pieces.push(piece);
    if (this.#size > bodyBytesMax) this.refuse(requestFault(tooLarge(), this.call.method.input));
  };

  readonly #onWhole = (): void => {
    if (this.#state !== "reading" || this.stream.aborted) return;
    this.#state = "working";
    const body = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.answer(body).catch((fault: unknown) => this.#fail(fault));
  };

  /** The deadline may pass while the body still comes; later the interceptors see to it. */
  readonly #onCallEnd = (): void => {
    if (this.#state === "reading") this.refuse(toConnectError(endReason(this.call.signal)));
  };

  readonly #onClose = (): void => {
    if (this.#state === "over") return;
    // Reset before it was whole: counted, not logged.
    if (this.#state === "reading") wasBrokenOff(this.call.values);
    this.#state = "over";
    this.call.end(new DomainError("CANCELLED", worded("error.the-call-was-cancelled")));
  };
}
