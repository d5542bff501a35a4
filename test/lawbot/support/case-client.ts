import { type Client, createClient } from "@connectrpc/connect";
import { CaseLawService } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { type CaseLaw, openCaseLaw } from "../../../src/lawbot/case-law.ts";
import { caseLawLongMethods, caseLawRoutes } from "../../../src/lawbot/routes.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createInProcessTransport } from "../../../src/wire/in-process.ts";
import { testClock } from "./lawbot-client.ts";

/** Case law with a client of its service, over a transport that encodes and decodes. */
export const openCases = async (
  options: { store?: Store; indexFile?: string } = {},
): Promise<{ cases: CaseLaw; store: Store; client: Client<typeof CaseLawService> }> => {
  const store = options.store ?? (await openMemoryStore());
  const cases = await openCaseLaw({
    store,
    owner: "law",
    indexFile: options.indexFile ?? ":memory:",
    clock: testClock,
    tokenKey: new Uint8Array(32).fill(7),
  });
  const transport = createInProcessTransport(caseLawRoutes(cases), { longMethods: caseLawLongMethods });
  return { cases, store, client: createClient(CaseLawService, transport) };
};

/** A small ruling around some paragraphs of its body. */
export const rulingXml = (inside: string, ecli = "ECLI:NL:HR:2020:1", body = "uitspraak"): string =>
  `<open-rechtspraak><rdf:RDF xmlns:rdf="r" xmlns:dcterms="d" xmlns:psi="p"><rdf:Description><dcterms:identifier>${ecli}</dcterms:identifier><dcterms:creator>Hoge Raad</dcterms:creator><dcterms:date>2020-01-17</dcterms:date><dcterms:type>Uitspraak</dcterms:type></rdf:Description></rdf:RDF><inhoudsindicatie xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0"><para>Samenvatting van de redactie over ontslag.</para></inhoudsindicatie><${body} xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0">${inside}</${body}></open-rechtspraak>`;
