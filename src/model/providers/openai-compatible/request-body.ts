import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { parseWire } from "../http/wire-json.ts";
import { decoderSchema } from "./decoder-schema.ts";
import { isStrict, strictSchema } from "./strict-schema.ts";

/** Most tokens of one answer, where the byte limit is not tighter; local models seldom have room for more. */
const tokensMax = 16_000;

/**
 * The body of POST /chat/completions. No `tools`, hence no tool calls; temperature 0, because the answer is a form to be
 * filled in. The schema is in the form that OpenAI takes as strict, and says so unless it is larger than one may be. An empty
 * model id is left out: servers with one model take whatever they have.
 */
export const requestBody = (request: ModelRequest, stream: boolean) => {
  const schema = strictSchema(decoderSchema(parseWire(request.answerSchema)));
  return body(request, stream, schema);
};

const body = (request: ModelRequest, stream: boolean, schema: ReturnType<typeof strictSchema>) => ({
  ...(request.modelId === "" ? {} : { model: request.modelId }),
  max_tokens: Math.min(tokensMax, request.outputBytesMax),
  temperature: 0,
  stream,
  ...(stream ? { stream_options: { include_usage: true } } : {}),
  response_format: {
    type: "json_schema",
    json_schema: { name: "model_turn", strict: isStrict(schema), schema },
  },
  messages: [
    { role: "system", content: request.systemPrompt },
    { role: "user", content: request.prompt },
  ],
});
