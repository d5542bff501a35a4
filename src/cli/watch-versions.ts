import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { Interceptor } from "@connectrpc/connect";
import { SeenVersions, seenFile } from "./seen-versions.ts";

/**
 * Looks at what each reading call says of a run, and tells of a run that stands before what was last seen of it. The answer of a
 * command may be the one that was recorded when the command was first made, with the version of then.
 */
export const watchVersions = (
  env: Readonly<Record<string, string | undefined>>,
  tell: (runId: string, seen: string, now: string) => void,
): Interceptor => {
  const file = seenFile(env);
  const versions = file === undefined ? undefined : new SeenVersions(file);
  return (next) => async (request) => {
    const response = await next(request);
    const isReading = request.method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
    const context = response.stream || !isReading ? undefined : contextIn(response.message);
    const since = context && versions?.see(context.runId, context.version);
    if (context && since && since !== "on") tell(context.runId, since.seenVersion, context.version);
    return response;
  };
};

const contextIn = (message: object): { runId: string; version: string } | undefined => {
  const held: unknown = "runContext" in message ? message.runContext : undefined;
  if (typeof held !== "object" || held === null || !("runId" in held) || !("version" in held)) return undefined;
  const { runId, version } = held;
  return typeof runId === "string" && typeof version === "string" && /^\d+-/.test(version)
    ? { runId, version }
    : undefined;
};
