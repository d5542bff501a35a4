import type { ServiceImpl } from "@connectrpc/connect";
import type { CitationResolution, LawCitationService } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { LawBot } from "../lawbot.ts";
import { dayAsked, viewAsked } from "./day.ts";

/** LawCitationService: decode, ask, encode. */
export const lawCitationService = (lawbot: LawBot): ServiceImpl<typeof LawCitationService> => ({
  async parseCitations({ text, inDocUid }) {
    const standsIn = inDocUid && (await lawbot.citations.textOf(inDocUid));
    return { citations: await lawbot.citations.parse(text, dayAsked("", lawbot.clock), standsIn) };
  },
  async resolveCitations(request) {
    const day = dayAsked(request.inForceOn, lawbot.clock);
    const knownOn = viewAsked(request.knownOn);
    const corpusRevision = lawbot.versions.revision;
    const resolutions: CitationResolution[] = [];
    const isDayNamed = request.inForceOn !== "";
    for (const citation of request.citations)
      resolutions.push(await lawbot.citations.resolve(citation, day, knownOn, isDayNamed));
    return { resolutions, inForceOn: day, corpusRevision };
  },
});
