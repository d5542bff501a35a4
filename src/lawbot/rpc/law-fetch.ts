import type { ServiceImpl } from "@connectrpc/connect";
import type { LawFetchService } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError } from "../../error.ts";
import { type FetchCallParts, runFetch } from "../fetch/fetch-call.ts";
import type { LawFetcher } from "../fetch/law-fetcher.ts";
import { lawSources } from "../fetch/law-sources.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, viewAsked } from "./day.ts";

/** LawFetchService: decode, ask, encode. Without a fetcher fetching is switched off. */
export const lawFetchService = (lawbot: LawBot, fetcher?: LawFetcher): ServiceImpl<typeof LawFetchService> => ({
  async *fetchLaw(request, { signal }) {
    const parts = partsOf(lawbot, fetcher);
    const asked = { day: dayAsked(request.inForceOn, lawbot.clock), knownOn: viewAsked(request.knownOn) };
    yield* runFetch(request, asked, signal, parts);
  },
  getFetchSettings: () => ({
    allowed: fetcher !== undefined,
    services: (lawbot.jurisdiction.services ?? []).map(({ name, hosts, requestGapMs }) => ({
      name,
      hosts: [...hosts],
      requestGapMs,
    })),
    profiles: Object.entries(lawSources).map(([profile, laws]) => ({ profile, laws: [...laws] })),
  }),
});

const partsOf = ({ store, versions }: LawBot, fetcher: LawFetcher | undefined): FetchCallParts => {
  if (fetcher) return { fetcher, store, versions };
  throw new DomainError(
    "UNSUPPORTED",
    "fetching law is switched off on this server (PINCITE_LAW_FETCH=off); download the XML with a browser and load it by hand (LawImportService.Import; on the command line, `pincite law import FILE`)",
  );
};
