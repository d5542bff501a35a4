// Makes the folders of README.md with the code of a checkout of 0.1.0:
//
//   node make.mjs /path/to/checkout-of-0.1.0 /path/for/the/folders
//
// Everything goes through the public calls of a server of that checkout. It is kept as the record of how the stores were
// made; today's code is not asked, so it need not run with it.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

const [root, out] = process.argv.slice(2).map((path) => resolve(path));
const from = (path) => import(join(root, path));
const { clone, create, toBinary } = await from("node_modules/@bufbuild/protobuf/dist/esm/index.js");
const { Code, createClient } = await from("node_modules/@connectrpc/connect/dist/esm/index.js");
const { startPincite } = await from("src/main.ts");
const { runCli } = await from("src/cli/program.ts");
const { builtinProfiles } = await from("src/profile/builtin.ts");
const { nextActionLabels } = await from("src/model/labels.ts");
const { createClientTransport } = await from("src/wire/client.ts");
const { startServer } = await from("src/wire/server.ts");
const { silentLog } = await from("src/wire/log.ts");
const { clientsOf, importFiles } = await from("test/e2e/support/server.ts");
const { key, RunDriver } = await from("test/e2e/support/run-driver.ts");
const { note, proposalFor, quote, stages } = await from("test/e2e/support/small-case.ts");
const { profileText } = await from("test/support/profile-text.ts");
const { descriptorSet, lookupMessage } = await from("test/catalogue/tool-folder.ts");
const { docxOf, paragraph, run: docxRun } = await from("test/vault/support/docx-maker.ts");
const { pdfOf } = await from("test/vault/support/pdf-maker.ts");
const { WorkflowProfileSchema } = await from("gen/pincite/memo/v1/workflow_profile_pb.ts");
const { StageProposalSchema } = await from("gen/pincite/memo/v1/stage_proposal_pb.ts");
const { EvidenceSearchResultSchema } = await from("gen/pincite/evidence/v1/evidence_pb.ts");
const { ModelService } = await from("gen/pincite/model/v1alpha1/model_service_pb.ts");
const { VaultBundleService } = await from("gen/pincite/vault/v1/vault_bundle_service_pb.ts");
const { OrchestratorState: S, StagePhase } = await from("gen/pincite/run/v1/orchestrator_state_pb.ts");
const { ToolDecision, ToolResultStatus } = await from("gen/pincite/tool/v1/tool_request_pb.ts");

const user = "golden";
const bytes = (text) => new TextEncoder().encode(text);

/** The demo, whose memo is finalised after a rewind. */
const demo = () =>
  runCli(["demo", "--out", join(out, "demo-out")], {
    start: startPincite,
    env: { ...process.env, PINCITE_USER: user },
    stdout: { write: () => true },
  });

/** A model that says the next of these lines, whatever it is shown; a line may never come. */
const lines = [];
const model = await startServer({
  ...{ host: "127.0.0.1", port: 0, allowJson: false, log: silentLog, longMethods: [] },
  routes: (router) =>
    router.service(ModelService, {
      generate: async ({ request }) => {
        const line = lines.shift() ?? final({ message: "Niets meer." });
        return { rawOutput: bytes(JSON.stringify(await line(request))), inputTokens: 100, outputTokens: 20 };
      },
    }),
});
process.env.PINCITE_MODEL_URL = model.url;
process.env.PINCITE_USER = user;

const asks =
  (...requests) =>
  ({ nonce }) => ({ nonce, tool: { requests: requests.map((one) => ({ reason: "Dat is nodig.", ...one })) } });
const final =
  (answer) =>
  ({ nonce, context }) => ({ nonce, final: { nextAction: nextActionLabels(context?.state ?? 0)[0], ...answer } });
const vaultSearch = (query, slotId) => ({ toolName: "vault.search", slotId, params: { vaultSearch: { query } } });
const caseSearch = (query) => ({ toolName: "lawbot.case_search", params: { lawbotCaseSearch: { query } } });

