import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Store } from "../store/store.ts";
import { createPageTokens, type PageTokens } from "../wire/page-token.ts";
import { CorpusSpans } from "./corpus-spans.ts";
import { LawDrift } from "./drift/law-drift.ts";
import { LawWatch } from "./drift/law-watch.ts";
import { erasableLaw } from "./erase/erasable-law.ts";
import type { Erasable } from "./erase/erasures.ts";
import { followLaw, loadedLaw } from "./follow-law.ts";
import { snapshotsIn } from "./index-snapshots.ts";
import { jurisdiction } from "./known-jurisdictions.ts";
import { LawCatalogue } from "./law-catalogue.ts";
import { LawImporter } from "./law-import.ts";
import { type LawIndex, openLawIndex } from "./law-index.ts";
import { LawSearch } from "./law-search.ts";
import { LawStore } from "./law-store.ts";
import { LawVocabularies } from "./law-vocabulary.ts";
import { OpenLaw, OpenLaws } from "./open-law.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import { quotedLaw } from "./quoted-law.ts";
import { CitationResolver } from "./resolve-citations.ts";
import { TransitionalLaws } from "./transitional-law.ts";
import { Versions } from "./versions.ts";

/** Stored texts that are kept open together; open, each takes some three to six times as much, a whole book of the BW 10 MB. */
const openBytesMax = 24 * 1024 * 1024;

export interface LawBotOptions {
  readonly store: Store;
  /** Under whom everything is kept; LawBot's corpus is shared by all runs. */
  readonly owner: string;
  /** Where the search index lies; ":memory:" builds it at every start. */
  readonly indexFile: string;
  /** Milliseconds since 1970; decides what "today" is where a call names no day. */
  readonly clock: { now(): number };
  /** 32 random bytes of this installation, for page tokens. */
  readonly tokenKey: Uint8Array;
}

/** LawBot, opened: one noun for each of its services. */
export interface LawBot {
  readonly catalogue: LawCatalogue;
  readonly search: LawSearch;
  readonly citations: CitationResolver;
  readonly spans: CorpusSpans<LawVersion>;
  readonly drift: LawDrift;
  readonly watch: LawWatch;
  readonly importer: LawImporter;
  readonly store: LawStore;
  readonly index: LawIndex;
  readonly versions: Versions;
  readonly vocabularies: LawVocabularies;
  readonly erasable: Erasable;
  readonly tokens: PageTokens;
  readonly jurisdiction: Jurisdiction;
  readonly clock: { now(): number };
  /** Reads what other processes have changed in the store. Errors: DATA_LOSS, STORE_FAILED. */
  follow(): Promise<void>;
  /** Shares its search index with other servers where it rests. To be asked every now and then. Errors: those of the store. */
  share(): Promise<void>;
  /** Closes the index. The store belongs to whoever opened it. */
  close(): void;
}

/** Opens LawBot over a store; the index is rebuilt from the store where it is missing or not current. Errors: DATA_LOSS, STORE_FAILED. */
export const openLawBot = async (options: LawBotOptions): Promise<LawBot> => {
  const store = new LawStore(options.store, options.owner);
  const versions = new Versions(await loadedLaw(store), jurisdiction.loadingHint);
  const open = async (version: LawVersion) => {
    const about = {
      jurisdiction,
      names: versions.namesOf(version.lawId),
      keys: await store.unitKeys(version),
      knownFrom: () => versions.knownFrom(version),
    };
    return new OpenLaw(version, await store.text(version), about);
  };
  const laws = new OpenLaws(open, openBytesMax);
  const index = await openLawIndex(options.indexFile, versions, laws, snapshotsIn(options.store, options.owner, "law"));
  const corpus = { jurisdiction, versions, laws };
  const importer = new LawImporter(jurisdiction, { store, versions, laws, index }, options.clock);
  const drift = new LawDrift(versions, laws);
  const transitional = new TransitionalLaws(versions, laws);
  return {
    catalogue: new LawCatalogue(corpus),
    search: new LawSearch(versions, laws, index),
    citations: new CitationResolver(corpus, transitional),
    spans: new CorpusSpans({
      named: (docUid) => versions.named(docUid),
      open: async (version) => quotedLaw(await laws.get(version)),
      validity: (version, day) => versions.validity(version, day),
    }),
    drift,
    watch: new LawWatch(versions, drift, transitional),
    importer,
    store,
    index,
    versions,
    vocabularies: new LawVocabularies({ versions, text: async (version) => (await store.text(version)).text }),
    erasable: erasableLaw({ store, versions, laws, index }),
    tokens: createPageTokens(options.tokenKey),
    jurisdiction,
    clock: options.clock,
    follow: () => importer.between(() => followLaw({ store, versions, laws, index })),
    share: () => index.share(),
    close: () => index.close(),
  };
};
