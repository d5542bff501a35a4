import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SpanFlag, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { VaultSpanService } from "../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { ownTransport } from "../support/own-transport.ts";
import { importFiles, startTestServer, type TestServer } from "./support/server.ts";

// An export of WhatsApp from its import to a quote, as a foreign client over gRPC: whose words, and of which day.

const chat = `03-11-2026 09:32 - Berichten en oproepen zijn end-to-end versleuteld. Alleen personen in deze chat kunnen ze lezen.
03-11-2026 09:32 - Fenna Oosterlo: Heb je de sleutel van de loods nog?
13-11-2026 09:40 - Tjeerd: Ja, die ligt bij mij in de la.
De huur van maart betaal ik vrijdag.
14-11-2026 00:07 - Fenna Oosterlo: Afspraken:
Tjeerd: verf halen
`;

// A chat of which half the messages are two words long.
const short = `11-06-2026 09:03 - Marieke: Hoi Dennis, ik stop eind juli met FitPunt. Gisteren opgezegd per mail
11-06-2026 09:20 - Dennis FitPunt: Ahh jammer! Maar snap het 💪
18-06-2026 12:50 - Marieke: Top dankje
03-08-2026 16:31 - Marieke: Kan ik morgen nog 1x langskomen voor die zumbales?
03-08-2026 16:40 - Dennis FitPunt: Ja
03-08-2026 16:40 - Dennis FitPunt: Tuurlijk, met een dagkaart van 10 euro. Afrekenen aan de balie
03-08-2026 16:41 - Marieke: Ja
04-08-2026 21:15 - Marieke: Was leuk! Dagkaart betaald 😄
04-08-2026 21:16 - Dennis FitPunt: 👍
05-08-2026 08:02 - Dennis FitPunt: Betaling gezien:
`;

let server: TestServer;
let close: () => void;
let search: ReturnType<typeof createClient<typeof VaultSearchService>>;
let spans: ReturnType<typeof createClient<typeof VaultSpanService>>;
let docUid = "";
let shortUid = "";
beforeAll(async () => {
  server = await startTestServer();
  const transport = ownTransport(server.url);
  close = () => transport.close();
  search = createClient(VaultSearchService, transport);
  spans = createClient(VaultSpanService, transport);
  const [item] = await importFiles(server, [{ path: "WhatsApp-chat met Tjeerd.txt", bytes: Buffer.from(chat) }]);
  docUid = item?.docUid ?? "";
  const [other] = await importFiles(server, [{ path: "WhatsApp-chat met Dennis.txt", bytes: Buffer.from(short) }]);
  shortUid = other?.docUid ?? "";
});
afterAll(async () => {
  close();
  await server.stop();
});

const spanOf = async (exactQuote: string) => {
  const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
  return results[0]?.resolution?.spans[0];
};

