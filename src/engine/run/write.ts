import { KeyedSerial } from "#kit/serial.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision } from "../../run/decide.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import type { Fence } from "../../store/store.ts";
import type { CommandKey } from "./command-key.ts";
import type { IndexChange } from "./index-space.ts";
import type { Traced } from "./ports.ts";
import { type LoadedRun, type RunStore, versionOf } from "./run-store.ts";
import type { TurnProgressBoard } from "./turn-progress.ts";

/** On whose behalf a run is written to, and under which conditions. */
export interface WriteOptions {
  readonly as: Principal;
  /** The command that this write answers or, where what is written records no answer, begins. */
  readonly key?: CommandKey;
  /** The version the caller saw. Empty or absent: any; then the write is decided again where another process was first. */
  readonly expected?: string;
  /** Throws where the run, as it stands, takes no such write. Asked before the version is looked at. */
  readonly guard?: (run: LoadedRun) => void;
  /** The lease that the write needs; FENCED where another has it by now. */
  readonly fence?: Fence;
  /** Gives that lease back with the write. */
  readonly release?: true;
}

/** What a write comes to. */
export interface Written<A> {
  /** What was decided. Absent: nothing, and nothing is written. */
  readonly decision?: Decision;
  /** Records to be set or removed with it. */
  readonly records?: readonly IndexChange[];
  /** The lease that was taken for what begins with this write. */
  readonly fence?: Fence;
  /** What the caller is told, of the run as it then is. Asked before anything is on disk: it changes nothing. */
  readonly answer: (after: LoadedRun) => A;
  /** The answer as it is kept under the command's key. Absent: the command goes on, and its key is noted as begun. */
  record?(answer: A): Uint8Array;
}

/** Decides on a run as it stands. Called again when another process was first, so what it does besides counts double. */
export type Decide<A> = (input: DecisionInput, before: LoadedRun) => Written<A> | Promise<Written<A>>;

/** Another process may have got in between so often before something else is wrong. */
const racesMax = 5;

/**
 * The one way to write to a run: alone among the writers of this process, on the run as the store has it, all in one commit
 * (events, artifacts, index, answer), refused when another process was first and then decided again.
 */
export class RunWriter {
  readonly #runs: RunStore;
  readonly #progress: TurnProgressBoard;
  readonly #inputOf: (run: LoadedRun, actor: Principal) => Promise<DecisionInput>;
  readonly #traced: Traced | undefined;
  readonly #lock = new KeyedSerial();

  constructor(
    runs: RunStore,
    progress: TurnProgressBoard,
    inputOf: (run: LoadedRun, actor: Principal) => Promise<DecisionInput>,
    traced?: Traced,
  ) {
    this.#traced = traced;
    this.#runs = runs;
    this.#progress = progress;
    this.#inputOf = inputOf;
  }

  /** Writes to a run. Errors: RUN_NOT_FOUND, RUN_VERSION_STALE, those of `guard`, `decide` and Store.commit. */
  write<A>(runId: string, options: WriteOptions, decide: Decide<A>): Promise<A> {
    const { as, expected = "", guard } = options;
    return this.#lock.run(runId, async () => {
      for (let race = 1; ; race++) {
        const before = await this.#runs.load(runId);
        guard?.(before);
        refuseStale(before, expected);
        const input = await this.#inputOf(before, as);
        const written = await this.#decided(before, input, decide);
        try {
          return await this.commit(before, written, options);
        } catch (error) {
          if (!isLost(error) || race >= racesMax) throw error;
          // Who saw a version decides anew themselves, and is told the one there is now.
          refuseStale(await this.#runs.load(runId), expected);
          if (expected !== "") throw error;
        }
      }
    });
  }

  /** Does what no writer of this process may come in between of, to this run. */
  alone<T>(runId: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(runId, work);
  }

  /** What was decided. What newer rules ask again must be there to be read, also where it is why this was refused. */
  async #decided<A>(before: LoadedRun, input: DecisionInput, decide: Decide<A>): Promise<Written<A>> {
    try {
      const work = async () => decide(input, before);
      return await (this.#traced ? this.#traced(work) : work());
    } catch (error) {
      if (input.begun) await this.commit(before, { decision: new Decision(input), answer: () => undefined }, {});
      throw error;
    }
  }

  /** Commits what was decided on `before`. Errors: those of Store.commit. */
  async commit<A>(
    before: LoadedRun,
    { decision, records = [], answer, record, ...taken }: Written<A>,
    { key, fence, release }: Pick<WriteOptions, "key" | "fence" | "release">,
  ): Promise<A> {
    if (!decision) return answer(before);
    let told: { readonly answer: A } | undefined;
    const tell = (after: LoadedRun): A => {
      told ??= { answer: answer(after) };
      return told.answer;
    };
    const kept = record ? { answer: (after: LoadedRun) => record(tell(after)) } : { takeOver: true };
    const command = key && { key: key.scope, payloadDigest: key.payloadDigest, ...kept };
    const { changes } = decision;
    const under = { ...(fence ? { fence } : {}), ...(release ? { release } : {}), ...taken };
    const after = await this.#runs.commit(before, changes, { records, ...under, ...(command ? { command } : {}) });
    this.#progress.committed(changes.snapshot.runId, changes);
    return tell(after);
  }
}

/** Refuses a caller who saw another version of the run; empty means "any" where the request allows that. */
export const refuseStale = ({ snapshot, head }: LoadedRun, expected: string): void =>
  refuseVersion({ runId: snapshot.runId, version: versionOf(head) }, expected);

/** The same where the run was only read. */
export const refuseVersion = (run: { readonly runId: string; readonly version: string }, expected: string): void => {
  const { runId, version: current } = run;
  if (expected === "" || expected === current) return;
  throw new DomainError(
    "RUN_VERSION_STALE",
    worded("error.run-is-at-version-not-at-read-it-and-decide", { runId, current, expected }),
    { run_id: runId, current_version: current, expected_version: expected },
  );
};

/** Another process wrote in between. */
const isLost = (error: unknown): boolean => error instanceof DomainError && error.reason === "RUN_VERSION_STALE";
