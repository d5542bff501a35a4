import type { LocalisedText, WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/**
 * What a profile says in words of its kind of memo: headings, kinds of claims, what each needs and which words are a sign of it, the
 * laws it rests on. Whoever wrote it knew no case. Names of providers and addresses are not among them.
 */
export const profileTexts = ({ sections, claimKinds, lawSources }: WorkflowProfile): string[] => [
  ...sections.flatMap(({ heading }) => heading.map(textOf)),
  ...claimKinds.flatMap(({ label, cues, slots }) => [
    ...label.map(textOf),
    ...cues,
    ...slots.flatMap((slot) => [...slot.description.map(textOf), ...slot.cues, ...slot.citations]),
  ]),
  ...lawSources.flatMap(({ name, why }) => [name, ...why.map(textOf)]),
];

const textOf = ({ text }: LocalisedText): string => text;
