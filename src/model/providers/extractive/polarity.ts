import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SlotView } from "./slot-views.ts";

/** Whether a claim says that something did not happen, for which a search is the evidence. */
export const hasAbsence = ({ claim }: SlotView): boolean =>
  [...claim.required, ...claim.optional].some(({ kind }) => kind === SlotKind.ABSENCE);
