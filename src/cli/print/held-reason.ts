import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Speech } from "../../messages/speech.ts";

/** The model's reason for a request, and why the program holds it, which it records behind that in English; each empty where there is none. */
export const heldReason = (
  { reason, leaving }: Pick<ToolRequest, "reason" | "leaving">,
  { sentence }: Speech,
): { readonly why: string; readonly because: string } => {
  const held = leaving?.held ? heldForm.exec(reason)?.groups : undefined;
  return { why: held?.why ?? reason, because: held?.because ? sentence(held.because) : "" };
};

const heldForm = /^(?<why>[\s\S]*?) ?\(It waits: (?<because>[^()]*)\)$/u;
