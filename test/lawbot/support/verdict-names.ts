import { CompareSpanResponse_Verdict as Verdict } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";

/** What the oracles call a verdict. */
export const verdictNames: Record<Verdict, string> = {
  [Verdict.UNSPECIFIED]: "none",
  [Verdict.UNCHANGED]: "unchanged",
  [Verdict.MOVED]: "moved",
  [Verdict.CHANGED]: "changed",
  [Verdict.REPEALED]: "repealed",
  [Verdict.UNKNOWN]: "unknown",
};
