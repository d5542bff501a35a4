import { reflect } from "@bufbuild/protobuf/reflect";
import { type ToolRequest, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";
import { visible } from "../text/visible.ts";
import { messageText } from "./message-text.ts";
import { toolWord } from "./tool-word.ts";

/**
 * What of a request left this installation, in its words, and what of it was kept here; nothing where none of it left. One that waited for a
 * person left if it has run, which `hasRun` says.
 */
export const leftLines = (request: ToolRequest, { phrase }: Speech, hasRun = false): string[] => {
  const { leaving, params } = request;
  if (!leaving || !hasLeft(request, hasRun) || !params) return [];
  const texts = messageText(reflect(ToolRequestParamsSchema, params), 0, (_field, bytes) => `${bytes.length} bytes`);
  const words = texts.map((line) => visible(line.replace(/^\s*[\w.[\]]+:\s*/u, ""))).join("; ");
  const kept = oneLine(leaving.leftOut.map(visible).join(", "), 400);
  return [
    `    ${phrase("screen.left-this-installation", { words, bits: leaving.bits })}`,
    ...(kept === "" ? [] : [`    ${phrase("screen.was-kept-here", { kept })}`]),
  ];
};

/** How often something left in a turn, by which tools; nothing where nothing did. */
export const leftInTurn = (
  requests: readonly ToolRequest[],
  speech: Speech,
  hasRun: (request: ToolRequest) => boolean = () => false,
): string[] => {
  const left = requests.filter((request) => hasLeft(request, hasRun(request)));
  if (left.length === 0) return [];
  const names = [...new Set(left.map(({ toolName }) => toolName))];
  const kinds = names.map((name) => `${toolWord(name, speech)} ${left.filter((one) => one.toolName === name).length}×`);
  const bits = left.reduce((sum, { leaving }) => sum + (leaving?.bits ?? 0), 0);
  return [speech.phrase("screen.left-in-this-turn", { count: left.length, kinds: kinds.join(", "), bits })];
};

const hasLeft = ({ leaving }: ToolRequest, hasRun: boolean): boolean =>
  leaving !== undefined && (leaving.held === "" || hasRun);