/** A server over a folder with a profile whose model is the one above and that opted in to rulings, and a tool of a client. */
const serverAt = async (name) => {
  const dataDir = join(out, name);
  mkdirSync(join(dataDir, "profiles"), { recursive: true });
  mkdirSync(join(dataDir, "tools"), { recursive: true });
  const profile = clone(WorkflowProfileSchema, builtinProfiles()[0]);
  const changed = { profileId: "golden", provider: "remote", modelId: "scripted-1", version: 1, caseLaw: true };
  writeFileSync(join(dataDir, "profiles", "golden.txtpb"), profileText(Object.assign(profile, changed)));
  writeFileSync(join(dataDir, "tools", "acme.binpb"), descriptorSet([lookupMessage]));
  writeFileSync(
    join(dataDir, "tools", "acme.txtpb"),
    [
      'name: "acme.lookup" description: "Looks a file number up."',
      'params_type: "acme.v1.LookupParams" output_type: "pincite.evidence.v1.EvidenceSearchResult"',
      "risk: RISK_READ_ONLY trigger: TRIGGER_AUTO_RUN model_may_propose: true",
      "states: [ORCHESTRATOR_STATE_EVIDENCE_NEEDS] executor: TOOL_EXECUTOR_KIND_CLIENT",
    ].join("\n"),
  );
  const server = await startPincite({ dataDir, port: 0, user, log: "silent" });
  const clients = clientsOf(server.url);
  const transport = createClientTransport(server.url);
  const stop = async () => {
    clients.close();
    transport.close();
    await server.stop();
  };
  return { ...clients, dataDir, bundles: createClient(VaultBundleService, transport), stop };
};

/** A new run of that profile. */
const newRun = async (clients, title, more = {}) => {
  const request = { idempotencyKey: key(), profileId: "golden", title, locale: "nl", ...more };
  const { runContext } = await clients.orchestrator.createRun(request);
  return new RunDriver(clients, runContext);
};

const to = async (driver, state, docUid) => {
  await driver.pin(`vault:${docUid}`);
  for (const each of stages) {
    if (each === state) return driver;
    await driver.propose(await proposalFor(each, { driver, docUid }));
    await driver.confirmAll();
    await driver.advance();
  }
  return driver;
};

const shown = ({ requestId, toolName, paramsDigest }) => ({ requestId, toolName, paramsDigest });
const decide = async (clients, driver, decision, more = {}) => {
  const waits = (await driver.read()).pendingToolRequests[0];
  await clients.tools.decideToolRequest({ ...driver.command(), ...shown(waits), decision, ...more });
  return driver.read();
};
const request = async (clients, driver, toolName, params, slotId = "") => {
  const asked = { ...driver.command(), toolName, params: { params }, slotId, reason: "Ik wil het weten." };
  const answer = await clients.tools.requestTool(asked);
  await driver.read();
  return answer.request.id;
};
const execute = async (clients, driver, requestId) => {
  await clients.orchestrator.executeToolRequest({ requestId, confirmed: true });
  await driver.read();
};

