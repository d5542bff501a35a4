import type { ServiceImpl } from "@connectrpc/connect";
import type { LawFetchService } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type FetchCallParts, runFetch } from "../fetch/fetch-call.ts";
import type { LawFetcher } from "../fetch/law-fetcher.ts";
import { inLocale, type LawList } from "../fetch/law-lists.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, viewAsked } from "./day.ts";

/** LawFetchService: decode, ask, encode. Without a fetcher fetching is switched off. */
export const lawFetchService = (
  lawbot: LawBot,
  fetcher: LawFetcher | undefined,
  lists: readonly LawList[],
): ServiceImpl<typeof LawFetchService> => ({
  async *fetchLaw(request, { signal }) {
    const parts = { ...partsOf(lawbot, fetcher), lists };
    const asked = { day: dayAsked(request.inForceOn, lawbot.clock), knownOn: viewAsked(request.knownOn) };
    yield* runFetch(request, asked, signal, parts);
  },
  getFetchSettings: ({ locale }) => ({
    allowed: fetcher !== undefined,
    services: (lawbot.jurisdiction.services ?? []).map(({ name, hosts, requestGapMs }) => ({
      name,
      hosts: [...hosts],
      requestGapMs,
    })),
    profiles: lists.map(({ profileId, lawSources }) => ({
      profile: profileId,
      laws: lawSources.map(({ lawId, name, why }) => ({ lawId, name, why: inLocale(why, locale || "en") })),
    })),
  }),
});

const partsOf = ({ store, versions }: LawBot, fetcher: LawFetcher | undefined): Omit<FetchCallParts, "lists"> => {
  if (fetcher) return { fetcher, store, versions };
  throw new DomainError("UNSUPPORTED", worded("source-error.fetching-law-is-switched-off-on-this-server"));
};
