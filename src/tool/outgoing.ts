import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { mustBeSeen } from "./exfiltration.ts";
import type { Outgoing } from "./leaves.ts";
import { withTool } from "./tools.ts";

/** What of a request would leave for LawBot, as its tool declares it; nothing for tools of the Vault and of clients. */
export const outgoing = (params: ToolRequestParams): Outgoing => {
  const given = withTool(params);
  return given ? given.tool.leaving(given.value) : { texts: [], ids: [] };
};

/** What a screen goes by. */
export interface Screen {
  /** Texts of the case that the asker was shown. */
  readonly personal: readonly string[];
  /** Ids that LawBot gave this run or a person pinned, among what the asker was shown. */
  readonly lawIds: readonly string[];
  /** Texts that left in this run before, oldest first; default none. */
  readonly sentBefore?: readonly string[];
}

/** Why a person must see a request before it leaves for LawBot: its words, or an id nobody gave; undefined: it may leave. */
export const objectionToLeaving = (params: ToolRequestParams, screen: Screen): "words" | "id" | undefined => {
  const { texts, ids } = outgoing(params);
  if (texts.some((text) => mustBeSeen(text, screen.personal, screen.sentBefore))) return "words";
  return ids.every((id) => isIdOfLaw(id) || screen.lawIds.includes(id)) ? undefined : "id";
};

/**
 * Ids of law that say nothing but which law: a version of a statute, and a ruling under the numbers that courts and
 * publishers hand out. The parts that may hold letters are fixed or two letters long, so that no words fit in.
 */
const idOfLaw =
  /^(?:(?:BWB[RVW]|CVDR)\d{1,8}@\d{4}-\d{2}-\d{2}(?:_\d{1,4})?|ECLI:[A-Z]{2}:[A-Z]{1,7}:\d{4}:(?:[A-Z]{2})?\d{1,6})$/u;

const isIdOfLaw = (id: string): boolean => idOfLaw.test(id);
