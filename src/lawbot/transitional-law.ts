import { create } from "@bufbuild/protobuf";
import {
  type LawVersion,
  type TransitionalLaw,
  TransitionalLawSchema,
  type TransitionalRule,
} from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { OpenLaw, OpenLaws } from "./open-law.ts";
import type { Versions } from "./versions.ts";

/** Rules that are told of one provision. */
const toldMax = 20;

interface Said {
  readonly rule: TransitionalRule;
  readonly version: LawVersion;
}

/** What the loaded laws say about cases from before a change, by the provision that goes on to apply to them. */
export class TransitionalLaws {
  readonly #versions: Versions;
  readonly #laws: OpenLaws;
  #known: { readonly revision: string; readonly byLaw: ReadonlyMap<string, readonly Said[]> } | undefined;

  constructor(versions: Versions, laws: OpenLaws) {
    this.#versions = versions;
    this.#laws = laws;
  }

  /** What is said of a unit by its evidence id: of its article, or of its law as a whole. No article says it of itself. */
  async of(evidenceId: string): Promise<TransitionalLaw[]> {
    const [, docUid = "", lawId = "", path = ""] = /^law:(([^@#]+)@[^#]+)#(.+)$/.exec(evidenceId) ?? [];
    const all = this.#byLaw().get(lawId);
    const version = all && this.#versions.find(docUid);
    if (!all || !version) return [];
    const law = await this.#laws.get(version);
    const unit = law.unit(path);
    return unit ? this.#said(all, law, unit) : [];
  }

  async #said(all: readonly Said[], law: OpenLaw, unit: Unit): Promise<TransitionalLaw[]> {
    const article = law.ancestors(unit).find((each) => law.isCitedWhole(each));
    const said = all.filter(
      ({ rule, version }) =>
        rule.provisions.some(
          ({ lawId, number }) => lawId === law.version.lawId && (number === "" || number === article?.number),
        ) && !(version.lawId === law.version.lawId && article !== undefined && isInside(rule.path, article.path)),
    );
    const told: TransitionalLaw[] = [];
    for (const each of said.slice(0, toldMax)) told.push(await this.#told(each));
    return told;
  }

  async #told({ rule, version }: Said): Promise<TransitionalLaw> {
    const law = await this.#laws.get(version);
    const unit = law.unit(rule.path);
    const until =
      rule.until || (rule.untilOwnFirstDay ? (this.#versions.namesOf(version.lawId).inForceFrom ?? "") : "");
    return create(TransitionalLawSchema, {
      rule,
      evidenceId: `law:${version.docUid}#${rule.path}`,
      address: unit ? law.address(unit) : "",
      until,
    });
  }

  /** The rules of the newest version of each law, by the laws whose provisions they name; made once for each state of the corpus. */
  #byLaw(): ReadonlyMap<string, readonly Said[]> {
    const { revision } = this.#versions;
    if (this.#known?.revision === revision) return this.#known.byLaw;
    const byLaw = new Map<string, Said[]>();
    for (const lawId of this.#versions.lawIds()) {
      const version = this.#versions.newest(lawId);
      for (const rule of version.transitional)
        for (const named of new Set(rule.provisions.map((each) => each.lawId)))
          byLaw.set(named, [...(byLaw.get(named) ?? []), { rule, version }]);
    }
    this.#known = { revision, byLaw };
    return byLaw;
  }
}

const isInside = (path: string, around: string): boolean => path === around || path.startsWith(`${around}/`);
