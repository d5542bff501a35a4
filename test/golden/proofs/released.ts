import { rulesVersion } from "../../../src/run/rules.ts";

/** The rules that each release decides by, by the version of the release. A release adds its line. */
export const releasedRules: Readonly<Record<string, number>> = { "0.1.0": 1 };

/** The newest rules that a release decides by: memos were finalised under them, and their proofs were handed on. */
export const lastReleased = Math.max(...Object.values(releasedRules));

/** Whether proofs of these rules never move again: the rules are released, or later ones took their place. */
export const areFixed = (rules: number): boolean => rules <= lastReleased || rules < rulesVersion;

/**
 * SHA-256 of the golden proofs whose rules are fixed, by name. They are never written anew. Of rules 1 there is none: proofs
 * came with rules 2, whose two are those of the last commit before rules 3 were opened.
 */
export const fixedProofs: Readonly<Record<string, string>> = {
  "rules-2-letter": "06285cc8fa5e921fe23c66cf4d18ef37d39aaf0922fd82ef4a1b4f52d466912d",
  "rules-2-uwv": "9a5b3f9ab55eb5ba5900b287e6de00fa2791079fb5014754de93d50bac07f930",
};
