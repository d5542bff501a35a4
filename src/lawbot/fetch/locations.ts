import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** Where official addresses lead to. */
export interface Locations {
  /** The address to ask for an official one. Errors: INTERNAL for an address that is none of the service's. */
  of(official: string): URL;
  /** The address a redirect from `at` leads to, when it is https on the same host; undefined otherwise. */
  redirected(at: URL, location: string): URL | undefined;
}

/**
 * Addresses of the given hosts, https only. `standIn`, for tests and trials, is an address on this machine that takes the
 * place of all of them: paths and queries stay. It is never taken from an answer. Errors: REQUEST_INVALID for a stand-in
 * elsewhere.
 */
export const locationsOf = (hosts: readonly string[], standIn?: string): Locations => {
  const base = standIn === undefined ? undefined : checkedStandIn(standIn);
  return {
    of(official) {
      const url = new URL(official);
      const isOfficial = url.protocol === "https:" && hosts.includes(url.host) && !url.username && !url.password;
      if (!isOfficial) throw new DomainError("INTERNAL", worded("law.an-address-outside-the-official-services-was"));
      return base ? new URL(url.pathname + url.search, base) : url;
    },
    redirected(at, location) {
      if (!URL.canParse(location, at)) return undefined;
      const next = new URL(location, at);
      const isSame = next.protocol === at.protocol && next.host === at.host;
      return isSame && !next.username && !next.password ? next : undefined;
    },
  };
};

/** Loopback only: anything else could be made to look official. */
const checkedStandIn = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname) && url.pathname === "/")
    return url;
  throw new DomainError("REQUEST_INVALID", worded("law.a-stand-in-for-the-official-services-is-an"));
};
