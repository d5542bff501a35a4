import { DraftRule, DraftRuleSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { bookOf } from "../../../src/grounding/book.ts";
import { citationReader } from "../../../src/grounding/citations.ts";
import { citedRefusals } from "../../../src/grounding/cited-rules.ts";
import { lookRules } from "../../../src/grounding/looks/sentence-looks.ts";
import { readSentence } from "../../../src/grounding/sentence.ts";
import { tokenFindings } from "../../../src/grounding/token-rule.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import type { Dossier } from "../../support/cases/dossier.ts";
import { halfOf, isUnread, readStates } from "../../support/cases/halves.ts";
import { casesFolder } from "../../support/cases/table.ts";
import { legacyProfile } from "../../support/legacy-profile.ts";
import { dossierOf } from "../attack/dossier.ts";
import { drawWorlds, readPools } from "../attack/draw.ts";
import { readTemplates } from "../attack/templates.ts";
import { mayBeRead } from "../attack/unread.ts";
import { type Asked, draftInput } from "./measure.ts";
import { gateCases } from "./sets.ts";

const groupsOfSets = ["attacks", "cases", "tuned"] as const;
type SetName = (typeof groupsOfSets)[number];

/** Cases by whose misses rules were mended, as their READMEs say: what a rule meets of them is no estimate. */
const tunedCases: ReadonlySet<string> = new Set(["thuiswerk", "uwv", "deposit", "school"]);

/** A sentence with the rules that meet it, each asked alone. */
interface Met {
  readonly set: SetName;
  readonly id: string;
  readonly isBad: boolean;
  readonly text: string;
  readonly rules: ReadonlySet<string>;
}

const citations = citationReader({ register: shippedNames(), laws: [] });
const nameOf = (rule: DraftRule): string =>
  DraftRuleSchema.values.find(({ number }) => number === rule)?.localName ?? "";

/** Which rules meet each sentence of a dossier. What one refuses another may look at: here both are told. */
const rulesOn = (dossier: Dossier, asked: readonly Asked[]): ReadonlySet<string>[] => {
  const input = { profile: legacyProfile, ...draftInput(dossier, asked), citations };
  const book = bookOf(input);
  return input.draft.sections.flatMap(({ sentences }) =>
    sentences.map((draft) => {
      const sentence = readSentence(draft, book);
      const { refused, terms } = tokenFindings(sentence, book);
      return new Set([
        ...[...citedRefusals(sentence, book), ...refused]
          // What its kind alone refuses says nothing about the words.
          .filter(({ rule }) => rule !== DraftRule.KIND_NOT_CARRIED)
          .map(({ rule }) => nameOf(rule)),
        ...lookRules.filter((rule) => rule(sentence, book).length > 0).map(({ name }) => name),
        ...(terms.length > 0 ? ["termIsSet"] : []),
      ]);
    }),
  );
};

/** The sentences of the attack set that may be read, as drawn from the published seed. */
function* attackSentences(drafts: number): Generator<Met> {
  if (!mayBeRead("even")) return;
  for (const world of drawWorlds(readTemplates(), readPools(), { half: "even", seed: 1, drafts })) {
    const dossier = dossierOf(world);
    for (const { sentences } of world.drafts) {
      const asked = sentences.map(({ seed, text }) => ({
        ...{ id: seed.id, kind: seed.kind, entryIds: seed.cites, text },
        claimId: dossier.entries.find(({ id }) => id === seed.cites[0])?.claimId ?? `claim:${dossier.claims.length}`,
      }));
      const rules = rulesOn(dossier, asked);
      for (const [at, { seed, text }] of sentences.entries())
        yield { set: "attacks", id: seed.id, isBad: seed.truth === "BAD", text, rules: rules[at] ?? new Set() };
    }
  }
}

/** The sentences of the cases that may be read. */
function* caseSentences(): Generator<Met> {
  const states = readStates(casesFolder);
  for (const { name, dossier, bad } of gateCases)
    for (const [isBad, all] of [
      [true, bad],
      [false, dossier.honest],
    ] as const) {
      const asked = all.filter(({ id }) => !isUnread(states, name, halfOf(id)));
      const rules = rulesOn(dossier, asked);
      for (const [at, { id, text }] of asked.entries())
        yield {
          set: tunedCases.has(name) ? "tuned" : "cases",
          id: `${name} ${id}`,
          isBad,
          text,
          rules: rules[at] ?? new Set(),
        };
    }
}

/** How many seeds a rule meets: those drawn several times count by the share of their sentences that it meets. */
const sumOf = (met: readonly Met[], has: (one: Met) => boolean): number => {
  const seeds = Map.groupBy(met, ({ set, id, isBad }) => `${set} ${isBad} ${id}`);
  return [...seeds.values()].reduce((sum, all) => sum + all.filter(has).length / all.length, 0);
};

/**
 * Prints for each rule how many bad and honest sentences of the sets that may be read it meets, and how many of them it alone meets:
 * what earns it its place. `rules [drafts] [show RULE]`.
 */
export const simulateRules = (args: readonly string[]): boolean => {
  const drafts = Number(args.find((one) => /^\d+$/u.test(one)) ?? 1000);
  const shown = args[args.indexOf("show") + 1] ?? "";
  const met = [...attackSentences(drafts), ...caseSentences()];
  const rules = [...new Set([...lookRules.map(({ name }) => name), ...met.flatMap((one) => [...one.rules])])];
  const groups = groupsOfSets.flatMap((set) =>
    [true, false].map((isBad) => met.filter((one) => one.set === set && one.isBad === isBad)),
  );
  const row = (name: string, has: (one: Met) => boolean, alone: (one: Met) => boolean): string =>
    `| ${[name, ...groups.map((group) => `${sumOf(group, has).toFixed(1)} (${sumOf(group, alone).toFixed(1)})`)].join(" | ")} |`;
  console.log(`| rule | ${groupsOfSets.flatMap((set) => [`${set}: bad (alone)`, "honest"]).join(" | ")} |`);
  console.log("|---|---|---|---|---|---|---|");
  console.log(
    row(
      "all sentences",
      () => true,
      ({ rules: some }) => some.size > 0,
    ),
  );
  for (const rule of rules)
    console.log(
      row(
        rule,
        (one) => one.rules.has(rule),
        (one) => one.rules.has(rule) && one.rules.size === 1,
      ),
    );
  const lines = new Map(met.filter(({ rules: some }) => some.has(shown)).map((one) => [`${one.set} ${one.id}`, one]));
  for (const { isBad, id, text, rules: some } of args.includes("show") ? lines.values() : [])
    console.log(`${isBad ? "bad" : "honest"} ${id}: ${text} [${[...some].join(", ")}]`);
  return true;
};
