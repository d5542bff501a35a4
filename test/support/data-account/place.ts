/** Where a pattern of files begins. */
export type Root = "data" | "backup" | "state" | "config" | "cache" | "home" | "temporary" | "database" | "elsewhere";

/**
 * What the bytes of a file say of a case to whoever has no key: nothing, since there is nothing of one in it; nothing, since it is encrypted; or what
 * stands there.
 */
export type Clarity =
  | { readonly is: "nothing" }
  | { readonly is: "encrypted"; readonly with: string }
  | { readonly is: "clear"; readonly but?: string };

/** One place where something of a case lies, or of what keeps it. All words are Markdown. */
export interface Place {
  readonly root: Root;
  /** Names below the root: `*` stands for what has no slash, a slash at the end for all below. What is no file of ours is told in words. */
  readonly files: readonly string[];
  readonly holds: string;
  /** What tells that it was damaged. */
  readonly sealed: string;
  readonly clarity: Clarity;
  /** How an erasure reaches it. */
  readonly erased: string;
  /** What it can be made from again. */
  readonly rebuilt: string;
  /** Where a person hears of it. */
  readonly told: string;
  /** A file that opens others: for its owner alone, mode 0600. */
  readonly isSecret?: true;
  /** Why no file of it is there where the test walks; absent where one must be. */
  readonly notMet?: string;
}

export const nothing: Clarity = { is: "nothing" };
export const clear = (but?: string): Clarity => ({ is: "clear", ...(but !== undefined && { but }) });
export const encrypted = (how: string): Clarity => ({ is: "encrypted", with: how });
