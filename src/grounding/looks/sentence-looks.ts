import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "../book.ts";
import type { SeenLook } from "../finding.ts";
import { lawSaysOther } from "../law-statements.ts";
import type { Sentence } from "../sentence.ts";
import type { Token } from "../tokens/token.ts";
import { absenceIsUnsought } from "./absences.ts";
import { actIsOfOneEntry } from "./acts.ts";
import { quotationIsCut } from "./cut-quotations.ts";
import { dayIsOfAnother } from "./days.ts";
import { doerIsAnother } from "./doers.ts";
import { hearsayIsUnnamed } from "./hearsay.ts";
import { lawSaysOtherwise } from "./law-operators.ts";
import { requestStatesFact } from "./lent.ts";
import { at, type Look } from "./look.ts";
import { nounIsInvented } from "./nouns.ts";
import { paperIsOfAnother } from "./papers.ts";
import { absenceIsTurned, polarityDiffers } from "./polarity.ts";
import { quotationIsDenied } from "./quotations.ts";

/** The rules that raise looks, each by its name. Pure; in no order that matters. */
export const lookRules: readonly Look[] = [
  quotationIsDenied,
  hearsayIsUnnamed,
  polarityDiffers,
  absenceIsTurned,
  nounIsInvented,
  actIsOfOneEntry,
  doerIsAnother,
  dayIsOfAnother,
  paperIsOfAnother,
  lawSaysOther,
  lawSaysOtherwise,
  quotationIsCut,
  requestStatesFact,
  absenceIsUnsought,
];

/** What a person must name before the sentence is confirmed. `terms`: days and periods that its request sets. */
export const sentenceLooks = (sentence: Sentence, book: Book, terms: readonly Token[]): SeenLook[] => [
  ...lookRules.flatMap((look) => look(sentence, book)),
  ...terms.map((term) => at(LookCode.DEADLINE_SET, term)),
];
