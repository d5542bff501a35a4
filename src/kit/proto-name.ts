/** Names a generated member as its proto file does: `toolFinished` is `tool_finished`. */
export const protoName = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
