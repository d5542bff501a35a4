import { type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { DomainError } from "../../error.ts";
import { Steps } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import { refuseBusy } from "../../run/refusals.ts";
import { digestOf, type KernelShell, refuseStale } from "./kernel-shell.ts";
import { repeatedAnswer, successAnswer } from "./recorded-answer.ts";
import type { LoadedRun } from "./run-store.ts";

/** A command as the idempotency rule sees it (invariant 7): the key is looked at before anything else. */
export interface CommandKey {
  /** Key of the idempotency record: run and caller's key. */
  readonly scope: string;
  /** SHA-256 over method and request; another one under the same key is refused. */
  readonly payloadDigest: string;
}

/** The key of a command on a run (or, for CreateRun, on `create`). */
export const commandKey = <D extends DescMessage>(
  runId: string,
  key: string,
  schema: D,
  request: MessageShape<D>,
): CommandKey => ({
  scope: `${runId}/${digestOf(key)}`,
  payloadDigest: digestOf(schema.typeName, toBinary(schema, request)),
});

/** Commands of one commit, and the joining of duplicates that are under way. */
export class Commands {
  readonly #shell: KernelShell;
  readonly #running = new Map<string, { payloadDigest: string; answer: Promise<unknown> }>();

  constructor(shell: KernelShell) {
    this.#shell = shell;
  }

  /**
   * Gives the recorded answer of this key, joins the call that is under way with it, or runs `work`.
   * Errors: IDEMPOTENCY_KEY_REUSED.
   */
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
    const known = await this.#shell.parts.store.idempotency(this.#shell.parts.owner, key.scope);
    if (known && known.payloadDigest !== key.payloadDigest) throw reused();
    if (known?.answer) return repeatedAnswer(this.#shell, schema, known.answer);
    return work({ begun: known !== undefined });
  }

  /** A command that is one commit: load, check, decide, commit with its answer. */
  mutate<D extends DescMessage>(
    command: CommandKey & { readonly runId: string; readonly expectedVersion: string },
    schema: D,
    decide: (input: DecisionInput) => Steps | Promise<Steps>,
    respond: (after: LoadedRun, input: DecisionInput) => MessageShape<D>,
  ): Promise<MessageShape<D>> {
    const shell = this.#shell;
    return this.once(command, schema, () =>
      shell.exclusively(command.runId, async () => {
        const before = await shell.runs.load(command.runId);
        refuseBusy(before.snapshot);
        refuseStale(before, command.expectedVersion);
        const input = await shell.input(before, shell.user);
        const steps = await Promise.resolve(input)
          .then(decide)
          .catch(async (error: unknown) => {
            // What newer rules ask again must be there to be read, also where it is why this was refused.
            if (input.begun) await shell.commit(before, new Steps(input));
            throw error;
          });
        let response: MessageShape<D> | undefined;
        await shell.commit(before, steps, (after) => {
          response = respond(after, steps.input);
          return { idempotency: { ...change(command), answer: successAnswer(schema, response) } };
        });
        if (!response) throw new Error("a commit without an answer");
        return response;
      }),
    );
  }
}

/** The idempotency change of a command, for the commit that begins or answers it. */
export const change = ({ scope, payloadDigest }: CommandKey) => ({ key: scope, payloadDigest });

const reused = (): DomainError =>
  new DomainError(
    "IDEMPOTENCY_KEY_REUSED",
    "This idempotency_key was used for another request: take a new key for a new request.",
  );
