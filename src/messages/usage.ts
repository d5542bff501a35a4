import { type Messages, textOf } from "./format.ts";

/** A line of usage with the names between its brackets in a language: `pincite run show [vlaggen] <memo>`. */
export const usageIn = (messages: Messages, usage: string): string =>
  usage.replace(
    /(?<open>[<[]|(?<=[<[][a-z-]+)=)(?<name>[a-z][a-z-]*)(?=(?:=[a-z-]+)?(?:\.\.\.)?[>\]])/gu,
    (_, open: string, name: string) => `${open}${textOf(messages, `usage.${name}`) ?? name}`,
  );
