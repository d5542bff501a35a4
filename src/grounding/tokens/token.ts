import type { PartialDay } from "../language/calendar.ts";

/** Place in a text: UTF-16 units, half-open. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A hard piece of information in a text, after declared folding. */
export type Token = Range & { readonly text: string } & TokenValue;

export type TokenValue =
  | { readonly kind: "date"; readonly day: PartialDay }
  | { readonly kind: "weekday"; readonly weekday: number }
  | {
      readonly kind: "time";
      /** Since midnight; below 720 where only the half of a day is told. */
      readonly minutes: number;
      /** Written in words: morning and evening are not told apart. */
      readonly isHalfDay: boolean;
    }
  | { readonly kind: "daypart"; readonly from: number; readonly to: number }
  | {
      readonly kind: "sum";
      readonly value: number;
      readonly currency: string;
      /** For what it is counted anew ("per maand"), folded; empty: once. */
      readonly rate: string;
    }
  | {
      readonly kind: "number";
      readonly value: number;
      readonly units: readonly string[];
      readonly isPercent: boolean;
      readonly rate: string;
      /** It ranks ("de derde waarschuwing") and does not count. */
      readonly isRank?: boolean;
    }
  | { readonly kind: "reference"; readonly key: string }
  | { readonly kind: "name"; readonly names: readonly string[] }
  | { readonly kind: "role"; readonly role: string };
