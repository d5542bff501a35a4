import { create } from "@bufbuild/protobuf";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { type ClaimAnswerProposal, ClaimAnswerProposalSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type ClaimProposal,
  ClaimProposalSchema,
  type MessageSkeletonProposal,
  type SectionProposal,
  SectionProposalSchema,
} from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { worded } from "../../messages/said.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { asSentence, assertionClaim, counterKind, hasCounter, isNeeded, statedKind } from "./answer-claims.ts";
import { AssertionBook } from "./assertion-book.ts";

/**
 * The sections of a proposal with the answers to the letter written into them: answering the letter is making the outline.
 * Each answered assertion has a claim that says what the letter states; one that is called wrong for a reason has a second
 * claim that says the reason. Claims that a person reworded keep their words.
 */
export const answeredSections = (
  input: DecisionInput,
  proposal: MessageSkeletonProposal,
  intent: IntentSeed,
): SectionProposal[] => {
  const { sections, answers } = proposal;
  if (answers.length === 0 && sections.length === 0)
    throw invalidProposal("sections", worded("letter.the-outline-is-empty-give-its-sections-or"));
  if (answers.length === 0) return sections;
  const outline = new Outline(input, intent, sections.length > 0 ? sections : sectionsNow(input));
  const book = new AssertionBook(input);
  const named = new Set<string>();
  for (const [at, given] of answers.entries()) {
    const path = `answers[${at}].assertion_id`;
    if (named.has(given.assertionId))
      throw invalidProposal(path, worded("letter.is-answered-twice", { assertionId: given.assertionId }));
    named.add(given.assertionId);
    outline.answer(book.resolved(given, path), book.excerptOf(given.assertionId, path));
  }
  return outline.sections;
};

/** The outline under review as a proposal that keeps it, but for what a person rejected. */
const sectionsNow = ({ material, snapshot }: DecisionInput): SectionProposal[] => {
  const items = stageRecord(snapshot, OrchestratorState.SKELETON)?.items ?? [];
  const rejected = new Set(items.filter((one) => one.decision === ItemDecision.REJECT).map((one) => one.itemId));
  return (material.proposals.skeleton?.sections ?? []).map(({ sectionId, title, claims }) =>
    create(SectionProposalSchema, {
      sectionId,
      title,
      claims: claims
        .filter(({ claimId }) => !rejected.has(claimId))
        .map(({ claimId, text, claimKind, required, answers }) =>
          create(ClaimProposalSchema, {
            claimId,
            text,
            claimKind,
            optional: !required,
            answers: answers.map(({ assertionId, answer, why }) =>
              create(ClaimAnswerProposalSchema, { assertionId, answer, why }),
            ),
          }),
        ),
    }),
  );
};

/** Sections that answers are written into. */
class Outline {
  readonly sections: SectionProposal[];
  readonly #input: DecisionInput;
  readonly #intent: IntentSeed;

  constructor(input: DecisionInput, intent: IntentSeed, sections: readonly SectionProposal[]) {
    this.#input = input;
    this.#intent = intent;
    this.sections = sections.map((section) =>
      create(SectionProposalSchema, { ...section, claims: [...section.claims] }),
    );
  }

  answer(given: ClaimAnswerProposal, excerpt: string): void {
    const claims = this.sections.flatMap((section) => section.claims).filter((claim) => answersIt(claim, given));
    const stating = claims.find(({ claimKind }) => claimKind === this.#statedKind);
    const counter = claims.find((claim) => claim !== stating);
    this.#state(stating, given, excerpt);
    this.#oppose(counter, given);
  }

  /** The claim that says what the letter states. */
  #state(known: ClaimProposal | undefined, given: ClaimAnswerProposal, excerpt: string): void {
    const text = this.#claimFor(excerpt, given);
    const optional = !isNeeded(given.answer, this.#profile);
    if (!known) {
      const claimKind = this.#statedKind;
      this.#sectionFor(claimKind, 0).claims.push(
        create(ClaimProposalSchema, { text, claimKind, optional, answers: [given] }),
      );
      return;
    }
    const before = known.answers.find(({ assertionId }) => assertionId === given.assertionId);
    const isOurs = before !== undefined && known.text === this.#claimFor(excerpt, before);
    if (isOurs) known.text = text;
    known.optional = optional;
    known.answers = known.answers.map((one) => (one.assertionId === given.assertionId ? given : one));
  }

  /** The claim set against it: comes with a reason, and goes with the answer that it was the reason of. */
  #oppose(known: ClaimProposal | undefined, given: ClaimAnswerProposal): void {
    if (!hasCounter(given, this.#profile)) {
      if (known) for (const section of this.sections) section.claims = section.claims.filter((one) => one !== known);
      return;
    }
    const text = asSentence(given.why);
    const claimKind = this.#kindName(counterKind(text, this.#profile));
    if (known) Object.assign(known, { text, answers: [given] });
    else this.#sectionFor(claimKind, 1).claims.push(create(ClaimProposalSchema, { text, claimKind, answers: [given] }));
  }

  #claimFor(excerpt: string, given: Pick<ClaimAnswerProposal, "answer" | "why">): string {
    const { locale, audience } = this.#intent;
    return assertionClaim(excerpt, given, { locale, audience, profile: this.#profile });
  }

  get #profile(): WorkflowProfile {
    return this.#input.material.profile;
  }

  get #statedKind(): string {
    return statedKind(this.#profile);
  }

  /** The kind as the profile has it; empty where it has none of that name. */
  #kindName(name: string): string {
    return this.#profile.claimKinds.some((kind) => kind.name === name) ? name : "";
  }

  /** The section of the profile that such claims stand in; where it is not there yet it comes in at `place`. */
  #sectionFor(kind: string, place: number): SectionProposal {
    const profile = this.#profile;
    const template = profile.sections.find(({ claimKinds }) => claimKinds.includes(kind)) ?? profile.sections[place];
    const texts = template?.heading ?? [];
    const title = (texts.find(({ locale }) => locale === this.#intent.locale) ?? texts[0])?.text ?? "";
    const known = this.sections.find((section) => section.title === title);
    if (known) return known;
    const first = this.sections[0];
    // A person who chose headings gets no others.
    if (first && (title === "" || this.#intent.sections.length > 0)) return first;
    const made = create(SectionProposalSchema, {
      title: title || (this.#intent.locale === "nl" ? "Reactie" : "Reply"),
    });
    this.sections.splice(Math.min(place, this.sections.length), 0, made);
    return made;
  }
}

const answersIt = ({ answers }: ClaimProposal, { assertionId }: ClaimAnswerProposal): boolean =>
  answers.some((one) => one.assertionId === assertionId);
