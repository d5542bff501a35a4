import { create } from "@bufbuild/protobuf";
import { type PromptPart, PromptPart_Text, PromptPartSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";

/** A named part of a text that goes to a model. */
export interface TextPart {
  readonly name: string;
  readonly text: string;
}

/** A text with the range of each of its parts, in code points; an empty line stands between two parts. */
export interface PartedText {
  readonly text: string;
  readonly parts: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

const between = "\n\n";

/** Joins parts into one text and keeps where each of them stands. Parts without text are left out. */
export const partedText = (parts: readonly TextPart[]): PartedText => {
  const shown = parts.filter(({ text }) => text !== "");
  const ranges: { name: string; start: number; end: number }[] = [];
  let at = 0;
  for (const { name, text } of shown) {
    const end = at + [...text].length;
    ranges.push({ name, start: at, end });
    at = end + between.length;
  }
  return { text: shown.map(({ text }) => text).join(between), parts: ranges };
};

/** The parts of both texts as a manifest names them, the system prompt's first. */
export const manifestParts = (systemPrompt: PartedText, prompt: PartedText): PromptPart[] => [
  ...systemPrompt.parts.map((part) => create(PromptPartSchema, { ...part, text: PromptPart_Text.SYSTEM_PROMPT })),
  ...prompt.parts.map((part) => create(PromptPartSchema, { ...part, text: PromptPart_Text.PROMPT })),
];
