import { SpanFlag, type SpanRef, Voice } from "../../gen/pincite/span/v1/span_pb.ts";

/**
 * Whether words are not their document's author's, and nobody knows whose they are: answers that somebody typed into a quoted
 * message. They prove that they stand there, and are said by nobody.
 */
export const isNobodys = ({ voice, flags }: Pick<SpanRef, "voice" | "flags">): boolean =>
  voice === Voice.UNSPECIFIED && flags.includes(SpanFlag.NOT_AUTHOR);
