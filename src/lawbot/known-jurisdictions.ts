import { akomaNtoso } from "./akn/akn.ts";
import { jurisdictionsOf } from "./jurisdictions.ts";
import { dutch } from "./nl/dutch.ts";

/** The legal systems that LawBot knows: Dutch law first; beside it common law, in Akoma Ntoso. */
export const jurisdiction = jurisdictionsOf(dutch, akomaNtoso);
