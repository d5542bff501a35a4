import { rulingsOf } from "../case/as-rulings-port.ts";
import type { CaseLaw } from "../case-law.ts";
import type { LawBot } from "../lawbot.ts";
import { type FetchClock, systemFetchClock } from "./fetch-clock.ts";
import { fetchLimits } from "./fetch-limits.ts";
import { type HttpGet, httpGet } from "./http-get.ts";
import { LawFetcher } from "./law-fetcher.ts";
import { locationsOf } from "./locations.ts";
import { Pace } from "./pace.ts";
import { folderPartials, memoryPartials } from "./partials.ts";

export interface LawFetchOptions {
  /** Where cut downloads are kept; absent: in memory. */
  readonly dir?: string;
  /** Said to the services, so that they know who asks: `pincite/0.1.0`. */
  readonly userAgent: string;
  /** An http address on this machine in place of every official one, for tests and trials; absent: the official ones. */
  readonly standIn?: string;
  /** Case law, for rulings; absent: they are answered with UNSUPPORTED. */
  readonly cases?: Pick<CaseLaw, "rulings" | "importer">;
  /** Default: the system's. */
  readonly clock?: FetchClock;
  /** Default: https over a connection of its own. */
  readonly get?: HttpGet;
}

/**
 * A fetcher for the services of LawBot's jurisdictions. Asks nobody anything until somebody calls it. Errors:
 * REQUEST_INVALID for a stand-in that is not on this machine.
 */
export const openLawFetcher = (lawbot: LawBot, options: LawFetchOptions): LawFetcher => {
  const { dir, userAgent, standIn, cases, clock = systemFetchClock, get = httpGet } = options;
  // Wrong settings are told at the start, not at the first call.
  locationsOf([], standIn);
  return new LawFetcher({
    get,
    clock,
    userAgent,
    pace: new Pace(clock),
    partials: dir ? folderPartials(dir, clock.now(), fetchLimits.partialKeptMs) : memoryPartials(),
    services: lawbot.jurisdiction.services ?? [],
    importer: lawbot.importer,
    versions: lawbot.versions,
    ...(cases && { rulings: rulingsOf(cases) }),
    ...(standIn !== undefined && { standIn }),
  });
};
