import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Refuses to bind to anything but loopback: the token is sent in clear text, and whoever has it acts as the configured user,
 * so neither may pass over a network.
 */
export const requireLoopback = (host: string): void => {
  if (loopbackHosts.has(host)) return;
  throw new DomainError("HOST_REFUSED", worded("error.cannot-listen-on-the-token-of-its-callers", { host }), { host });
};

/**
 * Whether a Host or :authority header names this machine by a loopback name, with or without a port. A web page that
 * rebinds its own domain to 127.0.0.1 reaches the port but still sends its own name here.
 */
export const isLoopbackAuthority = (authority: string | undefined): boolean =>
  authority !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(authority);

/** The URL of a server on this host and port; an IPv6 address stands in brackets (RFC 3986 §3.2.2). */
export const serverUrl = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
