import { FetchStep_Kind as Kind } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError } from "../../error.ts";
import type { Step, Wanted } from "../port/official-service.ts";
import { fileInside } from "./answer-checks.ts";
import { headOfAnswer, locationOf, restOf, retryAfterMs } from "./answer-headers.ts";
import type { FetchClock } from "./fetch-clock.ts";
import {
  badStatus,
  cancelled,
  connectionTrouble,
  refusedFile,
  tooBusy,
  tooLarge,
  unreachable,
} from "./fetch-faults.ts";
import { fetchLimits } from "./fetch-limits.ts";
import type { HttpAnswer, HttpGet } from "./http-get.ts";
import type { Locations } from "./locations.ts";
import type { Pace } from "./pace.ts";
import type { PartialHead, Partials } from "./partials.ts";
import { Watchdog } from "./watchdog.ts";

/** What a download needs of the world. */
export interface DownloadParts {
  readonly get: HttpGet;
  readonly clock: FetchClock;
  readonly partials: Partials;
  readonly pace: Pace;
  readonly userAgent: string;
}

/** Which service is asked, and who may break off. */
export interface Asking {
  readonly service: string;
  readonly locations: Locations;
  readonly requestGapMs: number;
  readonly signal: AbortSignal;
}

/** The file; or it must be asked for again; or the service has none. */
export type Outcome = Uint8Array | "again" | "absent";

/** One file on its way, over as many requests as it takes. */
export class Trip {
  readonly #wanted: Wanted;
  readonly #asking: Asking;
  readonly #parts: DownloadParts;
  readonly #watchdog: Watchdog;
  #at: URL;
  #redirects = 0;
  #waits = 0;
  #cuts = 0;
  #isAnswered = false;

  constructor(wanted: Wanted, asking: Asking, parts: DownloadParts) {
    this.#wanted = wanted;
    this.#asking = asking;
    this.#parts = parts;
    this.#at = asking.locations.of(wanted.url);
    this.#watchdog = new Watchdog(parts.clock, asking.signal);
  }

  /** One request and what is made of its answer. */
  async *once(): AsyncGenerator<Step, Outcome> {
    const { partials } = this.#parts;
    const kept = await partials.read(this.#wanted.url);
    const doneBytes = kept?.head.validator ? kept.bytes.length : 0;
    this.#isAnswered = false;
    this.#watchdog.begin();
    try {
      const answer = await this.#ask(doneBytes > 0 ? kept?.head : undefined, doneBytes);
      this.#isAnswered = true;
      try {
        return yield* this.#handle(answer, doneBytes, kept?.head);
      } finally {
        answer.close();
      }
    } catch (error) {
      return yield* this.#failed(error);
    } finally {
      this.#watchdog.end();
    }
  }

  #ask(head: PartialHead | undefined, doneBytes: number) {
    const headers = {
      // The search service answers 406 to a call that does not say that it takes XML.
      Accept: "application/xml, text/xml;q=0.9, */*;q=0.1",
      "Accept-Encoding": head ? head.encoding || "identity" : "gzip",
      "User-Agent": this.#parts.userAgent,
      ...(head && { Range: `bytes=${doneBytes}-`, "If-Range": head.validator }),
    };
    return this.#parts.get(this.#at, headers, this.#watchdog.signal);
  }

  async *#handle(answer: HttpAnswer, doneBytes: number, kept: PartialHead | undefined): AsyncGenerator<Step, Outcome> {
    const { status } = answer;
    if (status === 200) return yield* this.#read(answer, 0, headOfAnswer(answer).totalBytes);
    const rest = status === 206 && kept && doneBytes > 0 ? restOf(answer, doneBytes, kept) : undefined;
    if (rest) {
      yield this.#step(Kind.RESUMED, `going on behind ${doneBytes} bytes`, doneBytes, rest.totalBytes);
      return yield* this.#read(answer, doneBytes, rest.totalBytes);
    }
    // What is kept is not what the server has now: from the beginning, which counts as a cut so that it ends.
    if (status === 206 || status === 416) return this.#beginAnew();
    if ([301, 302, 303, 307, 308].includes(status)) return yield* this.#redirect(answer);
    if (status === 429 || status === 503) return yield* this.#wait(answer);
    if (status === 404 || status === 410) return "absent";
    throw badStatus(this.#asking.service, this.#wanted, status);
  }

