import type { EvidenceNeedMap } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import type { RunView } from "./run-view.ts";

/**
 * What a person had stated for a slot in words of her own before its claim was put otherwise, so that it was asked anew; empty: nothing, or
 * the very words that are put forward now, or that the claim has.
 */
export const formerStatement = (
  { formerNeedMap, needMap }: Pick<RunView, "formerNeedMap" | "needMap">,
  slotId: string,
  claimText: string,
): string => {
  const former = statementIn(formerNeedMap, slotId);
  return former === statementIn(needMap, slotId) || former === claimText ? "" : former;
};

const statementIn = (needMap: EvidenceNeedMap | undefined, slotId: string): string => {
  const ref = needMap?.bindings.find((one) => one.slotId === slotId)?.evidence?.evidence;
  return ref?.case === "statement" ? ref.value.text : "";
};
