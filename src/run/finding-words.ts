import { create } from "@bufbuild/protobuf";
import { type MissingInput, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { wordsOfNumbers, wordsOfRule } from "../grounding/rule-words.ts";

/** The finding with its sentence: events hold none. Findings of rules 1 brought their own. */
export const inWords = (finding: MissingInput, locale: string): MissingInput => {
  if (finding.description !== "") return finding;
  const about = finding.subjectId === "" ? "" : `${finding.subjectId}: `;
  const numbers = wordsOfNumbers(finding.remedy?.exhibitNumbers ?? [], locale);
  const description = `${about}${wordsOfRule(finding.rule, locale)}${numbers && `; ${numbers}`}.`;
  return create(MissingInputSchema, { ...finding, description });
};
