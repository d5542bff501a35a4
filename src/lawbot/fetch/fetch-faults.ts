import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** What was asked for, and where a person finds it. */
interface Asked {
  readonly url: string;
  readonly byHand?: string;
}

/** What every failed fetch can be answered with. */
const byHand = (url: string): string =>
  `or get it with a browser from ${url} and load that file (\`pincite law import FILE\`); statutes come with the program too (\`pincite law add\`)`;

/** The service cannot be reached, or broke off too often. `what` is a clause: "its name could not be looked up". */
export const unreachable = (
  service: string,
  { url, byHand: at = url }: Asked,
  what: string,
  cause?: unknown,
): DomainError =>
  new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("law.the-could-not-be-reached-check-the-network", { service, what, byHand: byHand(at) }),
    { service, url },
    cause === undefined ? {} : { cause },
  );

/** It answered, and not with what was asked for. */
export const badStatus = (service: string, { url, byHand: at = url }: Asked, status: number): DomainError =>
  new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("law.the-answered-with-status-try-again-later", { service, status, byHand: byHand(at) }),
    { service, url, status: String(status) },
  );

/** It is busy for longer than we wait. */
export const tooBusy = (service: string, { url, byHand: at = url }: Asked, seconds: number): DomainError =>
  new DomainError(
    "UPSTREAM_UNAVAILABLE",
    worded("law.the-is-busy-and-asks-to-wait-seconds-fetch", { service, seconds, byHand: byHand(at) }),
    { service, url, retry_after_seconds: String(seconds) },
  );

/** What came cannot be what was asked for; nothing of it is loaded. `why` is one word, `at` where a person finds the file. */
export const refusedFile = (why: string, url: string, message: string, at = url): DomainError =>
  new DomainError(
    "IMPORT_REFUSED",
    worded("law.nothing-of-it-was-loaded-fetch-again", { message, byHand: byHand(at) }),
    { why, url },
  );

/** It is larger than is taken. */
export const tooLarge = (url: string, bytesMax: number): DomainError =>
  new DomainError(
    "LIMIT_EXCEEDED",
    worded("law.is-larger-than-kib-as-sent-or-expanded-which", { url, floor: Math.floor(bytesMax / 1024) }),
    { url, bytes_max: String(bytesMax) },
  );

/** The caller went away, or the server stops. */
export const cancelled = (): DomainError =>
  new DomainError("CANCELLED", worded("law.the-fetch-was-broken-off-fetch-again-and-what"));

/** A clause that says why a connection failed, without a library's own words. */
export const connectionTrouble = (error: unknown): string => {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return "its name could not be looked up";
  if (code === "ECONNREFUSED") return "it refused the connection";
  if (code === "ADDRESS_REFUSED") return "its name leads to an address inside a private network, which is not asked";
  if (/CERT|SIGNED|TLS|SSL/.test(code)) return "its certificate is not trusted";
  if (code === "ECONNRESET" || code === "EPIPE") return "it broke the connection off";
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return "no way leads there";
  return "the connection failed";
};
