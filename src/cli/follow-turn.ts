import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  GuideRequestSchema,
  GuideResponse,
  GuideStreamResponse,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { Connection } from "../client/connection.ts";
import { type Speech, speechOf } from "../messages/speech.ts";
import { leftLines } from "./print/left-lines.ts";
import { requestLine, resultLines } from "./print/turn.ts";
import type { Shell } from "./shell.ts";

/** A line for every so many bytes of an answer: often enough to see that it lives, seldom enough to be read. */
const bytesPerLine = 4_096;

/**
 * Has the model take a turn. Where a person looks on, what happens is told beside the answer as it happens; the answer is
 * the same either way. Errors: those of Guide.
 */
export const takeTurnWith = async (
  shell: Shell,
  { orchestrator }: Connection,
  request: MessageInitShape<typeof GuideRequestSchema>,
): Promise<GuideResponse> => {
  if (!shell.isWatched) return orchestrator.guide(request);
  const lineOf = progressLines(shell.speech());
  for await (const { progress } of orchestrator.guideStream({ guide: request })) {
    if (progress.case === "finished") return progress.value;
    for (const line of lineOf(progress)) shell.note(line);
  }
  throw new Error("the server ended the turn's stream without its answer: run the command again");
};

/** What happens in a turn, in lines; remembers how much of an answer it has told of. */
export const progressLines = (
  speech: Speech = speechOf("en"),
): ((progress: GuideStreamResponse["progress"]) => string[]) => {
  let toldBytes = 0;
  return (progress) => {
    switch (progress.case) {
      case "stepBegan":
        toldBytes = 0;
        return [
          speech.phrase(
            progress.value.finalOnly ? "screen.step-the-model-is-asked-to-finish" : "screen.step-the-model-is-asked",
            { step: progress.value.step + 1 },
          ),
        ];
      case "modelAnswering": {
        const { bytesReceived } = progress.value;
        if (toldBytes > 0 && bytesReceived < toldBytes + bytesPerLine) return [];
        toldBytes = bytesReceived;
        return [`  ${speech.phrase("screen.it-answers-bytes-so-far", { bytesReceived })}`];
      }
      case "answerJudged":
        return progress.value.rejectReason === ""
          ? []
          : [
              `  ${speech.phrase("screen.its-answer-was-refused", { rejectReason: speech.sentence(progress.value.rejectReason) })}`,
            ];
      case "toolRequested":
        return [`  ${requestLine(progress.value, speech)}`, ...leftLines(progress.value, speech)];
      case "toolFinished":
        return resultLines(progress.value, speech).map((line) => `    ${line.trim()}`);
      default:
        return [];
    }
  };
};
