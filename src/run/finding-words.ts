import { create } from "@bufbuild/protobuf";
import { type MissingInput, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { saidOfNumbers, saidOfRule } from "../grounding/rule-words.ts";
import { speechOf, worded } from "../messages/speech.ts";
import { saidMessage } from "../messages/wire-form.ts";

/** The finding with its sentence, in the language of the run: events hold none. Findings of rules 1 brought their own. */
export const inWords = (finding: MissingInput, locale: string): MissingInput => {
  if (finding.description !== "") return finding;
  const { subjectId: itemId, rule, remedy } = finding;
  const number = saidOfNumbers(remedy?.exhibitNumbers ?? []);
  const what = number ? worded("finding.with-number", { what: saidOfRule(rule), number }) : saidOfRule(rule);
  const said = itemId === "" ? worded("finding.whole", { what }) : worded("finding.of-item", { itemId, what });
  const description = speechOf(locale).recorded(said);
  const refusedWords = (remedy?.refusedWords ?? []).map((one) => ({ ...one, said: saidMessage(saidOfRule(one.rule)) }));
  return create(MissingInputSchema, {
    ...finding,
    description,
    said: saidMessage(said),
    ...(remedy ? { remedy: { ...remedy, refusedWords } } : {}),
  });
};
