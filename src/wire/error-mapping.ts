import type { Interceptor } from "@connectrpc/connect";
import { toConnectError } from "./error.ts";

/**
 * Maps every error of a call once, on its way out: of the answer, and of each message of a stream, which fails while it is
 * iterated and long after the call itself has returned. Without it Connect hides the reason and logs nothing.
 */
export const errorMapping: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    return response.stream ? { ...response, message: mapped(response.message) } : response;
  } catch (error) {
    throw toConnectError(error);
  }
};

async function* mapped<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw toConnectError(error);
  }
}
