import type { Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { originHalf } from "#kit/page-session.ts";
import { firstLocale } from "../messages/locale.ts";
import { fetchTexts } from "./words/texts.ts";

/**
 * Parts of what a server says of a failure come as finished English, by which they are found again: it is here before they are shown, with what is said
 * of failures alone. Where it cannot come either, the failure is told as the server said it.
 */
const wordsOfFailures = (): Promise<unknown> => fetchTexts(firstLocale).catch(() => undefined);

/** Whether a call of this page was answered yet, and what to tell once one is again. */
let wasLetIn = false;
let onAnswer: (() => void) | undefined;

/** Sees to a failure before it is shown. */
const failed = async (error: unknown): Promise<void> => {
  await wordsOfFailures();
  const late = await import("./parts/signed-out.tsx").catch(() => undefined);
  late?.seeToSignIn(error, { wasLetIn });
  onAnswer = late?.signedInAgain;
};

const withWordsOfFailures: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    if (response.stream) return { ...response, message: toldWell(response.message) };
    wasLetIn = true;
    onAnswer?.();
    return response;
  } catch (error) {
    await failed(error);
    throw error;
  }
};

async function* toldWell<Message>(messages: AsyncIterable<Message>): AsyncIterable<Message> {
  try {
    yield* messages;
  } catch (error) {
    await failed(error);
    throw error;
  }
}

/** The half of this browser's session that is kept for this address alone; absent where nobody was let in. */
export const ownHalf = (): Record<string, string> => {
  const half = globalThis.localStorage.getItem(originHalf.kept);
  return half === null ? {} : { [originHalf.header]: half };
};

const withOwnHalf: Interceptor = (next) => (request) => {
  for (const [name, word] of Object.entries(ownHalf())) request.header.set(name, word);
  return next(request);
};

/**
 * The calls of the server that gave this page: binary messages to its own address, with both halves of the session. No other address
 * is ever called.
 */
export const serverTransport = createConnectTransport({
  baseUrl: globalThis.location.origin,
  useBinaryFormat: true,
  interceptors: [withWordsOfFailures, withOwnHalf],
});
