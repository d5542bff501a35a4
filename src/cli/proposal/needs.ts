import { create } from "@bufbuild/protobuf";
import {
  type EvidenceNeedsProposal,
  EvidenceNeedsProposalSchema,
} from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { type SlotKind, SlotKindSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { enumValue } from "../text/enum-word.ts";
import { splitFlag } from "./text-file.ts";

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
  const kind = enumValue(SlotKindSchema, word);
  if (kind === undefined) throw new DomainError("REQUEST_INVALID", `"${word}" is no kind of slot: ${kinds}`, { flag });
  return { claimId, kind: kind as SlotKind, description: description.join(" ") };
};

const kinds = SlotKindSchema.values
  .slice(1)
  .map(({ localName }) => localName)
  .join(", ");
