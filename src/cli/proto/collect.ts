import { toBinary } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";

/** Keeps the answers to calls of these methods, encoded, in the order in which they came. */
export const collectAnswers = (methods: ReadonlySet<string>): { interceptor: Interceptor; answers: Uint8Array[] } => {
  const answers: Uint8Array[] = [];
  const interceptor: Interceptor = (next) => async (request) => {
    const response = await next(request);
    if (!response.stream && methods.has(request.method.name))
      answers.push(toBinary(request.method.output, response.message));
    return response;
  };
  return { interceptor, answers };
};
