import { type Half, halves } from "../support/cases/halves.ts";
import { chatFiles, figuresOf } from "../vault/chat/chat-cases.ts";

/** Figures of one half of the cases of chats, or of both, and none of their words. True where nothing is given to a wrong person or day. */
export const runChats = async (args: readonly string[]): Promise<boolean> => {
  const asked = halves.filter((half) => args.length === 0 || args.includes(half));
  let isHeld = asked.length > 0;
  for (const half of asked) isHeld = (await printed(half)) && isHeld;
  return isHeld;
};

const printed = async (half: Half): Promise<boolean> => {
  const files = chatFiles(half);
  const { lines, right, wrongWords, wrongDays } = await figuresOf(files);
  const whole = await Promise.all(files.map(async (name) => isWhole(await figuresOf([name]))));
  const say = (what: string, figure: string): boolean => process.stdout.write(`chats ${half}: ${what}: ${figure}\n`);
  say("lines with the right speaker, day and words", `${right} of ${lines}`);
  say("files without a fault", `${whole.filter(Boolean).length} of ${files.length}`);
  say("words given to a wrong person", `${wrongWords}`);
  say("lines with a wrong day", `${wrongDays}`);
  return wrongWords === 0 && wrongDays === 0;
};

const isWhole = ({ lines, right, wrongWords, wrongDays }: Awaited<ReturnType<typeof figuresOf>>): boolean =>
  right === lines && wrongWords === 0 && wrongDays === 0;
