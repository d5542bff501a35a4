import type { CitationError } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";

/** What an upstream lists as existing are labels: short, few, and without anything that could be more than a label. */
const label = /^[\p{L}\p{N} .:,()°@/-]{1,60}$/u;

/** Why a citation names nothing: our sentence for the first error's reason, with the labels that there are instead. */
export const problemOf = (errors: readonly CitationError[], sentence: (reason: string) => string): string => {
  const [error] = errors;
  if (!error) return sentence("CITATION_INVALID");
  const existing = error.existing.filter((each) => label.test(each)).slice(0, 8);
  const said = sentence(error.reason);
  return existing.length > 0 ? `${said}; there is: ${existing.join("; ")}` : said;
};
