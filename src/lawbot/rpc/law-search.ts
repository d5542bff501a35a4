import type { ServiceImpl } from "@connectrpc/connect";
import { type LawSearchService, SearchRequestSchema } from "../../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { pageScope } from "../../wire/page-token.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, viewAsked } from "./day.ts";
import { pageOf } from "./paging.ts";

const pageSizeDefault = 20;

/** LawSearchService: decode, ask, encode. */
export const lawSearchService = (lawbot: LawBot): ServiceImpl<typeof LawSearchService> => ({
  async search(request) {
    lawbot.versions.requireAny();
    const day = dayAsked(request.inForceOn, lawbot.clock);
    const page = pageOf(lawbot, request.pageToken, pageScope(SearchRequestSchema, request));
    const limit = request.pageSize || pageSizeDefault;
    const result = await lawbot.search.search({
      text: request.query,
      day,
      knownOn: viewAsked(request.knownOn),
      lawIds: request.lawIds,
      limit,
      offset: page.offset,
    });
    result.nextPageToken = page.next(page.offset + limit, result.totalCount);
    return { result };
  },
});
