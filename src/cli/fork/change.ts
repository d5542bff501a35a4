import { isDay } from "#kit/day.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** What is other in a fork. */
export interface Change {
  /** As it was asked for, such as `law-date=2024-01-01`: stands in the fork's title and record. */
  readonly words: string;
  /** The day the law is read on; undefined: as before. */
  readonly lawDate?: string;
  /** What of CreateRun it sets. */
  readonly create: { readonly profileId?: string; readonly referenceDate?: string };
  /** What of CreateRun's fork it sets. */
  readonly fork: { readonly provider?: string; readonly modelId?: string };
}

/**
 * Reads `model=provider/model`, `profile=NAME` or `law-date=YYYY-MM-DD`. One change for a fork: with two, nobody could say
 * which of them made the difference. Errors: REQUEST_INVALID.
 */
export const parseChange = (words: string): Change => {
  const [, name, value] = /^(model|profile|law-date)=(.+)$/u.exec(words) ?? [];
  if (!name || !value)
    throw new DomainError("REQUEST_INVALID", worded("command.with-write-model-provider-model-profile-name", { words }));
  if (name === "profile") return { words, create: { profileId: value }, fork: {} };
  if (name === "model") {
    const at = value.indexOf("/");
    const [provider, modelId] = at < 0 ? [value, ""] : [value.slice(0, at), value.slice(at + 1)];
    return { words, create: {}, fork: { provider, modelId } };
  }
  if (!isDay(value))
    throw new DomainError("REQUEST_INVALID", worded("command.with-a-day-is-written-as-2024-01-01", { words }));
  return { words, lawDate: value, create: { referenceDate: value }, fork: {} };
};
