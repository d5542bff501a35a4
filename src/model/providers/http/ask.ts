import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { DomainError } from "../../../error.ts";
import { type ModelOutput, type Progress, ProviderError } from "../../provider.ts";
import { AnswerText, OutputFull } from "./answer-text.ts";
import { EventStreamMalformed, readEvents, type ServerEvent } from "./event-stream.ts";
import { type Answer, post } from "./post.ts";
import { parseWire, type Wire } from "./wire-json.ts";

/** How one provider writes its answers; each method puts what it reads into the AnswerText it was made with. */
export interface Reading {
  /** Takes one event of a streamed answer; true: the answer is whole. */
  event(event: ServerEvent): boolean;
  /** Takes an answer that came in one piece. */
  whole(body: Wire): void;
}

/** What differs between providers that speak JSON over HTTP. */
export interface Dialect {
  readonly provider: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The key in those headers: an output that repeats it is not kept. */
  readonly key: string | undefined;
  body(request: ModelRequest): Wire;
  reading(text: AnswerText, request: ModelRequest): Reading;
}

/** One call of such a provider. Errors: ProviderError, CANCELLED. */
export const ask = async (
  dialect: Dialect,
  request: ModelRequest,
  signal: AbortSignal,
  progress?: Progress,
): Promise<ModelOutput> => {
  const { provider, url, headers } = dialect;
  const text = new AnswerText(provider, request.outputBytesMax, progress);
  const call = {
    provider,
    url,
    headers,
    signal,
    timeoutMs: request.timeoutMs,
    body: JSON.stringify(dialect.body(request)),
    wireBytesMax: wireBytesMax(request.outputBytesMax),
  };
  const reading = dialect.reading(text, request);
  return post(call, (answer) => read(answer, reading, text, request.outputBytesMax))
    .then((output) => withoutKey(dialect, output))
    .catch((error: unknown) => {
      if (error instanceof ProviderError && error.partial) withoutKey(dialect, error.partial);
      throw error;
    });
};

/** A streamed answer takes about 200 bytes around each token, and a model may think aloud beside it. */
const wireBytesMax = (outputBytesMax: number): number => 8_388_608 + 256 * outputBytesMax;

/** JSON writes a character in at most six bytes; the rest is room for the frame around the text. */
const lineCharsMax = (outputBytesMax: number): number => 1_048_576 + 6 * outputBytesMax;

const read = async (
  answer: Answer,
  reading: Reading,
  text: AnswerText,
  outputBytesMax: number,
): Promise<ModelOutput> => {
  try {
    if (answer.streamed) await readStreamed(answer, reading, text, lineCharsMax(outputBytesMax));
    else reading.whole(parseWire(await wholeText(answer, lineCharsMax(outputBytesMax), text)));
  } catch (error) {
    if (error instanceof OutputFull) return text.output();
    if (error instanceof EventStreamMalformed) throw text.failure("malformed");
    throw error instanceof DomainError ? error : text.failure("hang_up");
  }
  return text.output();
};

const readStreamed = async (answer: Answer, reading: Reading, text: AnswerText, charsMax: number): Promise<void> => {
  for await (const event of readEvents(answer.chunks, charsMax)) if (reading.event(event)) return;
  throw text.failure("hang_up");
};

const wholeText = async (answer: Answer, charsMax: number, text: AnswerText): Promise<string> => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let body = "";
  try {
    for await (const chunk of answer.chunks) {
      body += decoder.decode(chunk, { stream: true });
      if (body.length > charsMax) throw text.failure("oversize");
    }
    return body + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError && (error as NodeJS.ErrnoException).code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw text.failure("malformed");
    throw error;
  }
};

/** Outputs are kept as artifacts, and a key must not be in one: whoever got the key could write it back. */
const withoutKey = (dialect: Dialect, output: ModelOutput): ModelOutput => {
  if (dialect.key !== undefined && Buffer.from(output.raw).includes(dialect.key))
    throw new ProviderError(dialect.provider, "malformed");
  return output;
};
