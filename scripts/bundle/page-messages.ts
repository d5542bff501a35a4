import type { Plugin } from "rolldown";

/** Rooms of messages that the command line alone says: its help, its complaints and its lines of usage. */
const ofCommands = /^(?:help|command|command-error|erasure-help|keeping-error|usage)\./u;

/** Messages without those of the command line, which a page would load and never say. */
export const pageMessages: Plugin = {
  name: "page-messages",
  transform: {
    order: "pre",
    filter: { id: /\/messages\/[a-z-]+\.json$/ },
    handler: (code) => {
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(texts.filter(([id]) => !ofCommands.test(id))));
    },
  },
};
