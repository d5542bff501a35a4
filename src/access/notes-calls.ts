import { type DescMethod, getOption, type Message } from "@bufbuild/protobuf";
import { Code, type Interceptor, type StreamRequest, type StreamResponse } from "@connectrpc/connect";
import { Right, takes_out } from "../../gen/pincite/access/v1/right_pb.ts";
import { ArtifactService, type BatchGetArtifactsResponse } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { type AccessDeed, AccessDeed_Outcome as Outcome } from "../../gen/pincite/audit/v1/access_entry_pb.ts";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { principalOf } from "../engine/run/principal-of.ts";
import { type About, aboutOf, textsAt } from "../wire/about.ts";
import { fromConnectError } from "../wire/error.ts";
import { codeOfReason } from "../wire/error-code.ts";
import { principalOf as callerOf } from "../wire/principal.ts";
import { rightOf } from "../wire/rights.ts";
import type { AccessLog, Noted } from "./access-log.ts";
import { unseenStrand } from "./sees-only.ts";

/** What the interceptor asks of others. */
export interface NotesCallsParts {
  readonly log: Pick<AccessLog, "note">;
  /** Name of the account that runs the server. */
  readonly user: string;
  /** Told of an entry that could not be written, where its call was answered all the same. */
  readonly onFailed: (cause: unknown) => void;
}

/**
 * Notes how calls of people and of the account end: what takes something out, before it is answered; what reads a run, a strand, an artifact or
 * a receipt; what a person was refused, for their role too. A read and a refusal are answered as they are, whether their entry could be written or not. Calls of this
 * process itself are nobody's. Errors: those of the log, for what takes something out.
 */
export const notesCalls = (parts: NotesCallsParts): Interceptor => {
  return (next) => async (request) => {
    const { by, person } = callerOf(request.contextValues);
    const kind = kindOf(request.method);
    const isSomebodys = by !== "process" && by !== "none" && (person !== undefined || kind.reads || kind.takesOut);
    if (!isSomebodys) return next(request);
    const heard = listen(request);
    const call = new Call(parts, kind, principalOf(person, parts.user), heard.message);
    const unseen = () => request.contextValues.get(unseenStrand);
    const refused = (error: unknown) => (person ? call.refused(error) : undefined);
    try {
      const response = await next(heard.onward);
      if (response.stream) return { ...response, message: told(response.message, () => call.done(unseen()), refused) };
      await call.done(unseen(), response.message);
      return response;
    } catch (error) {
      await refused(error);
      throw error;
    }
  };
};

type Request = Parameters<Parameters<Interceptor>[0]>[0];

/** What calls of a method are, for the log. */
interface Kind {
  readonly method: DescMethod;
  readonly name: string;
  readonly objects: readonly About[];
  readonly reads: boolean;
  readonly takesOut: boolean;
  /** True where its object is not everybody's to see. */
  readonly isGuarded: boolean;
}

const kinds = new WeakMap<DescMethod, Kind>();

const kindOf = (method: DescMethod): Kind => {
  const known = kinds.get(method);
  if (known) return known;
  const isOurs = method.parent.typeName.startsWith("pincite.");
  const abouts = isOurs ? aboutOf(method) : [];
  const objects = abouts.filter(({ path }) => path.length > 0);
  const kind = {
    method,
    name: `${method.parent.typeName}/${method.name}`,
    objects,
    reads: objects.length > 0 && rightOf(method) === Right.READ,
    takesOut: isOurs && getOption(method, takes_out),
    isGuarded: abouts.some((one) => one.kind !== "nothing"),
  };
  kinds.set(method, kind);
  return kind;
};

/** The first message of a call, as soon as it has come, and the call as it goes on. */
const listen = (request: Request): { message: () => Message | undefined; onward: Request } => {
  if (!request.stream) return { message: () => request.message, onward: request };
  let first: Message | undefined;
  const { message } = request;
  const heard = (async function* () {
    for await (const one of message) {
      first ??= one;
      yield one;
    }
  })();
  return { message: () => first, onward: { ...request, message: heard } as StreamRequest };
};

/** The same messages; the first, or the end where there is none, waits for `done`. */
const told = <T>(
  messages: AsyncIterable<T>,
  done: () => Promise<void>,
  refused: (error: unknown) => Promise<void> | undefined,
): StreamResponse["message"] & AsyncIterable<T> => {
  async function* noted(): AsyncGenerator<T> {
    let isNoted = false;
    const note = async () => {
      if (!isNoted) await done();
      isNoted = true;
    };
    try {
      for await (const one of messages) {
        await note();
        yield one;
      }
      await note();
    } catch (error) {
      await refused(error);
      throw error;
    }
  }
  return noted() as StreamResponse["message"] & AsyncIterable<T>;
};

