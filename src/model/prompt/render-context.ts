import { type LetterReading, ReferenceSide } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { AssertionAnswerSchema, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { answeredBlock } from "../answered-context.ts";
import { resultHead, toolContextBlock } from "../tool-context.ts";
import { behindBars, onOneLine } from "./content-lines.ts";
import { type PartedText, partedText } from "./parted-text.ts";
import * as stage from "./stage-lines.ts";

/** A part of the prompt: what it shows, by the manifest's reasons, and its lines. */
interface PromptPart {
  readonly heading: string;
  readonly lines: readonly string[];
}

/**
 * The context as prompt text. Every line of content stands behind `- ` or a bar, so that nothing a document or a person
 * wrote can begin a heading or a marker. The user's words come last.
 */
export const renderContext = (context: TurnContext): PartedText =>
  partedText(
    promptParts(context)
      .filter((part) => part.lines.length > 0)
      .map(({ heading, lines }) => ({ name: heading, text: [`# ${heading}`, ...lines].join("\n") })),
  );

/** The parts in the order in which they are shown. */
const promptParts = (context: TurnContext): PromptPart[] => [
  { heading: "Where the run stands", lines: context.run ? runLines(context.run) : [] },
  { heading: "Profile", lines: context.profile ? profileLines(context.profile, localeOf(context)) : [] },
  { heading: "Intent", lines: context.intent ? stage.intentLines(context.intent) : [] },
  {
    heading: "The letter that is answered",
    lines: context.answered ? answeredBlock(context.answered, context.run?.strandId ?? "") : [],
  },
  {
    heading: "That letter taken apart",
    lines: context.letterReading ? letterLines(context.letterReading, context.skeleton) : [],
  },
  { heading: "Outline", lines: context.skeleton ? stage.skeletonLines(context.skeleton) : [] },
  { heading: "Evidence needs", lines: context.needs ? stage.needsLines(context.needs) : [] },
  { heading: "Evidence of this run", lines: stage.evidenceLines(context) },
  { heading: "Bindings", lines: context.needMap ? stage.needMapLines(context.needMap) : [] },
  { heading: "Citation ledger", lines: context.ledger ? stage.ledgerLines(context.ledger) : [] },
  { heading: "Draft", lines: context.draft ? stage.draftLines(context.draft) : [] },
  { heading: "Conversation", lines: conversationLines(context) },
  {
    heading: "Earlier tool results of this run, without their contents",
    lines: context.earlierResults.map(resultHead),
  },
  {
    heading: "Tool results of this turn",
    lines: context.toolContexts.flatMap((one) => toolContextBlock(one, context.run?.strandId ?? "")),
  },
  {
    heading: "What the user's short message is about: your last reply",
    lines: context.retrievalSeed === "" ? [] : behindBars(context.retrievalSeed),
  },
  { heading: "The user says", lines: context.userPrompt === "" ? [] : behindBars(context.userPrompt) },
];

const localeOf = (context: TurnContext): string => context.intent?.locale || context.run?.locale || "en";

const runLines = (run: RunContext): string[] => [
  `- language: ${onOneLine(run.locale)}; law is read as of ${onOneLine(run.referenceDate)}`,
  ...(run.nextAction ? [`- next action by the kernel: ${onOneLine(run.nextAction.label)}`] : []),
  ...run.missingInputs.map((one) => `- missing: ${onOneLine(one.description)}`),
];

const profileLines = (profile: WorkflowProfile, locale: string): string[] => {
  const inLocale = (texts: { locale: string; text: string }[]) =>
    onOneLine((texts.find((one) => one.locale === locale) ?? texts[0])?.text ?? "");
  return [
    `- ${onOneLine(profile.profileId)}: ${inLocale(profile.title)}`,
    ...profile.sections.map(
      (one) =>
        `- section ${onOneLine(one.name)}: ${inLocale(one.heading)} (${one.claimKinds.map(onOneLine).join(", ")})`,
    ),
    ...profile.claimKinds.map((one) => `- claim kind ${onOneLine(one.name)}: ${inLocale(one.label)}`),
  ];
};

const conversationLines = (context: TurnContext): string[] =>
  context.conversation.flatMap((entry) => [
    `- ${onOneLine(entry.meta?.createdBy?.name || "somebody")}:`,
    ...behindBars(entry.text),
  ]);

/** The letter taken apart as lines: each part with its id and its words, an assertion also with what the outline answers. */
const letterLines = (reading: LetterReading, skeleton: MessageSkeleton | undefined): string[] => {
  const answers = answersOf(skeleton);
  return [
    ...(reading.day ? [`- day of the letter: ${onOneLine(reading.day.day)}`] : []),
    ...reading.references.map(
      ({ side, value }) =>
        `- reference of its ${side === ReferenceSide.WRITER ? "writer" : "reader"}: ${onOneLine(value)}`,
    ),
    ...[...reading.assertions, ...reading.questions].flatMap(({ partId, span }) => [
      `- ${onOneLine(partId)}${answers.get(partId) ?? ""}`,
      ...behindBars(span?.excerpt ?? ""),
    ]),
    ...reading.terms.flatMap(({ partId, dueDate, span }) => [
      `- ${onOneLine(partId)}${dueDate === "" ? "" : `; until ${onOneLine(dueDate)}`}`,
      ...behindBars(span?.excerpt ?? ""),
    ]),
  ];
};

const answersOf = (skeleton: MessageSkeleton | undefined): ReadonlyMap<string, string> =>
  new Map(
    (skeleton?.sections ?? []).flatMap(({ claims }) =>
      claims.flatMap((claim) =>
        claim.answers.map(({ assertionId, answer, why }): [string, string] => {
          const name = AssertionAnswerSchema.value[answer]?.localName ?? "";
          return [
            assertionId,
            `; answered ${name} in ${onOneLine(claim.claimId)}${why === "" ? "" : `: ${onOneLine(why)}`}`,
          ];
        }),
      ),
    ),
  );
