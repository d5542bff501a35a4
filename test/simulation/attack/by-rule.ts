import { DraftRuleSchema, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Drafted } from "./wire.ts";

/** The sentences that one rule met. A seed counts once, however often it was drawn. */
interface Met {
  readonly bad: Set<string>;
  readonly honest: Set<string>;
  /** Those that no other rule met. */
  readonly badAlone: Set<string>;
  readonly honestAlone: Set<string>;
}

/** What each finding and look met, by its name. */
export class RuleTally {
  readonly #met = new Map<string, Met>();

  see({ sentence, item, findings }: Drafted): void {
    const names = new Set([
      ...findings.map((rule) => DraftRuleSchema.value[rule]?.name ?? String(rule)),
      ...item.looks.map(({ code }) => LookCodeSchema.value[code]?.name ?? String(code)),
    ]);
    const { id, truth } = sentence.seed;
    for (const name of names) {
      const met = this.#met.get(name) ?? {
        ...{ bad: new Set(), honest: new Set(), badAlone: new Set(), honestAlone: new Set() },
      };
      this.#met.set(name, met);
      const sides = truth === "BAD" ? [met.bad, met.badAlone] : [met.honest, met.honestAlone];
      for (const side of names.size === 1 ? sides : sides.slice(0, 1)) side.add(id);
    }
  }

  /** In Markdown, the rule first that meets the most bad seeds beyond honest ones by itself. */
  get table(): string {
    const rows = [...this.#met].map(([name, { bad, honest, badAlone, honestAlone }]) => ({
      worth: badAlone.size - honestAlone.size,
      line: `| ${name} | ${bad.size} | ${badAlone.size} | ${honest.size} | ${honestAlone.size} |`,
    }));
    return [
      "| finding or look | bad seeds | alone | honest seeds | alone |",
      "|---|---|---|---|---|",
      ...rows.toSorted((a, b) => b.worth - a.worth).map(({ line }) => line),
    ].join("\n");
  }
}
