import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import type { Corpus } from "./corpus.ts";
import type { OpenLaw } from "./open-law.ts";

/** `law:BWBR0005290@2012-10-01#/Boek7/Titeldeel10`. */
const evidenceId = /^law:([^#\s]+)#(\/\S+)$/;

/** A unit of an opened version. */
export interface PlacedUnit {
  readonly law: OpenLaw;
  readonly unit: Unit;
}

/** Reads what LawBot itself calls a unit: its address, letter by letter, and its evidence id. No citation is parsed here. */
export class OwnAddresses {
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** The unit of an evidence id; undefined for any other text, and where the version or the unit is not there. */
  async ofEvidence(text: string): Promise<PlacedUnit | undefined> {
    const [, docUid = "", path = ""] = evidenceId.exec(text.trim()) ?? [];
    const version = docUid && this.#corpus.versions.all().find((each) => each.docUid === docUid);
    const law = version ? await this.#corpus.laws.get(version) : undefined;
    const unit = law?.unit(path);
    return law && unit && { law, unit };
  }

  /** The only unit at an address among the texts of a day; `among` are the laws that it may name, absent: those whose name it ends in. */
  async ofAddress(
    text: string,
    { day, knownOn }: { readonly day: string; readonly knownOn: string },
    among: readonly string[] = this.#endingIn(plain(text)),
  ): Promise<PlacedUnit | undefined> {
    const found: PlacedUnit[] = [];
    for (const lawId of among) {
      const version = this.#on(lawId, day, knownOn);
      const law = version && (await this.#corpus.laws.get(version));
      const unit = law?.unitNamed(plain(text));
      if (law && unit) found.push({ law, unit });
    }
    return found.length === 1 ? found[0] : undefined;
  }

  #endingIn(text: string): string[] {
    return this.#corpus.versions
      .lawIds()
      .filter((lawId) =>
        text.endsWith(` ${this.#corpus.jurisdiction.shortName(this.#corpus.versions.namesOf(lawId))}`),
      );
  }

  #on(lawId: string, day: string, knownOn: string) {
    try {
      return this.#corpus.versions.on(lawId, day, knownOn);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
