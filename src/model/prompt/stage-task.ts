import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/** What the model does in each stage (RFC section 3, column "Model does"), and the member of `proposal` to fill. */
const tasks: Readonly<Record<OrchestratorState, string>> = {
  [OrchestratorState.UNSPECIFIED]: "There is nothing to do.",
  [OrchestratorState.INTENT_SEED]:
    "Stage INTENT_SEED. Summarise what the user wants to reach and ask for the goal where it is missing. You may put an " +
    "intent forward in `proposal.intentSeed`, in the user's own words. Where a letter is shown that is answered, take it apart " +
    "in `letterReading`: each statement, question and term of its writer by its exact words with `docUid`, the references, " +
    "writer and reader by the words that name them, and the day it bears. Fill `frame` with what the letter says, each " +
    "field with its words in `frameSources`, and with nothing else.",
  [OrchestratorState.SKELETON]:
    "Stage SKELETON. Put sections and claims forward in `proposal.skeleton`. Every claim is one sentence that evidence " +
    "could prove, with the claim kind of the profile that fits. Keep the ids of sections and claims that stay. Ask for no tool. " +
    "Where a letter was taken apart, answer each of its assertions in `answers`: UNKNOWN unless the user's words say what it " +
    "is, and then why in their words. The kernel writes the claims for them; add the others in `sections`.",
  [OrchestratorState.EVIDENCE_NEEDS]:
    "Stage EVIDENCE_NEEDS. Say what evidence is missing and request searches for open slots, naming the slot. Short " +
    "queries of two or three telling words work best. When a search was EMPTY, request one refined query. Put links from " +
    "slots to evidence of the run forward in `proposal.evidenceNeeds`.",
  [OrchestratorState.EVIDENCE_BINDING]:
    "Stage EVIDENCE_BINDING. Say which evidence each unbound slot should rest on, in `proposal.needMap`. Resolve ids and " +
    "citations first, to see passages. A document for a slot of kind LOCATION needs a `place`: a page, heading, numbered " +
    "paragraph or passage that was shown. An ABSENCE slot takes a search that found nothing; one with hits only the user " +
    "may bind. The user confirms each binding.",
  [OrchestratorState.SPAN_RESOLUTION]:
    "Stage SPAN_RESOLUTION. For each binding of kind QUOTE choose the words that support the claim best. Ask for passages " +
    "with a document and a query, then for the exact quote with its chunk; name resolved spans in `proposal.citationLedger`. " +
    "Quote whole sentences, character for character; never leave out a negation or an exception.",
  [OrchestratorState.DRAFT]:
    "Stage DRAFT. Write the memo in `proposal.draftText` from the outline and the ledger alone. Sentences of kind FACT, LAW " +
    "and OWN_STATEMENT name the ledger entries they rest on, entries of the same claim. Words of a source stand between “ " +
    "and ” and equal the excerpt. Nothing else stands between those marks. Cover every required claim.",
};

/** The task of a stage, for the system prompt. */
export const stageTask = (state: OrchestratorState): string => tasks[state] ?? tasks[OrchestratorState.UNSPECIFIED];
