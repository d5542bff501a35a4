import { join } from "node:path";
import type { Config } from "../config.ts";
import { type CaseLaw, openCaseLaw } from "../lawbot/case-law.ts";
import type { LawList } from "../lawbot/fetch/law-lists.ts";
import { type LawFetchOptions, openLawFetcher } from "../lawbot/fetch/open-fetcher.ts";
import { Following, routesAfter } from "../lawbot/follow.ts";
import { openLawBot } from "../lawbot/lawbot.ts";
import { caseLawLongMethods, caseLawRoutes, lawbotLongMethods, lawbotRoutes } from "../lawbot/routes.ts";
import { version } from "../version.ts";
import { clock } from "./clock.ts";
import type { OpenPart, PartAt } from "./open-part.ts";
import { shippedLaw } from "./shipped-law.ts";

/** How often it is looked whether laws and rulings have come to rest, so that other servers are given the index of them. */
const shareEveryMs = 30_000;

/** Opens LawBot and its case law over one store, for a server of its own or within another. */
export const openLawBotPart = async ({ config, ...at }: PartAt, lists: readonly LawList[]): Promise<OpenPart> => {
  const indexAt = (name: string) => (config.dataDir ? join(config.dataDir, name) : ":memory:");
  const lawbot = await openLawBot({ ...at, clock, indexFile: indexAt("law-index.sqlite") });
  const cases = await openCaseLaw({ ...at, clock, indexFile: indexAt("case-index.sqlite") });
  const fetcher = config.lawFetch ? openLawFetcher(lawbot, fetchOptions(config, cases)) : undefined;
  const following = new Following(at.store, at.owner, async () => {
    await lawbot.follow();
    await cases.follow();
  });
  const share = async (): Promise<void> => {
    await lawbot.share();
    await cases.share();
  };
  let sharing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A store that is away, or a disk that is full: nothing of it is lost, and it is tried again.
    sharing = sharing.then(share).catch(() => undefined);
  }, shareEveryMs).unref();
  return {
    routes: routesAfter(
      () => following.current(),
      (router) => {
        lawbotRoutes(lawbot, cases, fetcher, lists, shippedLaw)(router);
        caseLawRoutes(cases)(router);
      },
    ),
    longMethods: [...lawbotLongMethods, ...caseLawLongMethods],
    close: async () => {
      clearInterval(timer);
      await sharing;
      await cases.close();
      await lawbot.close();
    },
  };
};

const fetchOptions = ({ dataDir, lawStandIn }: Config, cases: CaseLaw): LawFetchOptions => ({
  cases,
  userAgent: `pincite/${version}`,
  ...(dataDir && { dir: join(dataDir, "law-fetch") }),
  ...(lawStandIn && { standIn: lawStandIn }),
});
