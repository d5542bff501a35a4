import { create } from "@bufbuild/protobuf";
import {
  type EvidenceNeeds,
  type EvidenceNeedsProposal,
  EvidenceNeedsProposalSchema,
  type EvidenceSlot,
  SlotProposalSchema,
} from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type SlotKind, SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { kindValue, kindWord, kindWords } from "../text/kind-word.ts";
import { contentLines, flat, mistake, namesFirst, splitFlag } from "./text-file.ts";

/** Flags that refine the evidence needs; each may be given several times. */
export interface NeedsFlags {
  /** `claim:2=QUOTE what is sought` (QUOTE, LOCATION, ABSENCE, OWN_STATEMENT). */
  readonly add?: readonly string[];
  /** Slots to drop. */
  readonly drop?: readonly string[];
  /** Slots that Advance shall not need. */
  readonly optional?: readonly string[];
  /** `slot:3=vault:…`. */
  readonly link?: readonly string[];
}

/** A refinement of the evidence needs. Errors: REQUEST_INVALID. */
export const parseNeeds = (flags: NeedsFlags): EvidenceNeedsProposal =>
  create(EvidenceNeedsProposalSchema, {
    add: (flags.add ?? []).map(parseSlot),
    dropSlotIds: [...(flags.drop ?? [])],
    makeOptionalSlotIds: [...(flags.optional ?? [])],
    links: (flags.link ?? []).map((flag) => {
      const [slotId, evidenceId] = splitFlag("--link", flag);
      return { slotId, evidenceId };
    }),
  });

const parseSlot = (flag: string) => {
  const [claimId, rest] = splitFlag("--add", flag);
  const [word = "", ...description] = rest.split(" ");
  const kind = kindValue(SlotKindSchema, word);
  if (kind === undefined)
    throw new DomainError("REQUEST_INVALID", worded("command-error.is-no-kind-of-slot", { word, kinds }), { flag });
  return { claimId, kind: kind as SlotKind, description: description.join(" ") };
};

/**
 * The evidence needs as plain text, a slot per line below its claim:
 *
 *     # claim:2 The claim, for whoever reads it.
 *     slot:3 QUOTE What is sought.
 *     ABSENCE? A new slot, which Advance shall not wait for.
 *
 * A slot that is left out is dropped, a `?` behind its kind makes it optional, and a line without an id is a new slot of the claim
 * above it. What a slot asks for is not changed by other words: drop it and add one. Errors: REQUEST_INVALID with the line.
 */
export const parseNeedsText = (text: string, needs: Pick<EvidenceNeeds, "sections">): EvidenceNeedsProposal => {
  const former = slotsOf(needs);
  const kept = new Set<string>();
  const proposal = create(EvidenceNeedsProposalSchema, {});
  let claimId = "";
  for (const { line: written, number } of contentLines(text)) {
    const line = namesFirst(written);
    if (line.startsWith("# ")) {
      claimId = /^# (claim:\d+)\b/u.exec(line)?.[1] ?? "";
      continue;
    }
    const match = /^(slot:\d+ )?([A-Za-z_-]+)(\?)?(?: (.*))?$/u.exec(line);
    const kind = match && kindValue(SlotKindSchema, match[2] ?? "");
    if (!match || kind === undefined)
      throw mistake(number, "command-error.a-slot-is-slot-n-kind-what-is-sought-where", { kinds });
    const [, slotId = "", , optional, description = ""] = match;
    const known = former.get(slotId.trim());
    if (slotId === "") {
      if (claimId === "") throw mistake(number, "command-error.a-new-slot-needs-a-claim-n-above-it");
      proposal.add.push(
        create(SlotProposalSchema, { claimId, kind: kind as SlotKind, description, optional: optional === "?" }),
      );
    } else if (known === undefined)
      throw mistake(number, "command-error.there-is-no-leave-the-id-out-for-a-new-slot", { slotId: slotId.trim() });
    else {
      kept.add(slotId.trim());
      if (optional === "?" && known.required) proposal.makeOptionalSlotIds.push(slotId.trim());
      if (optional === undefined && !known.required)
        throw mistake(number, "command-error.cannot-be-made-required-again-leave-its-line", { slotId: slotId.trim() });
    }
  }
  proposal.dropSlotIds.push(...[...former.keys()].filter((id) => !kept.has(id)));
  return proposal;
};

/** The needs in the form that parseNeedsText reads. `claims`: the text of a claim by its id. */
export const needsText = (
  { sections }: Pick<EvidenceNeeds, "sections">,
  claims: ReadonlyMap<string, string>,
  speech: Speech = speechOf("en"),
): string =>
  sections
    .flatMap((section) => section.claims)
    .map(({ claimId, required, optional }) =>
      [
        `# ${speech.itemTyped(claimId)} ${flat(claims.get(claimId) ?? "")}`,
        ...required.map((slot) => slotText(slot, "", speech)),
        ...optional.map((slot) => slotText(slot, "?", speech)),
      ].join("\n"),
    )
    .join("\n\n");

const slotText = ({ slotId, kind, description }: EvidenceSlot, mark: "" | "?", speech: Speech): string =>
  `${speech.itemTyped(slotId)} ${kindWord(SlotKindSchema, kind, speech)}${mark} ${flat(description)}`;

const slotsOf = ({ sections }: Pick<EvidenceNeeds, "sections">): Map<string, { readonly required: boolean }> => {
  const slots = new Map<string, { readonly required: boolean }>();
  for (const { required, optional } of sections.flatMap((section) => section.claims)) {
    for (const { slotId } of required) slots.set(slotId, { required: true });
    for (const { slotId } of optional) slots.set(slotId, { required: false });
  }
  return slots;
};

const kinds = kindWords(SlotKindSchema);
