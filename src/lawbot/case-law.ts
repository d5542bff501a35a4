import type { Ruling } from "../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { Store } from "../store/store.ts";
import { createPageTokens, type PageTokens } from "../wire/page-token.ts";
import { CaseCitationResolver } from "./case/case-citations.ts";
import { CaseImporter } from "./case/case-import.ts";
import { openCaseIndex } from "./case/case-index.ts";
import { CaseSearch } from "./case/case-search.ts";
import { CaseStore } from "./case/case-store.ts";
import { followRulings } from "./case/follow-rulings.ts";
import { Rulings } from "./case/rulings.ts";
import { CorpusSpans } from "./corpus-spans.ts";
import { erasableRulings } from "./erase/erasable-rulings.ts";
import type { Erasable } from "./erase/erasures.ts";
import { snapshotsIn } from "./index-snapshots.ts";
import { jurisdiction } from "./known-jurisdictions.ts";

export interface CaseLawOptions {
  /** May be the store that the statutes lie in: records, streams and index are apart. */
  readonly store: Store;
  readonly owner: string;
  /** Where the search index of case law lies; ":memory:" builds it at every start. Never the file of the statutes' index. */
  readonly indexFile: string;
  readonly clock: { now(): number };
  /** 32 random bytes of this installation, for page tokens. */
  readonly tokenKey: Uint8Array;
}

/** Case law, opened: one noun for each part of its service. */
export interface CaseLaw {
  readonly rulings: Rulings;
  readonly search: CaseSearch;
  readonly citations: CaseCitationResolver;
  readonly spans: CorpusSpans<Ruling>;
  readonly importer: CaseImporter;
  readonly erasable: Erasable;
  readonly tokens: PageTokens;
  /** Reads what other processes have changed in the store. Errors: DATA_LOSS, STORE_FAILED. */
  follow(): Promise<void>;
  /** Shares its search index with other servers where it rests. To be asked every now and then. Errors: those of the store. */
  share(): Promise<void>;
  /** Closes the index. The store belongs to whoever opened it. */
  close(): void;
}

/**
 * Opens case law over a store. To offer it: `caseLawRoutes` beside `lawbotRoutes`, with `caseLawLongMethods` among the long
 * ones.
 *
 * Two doors lead to a ruling, and only one of them is opted in to. CaseLawService is LawBot's own: rulings are published
 * texts, a person or a program that calls it asks for them by that very call, and nothing of a run is in it. The other is
 * the orchestrator's: a run reaches this service through the tools lawbot.case_search (SearchCases),
 * lawbot.case_resolve_citations (ResolveCaseCitations) and lawbot.case_get_spans (ResolveCaseSpans) and through pins
 * (GetRuling), and all four are shut unless the run's workflow profile says `case_law: true`. test/e2e/case-law-closed.test.ts tries
 * that door with every call there is. Errors: DATA_LOSS, STORE_FAILED.
 */
export const openCaseLaw = async (options: CaseLawOptions): Promise<CaseLaw> => {
  const store = new CaseStore(options.store, options.owner);
  const rulings = new Rulings(store, jurisdiction.rulings, await store.rulings());
  const index = await openCaseIndex(
    options.indexFile,
    rulings,
    jurisdiction,
    snapshotsIn(options.store, options.owner, "case"),
  );
  const importer = new CaseImporter({ source: jurisdiction.rulings, store, rulings, index }, options.clock);
  return {
    rulings,
    search: new CaseSearch(rulings, index, jurisdiction),
    citations: new CaseCitationResolver(rulings, jurisdiction),
    spans: new CorpusSpans(rulings),
    importer,
    erasable: erasableRulings({ store, rulings, index }),
    tokens: createPageTokens(options.tokenKey),
    follow: () => importer.between(() => followRulings({ store, rulings, index })),
    share: () => index.share(),
    close: () => index.close(),
  };
};
