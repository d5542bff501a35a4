import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { CaseLawService } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawCitationService } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { LawSearchService } from "../../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";

export interface LawbotClient {
  readonly search: Client<typeof LawSearchService>;
  readonly citations: Client<typeof LawCitationService>;
  readonly spans: Client<typeof LawSpanService>;
  readonly laws: Client<typeof LawsService>;
  readonly cases: Client<typeof CaseLawService>;
}

/** LawBot's reading services over a transport: in this process or to another machine makes no difference here. */
export const createLawbotClient = (transport: Transport): LawbotClient => ({
  search: createClient(LawSearchService, transport),
  citations: createClient(LawCitationService, transport),
  spans: createClient(LawSpanService, transport),
  laws: createClient(LawsService, transport),
  cases: createClient(CaseLawService, transport),
});
