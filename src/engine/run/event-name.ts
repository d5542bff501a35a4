/** Name of an event as clients see it: `toolFinished`, as stored, is `tool_finished`. */
export const eventName = (type: string): string => type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
