import { type Half, isUnread, readStates } from "../../support/cases/halves.ts";
import type { UnreadRow } from "../../support/cases/quoted-words.ts";
import { attacksFolder, readTemplates } from "./templates.ts";
import { filled, ownValues } from "./values.ts";

/** Whether whoever writes rules may see sentences of a half of the attack set, as its `SETS.tsv` says. */
export const mayBeRead = (half: Half): boolean => !isUnread(readStates(attacksFolder), "attacks", half);

/** The sentences of the attack set that nobody who writes rules has read, as their dossiers have them. */
export const unreadSeeds = (): UnreadRow[] =>
  readTemplates().flatMap(({ seeds, variables, locale }) =>
    seeds
      .filter(({ half }) => !mayBeRead(half))
      .map(({ id, text }) => ({ set: "attacks", id, text: filled(text, ownValues(variables), locale) })),
  );
