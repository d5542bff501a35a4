import type { AsyncLocalStorage } from "node:async_hooks";
import type { Message } from "@bufbuild/protobuf";
import { createContextKey, type Interceptor, type StreamRequest, type StreamResponse } from "@connectrpc/connect";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import { noSuchStrand } from "../engine/run/erased.ts";
import { noSuchRun } from "../engine/run/run-store.ts";
import { type About, aboutOf, saidAt } from "../wire/about.ts";
import { within } from "../wire/called-by.ts";
import { type Person, principalOf } from "../wire/principal.ts";
import { rightMissing, rightOf } from "../wire/rights.ts";
import type { Access } from "./access.ts";

/** What the interceptor asks of others. */
export interface SeesOnlyParts {
  readonly access: Access;
  /** Whether a run is there. Errors: RUN_NOT_FOUND, ERASED. */
  readonly load: (runId: string) => Promise<unknown>;
  /** The run of a tool call by the id of its request, result or receipt. */
  readonly runOfCall: (id: string) => Promise<string | undefined>;
  /** Where it is noted which strand a call may not see. */
  readonly hidden: Hidden;
}

/** Which strand the call that is worked for may not see. */
export type Hidden = AsyncLocalStorage<string>;

/** The same, for whoever hears how the call ends. */
export const unseenStrand = createContextKey<string | undefined>(undefined);

/** How often the right to a stream is looked at where another server may have taken it away. */
const lookEveryMs = 2_000;

/**
 * Lets a person who signed in make a call where their rights reach what it is about, as the proto of its method says. What they may not see is
 * answered as what is not there: of a run by the very error, of a strand by a strand that holds nothing. Whoever loses the right while a
 * stream goes on hears nothing more of it. Errors: RUN_NOT_FOUND, STRAND_NOT_FOUND, RIGHT_MISSING.
 */
export const seesOnly = (parts: SeesOnlyParts): Interceptor => {
  const judge = new Judge(parts);
  return (next) => async (request) => {
    const { person } = principalOf(request.contextValues);
    const abouts = person ? aboutOf(request.method).filter(asksHere) : [];
    if (!person || abouts.length === 0) return next(request);
    const right = onThing(rightOf(request.method));
    const { message, onward } = await firstOf(request);
    const look = () => judge.look(person, right, abouts, message);
    const hiddenStrand = await look();
    const { hidden } = parts;
    request.contextValues.set(unseenStrand, hiddenStrand);
    const response =
      hiddenStrand === undefined ? await next(onward) : await hidden.run(hiddenStrand, () => next(onward));
    if (!response.stream) return response;
    const messages = hiddenStrand === undefined ? response.message : within(hidden, hiddenStrand, response.message);
    return { ...response, message: whileAllowed(messages, parts.access, look, hiddenStrand) };
  };
};

/** What somebody must hold on the run or the strand: to read what was used in it, to read it. */
const onThing = (needed: Right | undefined): Right =>
  needed === undefined || needed === Right.USAGE ? Right.READ : needed;

/** What names things for the log alone is asked about by the method itself. */
const asksHere = ({ kind, path }: About): boolean => path.length > 0 && kind !== "named";

type Request = Parameters<Parameters<Interceptor>[0]>[0];

/** The first message of a call, and the call with all of them. */
const firstOf = async (request: Request): Promise<{ message: Message | undefined; onward: Request }> => {
  if (!request.stream) return { message: request.message, onward: request };
  const messages = request.message[Symbol.asyncIterator]();
  const first = await messages.next();
  const all = (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => messages };
  })();
  return { message: first.done ? undefined : first.value, onward: { ...request, message: all } as StreamRequest };
};

/** Looks at what a call is about. */
class Judge {
  readonly #parts: SeesOnlyParts;

  constructor(parts: SeesOnlyParts) {
    this.#parts = parts;
  }

