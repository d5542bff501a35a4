import { create } from "@bufbuild/protobuf";
import { readBack } from "#kit/unseen.ts";
import { AttemptGate } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { FinalTurnSchema, type ModelTurn, ModelTurnSchema } from "../../gen/pincite/model/v1/model_turn_pb.ts";
import { type Acceptance, acceptTurn, type ExpectedTurn, type RejectReason } from "./accept.ts";
import { confirmLabel } from "./labels.ts";
import type { ModelOutput } from "./provider.ts";
import { readEnvelope, writeEnvelope } from "./providers/envelope.ts";
import { mend, type Repair, withoutReasoning } from "./providers/repair/mend.ts";

/** Calls that ask for the same answer in the right form, at most so many in a step (seed 004, section 5). */
export const reformatsMax = 2;

/** One output and what became of it, for the record [S102]. */
export interface Attempt {
  /** 0 the first answer, 1 and 2 what reformat calls brought. */
  readonly reformat: number;
  readonly output: ModelOutput;
  /** The object that was judged; undefined: the output as it came. */
  readonly slice: Uint8Array | undefined;
  readonly repairs: readonly Repair[];
  readonly rejectReason: RejectReason | "";
  /** Places and rules, never the model's words. */
  readonly firstFailure: string;
  readonly gate: AttemptGate;
}

/** What the two sides of the boundary do for a repair. */
export interface RepairPorts {
  /** Asks the model to write its answer again; undefined: no answer came. What it throws ends the step. */
  reformat(asked: { number: number; previous: ModelOutput; firstFailure: string }): Promise<ModelOutput | undefined>;
  /** Keeps an attempt, in order, before anything follows from it. */
  record(attempt: Attempt): Promise<void>;
}

/** `degraded`: why the turn carries only the model's words, with nothing asked for or proposed; undefined: it is what was meant. */
export type Repaired =
  | { readonly ok: true; readonly turn: ModelTurn; readonly degraded: RejectReason | undefined }
  | { readonly ok: false; readonly reason: RejectReason; readonly firstFailure: string };

/**
 * Takes a model's output in REPAIR mode: as it is, else mended, else written again by the model at most twice, else as
 * text, or not at all where a tool was required. Every way ends in `acceptTurn`, STRICT: what it refuses does not run.
 *
 * Only failures of form are worth another call. A foreign nonce, prose that fails its checks and an output past its
 * limit stop at once: asking until the checks pass would wear the checks out. A rewritten answer may quote only what
 * stands in the answer it was written from.
 */
export const repairTurn = async (first: ModelOutput, expected: ExpectedTurn, ports: RepairPorts): Promise<Repaired> => {
  let output = first;
  for (let reformat = 0; ; reformat++) {
    const judged = judgeRewritten(judge(output.raw, expected), first, reformat);
    const { slice, repairs, acceptance } = judged;
    const kept = { reformat, output, slice, repairs };
    if (acceptance.ok) {
      await ports.record({ ...kept, rejectReason: "", firstFailure: "", gate: AttemptGate.ACCEPTED });
      return { ...acceptance, degraded: undefined };
    }
    const refusal = { rejectReason: acceptance.reason, firstFailure: acceptance.firstFailure };
    const again = judged.formOnly && reformat < reformatsMax;
    const end = again ? undefined : lastResort(first, expected, judged);
    await ports.record({ ...kept, ...refusal, gate: gateOf(end) });
    if (end) return end;
    const { firstFailure } = acceptance;
    const next = await ports.reformat({ number: reformat + 1, previous: output, firstFailure });
    if (!next) return lastResort(first, expected, judged);
    output = next;
  }
};

const gateOf = (end: Repaired | undefined): AttemptGate => {
  if (!end) return AttemptGate.REFORMAT;
  return end.ok ? AttemptGate.TEXT : AttemptGate.STOPPED;
};

/** One output as it was judged: strictly, and mended where that failed for its form. */
export interface Judged {
  readonly slice: Uint8Array | undefined;
  readonly repairs: readonly Repair[];
  readonly acceptance: Acceptance;
  /** True when what is wrong is the form alone, so that the model may be asked to write it again. */
  readonly formOnly: boolean;
}

