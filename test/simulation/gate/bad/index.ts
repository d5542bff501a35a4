import { createHash } from "node:crypto";
import type { BadSentence } from "../bad-sentence.ts";
import type { Dossier, HonestSentence } from "../dossier.ts";
import { bakery } from "../dossiers/bakery.ts";
import { deposit } from "../dossiers/deposit.ts";
import { ferry } from "../dossiers/ferry.ts";
import { organ } from "../dossiers/organ.ts";
import { sale } from "../dossiers/sale.ts";
import { school } from "../dossiers/school.ts";
import { thuiswerk } from "../dossiers/thuiswerk.ts";
import { uwv } from "../dossiers/uwv.ts";
import { bakeryBad } from "./bakery-bad.ts";
import { changedCitations, trueCitations } from "./citations.ts";
import { depositAuthorities } from "./deposit-authorities.ts";
import { depositChanged } from "./deposit-changed.ts";
import { depositInvented } from "./deposit-invented.ts";
import { depositLimits } from "./deposit-limits.ts";
import { depositRoles } from "./deposit-roles.ts";
import { depositTurned } from "./deposit-turned.ts";
import { ferryBad } from "./ferry-bad.ts";
import { organBad } from "./organ-bad.ts";
import { changedRulings, trueRulings } from "./ruling-citations.ts";
import { saleBad } from "./sale-bad.ts";
import { schoolTurned } from "./school-turned.ts";
import { thuiswerkAuthorities } from "./thuiswerk-authorities.ts";
import { thuiswerkChanged } from "./thuiswerk-changed.ts";
import { thuiswerkInvented } from "./thuiswerk-invented.ts";
import { thuiswerkLimits } from "./thuiswerk-limits.ts";
import { thuiswerkRoles } from "./thuiswerk-roles.ts";
import { thuiswerkTurned } from "./thuiswerk-turned.ts";
import { unboundCitations } from "./unbound-citations.ts";
import { uwvAuthorities } from "./uwv-authorities.ts";
import { uwvChanged } from "./uwv-changed.ts";
import { uwvInvented } from "./uwv-invented.ts";
import { uwvLimits } from "./uwv-limits.ts";
import { uwvRoles } from "./uwv-roles.ts";
import { uwvTurned } from "./uwv-turned.ts";

export interface BadSet {
  readonly dossier: Dossier;
  readonly sentences: readonly BadSentence[];
}

/** The sentences written by hand, per dossier. */
export const handWritten: readonly BadSet[] = [
  {
    dossier: thuiswerk,
    sentences: [
      ...thuiswerkInvented,
      ...thuiswerkChanged,
      ...thuiswerkRoles,
      ...thuiswerkTurned,
      ...thuiswerkLimits,
      ...thuiswerkAuthorities,
    ],
  },
  {
    dossier: uwv,
    sentences: [...uwvInvented, ...uwvChanged, ...uwvRoles, ...uwvTurned, ...uwvLimits, ...uwvAuthorities],
  },
  {
    dossier: deposit,
    sentences: [
      ...depositInvented,
      ...depositChanged,
      ...depositRoles,
      ...depositTurned,
      ...depositLimits,
      ...depositAuthorities,
    ],
  },
];

/** The citations drawn with one seed, per dossier; another seed gives citations nobody has seen. */
export const drawn = (seed: number): readonly BadSet[] => {
  const both = (name: "thuiswerk" | "uwv" | "deposit") => [
    ...changedCitations(name, seed),
    ...unboundCitations(name, seed),
  ];
  return [
    { dossier: thuiswerk, sentences: [...both("thuiswerk"), ...changedRulings(seed)] },
    { dossier: uwv, sentences: both("uwv") },
    { dossier: deposit, sentences: both("deposit") },
  ];
};

/** Both together, per dossier. */
export const badSets = (seed: number): readonly BadSet[] => {
  const others = drawn(seed);
  return handWritten.map(({ dossier, sentences }, index) => ({
    dossier,
    sentences: [...sentences, ...(others[index]?.sentences ?? [])],
  }));
};

/** Honest sentences with every quoted provision and ruling in every form, per dossier: what a checker must let pass. */
export const trueSets = (seed: number): readonly { dossier: Dossier; sentences: readonly HonestSentence[] }[] => [
  { dossier: thuiswerk, sentences: [...trueCitations("thuiswerk", seed), ...trueRulings(seed)] },
  { dossier: uwv, sentences: trueCitations("uwv", seed) },
  { dossier: deposit, sentences: trueCitations("deposit", seed) },
];

/** A dossier written after the rules and run once, for an estimate: no rule is mended by what it shows. */
export const estimateSet: BadSet = { dossier: sale, sentences: saleBad };

/** A dossier written before the last round of rules and run once after it. */
export const blindSet: BadSet = { dossier: bakery, sentences: bakeryBad };

/** A dossier written before the rules of the round after that one were read, and run once after it. */
export const freshSet: BadSet = { dossier: organ, sentences: organBad };

/** A dossier written before its round of rules began, and run once at its end. */
export const lastSet: BadSet = { dossier: ferry, sentences: ferryBad };

/** A dossier of reversals, written before the rules on reversals. `read`: the half that may be shown to whoever mends rules. */
export const turnedSet = (half: "read" | "unseen"): BadSet => {
  const isHere = ({ id }: { readonly id: string }) => isRead(id) === (half === "read");
  return {
    dossier: { ...school, honest: school.honest.filter(isHere) },
    sentences: schoolTurned.filter(isHere),
  };
};

/** A hash of the id parts the halves, so that neither class nor place decides where a sentence falls. */
const isRead = (id: string): boolean => (createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0;
