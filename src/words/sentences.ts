import { commandSentencesInDutch } from "./dutch/commands.ts";
import { commandErrorsInDutch } from "./dutch/errors-of-commands.ts";
import { helpInDutch } from "./dutch/help.ts";
import { screenInDutch } from "./dutch/screen.ts";
import { pageCatalogue } from "./page-sentences.ts";
import { type Catalogue, sayingBy } from "./saying.ts";

/**
 * Dutch for sentences that are finished in English when they get here: errors and reasons of a server, help and errors of the
 * command line.
 */
export const catalogue: Catalogue = {
  ...screenInDutch,
  ...pageCatalogue,
  ...commandSentencesInDutch,
  ...commandErrorsInDutch,
  ...helpInDutch,
};

/** The sentence in Dutch; as it is where the catalogue has none of its shape. */
export const sentenceInDutch = sayingBy(catalogue);
