import type { ServiceImpl } from "@connectrpc/connect";
import type { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, dayIn, whenAsked } from "./day.ts";

/** LawSpanService: decode, ask, encode. */
export const lawSpanService = (lawbot: LawBot): ServiceImpl<typeof LawSpanService> => ({
  async resolveSpans(request) {
    return { results: await lawbot.spans.resolve(request.entries, dayIn("in_force_on", request.inForceOn)) };
  },
  async watchSpans({ spans, inForceOn }) {
    const day = dayAsked(inForceOn, lawbot.clock);
    const answers = await lawbot.watch.answers(spans, day);
    return { answers, inForceOn: day, corpusRevision: lawbot.versions.revision };
  },
  async compareSpan(request) {
    // The rule of the message requires a span; without validation there is none.
    if (!request.span) throw new DomainError("REQUEST_INVALID", worded("source-error.name-the-span-to-compare"));
    return lawbot.drift.compare(request.span, whenAsked(request, lawbot.clock));
  },
});