/** Runs in every state of waiting: for a decision about a turn's request, for a client, for a person, for nothing. */
const waiting = async () => {
  const clients = await serverAt("waiting");
  const { orchestrator, tools } = clients;
  const second = { path: "brief.txt", bytes: Buffer.from("Geachte heer,\n\nUw verzoek is afgewezen.\n") };
  const rows = await importFiles(clients, [note, second]);
  const [docUid, letterUid] = rows.map((row) => row.docUid);

  const suspended = await to(await newRun(clients, "Wacht op een besluit"), S.EVIDENCE_BINDING, docUid);
  await suspended.pin(`vault:${letterUid}`);
  await orchestrator.unpinEvidence({ ...suspended.command(), evidenceId: `vault:${letterUid}` });
  await suspended.read();
  await suspended.rewind(S.SKELETON);
  await suspended.propose(
    create(StageProposalSchema, {
      proposal: {
        case: "skeleton",
        value: {
          sections: [
            { title: "Feiten", claims: [{ text: "The report was delivered on 3 March." }] },
            { title: "Slot", claims: [{ text: "Ik wacht uw antwoord af.", claimKind: "request" }] },
          ],
        },
      },
    }),
  );
  await suspended.confirmAll();
  await suspended.advance();
  const { slotId } = suspended.context.slots[0];
  const search = { case: "vaultSearch", value: { query: "report" } };
  await execute(clients, suspended, await request(clients, suspended, "vault.search", search, slotId));
  const nothing = { case: "vaultSearch", value: { query: "zeppelin" } };
  await execute(clients, suspended, await request(clients, suspended, "vault.search", nothing));
  lines.push(final({ message: "Er is een stuk gevonden." }));
  await orchestrator.guide({ ...suspended.command(), userPrompt: "Wat is er gevonden?" });
  await suspended.read();
  lines.push(() => "no envelope at all");
  const refused = await orchestrator
    .guide({ ...suspended.command(), userPrompt: "Zeg iets." })
    .catch(({ code }) => code);
  if (refused !== Code.FailedPrecondition) throw new Error("babble was taken for an answer");
  await suspended.read();
  lines.push(asks(vaultSearch("delivered", slotId), caseSearch("goed werkgever")));
  await orchestrator.guide({ ...suspended.command(), userPrompt: "Zoek ook een uitspraak." });

  const decided = await to(await newRun(clients, "Besluiten van een mens"), S.EVIDENCE_NEEDS, docUid);
  lines.push(asks(caseSearch("vaste thuiswerkdag")), final({ message: "Niet gevraagd dus." }));
  await orchestrator.guide({ ...decided.command(), userPrompt: "Kijk eens." });
  await decide(clients, decided, ToolDecision.DENY, { reason: "Niet in deze brief." });
  lines.push(asks(caseSearch("zorgplicht")), final({ message: "Klaar." }));
  await orchestrator.guide({ ...decided.command(), userPrompt: "Nog eens." });
  await decide(clients, decided, ToolDecision.ALWAYS, { grantSeconds: 86_400 });
  const imported = {
    case: "vaultImport",
    value: { path: "aantekening.txt", content: bytes("Een aantekening van mij.") },
  };
  const importId = await request(clients, decided, "vault.import", imported);
  await decide(clients, decided, ToolDecision.ALLOW);
  await execute(clients, decided, importId);
  await request(clients, decided, "vault.import", {
    ...imported,
    value: { path: "later.txt", content: bytes("Later.") },
  });

  const client = await to(await newRun(clients, "Wacht op een programma"), S.EVIDENCE_NEEDS, docUid);
  const lookup = {
    toolName: "acme.lookup",
    slotId: "slot:1",
    params: { opaque: { query: "12/345", limit: 3, tags: ["x"] } },
  };
  lines.push(asks(lookup), final({ message: "Het register heeft er één." }));
  await orchestrator.guide({ ...client.command(), userPrompt: "Vraag het register." });
  const [waits] = (await client.read()).pendingToolRequests;
  const candidates = [{ evidenceId: `vault:${docUid}`, title: "minutes.txt", snippet: quote }];
  const output = toBinary(
    EvidenceSearchResultSchema,
    create(EvidenceSearchResultSchema, { candidates, totalCount: 1 }),
  );
  const given = {
    status: ToolResultStatus.OK,
    summary: "1 stuk",
    output,
    outputType: EvidenceSearchResultSchema.typeName,
  };
  await tools.submitToolResult({ ...client.command(), requestId: waits.requestId, ...given });
  await client.read();
  lines.push(asks({ ...lookup, params: { opaque: { query: "67/890", limit: 1, tags: [] } } }));
  await orchestrator.guide({ ...client.command(), userPrompt: "En dit nummer?" });

  const finished = await newRun(clients, "Klaar, en weer opengemaakt");
  await finished.park(docUid, S.DRAFT, StagePhase.CONFIRMED, true);
  await finished.rewind(S.EVIDENCE_BINDING);
  const whole = await newRun(clients, "Klaar");
  await whole.park(docUid, S.DRAFT, StagePhase.CONFIRMED, true);
  const fork = { runId: whole.runId, change: "law-date=2024-01-01" };
  const forked = await newRun(clients, "", { fork, profileId: "", referenceDate: "2024-01-01" });
  await to(forked, S.SPAN_RESOLUTION, docUid);
  const repeated = await newRun(clients, "Nog eens hetzelfde");
  await repeated.park(docUid, S.DRAFT, StagePhase.PROPOSED);
  await newRun(clients, "Nog niets");
  await clients.stop();
};

