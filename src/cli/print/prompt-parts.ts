import { type ContextManifest, PromptPart_Text } from "../../../gen/pincite/model/v1/model_call_pb.ts";

/** The two texts of a call to a model, as they were sent. */
export interface PromptTexts {
  readonly systemPrompt: string;
  readonly prompt: string;
}

/** A part of what a model saw. */
export interface ShownPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** It stands in the system prompt. */
  readonly isSystem: boolean;
  readonly text: string;
}

/** The parts of both texts in the order in which they were shown; of manifests from before parts were named, none. */
export const shownParts = (
  { parts }: Pick<ContextManifest, "parts">,
  { systemPrompt, prompt }: PromptTexts,
): ShownPart[] => {
  const characters = { system: [...systemPrompt], prompt: [...prompt] };
  return parts.map(({ name, start, end, text }) => {
    const isSystem = text === PromptPart_Text.SYSTEM_PROMPT;
    const whole = isSystem ? characters.system : characters.prompt;
    return { name, start, end, isSystem, text: whole.slice(start, end).join("") };
  });
};
