import { create } from "@bufbuild/protobuf";
import { Queue } from "#kit/queue.ts";
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
  const line = new Queue<Happened>(signal);
  const ended = guide((happened) => add(line, happened)).then(
    (value) => line.put({ case: "finished", value }),
    (error: unknown) => line.fail(error),
  );
  // Whoever cut the stream hears nothing of how the turn ended, and its failure is recorded with the turn.
  void ended;
  for (let progress = await line.take(); progress; progress = await line.take()) {
    yield create(GuideStreamResponseSchema, { progress });
    if (progress.case === "finished") return;
  }
}

const add = (line: Queue<Happened>, happened: Happened): void => {
  const isOvertaken = happened.case === "modelAnswering" && line.last?.case === "modelAnswering";
  line.put(happened, isOvertaken ? "last" : "end");
};