type Thing = AccessDeed["object"];

/** One call, until it is known how it ends. */
class Call {
  readonly #parts: NotesCallsParts;
  readonly #kind: Kind;
  readonly #by: Principal;
  readonly #message: () => Message | undefined;

  constructor(parts: NotesCallsParts, kind: Kind, by: Principal, message: () => Message | undefined) {
    [this.#parts, this.#kind, this.#by, this.#message] = [parts, kind, by, message];
  }

  /** It was answered, of a strand that its caller may not see by what an empty one answers. */
  async done(unseen: string | undefined, answer?: Message): Promise<void> {
    const { takesOut, reads, method } = this.#kind;
    if (unseen !== undefined)
      return this.#kept([this.#refusal({ case: "strandId", value: unseen }, "STRAND_NOT_FOUND")]);
    const things = this.#things();
    const [first = { case: undefined }] = things;
    if (takesOut) return this.#parts.log.note(this.#noted(first, Outcome.DONE, "", first.case === undefined));
    if (!reads) return;
    const absent = method === ArtifactService.method.batchGetArtifacts ? absentOf(answer) : none;
    await this.#kept(
      things.map((thing) =>
        thing.value !== undefined && absent.has(thing.value)
          ? this.#refusal(thing, "ARTIFACT_NOT_FOUND")
          : this.#noted(thing, Outcome.DONE, "", true),
      ),
    );
  }

  /** It failed: a refusal, if it failed for what its caller may do and see. */
  async refused(error: unknown): Promise<void> {
    const { reason } = fromConnectError(error);
    const code = codeOfReason[reason];
    const isRefusal =
      code === Code.PermissionDenied ||
      reason === "SECOND_PERSON_NEEDED" ||
      reason === "INVITATION_OVER" ||
      (code === Code.NotFound && this.#kind.isGuarded);
    const [first = { case: undefined }] = this.#things();
    if (isRefusal) await this.#kept([this.#refusal(first, reason)]);
  }

  #refusal(thing: Thing, reason: string): Noted {
    return this.#noted(thing, Outcome.REFUSED, reason, true);
  }

  #noted(object: Thing, outcome: Outcome, reason: string, folds: boolean): Noted {
    return { by: this.#by, deed: { method: this.#kind.name, object, outcome, reason }, folds };
  }

  /** Its object, as far as its ids are well formed. */
  #things(): Thing[] {
    const message = this.#message();
    if (!message) return [];
    return this.#kind.objects.flatMap((about) =>
      textsAt(message, about.path).flatMap((text) => thingOf(about, text) ?? []),
    );
  }

  async #kept(all: readonly Noted[]): Promise<void> {
    try {
      await Promise.all(all.map((one) => this.#parts.log.note(one)));
    } catch (cause) {
      this.#parts.onFailed(cause);
    }
  }
}

const forms = {
  runId: /^run-[0-9A-Za-z]{26}$/u,
  strandId: /^[a-z0-9][a-z0-9._-]{0,63}$/u,
  id: /^[0-9A-Za-z][0-9A-Za-z._:-]{0,63}$/u,
} as const;

const casesBy: Readonly<Record<About["kind"], keyof typeof forms | undefined>> = {
  nothing: undefined,
  list: undefined,
  run: "runId",
  sources: "runId",
  copies: "runId",
  strand: "strandId",
  begins: "strandId",
  opens: "strandId",
  call: "id",
  upload: "id",
  named: "id",
};

/** What a text at a place stands for; undefined where it is empty or in no form of an id: a caller may write anything there. */
const thingOf = ({ kind, path }: About, text: string): Thing | undefined => {
  const field = path.at(-1);
  const as = kind === "named" && (field === "runId" || field === "strandId") ? field : casesBy[kind];
  const value = kind !== "named" && as === "strandId" ? text || "default" : text;
  return as && forms[as].test(value) ? { case: as, value } : undefined;
};

const none: ReadonlySet<string> = new Set();

const absentOf = (answer: Message | undefined): ReadonlySet<string> => {
  const { artifacts = [] } = (answer ?? {}) as Partial<BatchGetArtifactsResponse>;
  return new Set(artifacts.filter(({ found }) => !found).map(({ digest }) => digest));
};
