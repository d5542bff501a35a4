import { DomainError } from "../error.ts";

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Refuses to bind to anything but loopback. Until callers are authenticated, whoever reaches the port acts as the
 * configured user, so the port must not be reachable from elsewhere.
 */
export const requireLoopback = (host: string): void => {
  if (loopbackHosts.has(host)) return;
  throw new DomainError(
    "HOST_REFUSED",
    `cannot listen on "${host}": other addresses wait for authentication, and until then only 127.0.0.1, ::1 and localhost are served`,
    { host },
  );
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
