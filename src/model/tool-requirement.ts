/** `impossible`: a tool is required and none may be asked for; the turn is refused before a model is called. */
export type ToolRequirement = "none" | "required" | "impossible";

/**
 * Whether a step must ask for a tool: the caller of Guide said so (`require_tool`), and none was asked for yet. It is
 * said, not guessed from words [S55, S69]. Once a tool was asked for, the turn goes on as any other.
 */
export const toolRequirement = (step: {
  readonly requireTool: boolean;
  /** Tools asked for in earlier steps of the turn, those that wait for a person as well. */
  readonly requestCount: number;
  /** What this step may ask for. */
  readonly tools: readonly string[];
}): ToolRequirement => {
  if (!step.requireTool || step.requestCount > 0) return "none";
  return step.tools.length > 0 ? "required" : "impossible";
};
