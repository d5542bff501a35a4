import { type Client, createClient } from "@connectrpc/connect";
import { LawCitationService } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawSearchService } from "../../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { type LawBot, openLawBot } from "../../../src/lawbot/lawbot.ts";
import { lawbotLongMethods, lawbotRoutes } from "../../../src/lawbot/routes.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createInProcessTransport } from "../../../src/wire/in-process.ts";

/** A file to import. */
export interface LawFile {
  readonly path: string;
  readonly validFrom: string;
  readonly bytes: Uint8Array;
}

/** LawBot with clients of its services, over a transport that encodes and decodes. */
export interface LawBotClients {
  readonly lawbot: LawBot;
  readonly store: Store;
  readonly search: Client<typeof LawSearchService>;
  readonly citations: Client<typeof LawCitationService>;
  readonly spans: Client<typeof LawSpanService>;
  readonly laws: Client<typeof LawsService>;
  readonly imports: Client<typeof LawImportService>;
}

/** The first of January 2025, so that "today" in a test never moves. */
export const testClock = { now: () => Date.UTC(2025, 0, 1) };

export const openClients = async (options: { store?: Store; indexFile?: string } = {}): Promise<LawBotClients> => {
  const store = options.store ?? (await openMemoryStore());
  const indexFile = options.indexFile ?? ":memory:";
  const lawbot = await openLawBot({
    store,
    owner: "law",
    indexFile,
    clock: testClock,
    tokenKey: new Uint8Array(32).fill(7),
  });
  const transport = createInProcessTransport(lawbotRoutes(lawbot), { longMethods: lawbotLongMethods });
  return {
    lawbot,
    store,
    search: createClient(LawSearchService, transport),
    citations: createClient(LawCitationService, transport),
    spans: createClient(LawSpanService, transport),
    laws: createClient(LawsService, transport),
    imports: createClient(LawImportService, transport),
  };
};

/** The messages of one import, bytes in pieces as a client would cut them. */
export async function* importMessages(idempotencyKey: string, files: readonly LawFile[], pieceBytes = 1 << 20) {
  yield { part: { case: "start" as const, value: { idempotencyKey } } };
  for (const { path, validFrom, bytes } of files) {
    yield { part: { case: "file" as const, value: { path, validFrom } } };
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield { part: { case: "chunk" as const, value: bytes.subarray(at, at + pieceBytes) } };
  }
}
