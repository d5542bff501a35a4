import { create } from "@bufbuild/protobuf";
import type { Demand, IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import {
  type ClaimAnswer,
  type ClaimAnswerProposal,
  ClaimAnswerProposalSchema,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type ClaimProposal,
  ClaimProposalSchema,
  type MessageSkeletonProposal,
  type SectionProposal,
  SectionProposalSchema,
  type SkeletonClaim,
  type SkeletonSection,
  SkeletonSectionSchema,
} from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { SectionTemplate, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { sentencesIn } from "../../span/sentences.ts";
import { stageRecord } from "../fold.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import {
  asSentence,
  assertionClaim,
  counterKind,
  hasCounter,
  isNeeded,
  ownKind,
  replyKind,
  statedKind,
  writesBack,
  writesNothing,
} from "./answer-claims.ts";
import { AssertionBook } from "./assertion-book.ts";
import { demandClaim, demandDigest, demandKind } from "./demands.ts";
import { headingsOf, placeAmong } from "./profile-order.ts";

/**
 * The sections of a proposal with the answers to the letter written into them: answering the letter is making the outline.
 * Each answered assertion has a claim that says what the letter states; one that is called wrong for a reason, or right with something to be said beside it, has a claim
 * more for each sentence of that, and a question that is answered one for each sentence of the answer. Claims that a person reworded
 * keep their words.
 */
export const answeredSections = (
  input: DecisionInput,
  proposal: MessageSkeletonProposal,
  intent: IntentSeed,
  { dropped, merge }: { readonly dropped: readonly string[]; readonly merge: boolean },
): SectionProposal[] => {
  const { sections, answers } = proposal;
  if (answers.length === 0 && sections.length === 0)
    throw invalidProposal("sections", "letter.the-outline-is-empty-give-its-sections-or");
  const book = new AssertionBook(input);
  const outline = new Outline(input, intent, sections.length > 0 ? sections : asProposed(sectionsNow(input)), book);
  const named = new Set<string>();
  for (const [at, given] of answers.entries()) {
    const path = `answers[${at}].assertion_id`;
    if (named.has(given.assertionId))
      throw invalidProposal(path, "letter.is-answered-twice", { assertionId: given.assertionId });
    named.add(given.assertionId);
    outline.answer(book.resolved(given, path), book.excerptOf(given.assertionId, path));
  }
  return withDemands(input, intent, outline.sections, { dropped, merge });
};

/** Sections with each demand of the intent that none of their claims puts, but for those that a person left out. */
export const withDemands = (
  input: DecisionInput,
  intent: IntentSeed,
  sections: readonly SectionProposal[],
  { dropped, merge }: { readonly dropped: readonly string[]; readonly merge: boolean },
): SectionProposal[] => {
  const outline = new Outline(input, intent, sections, new AssertionBook(input));
  const considered = merge ? [...sections, ...asProposed(sectionsNow(input))] : sections;
  for (const { demand, digest, former } of unputDemands(input, intent, considered))
    if (!dropped.includes(digest)) outline.put(demand, former);
  return outline.sections;
};

/**
 * Demands that a person left out of the outline: by rejecting their claim, or by putting a whole outline forward without it.
 * A demand that the intent no longer has is forgotten.
 */
export const droppedDemands = (
  input: DecisionInput,
  { demands }: IntentSeed,
  proposal?: MessageSkeletonProposal,
): string[] => {
  const former = input.material.proposals.skeleton;
  if (!former) return [];
  const claims = former.sections.flatMap((section) => section.claims).filter(({ demandSha256 }) => demandSha256 !== "");
  const rejected = rejectedIn(input);
  const named = proposal?.sections.flatMap((section) => section.claims);
  const isNamed = ({ claimId, text }: SkeletonClaim): boolean =>
    named?.some((one) => one.claimId === claimId || (one.claimId === "" && one.text.trim() === text)) ?? true;
  const gone = claims.filter((claim) => rejected.has(claim.claimId) || !isNamed(claim));
  const out = new Set([...former.droppedDemands, ...gone.map(({ demandSha256 }) => demandSha256)]);
  return demands.map((demand) => demandDigest(demand, input.sha256)).filter((digest) => out.has(digest));
};

/** Claims of the outline under review that a person rejected. */
const rejectedIn = ({ snapshot }: DecisionInput): ReadonlySet<string> => {
  const items = stageRecord(snapshot, OrchestratorState.SKELETON)?.items ?? [];
  return new Set(items.filter((one) => one.decision === ItemDecision.REJECT).map((one) => one.itemId));
};

/** Demands of the intent that no claim of these sections puts, each with the claim that put it before. */
const unputDemands = (
  { sha256, material }: DecisionInput,
  { demands, locale }: IntentSeed,
  sections: readonly SectionProposal[],
): { readonly demand: Demand; readonly digest: string; readonly former: SkeletonClaim | undefined }[] => {
  const known = (material.proposals.skeleton?.sections ?? []).flatMap(({ claims }) => claims);
  const claims = sections.flatMap((section) => section.claims);
  return demands.flatMap((demand) => {
    const digest = demandDigest(demand, sha256);
    const former = known.find(({ demandSha256 }) => demandSha256 === digest);
    const text = demandClaim(demand, locale, material.profile);
    const isPut = claims.some((one) => one.claimId === (former?.claimId ?? "none") || one.text.trim() === text);
    return isPut ? [] : [{ demand, digest, former }];
  });
};

/** Parts of the letter that stay without a claim: those settled so, but for what is answered now or is no longer asserted. */
export const leftBeside = (input: DecisionInput, { answers }: MessageSkeletonProposal): ClaimAnswer[] => {
  const book = new AssertionBook(input);
  const all = new Map(
    (input.material.proposals.skeleton?.left ?? [])
      .filter((one) => book.stands(one))
      .map((one) => [one.assertionId, one]),
  );
  for (const [at, given] of answers.entries()) {
    const stored = book.stored(given, `answers[${at}].assertion_id`);
    if (writesNothing(stored.answer)) all.set(given.assertionId, stored);
    else all.delete(given.assertionId);
  }
  return inOrderOfPart([...all.values()]);
};

/** Answers in the order in which their parts were minted. */
export const inOrderOfPart = (answers: readonly ClaimAnswer[]): ClaimAnswer[] =>
  answers.toSorted((a, b) => numberOf(a) - numberOf(b));

/** The number under which a part was minted: parts of a letter are numbered in the order of its words. */
const numberOf = ({ assertionId }: Pick<ClaimAnswer, "assertionId">): number => Number(assertionId.split(":")[1]);

/** The outline under review, but for what a person rejected. */
const sectionsNow = (input: DecisionInput): SkeletonSection[] => {
  const rejected = rejectedIn(input);
  return (input.material.proposals.skeleton?.sections ?? []).map((section) =>
    create(SkeletonSectionSchema, {
      ...section,
      claims: section.claims.filter(({ claimId }) => !rejected.has(claimId)),
    }),
  );
};

/** Sections as a proposal that keeps them. */
export const asProposed = (sections: readonly SkeletonSection[]): SectionProposal[] =>
  sections.map(({ sectionId, title, claims }) =>
    create(SectionProposalSchema, {
      sectionId,
      title,
      claims: claims.map(({ claimId, text, claimKind, required, answers }) =>
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

/** Sections that answers and demands are written into. */
class Outline {
  readonly sections: SectionProposal[];
  readonly #input: DecisionInput;
  readonly #intent: IntentSeed;
  readonly #book: AssertionBook;

  constructor(input: DecisionInput, intent: IntentSeed, sections: readonly SectionProposal[], book: AssertionBook) {
    this.#input = input;
    this.#book = book;
    this.#intent = intent;
    this.sections = sections.map((section) =>
      create(SectionProposalSchema, { ...section, claims: [...section.claims] }),
    );
  }

  answer(given: ClaimAnswerProposal, excerpt: string): void {
    if (writesNothing(given.answer)) {
      this.#leave(given);
      return;
    }
    if (given.answer === AssertionAnswer.REPLIED) {
      this.#reply(given);
      return;
    }
    const claims = this.sections.flatMap((section) => section.claims).filter((claim) => answersIt(claim, given));
    const stating = claims.find(({ claimKind }) => claimKind === this.#statedKind);
    this.#state(stating, given, excerpt);
    this.#oppose(
      claims.filter((claim) => claim !== stating),
      given,
    );
  }

  /** The claim that puts a demand, as a person left it where it was put before, in the profile's place for it. */
  put(demand: Demand, former: SkeletonClaim | undefined): void {
    const claimKind = former?.claimKind ?? demandKind(demand, this.#profile);
    const text = former?.text ?? demandClaim(demand, this.#intent.locale, this.#profile);
    const { claimId = "", required = true } = former ?? {};
    const order = this.#orderOf(claimKind);
    const behind = this.sections.findIndex(({ title }) => this.#titles.indexOf(title) > order);
    const place = behind < 0 ? this.sections.length : behind;
    this.#sectionFor(claimKind, place).claims.push(
      create(ClaimProposalSchema, { claimId, text, claimKind, optional: !required }),
    );
  }

  /** The headings of the profile in their order. */
  get #titles(): string[] {
    return headingsOf(this.#profile, this.#intent.locale);
  }

  #orderOf(kind: string): number {
    const at = this.#profile.sections.findIndex(({ claimKinds }) => claimKinds.includes(kind));
    return at < 0 ? this.#profile.sections.length : at;
  }

  /** Nothing is said to it by such claims: those that answered it alone go. */
  #leave({ assertionId }: ClaimAnswerProposal, isMeant: (claim: ClaimProposal) => boolean = () => true): void {
    for (const section of this.sections)
      section.claims = section.claims.filter(
        (claim) =>
          !isMeant(claim) || claim.answers.length === 0 || claim.answers.some((one) => one.assertionId !== assertionId),
      );
    for (const claim of this.sections.flatMap(({ claims }) => claims).filter(isMeant))
      claim.answers = claim.answers.filter((one) => one.assertionId !== assertionId);
  }

  /**
   * The claims that answer a question, or an assertion in words of the author's own, one for each sentence of the answer, behind one
   * another. What said that the letter states it goes.
   */
  #reply(given: ClaimAnswerProposal): void {
    const isStating = ({ claimKind }: ClaimProposal): boolean => claimKind !== "" && claimKind === this.#statedKind;
    this.#leave(given, isStating);
    const known = this.sections.flatMap((section) => section.claims).filter((claim) => answersIt(claim, given));
    this.#say(sentencesIn(given.why).map(asSentence), known, given, (text) => {
      const isAsserted = given.assertionId.startsWith("assertion:");
      const claimKind = isAsserted ? ownKind(this.#profile) : replyKind(text, this.#profile);
      const claim = create(ClaimProposalSchema, { text, claimKind, answers: [given] });
      if (this.#putBehind(claim, given)) return;
      // The person who asked reads all answers together, whatever they rest on; a reply to an assertion stands among what it is stated with.
      const isTheirs = writesBack(this.#intent, this.#profile);
      const home = isAsserted ? this.#statedKind : ownKind(this.#profile);
      const { claims } = this.#sectionFor(isTheirs ? home : claimKind);
      this.#putInOrder(claims, claim, given);
    });
  }

  /** The claim that says what the letter states. */
  #state(known: ClaimProposal | undefined, given: ClaimAnswerProposal, excerpt: string): void {
    const text = this.#claimFor(excerpt, given);
    const optional = !isNeeded(given.answer, this.#profile);
    if (!known) {
      const claimKind = this.#statedKind;
      const claim = create(ClaimProposalSchema, { text, claimKind, optional, answers: [given] });
      this.#putInOrder(this.#sectionFor(claimKind).claims, claim, given);
      return;
    }
    const before = known.answers.find(({ assertionId }) => assertionId === given.assertionId);
    const isOurs = before !== undefined && known.text === this.#claimFor(excerpt, before);
    if (isOurs) known.text = text;
    known.optional = optional;
    known.answers = known.answers.map((one) => (one.assertionId === given.assertionId ? given : one));
  }

  /** The claims set against it, or said beside what is conceded, one for each sentence of the reason: they come with it, and go with the answer that it was given for. */
  #oppose(known: readonly ClaimProposal[], given: ClaimAnswerProposal): void {
    const texts = hasCounter(given, this.#profile) ? sentencesIn(given.why).map(asSentence) : [];
    this.#say(texts, known, given, (text) => {
      const claimKind = this.#kindName(counterKind(text, this.#profile));
      const claim = create(ClaimProposalSchema, { text, claimKind, answers: [given] });
      // The writer of the letter reads the answer behind what it answers; to anybody else the memo tells it under its own headings.
      const isBehind = writesBack(this.#intent, this.#profile) && this.#putBehind(claim, given);
      if (!isBehind) this.#sectionFor(claimKind).claims.push(claim);
    });
  }

  /** Says texts in the claims that said the answer before, in their order, and in new ones; claims that are too many go. */
  #say(
    texts: readonly string[],
    known: readonly ClaimProposal[],
    given: ClaimAnswerProposal,
    add: (text: string) => void,
  ): void {
    const gone = new Set(known.slice(texts.length));
    for (const section of this.sections) section.claims = section.claims.filter((one) => !gone.has(one));
    for (const [at, text] of texts.entries()) {
      const former = known[at];
      if (former) Object.assign(former, { text, answers: [given] });
      else add(text);
    }
  }

  /** Puts a claim before the first that answers a later part of the letter: whichever was answered or taken in two first, they stand as in the letter. */
  #putInOrder(claims: ClaimProposal[], claim: ClaimProposal, given: ClaimAnswerProposal): void {
    const place = this.#book.placeOf(given.assertionId);
    const behind = claims.findIndex(({ answers }) =>
      answers.some(({ assertionId }) => this.#book.placeOf(assertionId) > place),
    );
    claims.splice(behind < 0 ? claims.length : behind, 0, claim);
  }

  /** Puts a claim behind the last that answers the same; false: none does. */
  #putBehind(claim: ClaimProposal, given: ClaimAnswerProposal): boolean {
    for (const { claims } of this.sections) {
      const at = claims.findLastIndex((one) => answersIt(one, given));
      if (at < 0) continue;
      claims.splice(at + 1, 0, claim);
      return true;
    }
    return false;
  }

  #claimFor(excerpt: string, given: Pick<ClaimAnswerProposal, "answer" | "why">): string {
    const { locale, audience } = this.#intent;
    return assertionClaim(excerpt, given, { locale, audience, profile: this.#profile });
  }

  get #profile(): WorkflowProfile {
    return this.#input.material.profile;
  }

  /** Where most kinds are at home: claims of no kind stand there, in the part of the document that argues. */
  get #home(): SectionTemplate | undefined {
    return this.#profile.sections.toSorted((one, other) => other.claimKinds.length - one.claimKinds.length)[0];
  }

  get #statedKind(): string {
    return statedKind(this.#profile);
  }

  /** The kind as the profile has it; empty where it has none of that name. */
  #kindName(name: string): string {
    return this.#profile.claimKinds.some((kind) => kind.name === name) ? name : "";
  }

  /** The section of the profile that such claims stand in; where it is not there yet it comes in at `place`, by default behind those that the profile has before it. */
  #sectionFor(kind: string, place = placeAmong(this.sections, this.#titles, this.#orderOf(kind))): SectionProposal {
    const profile = this.#profile;
    const template = profile.sections.find(({ claimKinds }) => claimKinds.includes(kind)) ?? this.#home;
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
