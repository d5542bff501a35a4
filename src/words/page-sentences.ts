import { errorsInDutch } from "./dutch/errors.ts";
import { eventsInDutch } from "./dutch/events.ts";
import { goSentencesInDutch } from "./dutch/go.ts";
import { importSentencesInDutch } from "./dutch/import.ts";
import { itemsInDutch } from "./dutch/items.ts";
import { letterSentencesInDutch } from "./dutch/letter.ts";
import { proofSentencesInDutch } from "./dutch/proof.ts";
import { providerSentencesInDutch } from "./dutch/provider.ts";
import { queryNotesInDutch } from "./dutch/query.ts";
import { spanSentencesInDutch } from "./dutch/spans.ts";
import { type Catalogue, sayingBy } from "./saying.ts";

/**
 * Dutch for sentences of a server that are finished in English when they reach a page. What only the command line says (its help,
 * errors of its options) is left out: a page would load it and never say it.
 */
export const pageCatalogue: Catalogue = {
  ...itemsInDutch,
  ...errorsInDutch,
  ...letterSentencesInDutch,
  ...queryNotesInDutch,
  ...goSentencesInDutch,
  ...eventsInDutch,
  ...proofSentencesInDutch,
  ...providerSentencesInDutch,
  ...spanSentencesInDutch,
  ...importSentencesInDutch,
};

/** A server's sentence in Dutch; as it is where the catalogue has none of its shape. */
export const pageSentenceInDutch = sayingBy(pageCatalogue);
