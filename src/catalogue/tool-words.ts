import type { ToolSpec } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { type ProfileProblem, when } from "../profile/profile-problem.ts";

/** Least and most of what a layer may set. A call is answered within a minute; a step shows at most what a profile may allow it. */
export const toolBounds = {
  timeout_ms: [1_000, 60_000],
  shown_chars_max: [200, 20_000],
} as const;

const descriptionMax = 500;

/** What may be said of any tool: words for people and models, and limits. Only fields that stand in the file are looked at. */
export const checkWords = (spec: ToolSpec, fields: ReadonlySet<string>): ProfileProblem[] => [
  ...when(fields.has("description") && !describes(spec.description), "description", "tool-problem.one-line", {
    most: descriptionMax,
  }),
  ...within("timeout_ms", spec.timeoutMs, fields),
  ...within("shown_chars_max", spec.shownCharsMax, fields),
];

/** People decide by it and models read it, so it hides nothing: no line breaks, no invisible characters. */
const describes = (text: string): boolean =>
  text.trim() !== "" && text.length <= descriptionMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);

const within = (path: keyof typeof toolBounds, value: number, fields: ReadonlySet<string>): ProfileProblem[] => {
  const [least, most] = toolBounds[path];
  return when(fields.has(path) && (value < least || value > most), path, "tool-problem.bounds", { least, most });
};

/** What the server fills in. */
export const checkServerFields = (fields: ReadonlySet<string>): ProfileProblem[] =>
  ["available", "layer"].flatMap((path) => when(fields.has(path), path, "tool-problem.servers"));
