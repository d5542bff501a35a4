import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { DomainError } from "../error.ts";

/** Output of a provider, untouched, and the tokens that it counted; zero where the provider does not count. */
export interface ModelOutput {
  readonly raw: Uint8Array;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Reports the bytes of output so far, never the words: nothing a model writes is shown before it was accepted. */
export type Progress = (writtenBytes: number) => void;

/**
 * Answers one ModelRequest. A provider sees the request and nothing else: no Vault, no LawBot, no store. Its output is
 * hostile input until `acceptTurn` has taken it. An output longer than `outputBytesMax` is cut one byte past that limit, so
 * that `acceptTurn` sees that it was too long and nobody reads the rest. It makes one call, never a second call by itself [S90].
 *
 * Errors of `generate`: ProviderError (UPSTREAM_UNAVAILABLE), CANCELLED (the signal).
 */
export interface ModelProvider {
  /** Name of the provider as in WorkflowProfile.provider, such as `extractive`. */
  readonly name: string;
  generate(request: ModelRequest, signal: AbortSignal, progress?: Progress): Promise<ModelOutput>;
}

/** Reasons why a provider gave no whole answer. */
export type ProviderFailure =
  | "unreachable"
  | "hang_up"
  | "deadline"
  | "overloaded"
  | "rate_limited"
  | "unauthorised"
  | "request_refused"
  | "server_error"
  | "malformed"
  | "oversize"
  | "truncated"
  | "declined"
  | "provider_tool"
  | "wrong_model"
  | "not_recorded";

/** What happened and what to do, after the name of the provider. */
export const providerAdvice: Readonly<Record<ProviderFailure, string>> = {
  unreachable: "could not be reached: check its address and whether it runs, then ask again.",
  hang_up: "broke off before its answer was whole: ask again.",
  deadline: "did not finish in time: ask again, or give the profile a longer provider_timeout_ms.",
  overloaded: "is overloaded: wait a minute and ask again.",
  rate_limited: "allows no more calls for now: wait a minute and ask again, or raise the limit of the account.",
  unauthorised: "does not accept this server's key: set the key in the environment of the server and start it again.",
  request_refused:
    "refused the request: check its address, the model id in the profile, and that the model takes a prompt of this size.",
  server_error: "failed: ask again.",
  malformed: "answered with something that is not its own protocol: check that the address is that of such a provider.",
  oversize: "sent more than an answer can be: ask again, or ask for less.",
  truncated: "stopped at its limit of tokens before the answer was whole: ask for less at once, or use another model.",
  declined: "declined to answer: put it in other words.",
  provider_tool: "used a tool of its own, which is not allowed here: switch its tools off.",
  wrong_model: "answered with another model than the profile names: name the exact model id in the profile.",
  not_recorded: "has no recording of this step: replay the run with the store it was recorded in.",
};

/**
 * UPSTREAM_UNAVAILABLE error of a provider: the message says what to do, and `facts.failure` names the kind of failure. The
 * error holds no text of the other side, no address and no key; therefore it has no `cause` either. `facts.retry_after_seconds`
 * is a number that the other side gave, and is told.
 */
export class ProviderError extends DomainError {
  readonly failure: ProviderFailure;
  /** Output received before the failure, for the record only; undefined where none was received. */
  readonly partial: ModelOutput | undefined;

  constructor(provider: string, failure: ProviderFailure, partial?: ModelOutput, facts: Record<string, string> = {}) {
    const wait = facts.retry_after_seconds ? ` It asks to wait ${facts.retry_after_seconds} seconds.` : "";
    super(
      "UPSTREAM_UNAVAILABLE",
      `The model provider ${provider} ${providerAdvice[failure]}${wait} Or propose yourself.`,
      {
        provider,
        failure,
        ...facts,
      },
    );
    this.failure = failure;
    this.partial = partial;
  }
}
