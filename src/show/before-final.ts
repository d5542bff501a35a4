import { letterCustom } from "#kit/letter-custom.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { isLetterToOthers } from "./letter-to-others.ts";
import type { RunView } from "./run-view.ts";

/** A provision that a draft quotes in a text of which nobody vouches that it is the law. */
export interface UnvouchedLaw {
  readonly claimId: string;
  /** As lawyers write it. */
  readonly address: string;
  /** Id of the regulation; empty: nobody can be asked for it. */
  readonly lawId: string;
  /** First day of the text, ISO 8601. */
  readonly from: string;
  /** Day for which it is not known, ISO 8601. */
  readonly on: string;
}

/** The provisions of the draft whose validity is unknown, each claim and address once, in the order of the letter. */
export const unvouchedLaw = ({ draft, ledger }: Pick<RunView, "draft" | "ledger">): UnvouchedLaw[] => {
  const cited = (draft?.sections ?? []).flatMap(({ sentences }) => sentences.flatMap(({ entryIds }) => entryIds));
  const all = cited.flatMap((id): UnvouchedLaw[] => {
    const entry = ledger?.entries.find(({ entryId }) => entryId === id);
    const law = entry?.evidence?.evidence;
    const validity = entry?.span?.validity ?? (law?.case === "law" ? law.value.validity : undefined);
    if (!entry || law?.case !== "law" || validity?.state !== Validity_State.UNKNOWN) return [];
    const [, lawId = ""] = /^law:(BWB[RV]\d{7})@/u.exec(law.value.evidenceId) ?? [];
    const from = entry.span?.versionDate || law.value.versionDate;
    const address = entry.span?.address || law.value.address;
    return [{ claimId: entry.claimId, address, lawId, from: from.slice(0, 10), on: validity.on }];
  });
  return [...new Map(all.map((one) => [`${one.claimId} ${one.address}`, one])).values()];
};

/** What a letter lacks of whoever writes it: where an answer goes, and where it is written. */
export type FrameGap = "sender" | "place";

/** What the letter lacks so, unless the person emptied it herself. A memo of one's own, and an English letter's place, are none. */
export const frameGaps = (
  view: Pick<RunView, "draft" | "intent" | "profile"> & { readonly context: Pick<RunView["context"], "locale"> },
): FrameGap[] => {
  const { draft, context } = view;
  if (!draft?.frame || !isLetterToOthers(view)) return [];
  const { sender, place } = draft.frame;
  const isSaid = (field: FrameGap): boolean => draft.saidFrameFields.includes(field);
  const gaps: FrameGap[] = [];
  // An address has a number; a name has none.
  if (!isSaid("sender") && !sender.some((line) => /\d/u.test(line))) gaps.push("sender");
  if (!isSaid("place") && place === "" && letterCustom(context.locale).namesPlace) gaps.push("place");
  return gaps;
};
