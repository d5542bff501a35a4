import { create } from "@bufbuild/protobuf";
import {
  type FetchedFile,
  FetchedFileSchema,
  type FetchedTarget,
  FetchedTargetSchema,
  type FetchLawResponse,
  FetchLawResponseSchema,
  FetchStepSchema,
} from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { DomainError, type Reason } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { LawImporter } from "../law-import.ts";
import type { AskedDays, FetchTools, Loaded, OfficialService, Telling } from "../port/official-service.ts";
import type { RulingsPort } from "../port/rulings-port.ts";
import type { Versions } from "../versions.ts";
import { download } from "./download.ts";
import { locationsOf } from "./locations.ts";
import type { DownloadParts } from "./trip.ts";

/** Reasons that would meet every further target too: they end a call of several. */
const endsAll: ReadonlySet<Reason> = new Set([
  "UPSTREAM_UNAVAILABLE",
  "CANCELLED",
  "DEADLINE_EXCEEDED",
  "STORE_UNAVAILABLE",
  "STORE_FAILED",
]);

export interface LawFetcherParts extends DownloadParts {
  readonly services: readonly OfficialService[];
  readonly importer: LawImporter;
  readonly versions: Versions;
  /** Case law; absent where it is switched off. */
  readonly rulings?: RulingsPort;
  /** Address on this machine in place of all official ones, for tests; absent: the official ones. */
  readonly standIn?: string;
}

/** One target and the service that has it. */
export interface Target {
  readonly id: string;
  readonly service: OfficialService;
}

/** What became of one target, and whether it was there before. */
export interface Settled {
  readonly target: FetchedTarget;
  readonly isNew: boolean;
}

/** Gets targets from the official services, one after the other. */
export class LawFetcher {
  readonly #parts: LawFetcherParts;

  constructor(parts: LawFetcherParts) {
    this.#parts = parts;
  }

  get services(): readonly OfficialService[] {
    return this.#parts.services;
  }

  /** Whose target an id is. Errors: REQUEST_INVALID for one that is nobody's. */
  target(written: string): Target {
    for (const service of this.#parts.services) {
      const id = service.idOf(written);
      if (id) return { id, service };
    }
    throw new DomainError(
      "REQUEST_INVALID",
      worded("law.is-no-id-that-can-be-fetched-write-a", { written: written.slice(0, 80) }),
      { target: written.slice(0, 80) },
    );
  }

  /** Gets one target. With `isOneOfMany` what is wrong with it alone is its answer; else, and for what would meet all, it is thrown. */
  async *fetch(
    { id, service }: Target,
    asked: AskedDays,
    call: { readonly signal: AbortSignal; readonly isOneOfMany: boolean },
  ): AsyncGenerator<FetchLawResponse, Settled> {
    const files: FetchedFile[] = [];
    const work = service.fetch(id, asked, this.#tools(service, call.signal));
    try {
      for (let next = await work.next(); ; next = await work.next()) {
        if (next.done) return settled(id, files, next.value);
        yield told(id, next.value, files);
      }
    } catch (error) {
      if (!call.isOneOfMany || !(error instanceof DomainError) || endsAll.has(error.reason)) throw error;
      return {
        target: create(FetchedTargetSchema, { target: id, files, reason: error.reason, message: error.message }),
        isNew: false,
      };
    } finally {
      // Ends a download whose caller went away between two steps.
      await work.return(undefined as never);
    }
  }

  #tools(service: OfficialService, signal: AbortSignal): FetchTools {
    const { importer, versions, rulings, standIn } = this.#parts;
    const locations = locationsOf(service.hosts, standIn);
    const asking = { service: service.name, locations, requestGapMs: service.requestGapMs, signal };
    return {
      download: (wanted) => download(wanted, asking, this.#parts),
      importLaw: (path, bytes) => importer.importFile({ path, validFrom: "", isFetched: true }, bytes),
      loaded: (lawId) => versions.all().filter((version) => version.lawId === lawId),
      isNamed: (lawId) => versions.naming(lawId) !== undefined,
      ...(rulings && { rulings }),
    };
  }
}

const settled = (target: string, files: FetchedFile[], { docUid, message, isNew }: Loaded): Settled => ({
  target: create(FetchedTargetSchema, { target, files, docUid, message }),
  isNew,
});

const told = (target: string, telling: Telling, files: FetchedFile[]): FetchLawResponse => {
  if ("outcome" in telling) {
    const file = create(FetchedFileSchema, { ...telling, target });
    files.push(file);
    return create(FetchLawResponseSchema, { event: { case: "file", value: file } });
  }
  const { kind, message, fileName = "", doneBytes = 0, totalBytes = 0 } = telling;
  const bytes = { doneBytes: BigInt(doneBytes), totalBytes: BigInt(totalBytes) };
  const step = create(FetchStepSchema, { target, kind, message, fileName, ...bytes });
  return create(FetchLawResponseSchema, { event: { case: "step", value: step } });
};
