import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { TurnContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { shownText } from "../../model/tool-context.ts";
import { serviceOf } from "../../tool/service.ts";

/**
 * Texts of the case among what a model was shown: what must not leave for LawBot word for word unseen by a person.
 * Not only this turn's results: what an earlier turn read comes back as candidates, quotes, statements and as the
 * model's own words. What the user typed is not among them; asking for it to be looked up is theirs to do.
 */
export const personalTexts = (shown: TurnContext): string[] => [
  ...shown.toolContexts.filter(({ request }) => serviceOf(request?.toolName ?? "") !== "lawbot").map(shownText),
  ...(shown.evidenceSet?.entries ?? []).flatMap(({ candidate }) =>
    candidate?.evidenceId.startsWith("vault:") ? [candidate.title, candidate.snippet] : [],
  ),
  ...(shown.answered?.text?.passages ?? []).map(({ text }) => text),
  // Claims that answer the letter hold its words.
  ...(shown.skeleton?.sections ?? []).flatMap(({ claims }) =>
    claims.flatMap(({ text, answers }) => (answers.length > 0 ? [text] : [])),
  ),
  ...(shown.ledger?.entries ?? []).flatMap(({ evidence, span }) =>
    evidence?.evidence.case === "document" && span ? [span.excerpt] : [],
  ),
  ...(shown.needMap?.bindings ?? []).flatMap(({ evidence }) =>
    evidence?.evidence.case === "statement" ? [evidence.evidence.value.text] : [],
  ),
  ...shown.conversation.filter((one) => one.meta?.createdBy?.kind === Principal_Kind.MODEL).map((one) => one.text),
];
