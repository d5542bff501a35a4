import { putInDutch, spoken } from "../../support/mark-messages.ts";

/** Messages that are part of the letter or of the record stay as they are: marks in them would be words of the letter. */
const isOfLetter = (id: string): boolean => /^(?:clause|guide|memo|scope|typed)\./u.test(id);

putInDutch(Object.fromEntries(Object.entries(spoken).map(([id, text]) => [id, isOfLetter(id) ? text : `⟦${text}⟧`])));
