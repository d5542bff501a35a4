import { Serial } from "#kit/serial.ts";
import type { ImportItem } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { DomainError } from "../error.ts";
import { sha256Hex } from "../sha256.ts";
import type { StagedBlob } from "../store/store.ts";
import { canonicalBytes } from "./canonical.ts";
import { importCompanion, standsAt } from "./companion-import.ts";
import { duplicate, imported, loadable, refused } from "./import-items.ts";
import type { LawIndex } from "./law-index.ts";
import type { LawStore } from "./law-store.ts";
import { docUidOf, lawVersion, unitKeyBytes } from "./law-version.ts";
import { fileBytesMax } from "./limits.ts";
import type { OpenLaws } from "./open-law.ts";
import type { CompanionReading } from "./port/companion.ts";
import type { Jurisdiction } from "./port/jurisdiction.ts";
import { type LawReading, Refusal, type SourceClaim, wholeOf } from "./port/reading.ts";
import { readLaw } from "./read-law.ts";
import { sectionEntries } from "./sections.ts";
import { type Pieces, type StagedFile, stageFile } from "./staged-file.ts";
import type { Versions } from "./versions.ts";

/** Takes files in, one after the other, each committed on its own. */
export class LawImporter {
  readonly #jurisdiction: Jurisdiction;
  readonly #store: LawStore;
  readonly #versions: Versions;
  readonly #laws: OpenLaws;
  readonly #index: LawIndex;
  readonly #clock: { now(): number };
  readonly #serial = new Serial();

  constructor(
    jurisdiction: Jurisdiction,
    parts: {
      readonly store: LawStore;
      readonly versions: Versions;
      readonly laws: OpenLaws;
      readonly index: LawIndex;
    },
    clock: { now(): number },
  ) {
    this.#jurisdiction = jurisdiction;
    this.#store = parts.store;
    this.#versions = parts.versions;
    this.#laws = parts.laws;
    this.#index = parts.index;
    this.#clock = clock;
  }

  /** Imports one file that is whole in memory. */
  async importFile(claim: SourceClaim, bytes: Uint8Array): Promise<ImportItem> {
    const whole = bytes.subarray(0, fileBytesMax);
    const file = await this.stage([whole], () => whole.length < bytes.length);
    try {
      return await this.importStaged(claim, file);
    } finally {
      await file.blob.discard();
    }
  }

  /** Takes the bytes of a file in as they come. Whoever calls this discards them in the end. */
  stage(pieces: Pieces, isCut: () => boolean = () => false): Promise<StagedFile> {
    return stageFile(this.#store, pieces, isCut);
  }

  /** Imports one file. Waits for the one before, so that two calls with the same law cannot pass each other. */
  importStaged(claim: SourceClaim, file: StagedFile): Promise<ImportItem> {
    return this.#serial.run(() => this.#importNow(claim, file));
  }

  /** Does something while no file is imported. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#serial.run(work);
  }

  /** Says what would become of a file, and keeps nothing of it. */
  async tryStaged(claim: SourceClaim, file: StagedFile): Promise<ImportItem> {
    const known = this.#loaded(claim, file.blob.digest);
    if (known) return duplicate(claim, known);
    try {
      refuseCut(file);
      const reading = this.#read(claim, file);
      if ("bytes" in reading) return loadable(claim, standsAt(this.#versions, reading.companion, reading.bytes));
      const docUid = docUidOf(reading);
      const earlier = this.#versions.all().find((version) => version.docUid === docUid);
      return earlier ? this.#meeting(claim, earlier, file.blob.digest) : loadable(claim, "new", docUid);
    } catch (error) {
      if (error instanceof Refusal) return refused(claim, error);
      throw error;
    }
  }

  async #importNow(claim: SourceClaim, file: StagedFile): Promise<ImportItem> {
    const known = this.#loaded(claim, file.blob.digest);
    if (known) return duplicate(claim, known);
    try {
      refuseCut(file);
      return await this.#take(claim, file);
    } catch (error) {
      if (error instanceof Refusal) return refused(claim, error);
      throw error;
    }
  }

  async #take(claim: SourceClaim, file: StagedFile): Promise<ImportItem> {
    const importedAtMs = this.#clock.now();
    const reading = this.#read(claim, file);
    if ("bytes" in reading) {
      const parts = { store: this.#store, versions: this.#versions, laws: this.#laws, index: this.#index };
      return importCompanion(parts, reading.companion, { claim, bytes: reading.bytes, importedAtMs });
    }
    const docUid = docUidOf(reading);
    const earlier = this.#versions.all().find((version) => version.docUid === docUid);
    if (earlier) return this.#meeting(claim, earlier, file.blob.digest);
    const version = await this.#keep(reading, file, { path: claim.path, importedAtMs });
    this.#versions.add(version);
    const about = { jurisdiction: this.#jurisdiction, names: this.#versions.namesOf(version.lawId) };
    this.#index.add(sectionEntries(readLaw(version, reading, about)));
    return imported(claim, version);
  }

  /** Reads a law, in pieces; what is none may still be a file about a law. Those are small, and read whole. */
  #read(claim: SourceClaim, { blob }: StagedFile): LawReading | { companion: CompanionReading; bytes: Uint8Array } {
    try {
      return this.#jurisdiction.readSource(blob, claim);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const bytes = wholeOf(blob);
      const companion = this.#jurisdiction.readCompanion?.(bytes, claim);
      if (companion) return { companion, bytes };
      throw error;
    }
  }

  /** Puts a version on disk: its text goes there as it is encoded, and is in memory but once. */
  async #keep(
    reading: LawReading,
    { blob, sha512 }: StagedFile,
    about: { readonly path: string; readonly importedAtMs: number },
  ): Promise<LawVersion> {
    const unitKeys = unitKeyBytes(reading);
    const text = await this.#stageText(reading);
    try {
      const version = lawVersion(reading, {
        ...about,
        jurisdiction: this.#jurisdiction.id,
        original: { digest: blob.digest, sizeBytes: blob.sizeBytes, sha512 },
        text,
        unitKeys: unitKeys && { digest: sha256Hex(unitKeys), sizeBytes: unitKeys.length },
      });
      await this.#store.save(version, [blob, text], unitKeys);
      return version;
    } finally {
      await text.discard();
    }
  }

  async #stageText(reading: LawReading): Promise<StagedBlob> {
    try {
      return await this.#store.stage(canonicalBytes(docUidOf(reading), reading));
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "LIMIT_EXCEEDED") throw error;
      throw new Refusal("TOO_LARGE", "the text of the law with its addresses is larger than 64 MiB");
    }
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

const refuseCut = ({ isCut }: StagedFile): void => {
  if (isCut) throw new Refusal("TOO_LARGE", "the file is larger than 64 MiB; no regulation is");
};
