import { create } from "@bufbuild/protobuf";
import {
  type GuideResponse,
  type GuideStreamResponse,
  GuideStreamResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Happened, TurnProgress } from "../engine/run/turn-progress.ts";

/**
 * A turn as a stream: what happens in it, then its answer as the last message, or its error. The turn goes on when the
 * stream is cut. A slow reader gets everything except counts of received bytes that a later count has overtaken.
 *
 * Errors: those of the turn; the signal's reason (deadline, caller gone).
 */
export async function* turnStream(
  guide: (progress: TurnProgress) => Promise<GuideResponse>,
  signal: AbortSignal,
): AsyncGenerator<GuideStreamResponse> {
  const line = new Line(signal);
  const ended = guide((happened) => line.add(happened)).then(
    (value) => line.add({ case: "finished", value }),
    (error: unknown) => line.fail(error),
  );
  // Whoever cut the stream hears nothing of how the turn ended, and its failure is recorded with the turn.
  void ended;
  for (;;) {
    const progress = await line.next();
    yield create(GuideStreamResponseSchema, { progress });
    if (progress.case === "finished") return;
  }
}

/** What waits to be sent to one reader. */
class Line {
  readonly #waiting: Happened[] = [];
  readonly #signal: AbortSignal;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Not in a `finally`: a generator whose reader has gone may never be resumed.
    signal.addEventListener("abort", () => this.#wake(), { once: true });
  }

  add(happened: Happened): void {
    if (this.#signal.aborted) return;
    if (happened.case === "modelAnswering" && this.#waiting.at(-1)?.case === "modelAnswering") this.#waiting.pop();
    this.#waiting.push(happened);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  /** The next thing that happened; throws what the turn failed with, after everything that came before. */
  async next(): Promise<Happened> {
    for (;;) {
      this.#signal.throwIfAborted();
      const first = this.#waiting.shift();
      if (first) return first;
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
