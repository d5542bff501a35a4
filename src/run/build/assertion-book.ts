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
import { invalidProposal } from "../refusals.ts";

/** The assertions of the letter that the confirmed intent names, and what the outline answers to them so far. */
export class AssertionBook {
  readonly #assertions: ReadonlyMap<string, LetterPart>;
  /** Answers that only a person may change. */
  readonly #settled: ReadonlyMap<string, ClaimAnswer>;

  constructor(input: DecisionInput) {
    const { letterReading, proposals } = input.material;
    this.#assertions = new Map((letterReading?.assertions ?? []).map((part) => [part.partId, part]));
    const answers = (proposals.skeleton?.sections ?? []).flatMap(({ claims }) => claims.flatMap((one) => one.answers));
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

  /** The answer that holds: the proposed one, or what a person answered before where a model proposes. */
  resolved(given: ClaimAnswerProposal, path: string): ClaimAnswerProposal {
    this.#spanOf(given.assertionId, path);
    const { answer, why } = this.#settled.get(given.assertionId) ?? given;
    return create(ClaimAnswerProposalSchema, { assertionId: given.assertionId, answer, why: why.trim() });
  }

  /** The answer as it is stored. */
  stored(given: ClaimAnswerProposal, path: string): ClaimAnswer {
    const { assertionId, answer, why } = this.resolved(given, path);
    const { excerptSha256 } = this.#spanOf(assertionId, path);
    return create(ClaimAnswerSchema, { assertionId, answer, why, excerptSha256 });
  }

  #spanOf(assertionId: string, path: string) {
    const span = this.#assertions.get(assertionId)?.span;
    if (span) return span;
    throw invalidProposal(
      path,
      this.#assertions.size === 0
        ? worded("letter.the-intent-has-no-reading-of-a-letter-rewind")
        : worded("letter.the-letter-has-no-its-reading-lists-those", { assertionId }),
    );
  }
}
