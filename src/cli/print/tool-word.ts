import type { Speech } from "../../messages/speech.ts";
import { builtInTools } from "../tool/built-in.ts";

/** What a built-in tool does, in a few words of the language; empty for a client's own, of which its operator tells. */
export const toolDoes = (toolName: string, { phrase }: Speech): string => {
  const tool = builtInTools[toolName];
  const does = tool === undefined ? "" : phrase(tool.does);
  return `${does.charAt(0).toLowerCase()}${does.slice(1)}`;
};

/** A tool as a screen names it: in English by its name, in other languages by what it does, which is what a reader wants to know. */
export const toolWord = (toolName: string, speech: Speech): string =>
  (speech.isFirst ? "" : toolDoes(toolName, speech)) || toolName;
