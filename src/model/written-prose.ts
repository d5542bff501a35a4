import type { MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { StageProposal } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { FinalTurn } from "../../gen/pincite/model/v1/model_turn_pb.ts";

/**
 * Every text of a final answer that a person will read as the model's own words. Words of sources are left out: quotes
 * in locators, and what stands between “ and ” in drafts, belong to whoever wrote them, however odd they look.
 */
export const proseOf = (final: FinalTurn): string[] => [
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
  ...[frame.place, frame.subject, frame.theirReference, frame.salutation, frame.closing, frame.signature, frame.term],
  ...[...frame.sender, ...frame.addressee, ...frame.enclosures],
];

const withoutQuotes = (text: string): string => text.replace(/“[^“”]*”/gu, "“…”");