  async *#read(answer: HttpAnswer, doneBytes: number, totalBytes: number): AsyncGenerator<Step, Outcome> {
    const { partials } = this.#parts;
    const { url, bytesMax } = this.#wanted;
    if (totalBytes > bytesMax) throw await this.#dropped(tooLarge(url, bytesMax));
    if (doneBytes === 0) await partials.begin(url, headOfAnswer(answer));
    let done = doneBytes;
    let told = doneBytes;
    yield this.#step(Kind.DOWNLOADING, "downloading", done, totalBytes);
    for await (const bytes of answer.body) {
      this.#watchdog.alive();
      done += bytes.length;
      if (done > bytesMax) throw await this.#dropped(tooLarge(url, bytesMax));
      await partials.append(url, bytes);
      if (done - told < fetchLimits.stepBytes) continue;
      told = done;
      yield this.#step(Kind.DOWNLOADING, "downloading", done, totalBytes);
    }
    // A server may send less than was asked for (RFC 9110 15.3.7): the connection is sound, and the file is not whole.
    if (totalBytes > done) throw cutShort();
    if (totalBytes > 0 && totalBytes < done) return this.#beginAnew();
    const whole = await partials.read(url);
    await partials.drop(url);
    if (!whole) throw new Error("a download vanished while it was read");
    if (told < done) yield this.#step(Kind.DOWNLOADING, "downloaded", done, totalBytes);
    return await fileInside(whole.bytes, whole.head, this.#wanted);
  }

  async *#redirect(answer: HttpAnswer): AsyncGenerator<Step, Outcome> {
    const { url, byHand } = this.#wanted;
    const next = this.#asking.locations.redirected(this.#at, locationOf(answer));
    if (!next)
      throw refusedFile(
        "REDIRECTED",
        url,
        `the ${this.#asking.service} sent us from ${url} to another place, which is not followed`,
        byHand,
      );
    if (++this.#redirects > fetchLimits.redirectsMax)
      throw refusedFile("REDIRECTED", url, `the ${this.#asking.service} sent us on and on from ${url}`, byHand);
    this.#at = next;
    yield this.#step(Kind.REDIRECTED, `the file is at ${next.pathname} on the same host`);
    return "again";
  }

  async *#wait(answer: HttpAnswer): AsyncGenerator<Step, Outcome> {
    const { clock } = this.#parts;
    const { service, signal } = this.#asking;
    const waitMs = retryAfterMs(answer, clock.now()) ?? fetchLimits.waitMsDefault;
    const seconds = Math.ceil(waitMs / 1000);
    if (waitMs > fetchLimits.waitMsMax || ++this.#waits > fetchLimits.waitsMax)
      throw tooBusy(service, this.#wanted, seconds);
    answer.close();
    // Waiting on purpose is not silence.
    this.#watchdog.end();
    yield this.#step(Kind.WAITING, `the ${service} asks to wait ${seconds} seconds`);
    await clock.wait(waitMs, signal);
    return "again";
  }

  async #beginAnew(): Promise<Outcome> {
    await this.#parts.partials.drop(this.#wanted.url);
    if (++this.#cuts > fetchLimits.cutsMax)
      throw unreachable(this.#asking.service, this.#wanted, "its answers do not fit together");
    return "again";
  }

  /** The caller's leaving and our own errors end the trip; a connection that broke is tried again some times. */
  async *#failed(error: unknown): AsyncGenerator<Step, Outcome> {
    const { service, signal } = this.#asking;
    const { url } = this.#wanted;
    if (error instanceof DomainError) throw error;
    if (signal.aborted) throw cancelled();
    if (this.#watchdog.barked) throw unreachable(service, this.#wanted, this.#watchdog.barked, error);
    if (!isNetworkError(error)) throw error;
    const kept = await this.#parts.partials.read(url);
    const doneBytes = kept?.bytes.length ?? 0;
    // Without an answer there is no network, which is a person's to mend.
    if (!this.#isAnswered || ++this.#cuts > fetchLimits.cutsMax)
      throw unreachable(service, this.#wanted, connectionTrouble(error), error);
    if (!kept?.head.validator) await this.#parts.partials.drop(url);
    yield this.#step(Kind.NOTE, "the connection broke off; trying again", doneBytes, kept?.head.totalBytes ?? 0);
    return "again";
  }

  async #dropped(error: DomainError): Promise<DomainError> {
    await this.#parts.partials.drop(this.#wanted.url);
    return error;
  }

  #step(kind: Kind, message: string, doneBytes = 0, totalBytes = 0): Step {
    return { kind, message, fileName: this.#wanted.fileName, doneBytes, totalBytes };
  }
}

/** Told apart by its code, as what the network itself reports. */
const cutShort = (): Error => Object.assign(new Error("the answer ended before the file did"), { code: "ECONNRESET" });

/** Whether the network failed, and not our own disk (whose errors name a path) or this program (whose have no code). */
const isNetworkError = (error: unknown): boolean => {
  const { code, path } = error as NodeJS.ErrnoException;
  return typeof code === "string" && path === undefined;
};
