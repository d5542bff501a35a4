import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { ErrorInfoSchema } from "../../../../gen/google/rpc/error_details_pb.ts";
import { LawCitationService } from "../../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import {
  type FetchedFile,
  FetchedFile_Outcome,
  type FetchLawRequestSchema,
  type FetchReport,
  type FetchStep,
  FetchStep_Kind,
  LawFetchService,
} from "../../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import type { CaseLaw } from "../../../../src/lawbot/case-law.ts";
import type { LawList } from "../../../../src/lawbot/fetch/law-lists.ts";
import { type LawFetchOptions, openLawFetcher } from "../../../../src/lawbot/fetch/open-fetcher.ts";
import type { LawBot } from "../../../../src/lawbot/lawbot.ts";
import { lawbotLongMethods, lawbotRoutes } from "../../../../src/lawbot/routes.ts";
import { builtinProfiles } from "../../../../src/profile/builtin.ts";
import { createInProcessTransport } from "../../../../src/wire/in-process.ts";
import { openCases } from "../../support/case-client.ts";
import { openClients } from "../../support/lawbot-client.ts";
import { TestClock } from "./test-clock.ts";

/** LawBot that fetches from a stand-in, with clients over a transport that encodes and decodes. */
export interface FetchBed {
  readonly lawbot: LawBot;
  readonly cases: CaseLaw;
  readonly clock: TestClock;
  readonly client: Client<typeof LawFetchService>;
  readonly citations: Client<typeof LawCitationService>;
}

export const openFetchBed = async (
  standIn: string,
  options: Partial<LawFetchOptions> & {
    readonly clock?: TestClock;
    readonly without?: "cases" | "fetch";
    /** Default: the built-in profiles. */
    readonly lists?: readonly LawList[];
  } = {},
): Promise<FetchBed> => {
  const { lawbot } = await openClients();
  const { cases } = await openCases();
  const { without, clock = new TestClock(), lists = builtinProfiles(), ...rest } = options;
  const given = { userAgent: "pincite/test", standIn, ...rest, clock, ...(without === "cases" ? {} : { cases }) };
  const fetcher = without === "fetch" ? undefined : openLawFetcher(lawbot, given);
  const routes = lawbotRoutes(lawbot, cases, fetcher, lists);
  const transport = createInProcessTransport(routes, { longMethods: lawbotLongMethods });
  return {
    ...{ lawbot, cases, clock },
    client: createClient(LawFetchService, transport),
    citations: createClient(LawCitationService, transport),
  };
};

/** What a whole fetch told. */
export interface Told {
  readonly steps: FetchStep[];
  readonly files: FetchedFile[];
  readonly report: FetchReport | undefined;
  /** The error's reason, "" where there was none. */
  readonly reason: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, string>>;
}

let keys = 0;

export const fetchAll = async (
  client: Client<typeof LawFetchService>,
  request: MessageInitShape<typeof FetchLawRequestSchema>,
  signal?: AbortSignal,
): Promise<Told> => {
  const steps: FetchStep[] = [];
  const files: FetchedFile[] = [];
  let report: FetchReport | undefined;
  try {
    const call = client.fetchLaw({ idempotencyKey: `key ${++keys}`, ...request }, signal ? { signal } : {});
    for await (const { event } of call) {
      if (event.case === "step") steps.push(event.value);
      if (event.case === "file") files.push(event.value);
      if (event.case === "report") report = event.value;
    }
    return { steps, files, report, reason: "", message: "", facts: {} };
  } catch (error) {
    const info = ConnectError.from(error).findDetails(ErrorInfoSchema)[0];
    const { rawMessage } = ConnectError.from(error);
    return {
      steps,
      files,
      report,
      reason: info?.reason ?? `none: ${rawMessage}`,
      message: rawMessage,
      facts: info?.metadata ?? {},
    };
  }
};

const wordOf = (words: Readonly<Record<string, number>>, value: number): string =>
  Object.keys(words).find((word) => words[word] === value) ?? "";

/** `IMPORTED BWBR0005290_2024-01-01_0.xml`, one for each file. */
export const outcomes = (told: Told): string[] =>
  told.files.map(({ outcome, fileName, reason }) =>
    [wordOf(FetchedFile_Outcome, outcome), fileName, reason].filter(Boolean).join(" "),
  );

/** The kinds of steps in order, downloads told once each. */
export const kinds = (told: Told): string[] =>
  told.steps.map(({ kind }) => wordOf(FetchStep_Kind, kind)).filter((kind, rank, all) => kind !== all[rank - 1]);
