import type { ModelRequest } from "../../../../gen/pincite/model/v1/model_call_pb.ts";

/**
 * Most tokens of one answer. A long draft takes about 12,000; every model that can be named here may write as many. A
 * token is at least one byte, so a small byte limit is the tighter one.
 */
const tokensMax = 16_000;

/**
 * The body of POST /v1/messages. There is no `tools` member, hence no tool of the provider. The schema of the answer
 * stands in the system prompt: the API's own decoder takes no lengths, no patterns and few optional members, and refuses
 * what is larger (docs/adr/0006-providers.md), so `acceptTurn` alone decides whether the answer meets it.
 */
export const requestBody = (request: ModelRequest, stream: boolean) => ({
  model: request.modelId,
  max_tokens: Math.min(tokensMax, request.outputBytesMax),
  stream,
  system: [
    { type: "text", text: request.systemPrompt },
    { type: "text", text: `The JSON Schema of your whole output:\n${request.answerSchema}` },
  ],
  messages: [{ role: "user", content: [{ type: "text", text: request.prompt }] }],
});