/** Judges one output: as it is, and mended where its form is what fails. Pure. */
export const judge = (raw: Uint8Array, expected: ExpectedTurn): Judged => {
  const strict = acceptTurn(raw, expected);
  const asItIs = { slice: undefined, repairs: [], acceptance: strict, formOnly: isForm(strict, raw) };
  if (strict.ok || !asItIs.formOnly) return asItIs;
  const mended = mend(raw);
  if (!mended) return asItIs;
  const { slice, repairs } = mended;
  const acceptance = mended.multiple ? twoObjects : acceptTurn(slice, expected);
  return { slice, repairs, acceptance, formOnly: isForm(acceptance, slice) };
};

const twoObjects: Acceptance = {
  ok: false,
  reason: "tool_call_multiple",
  firstFailure: "a second JSON object follows the first; one answer is one object",
};

const formReasons: ReadonlySet<RejectReason> = new Set([
  "tool_call_invalid_format",
  "tool_call_unknown_tool",
  "tool_call_invalid_args",
  "tool_call_multiple",
]);

const isForm = (acceptance: Acceptance, bytes: Uint8Array): boolean => {
  if (acceptance.ok) return false;
  if (acceptance.reason !== "tool_call_nonce_invalid") return formReasons.has(acceptance.reason);
  // A nonce that was left out may be asked for; a wrong one belongs to another turn, or to nobody.
  const read = readEnvelope(bytes);
  return !("problem" in read) && !read.nonceStands;
};

const judgeRewritten = (judged: Judged, first: ModelOutput, reformat: number): Judged => {
  const { acceptance } = judged;
  if (reformat === 0 || !acceptance.ok || allStandIn(quotesOf(acceptance.turn), first.raw)) return judged;
  const firstFailure = "the rewritten answer quotes words that do not stand in the answer it was written from";
  return { ...judged, formOnly: false, acceptance: { ok: false, reason: "grounding_quote_not_found", firstFailure } };
};

/** The first answer as text, if it is prose that passes the same checks as any message; else the reason to stop. */
const lastResort = (first: ModelOutput, expected: ExpectedTurn, { acceptance, formOnly }: Judged): Repaired => {
  if (acceptance.ok) throw new Error("an accepted turn needs no last resort");
  const text = formOnly && !expected.toolRequired ? proseOf(first.raw) : undefined;
  if (text === undefined) return acceptance;
  const final = create(FinalTurnSchema, { message: text, nextAction: confirmLabel(expected.state) });
  const turn = create(ModelTurnSchema, { nonce: expected.nonce, turn: { case: "final", value: final } });
  const asText = acceptTurn(writeEnvelope(turn), expected);
  return asText.ok ? { ...asText, degraded: acceptance.reason } : asText;
};

/** An output that is words and no attempt at an object: half an envelope is nothing to read. */
const proseOf = (raw: Uint8Array): string | undefined => {
  const text = withoutReasoning(new TextDecoder().decode(raw)).trim();
  return text === "" || /[{}[\]]|\ufffd/.test(text) ? undefined : text;
};

/**
 * Every text of a turn that is given as the exact words of a source: `exact_quote` wherever it stands (locators of tools
 * and of the ledger, the evidence statement), and what stands between “ and ” in sentences of a draft.
 */
export const quotesOf = (turn: ModelTurn): string[] => [...exactQuotes(turn), ...draftQuotes(turn)];

const exactQuotes = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "exactQuote" && typeof inner === "string" && inner !== "" ? [inner] : exactQuotes(inner),
  );
};

const draftQuotes = ({ turn }: ModelTurn): string[] => {
  const proposal = turn.case === "final" ? turn.value.proposal?.proposal : undefined;
  if (proposal?.case !== "draftText") return [];
  const sentences = proposal.value.sections.flatMap((section) => section.sentences);
  return sentences.flatMap(({ text }) => [...text.matchAll(/“([^“”]*)”/gu)].map((match) => match[1] as string));
};

/** True when every quote stands in the raw output as it is, or as JSON would have written it. */
const allStandIn = (quotes: readonly string[], raw: Uint8Array): boolean => {
  const text = new TextDecoder().decode(raw);
  const unescaped = text.replace(jsonEscape, (_, code: string) =>
    code.startsWith("u") ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (plain[code] ?? code),
  );
  const read = readBack(unescaped);
  return quotes.every((quote) => text.includes(quote) || unescaped.includes(quote) || read.includes(quote));
};

const jsonEscape = /\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g;
const plain: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
