import { asSeen } from "#kit/unseen.ts";
import type { MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { StageProposal } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { EvidenceStatement, FinalTurn } from "../../gen/pincite/model/v1/model_turn_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { cotLeak, searchClaim, toolSyntax } from "./prose-signs.ts";

/** A tool result of this run: its id and the words of it that were shown to the model. */
export interface ShownResult {
  readonly id: string;
  readonly outputText: string;
  /** How the tool ended; absent: it ran. */
  readonly status?: ToolResultStatus;
}

/** A tool that was refused did not look anywhere. */
const ran = ({ status }: ShownResult): boolean => status !== ToolResultStatus.REFUSED;

/** Only a search that came to its end shows that something is not there. */
const ended = ({ status }: ShownResult): boolean =>
  status === undefined || status === ToolResultStatus.OK || status === ToolResultStatus.EMPTY;

/** Why an accepted envelope is refused for what it says. */
export interface GroundingFailure {
  readonly reason:
    | "grounding_cot_leak"
    | "grounding_tool_syntax"
    | "grounding_evidence_invalid"
    | "grounding_quote_not_found";
  /** A sentence that says what is wrong; never holds the model's words. */
  readonly failure: string;
}

/**
 * Checks what a final answer says to people against what this run has on record (RFC section 5, seed 000). It reads
 * prose only: exact words inside proposals are checked by the source, and drafts by the draft check.
 *
 * `alsoShown` are further texts the model was shown, such as the user's words: a quoted passage of the message may
 * come from those as well. Undefined: nothing is wrong.
 */
export const checkReply = (
  final: FinalTurn,
  results: readonly ShownResult[],
  alsoShown: readonly string[] = [],
): GroundingFailure | undefined => {
  for (const text of proseOf(final)) {
    if (cotLeak(text))
      return { reason: "grounding_cot_leak", failure: "the answer holds reasoning, not only its result" };
    if (toolSyntax(text)) return { reason: "grounding_tool_syntax", failure: "a text of the answer holds tool syntax" };
  }
  return (
    checkMessage(final, results, alsoShown) ?? (final.evidence ? checkStatement(final.evidence, results) : undefined)
  );
};

const invalid = (failure: string): GroundingFailure => ({ reason: "grounding_evidence_invalid", failure });

const notFound = (failure: string): GroundingFailure => ({ reason: "grounding_quote_not_found", failure });

const checkMessage = (final: FinalTurn, results: readonly ShownResult[], alsoShown: readonly string[]) => {
  const said = [final.message, ...final.missingInputs, ...final.suggestedToolActions].join("\n");
  if (!results.some(ran) && searchClaim(said))
    return invalid("the answer says that something was searched or found, and this run has no tool result");
  const named = said.match(/toolres:[0-9A-Za-z]+/g) ?? [];
  if (named.some((id) => !results.some((result) => result.id === id)))
    return invalid("the answer names a tool result that this run does not have");
  // No receipt is ever shown to a model: one it names was made up, or stands in what it read, which is no claim of its own.
  const receipts = said.match(/receipt:[0-9A-Za-z]+/g) ?? [];
  const read = [...results.map((result) => result.outputText), ...alsoShown];
  if (receipts.some((id) => !read.some((text) => text.includes(id))))
    return invalid("the answer names a receipt that this run does not have");
  const shown = read.map(folded);
  const strange = quotedPassages(final.message).find((quote) => !shown.some((text) => text.includes(folded(quote))));
  return strange === undefined ? undefined : notFound("the message quotes words that nothing shown to the model holds");
};

const checkStatement = (evidence: EvidenceStatement, results: readonly ShownResult[]): GroundingFailure | undefined => {
  const result = results.find((one) => one.id === evidence.toolResultId);
  if (!result) return invalid("the evidence statement rests on a tool result that this run does not have");
  const shown = folded(result.outputText);
  const { statement } = evidence;
  if (statement.case === "quote" && !shown.includes(folded(statement.value.exactQuote)))
    return notFound("the quoted words do not stand in the tool result that is cited");
  if (statement.case === "location" && !shown.includes(folded(statement.value.location)))
    return invalid("the location does not stand in the tool result that is cited");
  if (statement.case === "absence" && !ended(result))
    return invalid("absence is stated on a tool result that failed or was refused");
  return undefined;
};

/**
 * Runs of white space count as one space: prompts wrap lines. What nobody sees counts for nothing on both sides: a prompt has it
 * written out, and an honest quote leaves out what it could not see. Nothing else is folded here.
 */
const folded = (text: string): string => asSeen(text).replace(/\s+/gu, " ").trim();

/** Passages of four words or more between quotation marks: shorter ones are terms and labels, no statements. */
const quotedPassages = (message: string): string[] =>
  [...message.matchAll(/[“„"]([^“”„"]*)["”“]/gu)]
    .map((match) => match[1] as string)
    .filter((quote) => folded(quote).split(" ").length >= 4);

/**
 * Every text of a final answer that a person will read as the model's own words. Words of sources are left out: quotes
 * in locators, and what stands between “ and ” in drafts, belong to whoever wrote them, however odd they look.
 */
const proseOf = (final: FinalTurn): string[] => [
  final.message,
  ...final.missingInputs,
  ...final.suggestedToolActions,
  ...final.suggestedSearches.map(({ reason }) => reason),
  ...(final.proposal ? proposalProse(final.proposal) : []),
];

const proposalProse = ({ proposal }: StageProposal): string[] => {
  switch (proposal.case) {
    case "intentSeed":
      return [
        ...[proposal.value.goal, proposal.value.tone, ...proposal.value.sections],
        ...proposal.value.parties.flatMap((party) => party.names),
        ...(proposal.value.frame ? frameProse(proposal.value.frame) : []),
      ];
    case "skeleton":
      return proposal.value.sections
        .flatMap((section) => [
          section.title,
          ...section.claims.flatMap(({ text, answers }) => [text, ...answers.map(({ why }) => why)]),
        ])
        .concat(proposal.value.answers.map(({ why }) => why));
    case "evidenceNeeds":
      return proposal.value.add.map((slot) => slot.description);
    case "needMap":
      return proposal.value.bindings.map((binding) => binding.reason);
    case "draftText":
      return [
        proposal.value.title,
        ...proposal.value.sections.flatMap((section) => section.sentences.map(({ text }) => withoutQuotes(text))),
      ];
    default:
      return [];
  }
};

const frameProse = (frame: MemoFrame): string[] => [
  ...[
    frame.place,
    frame.subject,
    frame.theirReference,
    frame.ownReference,
    frame.salutation,
    frame.closing,
    frame.signature,
    frame.term,
  ],
  ...[...frame.sender, ...frame.addressee, ...frame.enclosures],
];

const withoutQuotes = (text: string): string => text.replace(/“[^“”]*”/gu, "“…”");