/** A folder as a killed server leaves it: the copy is made while a turn waits for its model. */
const cutOff = async () => {
  const clients = await serverAt("cut-off-live");
  const [row] = await importFiles(clients, [note]);
  const driver = await to(await newRun(clients, "Afgebroken"), S.EVIDENCE_NEEDS, row.docUid);
  let asked = () => undefined;
  const waits = new Promise((done) => {
    asked = done;
  });
  let answer = () => undefined;
  lines.push(asks(vaultSearch("report", "slot:1")), async (request) => {
    asked();
    await new Promise((done) => {
      answer = done;
    });
    return final({ message: "Te laat." })(request);
  });
  const turn = clients.orchestrator.guide({ ...driver.command(), userPrompt: "Zoek het op." });
  await waits;
  await setTimeout(200);
  cpSync(clients.dataDir, join(out, "cut-off"), { recursive: true });
  answer();
  await turn;
  await clients.stop();
};

const mail = (headers, body) =>
  Buffer.from(
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\r\n")}\r\nMIME-Version: 1.0\r\n${body}`,
  );
const plain = (text) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
const part = (type, name, content) =>
  `--grens\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
  `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content)
    .toString("base64")
    .replaceAll(/.{76}/g, "$&\r\n")}\r\n`;
const mixed = (text, ...parts) =>
  `Content-Type: multipart/mixed; boundary=grens\r\n\r\n--grens\r\n${plain(text)}${parts.join("")}--grens--\r\n`;

/** Mails with attachments of every kind that is read, in two strands, with a bundle from one to the other. */
const vault = async () => {
  const clients = await serverAt("vault");
  const anna = "Anna Voorbeeld <anna@example.org>";
  const bram = "Bram Voorbeeld <bram@example.net>";
  const first = mail(
    {
      From: anna,
      To: bram,
      Subject: "Rooster",
      Date: "Mon, 03 Mar 2025 09:00:00 +0100",
      "Message-ID": "<1@example.org>",
    },
    mixed(
      "Beste Bram,\r\n\r\nHet rooster staat in de bijlagen. De vrijdag blijft vrij.\r\n\r\nAnna",
      part("text/plain", "rooster.txt", "Maandag tot en met donderdag van negen tot vijf.\n"),
      part(
        "application/pdf",
        "rooster.pdf",
        pdfOf([["Rooster voor het voorjaar.", "De vrijdag blijft vrij."], ["Tweede blad."]]),
      ),
      part(
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "afspraak.docx",
        docxOf(paragraph(docxRun("Wij spreken af dat de vrijdag vrij blijft."))),
      ),
      part(
        "text/calendar",
        "overleg.ics",
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//NL\r\nBEGIN:VEVENT\r\nUID:overleg-1@example.org\r\nDTSTAMP:20250303T080000Z\r\nDTSTART:20250310T090000Z\r\nDTEND:20250310T100000Z\r\nSUMMARY:Overleg over het rooster\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      ),
      part("application/octet-stream", "meting.bin", new Uint8Array(4_500_000)),
    ),
  );
  const reply = mail(
    {
      ...{ From: bram, To: anna, Subject: "Re: Rooster", Date: "Tue, 04 Mar 2025 10:00:00 +0100" },
      ...{ "Message-ID": "<2@example.net>", "In-Reply-To": "<1@example.org>", References: "<1@example.org>" },
    },
    plain(
      "Beste Anna,\r\n\r\nDat klopt niet: de vrijdag is een werkdag.\r\n\r\nOp 3 maart 2025 schreef Anna Voorbeeld:\r\n> De vrijdag blijft vrij.",
    ),
  );
  const html = mail(
    {
      ...{ From: anna, To: bram, Subject: "Re: Rooster", Date: "Wed, 05 Mar 2025 11:00:00 +0100" },
      ...{
        "Message-ID": "<3@example.org>",
        "In-Reply-To": "<2@example.net>",
        References: "<1@example.org> <2@example.net>",
      },
    },
    "Content-Type: text/html; charset=utf-8\r\n\r\n<p>Beste Bram,</p><p>De afspraak van <b>3 maart</b> blijft gelden.</p>\r\n",
  );
  const mbox = Buffer.from(
    ["4@example.org", "5@example.org"]
      .map(
        (id, at) =>
          `From anna@example.org Thu Mar  6 09:00:00 2025\n${mail(
            {
              From: anna,
              To: bram,
              Subject: `Bericht ${at}`,
              Date: "Thu, 06 Mar 2025 09:00:00 +0100",
              "Message-ID": `<${id}>`,
            },
            plain(`Dit is bericht nummer ${at}.`),
          )
            .toString()
            .replaceAll("\r\n", "\n")}\n`,
      )
      .join(""),
  );
  const files = [
    { path: "mail/1.eml", bytes: first },
    { path: "mail/2.eml", bytes: reply },
    { path: "mail/3.eml", bytes: html },
    { path: "mail/archief.mbox", bytes: mbox },
    {
      path: "pagina.html",
      bytes: Buffer.from("<h1>Reglement</h1><p>De werkgever deelt een wijziging schriftelijk mee.</p>"),
    },
    { path: "kapot.pdf", bytes: Buffer.from("%PDF-1.7 geen pdf") },
    note,
  ];
  const rows = await importFiles(clients, files, "zaak");
  const again = await importFiles(clients, [files[1]], "zaak");
  console.log([...rows, ...again].map((row) => `${row.path} ${row.outcome} ${row.docUid.slice(0, 8)}`).join("\n"));
  await importFiles(
    clients,
    [{ path: "contract.md", bytes: Buffer.from("# Overeenkomst\n\n1. De vrijdag is vrij.\n") }],
    "bron",
  );
  const [contract] = (await clients.docs.listDocs({ strandId: "bron" })).docs;
  const offer = { title: "Dossier", sourceStrandId: "bron", docUids: [contract.docUid], offeredStrandIds: ["zaak"] };
  await clients.bundles.createBundle({ ...offer, bundleUid: "dossier" });
  await clients.bundles.createBundle({ ...offer, bundleUid: "dossier-2" });
  await clients.bundles.attachBundle({ strandId: "zaak", bundleUid: "dossier", idempotencyKey: key() });
  const docUid = rows.find((row) => row.path === note.path).docUid;
  const run = await to(await newRun(clients, "Met een bundel", { strandId: "zaak" }), S.EVIDENCE_NEEDS, docUid);
  const bundle = { bundleId: "dossier-2" };
  await execute(
    clients,
    run,
    await request(clients, run, "vault.bundle.inspect", { case: "vaultBundleInspect", value: bundle }),
  );
  const attachId = await request(clients, run, "vault.bundle.attach", { case: "vaultBundleAttach", value: bundle });
  await decide(clients, run, ToolDecision.ALLOW);
  await execute(clients, run, attachId);
  await clients.stop();
};

await demo();
await waiting();
await cutOff();
await vault();
await model.stop();
