import { type Command, Option } from "commander";
import {
  type FetchedFile,
  type FetchReport,
  type FetchStep,
  type GetFetchSettingsResponse,
  FetchStep_Kind as Kind,
  FetchedFile_Outcome as Outcome,
  FetchedFile_OutcomeSchema as OutcomeSchema,
} from "../../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError, type Reason, reasons } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { Speech } from "../../../messages/speech.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { enumWord } from "../../text/enum-word.ts";
import { table } from "../../text/table.ts";
import { atLawBot } from "../at-service.ts";
import { dayOf } from "../day-option.ts";
import { withExample } from "../example.ts";

/** `law fetch` and `law sources`. */
export const addLawFetchCommands = (law: Command, shell: Shell): void => {
  const fetch = law
    .command("fetch")
    .argument("[ids...]", "regulations (BWBR0005290) and rulings (ECLI:NL:HR:2016:162)")
    .option("--profile <name>", "also the laws that claims of this workflow profile usually rest on")
    .option("--on <day>", "the day whose version is wanted, as 2024-01-31; else today", dayOf)
    .option("--known-on <day>", "the day as whose knowledge it is chosen; else as is known now", dayOf)
    .description("Get law from the official services and load it. What is loaded already is not downloaded again.");
  withExample(
    fetch,
    "pincite law fetch BWBR0005290 --on 2024-01-01",
    "pincite law fetch ECLI:NL:HR:2016:162",
    "pincite law fetch --profile my-letter",
  );
  fetch.action((ids: string[], options: FetchOptions, command: Command) => fetchLaw(shell, command, ids, options));
  const sources = law
    .command("sources")
    .addOption(new Option("--locale <tag>", "language of the reasons").choices(["nl", "en"]))
    .description("Say where this server fetches law from, and which laws the claims of each workflow profile rest on.");
  givesMessage(sources, "GetFetchSettings");
  withExample(sources, "pincite law sources", "pincite law sources --locale nl");
  sources.action((options: { locale?: string }, command: Command) =>
    showSources(shell, command, options.locale ?? shell.speech().locale),
  );
};

interface FetchOptions {
  readonly profile?: string;
  readonly on?: string;
  readonly knownOn?: string;
}

const fetchLaw = (shell: Shell, command: Command, targets: string[], options: FetchOptions): Promise<void> =>
  atLawBot(shell, command, async ({ lawFetch }) => {
    const request = { idempotencyKey: shell.newKey(), targets, profile: options.profile ?? "" };
    const days = { inForceOn: options.on ?? "", knownOn: options.knownOn ?? "" };
    const progress = new Progress(shell);
    let report: FetchReport | undefined;
    try {
      for await (const { event } of lawFetch.fetchLaw({ ...request, ...days }, { signal: shell.stop })) {
        if (event.case === "step") progress.step(event.value);
        else if (event.case === "file") shell.say(fileLine(event.value, shell.speech()));
        else if (event.case === "report") report = event.value;
      }
    } catch (error) {
      throw shell.stop.aborted ? stopped(error) : error;
    }
    if (report) end(shell, report);
  });

/** The person stopped it: the library's own word for that says nothing of what became of the rest. */
const stopped = (cause: unknown): DomainError =>
  new DomainError("CANCELLED", worded("help.stopped-what-was-loaded-stays-loaded-run-the"), {}, { cause });

const mebibyte = 1024 * 1024;

/** Steps go beside the answer; of a download, a line for each mebibyte is enough. */
class Progress {
  readonly #shell: Shell;
  #told = "";

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  step({ target, kind, message, fileName, doneBytes, totalBytes }: FetchStep): void {
    if (kind !== Kind.DOWNLOADING) {
      this.#shell.note(`${target}: ${this.#shell.speech().sentence(message)}`);
      return;
    }
    const done = Number(doneBytes);
    const total = Number(totalBytes);
    const mark = `${fileName} ${Math.floor(done / mebibyte)} ${done > 0 && done === total}`;
    if (fileName === "" || done === 0 || mark === this.#told) return;
    this.#told = mark;
    this.#shell.note(`${target}: ${fileName} ${this.#kib(done, total)}`);
  }

  #kib(done: number, total: number): string {
    const [some, all] = [done, total].map((bytes) => Math.ceil(bytes / 1024));
    return total > 0
      ? this.#shell.speech().phrase("record.kib-of-kib", { some: some ?? 0, all: all ?? 0 })
      : `${some} KiB`;
  }
}

const fileLine = ({ target, fileName, outcome, message }: FetchedFile, { sentence }: Speech): string => {
  const word = outcome === Outcome.IMPORTED ? "loaded" : enumWord(OutcomeSchema, outcome);
  const told = outcome === Outcome.ALREADY_THERE ? "known already" : word;
  return `${target}: ${fileName}: ${sentence(told)}${message ? ` (${sentence(message)})` : ""}`;
};

/** What became of all, and as an error what did not come. */
const end = (shell: Shell, { targets, importedCount, presentCount, failedCount, inForceOn }: FetchReport): void => {
  const { sentence } = shell.speech();
  for (const { target, docUid, reason, message } of targets)
    shell.say(reason === "" ? `${target}: ${docUid}` : sentence(`${target}: NOT LOADED (${message})`));
  shell.say(
    sentence(`${importedCount} loaded, ${presentCount} known already, ${failedCount} not loaded; law of ${inForceOn}`),
  );
  const failed = targets.find(({ reason }) => reason !== "");
  if (!failed) return;
  const reason = reasons.find((each): each is Reason => each === failed.reason) ?? "INTERNAL";
  const verb = failedCount === 1 ? "is" : "are";
  throw new DomainError(
    reason,
    worded("help.of-not-loaded-the-lines-above-say-why", { failedCount, targetsCount: targets.length, verb }),
  );
};

const showSources = (shell: Shell, command: Command, locale: string): Promise<void> =>
  atLawBot(shell, command, async ({ lawFetch }) => {
    for (const line of sourceLines(await lawFetch.getFetchSettings({ locale })))
      shell.say(shell.speech().sentence(line));
  });

const sourceLines = ({ allowed, services, profiles }: GetFetchSettingsResponse): string[] => [
  allowed
    ? "This server fetches law when `pincite law fetch` asks it to, and never otherwise, from:"
    : "This server does not fetch (PINCITE_LAW_FETCH=off). Download the XML with a browser and load it with `pincite law import FILE`. It would fetch from:",
  ...table(services.map(({ name, hosts }) => [`  ${name}`, hosts.join(", ")])),
  ...profiles.flatMap(({ profile, laws }) => [
    "",
    `${profile}:`,
    ...(laws.length === 0 ? ["  names no laws"] : table(laws.map(({ lawId, name, why }) => [`  ${lawId}`, name, why]))),
  ]),
];
