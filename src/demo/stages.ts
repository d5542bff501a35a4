import { create, fromJson } from "@bufbuild/protobuf";
import type { EvidenceRef } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { IntentSeedProposalSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { EvidenceNeedMapProposalSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonProposalSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { parseBindings } from "../cli/proposal/bindings.ts";
import { parseQuotes } from "../cli/proposal/quotes.ts";
import { type CaseClaim, intent, outline, pinnedFile } from "./case.ts";
import type { DemoRun } from "./demo-run.ts";
import { evidenceIdOf, evidenceIdOfFile, type LawIds, type PlannedSlot, plannedSlots } from "./plan.ts";

const stage = (proposal: StageProposal["proposal"]): StageProposal => create(StageProposalSchema, { proposal });

/** INTENT_SEED: the person says what the memo is for, and pins the letter that is answered. */
export const saveIntent = async (run: DemoRun): Promise<void> => {
  run.heading("what the memo is for");
  await run.propose(
    stage({ case: "intentSeed", value: fromJson(IntentSeedProposalSchema, intent) }),
    `“${intent.goal}”`,
    true,
  );
  await run.pin(evidenceIdOfFile(pinnedFile), "", "the letter of 9 December");
  await run.advance();
};

/** SKELETON: the model proposes an outline, the person writes their own. */
export const agreeOutline = async (run: DemoRun, pilotText: string): Promise<void> => {
  run.heading("sections and claims");
  await run.guide("Stel een opbouw voor.");
  await proposeOutline(run, pilotText, new Map());
  await run.confirm();
  await run.advance();
};

/** The outline as a proposal. `ids` names the claims to edit by their new text; the others are known by equal text. */
export const proposeOutline = async (
  run: DemoRun,
  pilotText: string,
  ids: ReadonlyMap<string, string>,
): Promise<void> => {
  const sections = outline(pilotText).map(({ title, claims }) => ({
    title,
    claims: claims.map(({ text, kind }) => ({ text, claimKind: kind, claimId: ids.get(text) ?? "" })),
  }));
  const words = ids.size === 0 ? "an outline of your own" : "the same outline with one claim reworded";
  await run.propose(stage({ case: "skeleton", value: create(MessageSkeletonProposalSchema, { sections }) }), words);
};

/** EVIDENCE_NEEDS: searches by the model run at once; what they missed the person finds or pins. */
export const findEvidence = async (run: DemoRun, claims: readonly CaseClaim[], laws: LawIds): Promise<void> => {
  run.heading("what each claim needs");
  await run.guide("Zoek wat de stellingen nodig hebben.");
  for (const planned of plannedSlots(await run.view(), claims)) await supply(run, planned, laws);
  await run.confirm();
  await run.advance();
};

const supply = async (run: DemoRun, { slot, evidence }: PlannedSlot, laws: LawIds): Promise<void> => {
  if (evidence.from === "search") {
    await run.tool("vault.search", evidence.query, slot.slotId, "Is er een mededeling met een reden?");
    return;
  }
  const id = evidenceIdOf(evidence, laws);
  if (id === undefined || slot.candidates.some(({ evidenceId }) => evidenceId === id)) return;
  await run.pin(
    id,
    slot.slotId,
    evidence.from === "file" ? evidence.file : evidence.from === "law" ? evidence.citation : "",
  );
};

/** EVIDENCE_BINDING: the model proposes what each slot rests on; the person confirms what is right and binds the rest. */
export const bindEvidence = async (run: DemoRun, claims: readonly CaseClaim[], laws: LawIds): Promise<void> => {
  run.heading("what each claim rests on");
  await run.guide("Koppel het bewijs.");
  const view = await run.view();
  const wanted = new Map(plannedSlots(view, claims).map((planned) => [planned.slot.slotId, flagOf(planned, laws)]));
  const right = new Set(
    (view.needMap?.bindings ?? []).flatMap(({ bindingId, slotId, evidence }) =>
      wanted.get(slotId) === nameOf(evidence) ? [bindingId] : [],
    ),
  );
  await run.confirm(({ itemId }) => right.has(itemId));
  const bound = new Set(
    (view.needMap?.bindings ?? []).filter(({ bindingId }) => right.has(bindingId)).map(({ slotId }) => slotId),
  );
  const flags = [...wanted]
    .filter(([slotId]) => !bound.has(slotId))
    .map(([slotId, evidence]) => `${slotId}=${evidence}`);
  if (flags.length > 0) {
    const value = create(EvidenceNeedMapProposalSchema, parseBindings(flags));
    await run.propose(
      stage({ case: "needMap", value }),
      `your own binding for ${flags.map((flag) => flag.split("=")[0]).join(", ")}`,
    );
    await run.confirm();
  }
  await run.advance();
};

/** Evidence of a binding, as `--bind` names it. */
const nameOf = (ref: EvidenceRef | undefined): string => {
  const each = ref?.evidence;
  if (each?.case === "document" || each?.case === "law") return each.value.evidenceId;
  if (each?.case === "search") return each.value.toolResultId;
  return each?.case === "statement" ? `statement:${each.value.text}` : "";
};

/** What a slot is bound to, as `--bind` takes it. An absence rests on the newest search recorded for its slot. */
const flagOf = ({ slot, evidence }: PlannedSlot, laws: LawIds): string => {
  if (evidence.from === "statement") return `statement:${evidence.text}`;
  return evidenceIdOf(evidence, laws) ?? slot.searchResultIds.at(-1) ?? "";
};

/** SPAN_RESOLUTION: the exact words. A quote is accepted only where the source has it, character for character. */
export const confirmQuotes = async (run: DemoRun, claims: readonly CaseClaim[]): Promise<void> => {
  run.heading("the exact words");
  await run.guide("Zoek de woorden die de stellingen dragen.");
  const view = await run.view();
  const quotes = new Map(
    plannedSlots(view, claims).flatMap(({ slot, evidence }) =>
      "quote" in evidence ? [[slot.slotId, evidence.quote]] : [],
    ) as [string, string][],
  );
  const entries = view.ledger?.entries ?? [];
  const right = entries.filter(({ slotId, span }) => span === undefined || quotes.get(slotId) === span.excerpt);
  await run.confirm(({ itemId }) => right.some(({ entryId }) => entryId === itemId));
  const done = new Set(right.map(({ slotId }) => slotId));
  const flags = [...quotes].filter(([slotId]) => !done.has(slotId)).map(([slotId, words]) => `${slotId}=${words}`);
  if (flags.length > 0) {
    const value = parseQuotes(flags, view.needMap);
    await run.propose(
      stage({ case: "citationLedger", value }),
      `your own words for ${flags.map((flag) => flag.split("=")[0]).join(", ")}`,
    );
    await run.confirm();
  }
  await run.advance();
};
