import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { accessTokenCheck, accessTokenDigest, accessTokenFile } from "../access-token.ts";
import type { DomainError } from "../error.ts";
import { hasSockets, socketToListenAt } from "../local-socket.ts";
import { type Authenticate, byToken } from "../wire/admission.ts";
import { createCalledBy } from "../wire/called-by.ts";
import type { Log } from "../wire/log.ts";
import { bySession } from "../wire/page-session.ts";
import type { ServerOptions } from "../wire/server.ts";
import type { Sessions } from "../wire/sessions.ts";

/** Who may call by the account's token. Errors: REQUEST_INVALID with no place for a token. */
const byOwnToken = (env: Readonly<Record<string, string | undefined>>, log: Log): Authenticate => {
  const file = accessTokenFile(env);
  const onUnfit = ({ message }: DomainError): void =>
    log.error({ reason: "UNAUTHENTICATED" }, `nobody is let in by the token: ${message}`);
  return byToken(accessTokenCheck(file, onUnfit), file);
};

/** Who may call: whoever has this account's token, and a page with a session. Errors: REQUEST_INVALID with no place for a token. */
export const authenticate = (
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
  sessions?: Sessions,
): Authenticate => (sessions ? bySession(sessions, byOwnToken(env, log)) : byOwnToken(env, log));

/**
 * Whoever the account lets in, and those who sign in elsewhere where a file says whose word is taken, on its page too where it says how. What looks at
 * their tokens is loaded only then. Errors: those of openSignIn.
 */
export const letIn = async (
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  { sessions, log }: { readonly sessions: Sessions; readonly log: Log },
) => {
  if (file === undefined) return { authenticated: { authenticate: authenticate(env, log, sessions) } };
  const { openPeople } = await import("../access/people.ts");
  const { roles, quotas, signIn, ...authenticated } = openPeople({
    file,
    sessions,
    log,
    token: byOwnToken(env, log),
    nowMs: Date.now,
  });
  return { authenticated, calledBy: createCalledBy(), roles, quotas, signIn, pageAt: authenticated.pageAt };
};

/**
 * By which ways a server of this account is called beside its port in clear: a Unix socket, on a system that has them, and TLS by its token. Errors:
 * those of opening the token.
 */
export const waysIn = (
  env: Readonly<Record<string, string | undefined>>,
): Pick<ServerOptions, "socketAt" | "tokenDigest"> => ({
  ...(hasSockets && { socketAt: (address, port) => socketToListenAt(env, address, port) }),
  tokenDigest: accessTokenDigest(accessTokenFile(env)),
});

/**
 * Keeps other accounts of the machine out of the files: what is made from now on is its owner's alone, and a data folder that
 * others could look into is closed, with the folders in it. What lies deeper is out of reach then, whatever its own mode.
 */
export const closeToOthers = (dataDir: string | undefined, log: Log): void => {
  // A worker has no umask of its own (tests run in one); what it makes lies in a folder that is closed.
  if (isMainThread) process.umask(0o077);
  if (dataDir === undefined || !existsSync(dataDir)) return;
  const inner = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const folder of [dataDir, ...inner.map(({ name }) => join(dataDir, name))]) {
    try {
      chmodSync(folder, 0o700);
    } catch (cause) {
      log.warn(
        { systemCode: (cause as NodeJS.ErrnoException).code },
        "a folder of the data folder stays open to others",
      );
    }
  }
};
