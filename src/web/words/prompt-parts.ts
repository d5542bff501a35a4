import type { PlainId, Speech } from "../../messages/speech.ts";

/** The parts of what a model saw, by the names under which prompts have them. */
export const promptParts: Readonly<Record<string, PlainId>> = {
  "answer form": "prompt-part.answer-form",
  Bindings: "prompt-part.bindings",
  "Citation ledger": "prompt-part.citation-ledger",
  Conversation: "prompt-part.conversation",
  Draft: "prompt-part.draft",
  "Earlier tool results of this run, without their contents": "prompt-part.earlier-tool-results-of-this-run-without",
  "Evidence needs": "prompt-part.evidence-needs",
  "Evidence of this run": "prompt-part.evidence-of-this-run",
  Intent: "prompt-part.intent",
  Outline: "prompt-part.outline",
  Profile: "prompt-part.profile",
  role: "prompt-part.role",
  rules: "prompt-part.rules",
  task: "prompt-part.task",
  "That letter taken apart": "prompt-part.that-letter-taken-apart",
  "The letter that is answered": "prompt-part.the-letter-that-is-answered",
  "The user says": "prompt-part.the-user-says",
  "Tool results of this turn": "prompt-part.tool-results-of-this-turn",
  "What the user's short message is about: your last reply": "prompt-part.what-the-users-short-message-is-about-your",
  "Where the run stands": "prompt-part.where-the-run-stands",
};

/** The name of such a part for a reader; as it is where a newer server has named one. */
export const promptPart = (name: string, { phrase }: Speech): string => {
  const id = Object.hasOwn(promptParts, name) ? promptParts[name] : undefined;
  return id === undefined ? name : phrase(id);
};
