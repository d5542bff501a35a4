import { create, fromBinary } from "@bufbuild/protobuf";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import {
  AnswerJudgedSchema,
  type GuideStreamResponse,
  TurnBeganSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolRequestSchema, ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Changes } from "../../run/kernel.ts";
import type { CommandKey } from "./command-key.ts";

/** What happens in a turn, as GuideStream tells it. */
export type Happened = GuideStreamResponse["progress"];

/** Is told what happens in a turn, in order. It returns at once and does not throw: a turn waits for nobody who looks on. */
export type TurnProgress = (happened: Happened) => void;

/**
 * Tells whoever follows a turn what happens in it. What stands in the journal is told from the commits themselves, so
 * that nothing is told that was not recorded first; only that the model is asked, and how much of its answer has come, is
 * told beside them. A turn is followed under the key of the command that began it: a repeated call joins it, and a call
 * with the same key and another payload hears nothing. In memory, and nothing is kept: what has been told is not told
 * again to whoever joins later.
 */
export class TurnProgressBoard {
  /** By key and payload. */
  readonly #followers = new Map<string, Set<TurnProgress>>();
  /** The key of the turn under way of each run: a run has one at most. */
  readonly #running = new Map<string, string>();

  /** Follows the turn of a key from now on, also before it begins; gives the way to stop. */
  follow(key: CommandKey, progress: TurnProgress): () => void {
    const place = placeOf(key);
    const followers = this.#followers.get(place) ?? new Set();
    this.#followers.set(place, followers.add(progress));
    return () => {
      followers.delete(progress);
      if (followers.size === 0) this.#followers.delete(place);
    };
  }

  /** A command's turn begins in this run: until it ends, what is committed to the run is the turn's. */
  begin(key: CommandKey, runId: string): void {
    this.#running.set(runId, placeOf(key));
  }

  /** The turn has ended, or waits. A command whose turn never began ends nothing. */
  end(key: CommandKey, runId: string): void {
    if (this.#running.get(runId) === placeOf(key)) this.#running.delete(runId);
  }

  /** Something happened that no event records. */
  tell(runId: string, happened: Happened): void {
    for (const progress of this.#of(runId)) progress(happened);
  }

  /** Something was committed to this run. */
  committed(runId: string, changes: Changes): void {
    if (this.#of(runId).size === 0) return;
    for (const event of changes.events) {
      const happened = happenedIn(event, changes);
      if (happened) this.tell(runId, happened);
    }
  }

  #of(runId: string): ReadonlySet<TurnProgress> {
    return this.#followers.get(this.#running.get(runId) ?? "") ?? nobody;
  }
}

const nobody: ReadonlySet<TurnProgress> = new Set();

const placeOf = ({ scope, payloadDigest }: CommandKey): string => `${scope} ${payloadDigest}`;

/** What an event of a turn means to a follower; undefined: nothing of its own. */
const happenedIn = ({ event, artifacts }: RunEvent, changes: Changes): Happened | undefined => {
  const bytesOf = (role: string): Uint8Array | undefined => {
    const digest = artifacts.find((one) => one.role === role)?.ref?.digest;
    return changes.artifacts.find((one) => one.ref.digest === digest)?.bytes;
  };
  const [attempt, request, result] = [bytesOf("model_attempt"), bytesOf("tool_request"), bytesOf("tool_result")];
  if (event.case === "turnStarted")
    return { case: "turnBegan", value: create(TurnBeganSchema, { turnId: event.value.turnId }) };
  if (event.case === "attemptRecorded" && attempt) return judged(attempt);
  if (event.case === "toolRequested" && request)
    return { case: "toolRequested", value: fromBinary(ToolRequestSchema, request) };
  if (event.case === "toolFinished" && result)
    return { case: "toolFinished", value: fromBinary(ToolResultSchema, result) };
  return undefined;
};

const judged = (bytes: Uint8Array): Happened => {
  const { step, rejectReason, reformat } = fromBinary(ModelAttemptSchema, bytes);
  return { case: "answerJudged", value: create(AnswerJudgedSchema, { step, rejectReason, attempt: reformat + 1 }) };
};
