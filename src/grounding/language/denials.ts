import { listOf, pairsOf } from "#kit/lexicon.ts";

/**
 * Verbs of not having and not being there (lack.v.01 and miss of WordNet 3.1, with the Dutch words that Open Dutch WordNet 1.3 has
 * there), by stem: "er ontbrak een kap" says what "er was geen kap" says.
 */
export const lackings = listOf("nl en", "lacking");

/** A finite verb with its particle apart at the end of its clause: `trok … terug`, `wees … af`. */
export const separableDenials: readonly (readonly [verb: string, particle: string])[] = pairsOf("nl", "denial-apart");