describe("a chat of WhatsApp", () => {
  it("has the file's own words as its text, and is found by those of one message", async () => {
    const { canonicalText } = await server.docs.getDocText({ docUid });
    expect(canonicalText?.text).toBe(chat);
    const { result } = await search.search({ query: "huur van maart" });
    expect(result?.candidates).toMatchObject([{ evidenceId: `vault:${docUid}`, docType: "chat", author: "" }]);
    expect((await server.docs.getDoc({ docUid })).doc?.summary).toMatchObject({
      docType: "chat",
      participants: [],
      speakers: expect.arrayContaining(["Tjeerd", "Fenna Oosterlo"]),
    });
  });

  it("gives a quote the speaker, the day and the place of its message", async () => {
    expect(await spanOf("De huur van maart betaal ik vrijdag.")).toMatchObject({
      voice: Voice.QUOTED,
      speaker: "Tjeerd",
      segmentDateText: "2026-11-13 09:40",
      address: "message 3",
    });
    expect(await spanOf("Tjeerd: verf halen")).toMatchObject({ speaker: "Fenna Oosterlo", address: "message 4" });
  });

  it("gives what the program wrote, and what goes over two messages, to nobody and to no second person", async () => {
    const written = await spanOf("Berichten en oproepen zijn end-to-end versleuteld.");
    expect(written).toMatchObject({ voice: Voice.UNSPECIFIED, speaker: "", address: "message 1" });
    expect(written?.flags).toContain(SpanFlag.NOT_AUTHOR);
    const both = await spanOf("van de loods nog?\n13-11-2026 09:40 - Tjeerd: Ja, die ligt");
    expect(both?.flags).toContain(SpanFlag.CROSSES_BORDER);
  });

  it("lays its messages before a person without their heads, with who says them and when", async () => {
    const queries = [{ text: "Tjeerd zei op 13 november 2026 dat de sleutel bij hem in de la ligt.", docUid }];
    const { lists } = await search.rankSentences({ queries, limit: 20 });
    const shown = lists[0]?.candidates.map(({ locator, speaker, day }) => [locator?.exactQuote, speaker, day]);
    expect(shown).toContainEqual(["Heb je de sleutel van de loods nog?", "Fenna Oosterlo", "2026-11-03"]);
    expect(shown).toContainEqual(["Ja, die ligt bij mij in de la.", "Tjeerd", "2026-11-13"]);
    expect(shown?.filter(([quote]) => /^\d\d-11-2026/u.test(quote ?? ""))).toEqual([]);
  });
});

describe("short messages of a chat", () => {
  const ranked = async (query: { text: string; docUid?: string; asSearch?: boolean }, limit = 0) => {
    const { lists } = await search.rankSentences({ queries: [query], limit });
    return (lists[0]?.candidates ?? []).map(({ locator, day }) => `${day} ${locator?.exactQuote}`);
  };

  it("are all told of one who points by hand, in their order", async () => {
    expect(await ranked({ text: "Op 4 augustus 2026 kwam ik met een dagkaart.", docUid: shortUid })).toEqual([
      "2026-06-11 Hoi Dennis, ik stop eind juli met FitPunt.",
      "2026-06-11 Gisteren opgezegd per mail",
      "2026-06-11 Ahh jammer!",
      "2026-06-11 Maar snap het 💪",
      "2026-06-18 Top dankje",
      "2026-08-03 Kan ik morgen nog 1x langskomen voor die zumbales?",
      "2026-08-03 Ja",
      "2026-08-03 Tuurlijk, met een dagkaart van 10 euro.",
      "2026-08-03 Afrekenen aan de balie",
      "2026-08-03 Ja",
      "2026-08-04 Was leuk! Dagkaart betaald 😄",
      "2026-08-04 👍",
      "2026-08-05 Betaling gezien:",
    ]);
  });

  it.each(["dagkaart betaald", "was leuk", "Was leuk! Dagkaart betaald 😄"])(
    "are found first by their words: %s",
    async (text) => {
      expect((await ranked({ text, asSearch: true }))[0]).toBe("2026-08-04 Was leuk! Dagkaart betaald 😄");
    },
  );

  it("are among what is offered for a claim", async () => {
    expect(await ranked({ text: "Op 4 augustus 2026 heb ik mijn dagkaart betaald." }, 5)).toContain(
      "2026-08-04 Was leuk! Dagkaart betaald 😄",
    );
  });

  it("are quoted where they stand, each at its own message", async () => {
    const { lists } = await search.rankSentences({ queries: [{ text: "Ja", docUid: shortUid }] });
    const entries = (lists[0]?.candidates ?? []).flatMap(({ locator }) => (locator ? [{ locator }] : []));
    const { results } = await spans.resolveSpans({ entries });
    expect(results.map(({ resolution }) => resolution?.spans.length)).toEqual(entries.map(() => 1));
    expect(results.map(({ resolution }) => resolution?.spans[0]?.startChar)).toEqual(
      lists[0]?.candidates.map(({ startChar }) => startChar),
    );
  });
});
