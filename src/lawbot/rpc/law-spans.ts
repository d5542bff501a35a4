import type { ServiceImpl } from "@connectrpc/connect";
import type { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { LawBot } from "../lawbot.ts";

/** LawSpanService: decode, ask, encode. */
export const lawSpanService = (lawbot: LawBot): ServiceImpl<typeof LawSpanService> => ({
  async resolveSpans(request) {
    return { results: await lawbot.spans.resolve(request.entries) };
  },
});
