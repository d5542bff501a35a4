import { create } from "@bufbuild/protobuf";
import { isDay } from "#kit/day.ts";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { IntentSeedProposal } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import {
  type FrameSource,
  FrameSourceSchema,
  type MemoFrame,
  MemoFrameSchema,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { formerIntent } from "./letter-reading.ts";
import { oneLine, scissorsFor, standsIn } from "./letter-words.ts";

/** The fields that hold words, in their order, with their names on the wire. */
const fields = MemoFrameSchema.fields.filter(({ message }) => message === undefined);

/** What a frame says, line by line, by the names of its fields on the wire; fields that say nothing are left out. */
export type FrameLines = ReadonlyMap<string, readonly string[]>;

/** The frame a proposal comes to, over what there is and without what another letter said. Undefined: none. Errors: PROPOSAL_INVALID. */
export const frameOf = (input: DecisionInput, proposal: IntentSeedProposal): MemoFrame | undefined => {
  refuseForbidden(input, proposal);
  const former = formerIntent(input)?.frame;
  const stale = staleFields(former, input);
  const dropped = new Set([...proposal.dropFrameFields, ...stale]);
  const filled = linesOf(proposal.frame);
  const sources = sourcesOf(input, proposal, filled);
  if (input.actor.kind === Principal_Kind.MODEL) refuseUnsaid(filled, sources);
  const kept = new Map([...linesOf(former)].filter(([name]) => !dropped.has(name) && !filled.has(name)));
  const all = [...(former?.sources ?? []).filter(({ field }) => kept.has(field)), ...sources];
  return framed(new Map([...kept, ...filled]), all);
};

/** What each field of a frame says. */
export const linesOf = (frame: MemoFrame | undefined): FrameLines => {
  const lines = new Map<string, readonly string[]>();
  if (!frame) return lines;
  for (const { name, localName } of fields) {
    const value = frame[localName as keyof MemoFrame] as string | readonly string[];
    const said = (typeof value === "string" ? [value] : value).map(oneLine).filter((line) => line !== "");
    if (said.length > 0) lines.set(name, said);
  }
  return lines;
};

/** The frame that these lines come to; undefined: they say nothing. */
export const framed = (
  lines: FrameLines,
  sources: readonly FrameSource[],
  named: readonly FrameSource[] = [],
): MemoFrame | undefined => {
  if (lines.size === 0) return undefined;
  const values = fields.flatMap(({ name, localName, fieldKind }) => {
    const said = lines.get(name);
    return said ? [[localName, fieldKind === "list" ? said : said[0]]] : [];
  });
  const order = new Map(fields.map(({ name }, at) => [name, at]));
  const sorted = (of: readonly FrameSource[]) =>
    of.toSorted((a, b) => (order.get(a.field) ?? 0) - (order.get(b.field) ?? 0));
  return create(MemoFrameSchema, { ...Object.fromEntries(values), sources: sorted(sources), named: sorted(named) });
};

const refuseForbidden = ({ actor }: DecisionInput, { frame, dropFrameFields }: IntentSeedProposal): void => {
  if (frame && frame.sources.length > 0)
    throw invalidProposal("frame.sources", "letter.the-kernel-sets-this-say-where-the-letter-has");
  if (frame && frame.named.length > 0) throw invalidProposal("frame.named", "letter.the-kernel-sets-this-leave-it-out");
  refuseNoDays(frame);
  if (dropFrameFields.length > 0 && actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("drop_frame_fields", "letter.only-a-user-may-empty-a-field-of-the-frame");
};

/** Refuses a frame with a day that the calendar has not. Errors: PROPOSAL_INVALID. */
export const refuseNoDays = (frame: MemoFrame | undefined): void => {
  const days = { date: frame?.date ?? "", first_day_ill: frame?.firstDayIll ?? "" };
  for (const [name, day] of Object.entries(days))
    if (day !== "" && !isDay(day))
      throw invalidProposal(`frame.${name}`, "error.is-no-day-of-the-calendar-write-it-as-2025-12", { day });
};

const sourcesOf = (input: DecisionInput, { frameSources }: IntentSeedProposal, filled: FrameLines): FrameSource[] =>
  frameSources.map(({ field, locator }, at) => {
    const path = `frame_sources[${at}]`;
    if (!filled.has(field))
      throw invalidProposal(`${path}.field`, "letter.the-proposed-frame-has-nothing-in", { field });
    const span: SpanRef = scissorsFor(input, path).cut(locator, `${path}.locator`);
    return create(FrameSourceSchema, { field, span });
  });

/** A model invents nothing: each line that it fills in stands in words of the letter. */
const refuseUnsaid = (filled: FrameLines, sources: readonly FrameSource[]): void => {
  for (const [name, lines] of filled) {
    const said = sources.filter(({ field }) => field === name).map(({ span }) => span?.excerpt ?? "");
    if (!lines.every((line) => said.some((excerpt) => standsIn(line, excerpt))))
      throw invalidProposal(`frame.${name}`, "letter.only-a-user-may-say-what-the-letter-does-not");
  }
};

const staleFields = (former: MemoFrame | undefined, { material }: DecisionInput): string[] =>
  (former?.sources ?? [])
    .filter(({ span }) => span?.docUid !== material.answeredText?.docUid)
    .map(({ field }) => field);

/** What a frame says, for fingerprints: its words, not where they were taken from. */
export const frameParts = (frame: MemoFrame): string[] =>
  [...linesOf(frame)].flatMap(([name, lines]) => lines.map((line) => `${name} ${line}`));
