import { create } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  ImportItemSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { sha256Hex } from "../sha256.ts";
import { importCompanion } from "./companion-import.ts";
import type { Jurisdiction } from "./jurisdiction.ts";
import type { LawIndex } from "./law-index.ts";
import type { LawStore } from "./law-store.ts";
import { docUidOf, type MadeVersion, makeVersion } from "./law-version.ts";
import { type LawReading, Refusal, type SourceClaim } from "./reading.ts";
import type { Versions } from "./versions.ts";

/** The canonical text with its units is one blob of the store, which takes at most so much. */
const textBytesMax = 64 * 1024 * 1024;

/** Takes files in, one after the other, each committed on its own. */
export class LawImporter {
  readonly #jurisdiction: Jurisdiction;
  readonly #store: LawStore;
  readonly #versions: Versions;
  readonly #index: LawIndex;
  readonly #clock: { now(): number };
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    jurisdiction: Jurisdiction,
    parts: { readonly store: LawStore; readonly versions: Versions; readonly index: LawIndex },
    clock: { now(): number },
  ) {
    this.#jurisdiction = jurisdiction;
    this.#store = parts.store;
    this.#versions = parts.versions;
    this.#index = parts.index;
    this.#clock = clock;
  }

  /** Imports one file. Waits for the one before, so that two calls with the same law cannot pass each other. */
  importFile(claim: SourceClaim, bytes: Uint8Array): Promise<ImportItem> {
    const item = this.#last.then(() => this.#importNow(claim, bytes));
    this.#last = item.catch(() => undefined);
    return item;
  }

  async #importNow(claim: SourceClaim, bytes: Uint8Array): Promise<ImportItem> {
    const digest = sha256Hex(bytes);
    const known = this.#loaded(claim, digest);
    if (known) return duplicate(claim, known);
    try {
      return await this.#take(claim, bytes, digest);
    } catch (error) {
      if (error instanceof Refusal) return refused(claim, error);
      throw error;
    }
  }

  async #take(claim: SourceClaim, bytes: Uint8Array, digest: string): Promise<ImportItem> {
    const importedAtMs = this.#clock.now();
    const companion = this.#jurisdiction.readCompanion?.(bytes, claim);
    if (companion) {
      const parts = { store: this.#store, versions: this.#versions, index: this.#index };
      return importCompanion(parts, companion, { claim, bytes, importedAtMs });
    }
    const reading = this.#jurisdiction.readSource(bytes, claim);
    const docUid = docUidOf(reading);
    const earlier = this.#versions.all().find((version) => version.docUid === docUid);
    if (earlier) return this.#meeting(claim, earlier, digest);
    const about = { path: claim.path, importedAtMs, jurisdiction: this.#jurisdiction.id, digest };
    const { version, canonical } = await this.#keep(reading, bytes, about);
    this.#versions.add(version);
    await this.#index.add(version, canonical);
    return imported(claim, version);
  }

  /** Puts a version on disk. A function of its own, so that the encoded text is let go before the index is written. */
  async #keep(
    reading: LawReading,
    bytes: Uint8Array,
    about: Parameters<typeof makeVersion>[2],
  ): Promise<Pick<MadeVersion, "version" | "canonical">> {
    const { version, text, unitKeys, canonical } = makeVersion(reading, bytes, about);
    if (text.length > textBytesMax)
      throw new Refusal("TOO_LARGE", "the text of the law with its addresses is larger than 64 MiB");
    await this.#store.save(version, unitKeys ? [bytes, text, unitKeys] : [bytes, text]);
    return { version, canonical };
  }

  /** The version that these very bytes made, if they were imported for the same day before; spares reading them again. */
  #loaded(claim: SourceClaim, digest: string): LawVersion | undefined {
    return this.#versions
      .all()
      .find(
        (version) =>
          version.original?.digest === digest &&
          (claim.validFrom === "" ? version.form !== "bwb-2012" : version.validFrom === claim.validFrom),
      );
  }

  #meeting(claim: SourceClaim, earlier: LawVersion, digest: string): ImportItem {
    if (earlier.original?.digest === digest) return duplicate(claim, earlier);
    const why = `${earlier.docUid} is loaded from other bytes (${earlier.fileName}); a loaded version is never replaced, since quotes rest on it. If the text began on another day, import it with that day`;
    return refused(claim, new Refusal("OTHER_BYTES", why));
  }
}

const imported = (claim: SourceClaim, version: LawVersion): ImportItem =>
  create(ImportItemSchema, {
    path: claim.path,
    outcome: ImportItem_Outcome.IMPORTED,
    message: `${version.docUid}: ${version.articleCount} articles, ${version.unitCount} units${unknownNote(version)}`,
    version,
  });

const unknownNote = (version: LawVersion): string => {
  const names = version.unknownElements.map((each) => each.name).join(", ");
  return names ? `; elements not known, kept as text: ${names}` : "";
};

const duplicate = (claim: SourceClaim, version: LawVersion): ImportItem =>
  create(ImportItemSchema, {
    path: claim.path,
    outcome: ImportItem_Outcome.DUPLICATE,
    message: `${version.docUid} was loaded from the same bytes already`,
    version,
  });

const refused = (claim: SourceClaim, { reason, message }: Refusal): ImportItem =>
  create(ImportItemSchema, { path: claim.path, outcome: ImportItem_Outcome.REFUSED, reason, message });
