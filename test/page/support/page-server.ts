import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawSpanService } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { ThreadsService } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { VaultImportService } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultSearchService } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { openLawBot } from "../../../src/lawbot/lawbot.ts";
import { lawbotLongMethods, lawbotRoutes } from "../../../src/lawbot/routes.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { vaultLongMethods, vaultRoutes } from "../../../src/vault/routes.ts";
import { openVault } from "../../../src/vault/vault.ts";
import { byToken } from "../../../src/wire/admission.ts";
import { createClientTransport } from "../../../src/wire/client.ts";
import { createPage } from "../../../src/wire/page.ts";
import { bySession } from "../../../src/wire/page-session.ts";
import { openSessions } from "../../support/open-sessions.ts";
import { startOwnServer } from "../../support/own-server.ts";
import { builtPageWithHarness } from "./built-page.ts";

const token = "the-token-of-these-tests";
const clock = { now: () => Date.UTC(2026, 0, 2) };

/** A server of the Vault alone, with LawBot where asked for and nothing of the orchestrator, that serves the page as built now. */
export const startPageServer = async ({ withLaw }: { readonly withLaw: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-page-"));
  const tokenKey = new Uint8Array(32).fill(7);
  const store = await openMemoryStore();
  const vault = await openVault({
    store,
    owner: "user-1",
    indexDir: "memory",
    spoolDir: join(folder, "spool"),
    clock,
    tokenKey,
  });
  const lawbot = withLaw
    ? await openLawBot({ store: await openMemoryStore(), owner: "law", indexFile: ":memory:", clock, tokenKey })
    : undefined;
  const sessions = openSessions();
  const server = await startOwnServer({
    authenticate: bySession(
      sessions,
      byToken((given) => given === token, "/token"),
    ),
    page: createPage({ folder: builtPageWithHarness(), sessions }),
    longMethods: [...vaultLongMethods, ...lawbotLongMethods],
    routes: (router) => {
      vaultRoutes(vault)(router);
      if (lawbot) lawbotRoutes(lawbot)(router);
    },
  });
  const transport = createClientTransport(server.url, { token: () => token });
  return {
    url: server.url,
    /** An address that lets a browser in, once, and leads to a page. */
    wayIn: (page: string): string => `/session?key=${sessions.invite(page)}`,
    vaultImport: createClient(VaultImportService, transport),
    docs: createClient(DocsService, transport),
    threads: createClient(ThreadsService, transport),
    search: createClient(VaultSearchService, transport),
    spans: createClient(VaultSpanService, transport),
    lawImport: createClient(LawImportService, transport),
    lawSpans: createClient(LawSpanService, transport),
    laws: createClient(LawsService, transport),
    stop: async (): Promise<void> => {
      transport.close();
      await server.stop();
      await vault.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type PageServer = Awaited<ReturnType<typeof startPageServer>>;
