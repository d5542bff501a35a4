import { create } from "@bufbuild/protobuf";
import {
  type ClaimAnswer,
  type ClaimAnswerProposal,
  ClaimAnswerProposalSchema,
  ClaimAnswerSchema,
  type LetterPart,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { worded } from "../../messages/said.ts";
import { type DecisionInput, replaces } from "../kernel.ts";
import { invalidProposal, refusedProposal } from "../refusals.ts";
import { writesNothing } from "./answer-claims.ts";

/** The assertions and questions of the letter that the confirmed intent names, and what is answered to them so far. */
export class AssertionBook {
  readonly #assertions: ReadonlyMap<string, LetterPart>;
  readonly #isModels: boolean;
  /** Answers that only a person may change. */
  readonly #settled: ReadonlyMap<string, ClaimAnswer>;

  constructor(input: DecisionInput) {
    const { letterReading, proposals } = input.material;
    const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
    this.#assertions = new Map(parts.map((part) => [part.partId, part]));
    this.#isModels = !replaces(input);
    const { sections = [], left = [] } = proposals.skeleton ?? {};
    const answers = [...sections.flatMap(({ claims }) => claims.flatMap((one) => one.answers)), ...left];
    const settled = answers.filter((one) => one.answer !== AssertionAnswer.UNKNOWN && this.stands(one));
    this.#settled = new Map(replaces(input) ? [] : settled.map((one) => [one.assertionId, one]));
  }

  /** Whether the letter still asserts what was answered: the same words under the same id. */
  stands({ assertionId, excerptSha256 }: ClaimAnswer): boolean {
    return this.#assertions.get(assertionId)?.span?.excerptSha256 === excerptSha256;
  }

  /** The words of an assertion. Errors: PROPOSAL_INVALID where the letter has no such one. */
  excerptOf(assertionId: string, path: string): string {
    return this.#spanOf(assertionId, path).excerpt;
  }

  /** Where a part stands in the letter, in code points; where the letter has no such one, before all. */
  placeOf(assertionId: string): number {
    return this.#assertions.get(assertionId)?.span?.startChar ?? -1;
  }

  /** The answer that holds: the proposed one, or what a person answered before where a model proposes. */
  resolved(given: ClaimAnswerProposal, path: string): ClaimAnswerProposal {
    this.#spanOf(given.assertionId, path);
    const settled = this.#settled.get(given.assertionId);
    if (!settled) this.#refuseUnfit(given, path);
    const { answer, why } = settled ?? given;
    return create(ClaimAnswerProposalSchema, { assertionId: given.assertionId, answer, why: why.trim() });
  }

  /** The answer as it is stored. */
  stored(given: ClaimAnswerProposal, path: string): ClaimAnswer {
    const { assertionId, answer, why } = this.resolved(given, path);
    const { excerptSha256 } = this.#spanOf(assertionId, path);
    return create(ClaimAnswerSchema, { assertionId, answer, why, excerptSha256 });
  }

  /** Refuses an answer that does not go with the part, or that is a person's alone. */
  #refuseUnfit({ assertionId: partId, answer, why }: ClaimAnswerProposal, path: string): void {
    const isQuestion = partId.startsWith("question:");
    const isReply = answer === AssertionAnswer.REPLIED;
    if (writesNothing(answer)) {
      if (this.#isModels) throw invalidProposal(path, "letter.only-a-user-may-leave-open", { partId });
      return;
    }
    if (isQuestion && !isReply) throw invalidProposal(path, "letter.an-answer-goes-with-an-assertion", { partId });
    // Words of one's own in the place of what the letter states are a person's.
    if (isReply && !isQuestion && this.#isModels)
      throw invalidProposal(path, "letter.a-reply-goes-with-a-question", { partId });
    if (isReply && why.trim() === "") throw invalidProposal(path, "letter.say-what-you-reply-to", { partId });
  }

  #spanOf(assertionId: string, path: string) {
    const span = this.#assertions.get(assertionId)?.span;
    if (span) return span;
    throw refusedProposal(
      path,
      this.#assertions.size === 0
        ? worded("letter.the-intent-has-no-reading-of-a-letter-rewind")
        : worded("letter.the-letter-has-no-its-reading-lists-those", { assertionId }),
    );
  }
}
