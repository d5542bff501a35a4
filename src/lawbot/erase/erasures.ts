import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Serial } from "#kit/serial.ts";
import {
  type CommitErasureRequest,
  CommitErasureRequestSchema,
  type CommitErasureResponse,
  CommitErasureResponseSchema,
  LawErasedSchema,
  type LawErasurePlan,
  LawErasurePlanSchema,
} from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import type { ErasureTold, KeptRecords } from "../kept-records.ts";

/** Texts of one kind, statutes or rulings, as they are erased. */
export interface Erasable {
  /** What is said of a loaded text; undefined: there is none of this doc_uid. */
  find(docUid: string): MessageInitShape<typeof LawErasurePlanSchema> | undefined;
  /** When a text of this doc_uid was erased, in milliseconds since 1970. */
  erasedAt(docUid: string): Promise<number | undefined>;
  /** Erases it, from what is kept, what is open and the index. */
  erase(docUid: string, ...told: ErasureTold): Promise<void>;
}

/** Erases texts of LawBot: first a plan, then the very same. */
export class LawErasures {
  readonly #kinds: readonly Erasable[];
  readonly #answers: Pick<KeptRecords, "answered">;
  readonly #clock: { now(): number };
  readonly #serial = new Serial();

  constructor(kinds: readonly Erasable[], answers: Pick<KeptRecords, "answered">, clock: { now(): number }) {
    this.#kinds = kinds;
    this.#answers = answers;
    this.#clock = clock;
  }

  /** As `LawErasureService.PlanErasure` says. */
  async plan(docUid: string): Promise<LawErasurePlan> {
    return (await this.#planned(docUid)).plan;
  }

  /** As `LawErasureService.CommitErasure` says. */
  commit(request: CommitErasureRequest): Promise<CommitErasureResponse> {
    return this.#serial.run(() => this.#commit(request));
  }

  async #commit(request: CommitErasureRequest): Promise<CommitErasureResponse> {
    const key = `lawbot.erase/${request.idempotencyKey}`;
    const payloadDigest = sha256Hex(toBinary(CommitErasureRequestSchema, request));
    const known = await this.#answers.answered(key);
    if (known && known.payloadDigest !== payloadDigest) throw reused();
    if (known?.answer) return fromBinary(CommitErasureResponseSchema, known.answer);
    const { plan, kind } = await this.#planned(request.docUid);
    if (plan.digest !== request.planDigest) throw planChanged(plan.digest);
    const { docUid, planDigest, reason } = request;
    const erasedAtIso = new Date(this.#clock.now()).toISOString();
    const told = create(LawErasedSchema, { docUid, planDigest, reason, erasedAtIso });
    const answer = create(CommitErasureResponseSchema, { erasedAtIso });
    await kind.erase(docUid, toBinary(LawErasedSchema, told), {
      key,
      payloadDigest,
      answer: toBinary(CommitErasureResponseSchema, answer),
    });
    return answer;
  }

  /** Errors: LAW_NOT_FOUND, ERASED. */
  async #planned(docUid: string): Promise<{ plan: LawErasurePlan; kind: Erasable }> {
    for (const kind of this.#kinds) {
      const found = kind.find(docUid);
      if (!found) continue;
      const plan = create(LawErasurePlanSchema, found);
      return { plan: create(LawErasurePlanSchema, { ...plan, digest: digestOf(plan) }), kind };
    }
    for (const kind of this.#kinds) {
      const atMs = await kind.erasedAt(docUid);
      if (atMs !== undefined) throw erased(docUid, atMs);
    }
    throw new DomainError(
      "LAW_NOT_FOUND",
      worded("erasure-error.is-not-loaded-pincite-law-list-says-what-is", { docUid }),
      {
        doc_uid: docUid,
      },
    );
  }
}

const digestOf = (plan: LawErasurePlan): string => sha256Hex(toBinary(LawErasurePlanSchema, plan));

const erased = (docUid: string, atMs: number): DomainError => {
  const erasedAt = new Date(atMs).toISOString();
  return new DomainError("ERASED", worded("erasure-error.was-erased-on", { docUid, erasedAt: erasedAt.slice(0, 10) }), {
    doc_uid: docUid,
    erased_at: erasedAt,
  });
};

const reused = (): DomainError =>
  new DomainError("IDEMPOTENCY_KEY_REUSED", worded("erasure-error.this-key-was-used-for-another-erasure-use-a"), {});

const planChanged = (digest: string): DomainError =>
  new DomainError("PLAN_CHANGED", worded("erasure-error.what-the-plan-says-is-no-longer-so-and-3"), {
    plan_digest: digest,
  });
