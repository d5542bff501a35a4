import type { Ruling } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import { OpenTexts } from "../open-texts.ts";
import type { RulingSource } from "../port/ruling-source.ts";
import type { CaseStore } from "./case-store.ts";
import { OpenRuling } from "./open-ruling.ts";

/** Rulings kept open for spans. */
const openMax = 32;

/** The loaded rulings. Held in memory: a record is a kilobyte, its text stays in the store. */
export class Rulings {
  readonly #rulings = new Map<string, Ruling>();
  readonly #open: OpenTexts<Ruling, OpenRuling>;
  readonly #store: CaseStore;
  #revision: string | undefined;

  constructor(store: CaseStore, customs: RulingSource, loaded: readonly Ruling[]) {
    this.#store = store;
    this.#open = new OpenTexts({
      keyOf: ({ ecli }) => ecli,
      load: async (ruling) => new OpenRuling(ruling, await store.text(ruling), customs),
      weigh: () => 1,
      weightMax: openMax,
    });
    for (const ruling of loaded) this.add(ruling);
  }

  add(ruling: Ruling): void {
    this.#rulings.set(ruling.ecli, ruling);
    this.#open.close((ecli) => ecli === ruling.ecli);
    this.#revision = undefined;
  }

  remove(ecli: string): void {
    this.#rulings.delete(ecli);
    this.#open.close((each) => each === ecli);
    this.#revision = undefined;
  }

  /** Every ruling, in order of ECLI. */
  all(): Ruling[] {
    return [...this.#rulings.values()].sort((a, b) => (a.ecli < b.ecli ? -1 : 1));
  }

  /** Names the corpus by its content. */
  get revision(): string {
    this.#revision ??= sha256Hex(
      new TextEncoder().encode(
        this.all()
          .map((ruling) => `${ruling.ecli} ${ruling.sourceDigest}\n`)
          .join(""),
      ),
    ).slice(0, 16);
    return this.#revision;
  }

  find(ecli: string): Ruling | undefined {
    return this.#rulings.get(ecli);
  }

  /** Rulings of an older number: an opinion and its judgment share one. */
  ofLjn(ljn: string): Ruling[] {
    return this.all().filter((ruling) => ruling.ljn === ljn);
  }

  /** Errors: NO_LAW_LOADED, LAW_NOT_FOUND. */
  named(ecli: string): Ruling {
    this.requireAny();
    const ruling = this.#rulings.get(ecli);
    if (ruling) return ruling;
    throw new DomainError(
      "LAW_NOT_FOUND",
      worded("source-error.is-not-loaded-import-it-first", { ecli: ecli.slice(0, 80) }),
      { doc_uid: ecli },
    );
  }

  /** Errors: NO_LAW_LOADED when nothing is. */
  requireAny(): void {
    if (this.#rulings.size === 0)
      throw new DomainError("NO_LAW_LOADED", worded("source-error.no-ruling-is-loaded-import-one-first"));
  }

  /** A ruling with its text, the ones last used kept open. Errors: DATA_LOSS, STORE_FAILED. */
  open(ruling: Ruling): Promise<OpenRuling> {
    return this.#open.get(ruling);
  }

  /** Stored bytes that a ruling names. Errors: DATA_LOSS, STORE_FAILED. */
  stored(digest: string): Promise<Uint8Array> {
    return this.#store.blob(digest);
  }
}