  /** Gives the strand that the call may not see, where that is all there is to say. Errors: those of `seesOnly`. */
  async look(
    person: Person,
    right: Right,
    abouts: readonly About[],
    message: Message | undefined,
  ): Promise<string | undefined> {
    let copies = false;
    let hidden: string | undefined;
    for (const { kind, path } of abouts) {
      const said = message && saidAt(message, path);
      const value = said?.value ?? "";
      if (kind === "run" || kind === "sources" || kind === "copies") {
        if (value === "") continue;
        copies ||= kind === "copies";
        await this.#run(person, kind === "copies" ? Right.READ : right, value, kind !== "run");
      } else if (kind === "call") await this.#call(person, right, value);
      else if (kind === "strand") hidden ??= await this.#strand(person, right, value || "default");
      else if ((kind === "begins" || kind === "opens") && !(copies && value === "")) {
        const needed = kind === "opens" ? Right.READ : right;
        await this.#begun(person, needed, value || "default", said?.holder.dryRun === true);
      }
    }
    return hidden;
  }

  async #run(person: Person, right: Right, runId: string, withStrand: boolean): Promise<void> {
    const { access, load } = this.#parts;
    const rights = await access.mayOn(person, { kind: "run", id: runId });
    if (!rights.has(Right.READ)) throw noSuchRun(runId);
    // One that is not there is answered before anything else of the request is looked at, as one that may not be seen.
    await load(runId);
    if (!rights.has(right)) throw rightMissing(right);
    if (!withStrand) return;
    const strandId = (await access.runFacts(runId))?.strandId ?? "";
    if (!(await access.mayOn(person, { kind: "strand", id: strandId })).has(Right.READ)) throw noSuchStrand(strandId);
  }

  /** One that may not be seen goes on: the engine finds none of that id for this person. */
  async #call(person: Person, right: Right, id: string): Promise<void> {
    const { access, runOfCall } = this.#parts;
    const runId = id === "" ? undefined : await runOfCall(id);
    if (runId === undefined) return;
    const rights = await access.mayOn(person, { kind: "run", id: runId });
    if (rights.has(Right.READ)) await this.#run(person, right, runId, true);
  }

  async #strand(person: Person, right: Right, strandId: string): Promise<string | undefined> {
    const rights = await this.#parts.access.mayOn(person, { kind: "strand", id: strandId });
    if (!rights.has(Right.READ)) return strandId;
    if (!rights.has(right)) throw rightMissing(right);
    return undefined;
  }

  async #begun(person: Person, right: Right, strandId: string, isDry: boolean): Promise<void> {
    const { access } = this.#parts;
    const rights = await access.mayOn(person, { kind: "strand", id: strandId });
    const isBegun = await access.isBegun(strandId);
    if (!isBegun && (isDry || (await access.claim(person, strandId)))) return;
    const now = isBegun ? rights : await access.mayOn(person, { kind: "strand", id: strandId });
    if (now.has(right)) return;
    throw now.has(Right.READ) ? rightMissing(right) : noSuchStrand(strandId);
  }
}

/** The same messages for as long as `look` says the same of the call. */
const whileAllowed = <T>(
  messages: AsyncIterable<T>,
  { journal }: Access,
  look: () => Promise<string | undefined>,
  before: string | undefined,
): StreamResponse["message"] & AsyncIterable<T> => {
  async function* guarded(): AsyncGenerator<T> {
    const iterator = messages[Symbol.asyncIterator]();
    let deny: (reason: unknown) => void = () => undefined;
    const denied = new Promise<never>((_, reject) => (deny = reject));
    denied.catch(() => undefined);
    const again = async (): Promise<void> => {
      await journal.current();
      // Where what is told comes of an empty strand, it goes on coming of that.
      if (before === undefined && (await look()) !== undefined) throw noMore();
    };
    const heard = (): void => void again().catch(deny);
    const stop = journal.onChange(heard);
    const timer = setInterval(() => void journal.current().catch(() => undefined), lookEveryMs).unref();
    try {
      for (;;) {
        const next = iterator.next();
        next.catch(() => undefined);
        const { done, value } = await Promise.race([next, denied]);
        if (done) return;
        await again();
        yield value;
      }
    } finally {
      stop();
      clearInterval(timer);
      // What waits for news may only end with the call itself.
      void iterator.return?.()?.catch(() => undefined);
    }
  }
  return guarded() as StreamResponse["message"] & AsyncIterable<T>;
};

/** A strand that was there when the call began is there no more, to this person. */
const noMore = () => noSuchStrand("");
