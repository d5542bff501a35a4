import { akomaNtoso } from "./akn/akn.ts";
import { withUnionActs } from "./eu/with-union-acts.ts";
import { jurisdictionsOf } from "./jurisdictions.ts";
import { dutch } from "./nl/dutch.ts";

/** The legal systems that LawBot knows: Dutch law first, with the acts of the Union; beside it common law, in Akoma Ntoso. */
export const jurisdiction = jurisdictionsOf(withUnionActs(dutch), akomaNtoso);
