import type { Command } from "commander";
import type { CitationResolution } from "../../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { Speech } from "../../../messages/speech.ts";
import { searchLines } from "../../print/candidates.ts";
import { lineIn, type PrintedLine, textLines } from "../../print/law-text.ts";
import { readingNotes } from "../../print/reading-notes.ts";
import { transitionalLines } from "../../print/transitional-lines.ts";
import { validitySentence } from "../../print/validity-lines.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { atLawBot } from "../at-service.ts";
import { dayOf } from "../day-option.ts";
import { withExample } from "../example.ts";
import { citationFault } from "./citation-fault.ts";
import { namesRuling } from "./ruling-show.ts";

/** `law cite` and `law search`. */
export const addLawCommands = (law: Command, shell: Shell): void => {
  const cite = law
    .command("cite")
    .argument("<citation...>", "as lawyers write it; several in one text are looked up each")
    .option("--on <day>", "the day whose law is meant, as 2024-01-31; else today", dayOf)
    .description("Look a citation up and show the words it stands for.");
  givesMessage(cite, "ResolveCitations");
  withExample(cite, "pincite law cite art. 7:611 BW --on 2025-12-09");
  cite.action((words: string[], options: { on?: string }, command: Command) =>
    citeLaw(shell, command, words, options.on ?? ""),
  );
  const find = law
    .command("search")
    .argument("<words...>", 'words, "phrases", prefix*, +must, -not; put -- before the words where one begins with -')
    .option("--on <day>", "the day whose law is searched, as 2024-01-31; else today", dayOf)
    .option("--rulings", "search the loaded rulings in place of the statutes")
    .description("Search the statutes in force on one day, or the rulings.");
  givesMessage(find, "Search", "SearchCases");
  withExample(
    find,
    "pincite law search redelijke termijn",
    "pincite law search --on 2024-01-01 -- opzegging -overheid",
  );
  find.action((words: string[], options: SearchOptions, command: Command) => search(shell, command, words, options));
};

const rulingAdvice =
  'Only statutes are looked up here: `pincite law show "ECLI:..., r.o. 3.8"` prints a ruling, `pincite law search --rulings` searches them.';

interface SearchOptions {
  readonly on?: string;
  readonly rulings?: boolean;
}

const citeLaw = (shell: Shell, command: Command, words: string[], inForceOn: string): Promise<void> =>
  atLawBot(shell, command, async ({ lawCitation }) => {
    const citations = [textOf(words, "say what to look up: a citation such as art. 7:611 BW")];
    const answer = await lawCitation.resolveCitations({ citations, inForceOn });
    const speech = shell.speech();
    const { sentence } = speech;
    for (const line of answer.resolutions.flatMap((each) => unitLines(each, speech))) shell.say(lineIn(line, speech));
    if (namesRuling(citations[0] ?? "")) shell.note(shell.speech().sentence(rulingAdvice));
    for (const { citation, parsed } of answer.resolutions)
      for (const line of readingNotes(citation, parsed)) shell.note(sentence(line));
    const [first, ...more] = answer.resolutions.flatMap(({ errors }) => errors).map(citationFault);
    for (const { message } of more) shell.note(sentence(message));
    if (first) throw first;
  });

/** The words of a command line as one text. Errors: REQUEST_INVALID where there are none. */
const textOf = (words: readonly string[], missing: string): string => {
  const text = words.join(" ").trim();
  if (text) return text;
  throw new DomainError("REQUEST_INVALID", missing);
};

/** The units a citation stands for, with their words. */
const unitLines = ({ units }: CitationResolution, speech: Speech): PrintedLine[] =>
  units.flatMap(({ unit, versionDate, evidenceId, passages, validity, transitional }) => [
    `${unit?.address ?? ""}  (version of ${versionDate})${unit?.quotable ? "" : `  not quotable: ${unit?.flags.join(", ")}`}`,
    ...passages.flatMap(({ text }) => textLines(text)),
    `    ${evidenceId}`,
    `    ${validitySentence(validity, /^law:([^@]*)@/.exec(evidenceId)?.[1] ?? "", speech)}`,
    ...transitionalLines(transitional, speech).map((words) => ({ words: `    ${words}` })),
  ]);

const search = (shell: Shell, command: Command, words: string[], { on, rulings }: SearchOptions): Promise<void> =>
  atLawBot(shell, command, async ({ lawSearch, caseLaw }) => {
    const query = textOf(words, "say what to search for: words, or a phrase in quotes");
    if (rulings && on)
      throw new DomainError("REQUEST_INVALID", worded("help.a-ruling-has-one-text-for-ever-leave-on-or"));
    if (!rulings && namesRuling(query)) shell.note(shell.speech().sentence(rulingAdvice));
    const { result } = rulings
      ? await caseLaw.searchCases({ query })
      : await lawSearch.search({ query, inForceOn: on ?? "" });
    if (result !== undefined) for (const line of searchLines(result, shell.speech())) shell.say(line);
  });
