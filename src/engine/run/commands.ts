import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { RecordedAnswerSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Decision } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { refuseBusy } from "../../run/refusals.ts";
import type { IdempotencyState } from "../../store/store.ts";
import { type CommandKey, commandKey } from "./command-key.ts";
import { answerSpace, openTurnList } from "./kept-spaces.ts";
import { answered, answerKeptApart, recordedSuccess, repeatedAnswer } from "./recorded-answer.ts";
import type { LoadedRun } from "./run-store.ts";
import type { Runs } from "./runs.ts";

/** Commands of one commit, and the joining of duplicates that are under way. */
export class Commands {
  readonly #runs: Runs;
  readonly #running = new Map<string, { payloadDigest: string; answer: Promise<unknown> }>();

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** The key of a command of whoever calls on a run (or, for CreateRun, on `create`): nobody is given another person's answer. */
  key<D extends DescMessage>(
    runId: string,
    schema: D,
    request: MessageShape<D> & { readonly idempotencyKey: string },
  ): CommandKey {
    const { user, signedIn, owner: tenant } = this.#runs.parts;
    const caller = signedIn?.();
    const person = caller ? JSON.stringify([caller.issuer, caller.subject]) : user;
    return commandKey({ runId, person, tenant }, request.idempotencyKey, schema, request);
  }

  /** Gives this key's recorded answer, joins its call under way, or runs `work`. Errors: IDEMPOTENCY_KEY_REUSED. */
  async once<D extends DescMessage>(
    key: CommandKey,
    schema: D,
    work: (state: { readonly begun: boolean }) => Promise<MessageShape<D>>,
  ): Promise<MessageShape<D>> {
    const running = this.#running.get(key.scope);
    if (running) {
      if (running.payloadDigest !== key.payloadDigest) throw reused();
      return running.answer as Promise<MessageShape<D>>;
    }
    const answer = this.#answer(key, schema, work);
    this.#running.set(key.scope, { payloadDigest: key.payloadDigest, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(key.scope);
    }
  }

  /** Whether a call with this key is under way in this process. */
  isRunning(scope: string): boolean {
    return this.#running.has(scope);
  }

  async #answer<D extends DescMessage>(
    key: CommandKey,
    schema: D,
    work: (state: { readonly begun: boolean }) => Promise<MessageShape<D>>,
  ): Promise<MessageShape<D>> {
    let [hasWaited, hasTried] = [false, false];
    for (;;) {
      const known = await this.#known(key);
      if (known?.answer) return repeatedAnswer(this.#runs, schema, { bytes: known.answer, key: key.scope });
      if (known && !hasWaited && (await this.#isAtWork(key))) {
        hasWaited = true;
        await this.#runs.replicas.until(runOf(key), async () => ((await this.#isAtWork(key)) ? undefined : true));
        continue;
      }
      try {
        return await work({ begun: known !== undefined });
      } catch (error) {
        // Another server was first with this key: its answer is this call's.
        if (hasTried || !mayBeAnothers(error) || (await this.#known(key)) === undefined) throw error;
        hasTried = true;
      }
    }
  }

  /** What is recorded of a key. Errors: IDEMPOTENCY_KEY_REUSED. */
  async #known({ scope, payloadDigest }: CommandKey): Promise<IdempotencyState | undefined> {
    const { store, owner } = this.#runs.parts;
    const known = await store.idempotency(owner, scope);
    if (known && known.payloadDigest !== payloadDigest) throw reused();
    return known;
  }

  /** Whether a turn is under way that this key began, or that went on for the sake of a call whose key is not told. */
  async #isAtWork(key: CommandKey): Promise<boolean> {
    const { store, owner } = this.#runs.parts;
    const open = await store.entry(owner, openTurnList.name, runOf(key));
    const by = open && openTurnList.value.decode(open.value).key;
    return by === "" || by === key.scope;
  }

  /** A command that is one commit: refused while a turn is under way, and answered with what `decide` says. */
  mutate<D extends DescMessage>(
    command: CommandKey & { readonly runId: string; readonly expectedVersion: string },
    schema: D,
    decide: (input: DecisionInput, before: LoadedRun) => Answered<D> | Promise<Answered<D>>,
  ): Promise<MessageShape<D>> {
    const runs = this.#runs;
    const { runId, expectedVersion: expected } = command;
    const guard = ({ snapshot }: LoadedRun) => refuseBusy(snapshot);
    return this.once(command, schema, () =>
      runs.write(runId, { as: runs.user, key: command, expected, guard }, async (input, before) => {
        const { decision, answer } = await decide(input, before);
        return { decision, ...answered(schema, answer) };
      }),
    );
  }

  /** Records the answer of a command whose last commit came before it was known, and gives it. */
  async answer<D extends DescMessage>(
    { scope: key, payloadDigest }: CommandKey,
    schema: D,
    response: MessageShape<D>,
  ): Promise<MessageShape<D>> {
    const { store, owner } = this.#runs.parts;
    const runId = runOf({ scope: key });
    // In the run's scope, not in the owner's own: it holds what the run found, and goes with it.
    const kept = answerSpace.set(key, create(RecordedAnswerSchema, recordedSuccess(schema, response)));
    await store.commit({
      owner,
      records: [{ ...kept, scope: runId }],
      idempotency: { key, payloadDigest, answer: answerKeptApart() },
    });
    return response;
  }
}

/** What a command of one commit comes to. */
export interface Answered<D extends DescMessage> {
  readonly decision: Decision;
  readonly answer: (after: LoadedRun) => MessageShape<D>;
}

/** The run that a key is of; `create` for one that is not there yet. */
const runOf = ({ scope }: Pick<CommandKey, "scope">): string => scope.split("/")[0] ?? "";

/** What a call is refused with where the same one is under way elsewhere, or was answered there a moment ago. */
const mayBeAnothers = (error: unknown): boolean =>
  error instanceof DomainError &&
  (["RUN_BUSY", "RUN_VERSION_STALE", "ALREADY_EXISTS", "STAGE_FORBIDS"].includes(error.reason) ||
    // The lease of what this call would have begun, not of a turn that was its own until then.
    (error.reason === "FENCED" && error.facts.turn_id === undefined));

const reused = (): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", worded("error.this-idempotency-key-was-used-for-another"));
