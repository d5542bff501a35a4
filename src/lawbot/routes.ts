import type { ConnectRouter } from "@connectrpc/connect";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { LawErasureService } from "../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { LawFetchService } from "../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { LawImportService } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawPackService } from "../../gen/pincite/lawbot/v1/law_pack_service_pb.ts";
import { LawSearchService } from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawSpanService } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import type { CaseLaw } from "./case-law.ts";
import { LawErasures } from "./erase/erasures.ts";
import type { LawFetcher } from "./fetch/law-fetcher.ts";
import type { LawList } from "./fetch/law-lists.ts";
import type { LawBot } from "./lawbot.ts";
import { caseLawService } from "./rpc/case-law.ts";
import { lawCitationService } from "./rpc/law-citations.ts";
import { lawErasureService } from "./rpc/law-erasure.ts";
import { lawFetchService } from "./rpc/law-fetch.ts";
import { lawImportService } from "./rpc/law-import.ts";
import { lawPackService } from "./rpc/law-packs.ts";
import { lawSearchService } from "./rpc/law-search.ts";
import { lawSpanService } from "./rpc/law-spans.ts";
import { lawsService } from "./rpc/laws.ts";
import { type PackFileShipped, ShippedPack } from "./shipped-pack.ts";

/** Calls that may take as long as an import: give them to the server's long deadlines. */
export const lawbotLongMethods: readonly string[] = [
  "pincite.lawbot.v1.LawImportService/Import",
  "pincite.lawbot.v1.LawImportService/ImportPiece",
  "pincite.lawbot.v1.LawPackService/AddShippedPack",
  "pincite.lawbot.v1.LawFetchService/FetchLaw",
  "pincite.lawbot.v1.LawErasureService/CommitErasure",
];

/** The long call of case law. */
export const caseLawLongMethods: readonly string[] = ["pincite.lawbot.v1.CaseLawService/ImportRulings"];

/** Case law's service, apart from the statutes': a LawBot without case law answers UNIMPLEMENTED to every call of it. */
export const caseLawRoutes =
  (cases: CaseLaw) =>
  (router: ConnectRouter): void => {
    router.service(CaseLawService, caseLawService(cases));
  };

/**
 * All of LawBot's services about statutes over one LawBot, for a server of its own or an in-process transport. `cases` is
 * where an import hands rulings to; without it they are refused. Without a `fetcher` fetching is switched off. `lists` are
 * the workflow profiles whose laws can be fetched by the profile's name. Without a `shipped` pack none is offered.
 */
export const lawbotRoutes =
  (lawbot: LawBot, cases?: CaseLaw, fetcher?: LawFetcher, lists: readonly LawList[] = [], shipped?: PackFileShipped) =>
  (router: ConnectRouter): void => {
    router.service(LawSearchService, lawSearchService(lawbot));
    router.service(LawCitationService, lawCitationService(lawbot));
    router.service(LawSpanService, lawSpanService(lawbot));
    router.service(LawsService, lawsService(lawbot));
    router.service(LawImportService, lawImportService(lawbot, cases));
    router.service(LawPackService, lawPackService(shipped && new ShippedPack(shipped, lawbot)));
    router.service(LawFetchService, lawFetchService(lawbot, fetcher, lists));
    router.service(LawErasureService, lawErasureService(erasuresOf(lawbot, cases)));
  };

const erasuresOf = (lawbot: LawBot, cases: CaseLaw | undefined): LawErasures =>
  new LawErasures(cases ? [lawbot.erasable, cases.erasable] : [lawbot.erasable], lawbot.store, lawbot.clock);
