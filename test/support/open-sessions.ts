import { createSessions, type Sessions, unkept } from "../../src/wire/sessions.ts";

/** Sessions in memory, of an account with some token. */
export const openSessions = (): Sessions =>
  createSessions({ nowMs: () => performance.now(), key: () => Buffer.from("token"), kept: unkept() });
