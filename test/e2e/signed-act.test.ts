import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { ProofCode } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ActSignatureSchema, SignedActSchema } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { startPincite, verifyProof } from "../../src/main.ts";
import { openReceiptKeys } from "../../src/receipt-keys.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { cli } from "../cli/support/cli.ts";
import { type Forgery, putTogether, takenApart } from "../simulation/proof/forge.ts";
import { draws } from "../support/draws.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { RunDriver } from "./support/run-driver.ts";
import { type Clients, clientsOf, importFiles } from "./support/server.ts";
import { note, proposalFor, stages } from "./support/small-case.ts";

const hasSsh = spawnSync("ssh-keygen", ["-Y", "sign"]).error === undefined;
if (!hasSsh) console.warn("SKIPPED: signatures of acts need ssh-keygen, which is not here");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: proofs in a second language need python3, which is not here");

const folder = newFolder("signed-act");
const keyAt = (name: string): string => join(folder, name);
const kinds = { anna: "ed25519", curve: "ecdsa", old: "ed25519", git: "ed25519", bob: "ed25519", nobody: "ed25519" };
let server: Awaited<ReturnType<typeof startPincite>>;
let clients: Clients;
let docUid: string;

/** A signature as `ssh-keygen` makes it of these bytes, without its armour. */
const signedBy = (key: string, bytes: Uint8Array, namespace = "pincite-act"): Uint8Array => {
  const { stdout, stderr, status } = spawnSync("ssh-keygen", ["-Y", "sign", "-n", namespace, "-f", keyAt(key)], {
    input: bytes,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return new Uint8Array(Buffer.from(stdout.toString().replace(/-----.*?-----/gu, ""), "base64"));
};

const signatureOf = (key: string, act: Uint8Array, namespace?: string) =>
  create(ActSignatureSchema, { act, by: { case: "ssh", value: signedBy(key, act, namespace) } });

beforeAll(async () => {
  if (!hasSsh) return;
  for (const [name, type] of Object.entries(kinds))
    spawnSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", name, "-f", keyAt(name)]);
  const line = (name: string, who: string, options = ""): string =>
    `${who} ${options}${readFileSync(keyAt(`${name}.pub`), "utf8")}`;
  writeFileSync(
    join(folder, "signers"),
    [
      "# whose keys are whose\n",
      line("anna", "anna,a*@example.org", 'namespaces="git,pincite-act" '),
      line("curve", "anna"),
      line("old", "anna", 'valid-before="20200101Z" '),
      line("git", "anna", 'namespaces="git" '),
      line("bob", "bob"),
    ].join(""),
  );
  mkdirSync(join(folder, "data", "profiles"), { recursive: true });
  const text = readFileSync(join(projectRoot, "profiles/10-email-reply.txtpb"), "utf8");
  const named = text
    .replace(/^profile_id: .*$/mu, 'profile_id: "signed"')
    .replace(/^made_by: .*$/mu, 'made_by: "A firm"');
  writeFileSync(join(folder, "data/profiles/signed.txtpb"), `${named}\nsignature_at_finalising: true\n`);
  const at = { dataDir: join(folder, "data"), port: 0, user: "anna", log: "silent" as const };
  server = await startPincite({ ...at, signers: join(folder, "signers") });
  clients = clientsOf(server.url);
  [docUid = ""] = (await importFiles(clients, [note])).map((one) => one.docUid);
});
afterAll(async () => {
  clients?.close();
  await server?.stop();
});

const begin = async (profileId: string): Promise<RunDriver> => {
  const { runContext } = await clients.orchestrator.createRun({
    idempotencyKey: crypto.randomUUID(),
    profileId,
    locale: "en",
  });
  if (!runContext) throw new Error("a run without a context");
  return new RunDriver(clients, runContext);
};

const prepared = async (run: RunDriver): Promise<Uint8Array> =>
  (
    await clients.orchestrator.prepareAct({
      runId: run.runId,
      expectedVersion: run.context.version,
      act: { case: "decisions", value: run.decisions() },
    })
  ).act;

const confirmSigned = async (run: RunDriver, signature: ReturnType<typeof signatureOf>): Promise<void> => {
  await clients.orchestrator.confirm({ ...run.command(), ...run.decisions(), signature });
  await run.read();
};

/** Why a call was refused. */
const refused = async (call: Promise<unknown>): Promise<string> => {
  const failed = await call.then(
    () => undefined,
    (error: unknown) => fromConnectError(error),
  );
  return failed?.reason ?? "it was taken";
};

const finalising = { case: "finalising", value: true } as const;

/** A run whose decisions are signed by two keys by turns, before its draft is finalised. */
const drafted = async (): Promise<RunDriver> => {
  const run = await begin("signed");
  await run.pin(`vault:${docUid}`);
  for (const [at, stage] of stages.entries()) {
    await run.propose(await proposalFor(stage, { driver: run, docUid }));
    if (stage === OrchestratorState.DRAFT) await run.confirmAll();
    else {
      await confirmSigned(run, signatureOf(at % 2 ? "curve" : "anna", await prepared(run)));
      await run.advance();
    }
  }
  return run;
};

let honest: Uint8Array;

const exported = async (run: RunDriver, name: string, ...more: string[]): Promise<Uint8Array> => {
  const words = ["export", run.runId, "--format", "pincite", "-o", name, ...more];
  const { code, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
  expect(code, err).toBe(0);
  return readFileSync(join(folder, name));
};

const second = (file: string): string =>
  spawnSync("python3", [join(projectRoot, "docs/verify-proof.py"), join(folder, file)]).stdout.toString();

const isSigned = ({ artifacts }: RunEvent): boolean => artifacts.some(({ role }) => role === "act_signature");

const signatureIn = ({ artifacts }: RunEvent): string =>
  artifacts.find(({ role }) => role === "act_signature")?.ref?.digest ?? "";

describe.skipIf(!hasSsh)("a person's own signature", () => {
  it("is wanted at the finalising, and stands in the proof and in a redacted one, for both verifiers", async () => {
    const run = await drafted();
    expect(run.context.signatureAwaited).toBe(true);
    expect(await refused(run.advance())).toBe("SIGNATURE_NEEDED");
    const at = { cwd: folder, env: { PINCITE_URL: server.url } };
    const { code, err } = await cli(["run", "advance", run.runId, "--sign", "anna"], at);
    expect(code, err).toBe(0);
    expect((await run.read()).lifecycle).toBe(RunLifecycle.FINALISED);
    const fingerprint =
      spawnSync("ssh-keygen", ["-lf", keyAt("anna.pub")])
        .stdout.toString()
        .split(" ")[1] ?? "";
    for (const [name, ...more] of [["memo.pincite"], ["redacted.pincite", "--redact"]] as const) {
      const file = await exported(run, name, ...more);
      const { checks } = await verifyProof(file, undefined);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      const said = checks.find(({ code }) => code === ProofCode.CONFIRMATIONS)?.detail;
      expect(said).toContain("5 decisions and the finalising signed by anna");
      expect(said).toContain(fingerprint);
      if (!hasPython) continue;
      expect(second(name)).not.toContain("BROKEN");
      expect(second(name)).toContain(`anna with key ${fingerprint}`);
    }
    honest = await unpackedFile(readFileSync(join(folder, "memo.pincite")));
  });

  it("is refused by another key, for another time or use, over other bytes, and where nobody decides so", async () => {
    const run = await begin("signed");
    await run.propose(await proposalFor(OrchestratorState.INTENT_SEED, { driver: run, docUid }));
    const act = await prepared(run);
    for (const key of ["bob", "old", "git", "nobody"])
      expect(await refused(confirmSigned(run, signatureOf(key, act))), key).toBe("SIGNATURE_INVALID");
    expect(await refused(confirmSigned(run, signatureOf("anna", act, "git")))).toBe("SIGNATURE_INVALID");
    const { value } = signatureOf("anna", act).by;
    const hurt = (value ?? new Uint8Array()).with(-9, ((value ?? new Uint8Array()).at(-9) ?? 0) ^ 1);
    const wrong = create(ActSignatureSchema, { act, by: { case: "ssh", value: hurt } });
    expect(await refused(confirmSigned(run, wrong))).toBe("SIGNATURE_INVALID");
    const signature = signatureOf("anna", act);
    expect(await refused(clients.orchestrator.advance({ ...run.command(), signature }))).not.toBe("it was taken");
    const read = fromBinary(SignedActSchema, act);
    expect(read).toMatchObject({ runId: run.runId, version: run.context.version, name: "anna", issuer: "" });
    await confirmSigned(run, signature);
    expect(await refused(confirmSigned(run, signature)), "decided so already").toBe("SIGNATURE_INVALID");
    expect(await refused(clients.orchestrator.advance({ ...run.command(), signature }))).toBe("SIGNATURE_INVALID");
    const none = { runId: run.runId, act: finalising };
    expect(await refused(clients.orchestrator.prepareAct(none))).toBe("STAGE_FORBIDS");
  });

  it("is refused on other items, another version and another run", async () => {
    const [run, other] = [await begin("signed"), await begin("signed")];
    for (const one of [run, other]) {
      await one.propose(await proposalFor(OrchestratorState.INTENT_SEED, { driver: one, docUid }));
      await one.confirmAll();
      await one.advance();
      const claims = [{ text: "The report was delivered." }, { text: "Nobody objected to it." }];
      const value = { sections: [{ title: "Facts", claims }] };
      await one.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value } }));
    }
    const before = signatureOf("anna", await prepared(run));
    expect(await refused(confirmSigned(other, before)), "another run").toBe("SIGNATURE_INVALID");
    const { proposalDigest, items } = run.decisions();
    const fewer = { proposalDigest, items: items.slice(1) };
    expect(items.length).toBeGreaterThan(1);
    const asked = clients.orchestrator.confirm({ ...run.command(), ...fewer, signature: before });
    expect(await refused(asked), "other items").toBe("SIGNATURE_INVALID");
    const no = { proposalDigest, items: items.map((one) => ({ ...one, decision: ItemDecision.REJECT })) };
    const denied = clients.orchestrator.confirm({ ...run.command(), ...no, signature: before });
    expect(await refused(denied), "another decision").toBe("SIGNATURE_INVALID");
    await clients.orchestrator.confirm({ ...run.command(), proposalDigest, items: items.slice(0, 1) });
    await run.read();
    expect(await refused(confirmSigned(run, before)), "another version").toBe("SIGNATURE_INVALID");
  });

  // The server's own key signs each of these again: only what the person signed can give them away.
  it("stands under no change of a byte, a name, a decision or a signature, for either verifier", async () => {
    const key = openReceiptKeys(join(folder, "data"), "2026-01-01T00:00:00.000Z").signer;
    const made = (lie: (forgery: Forgery) => void): Uint8Array => {
      const forgery = takenApart(honest);
      lie(forgery);
      return putTogether(forgery, honest, key);
    };
    const broken = async (bytes: Uint8Array): Promise<ProofCode | undefined> =>
      (await verifyProof(bytes, undefined)).checks.find(({ passed }) => !passed)?.code;
    expect(await broken(made(() => undefined)), "what nobody changed").toBeUndefined();
    const acts = takenApart(honest).events.flatMap((event, at) => (isSigned(event) ? [at] : []));
    expect(acts).toHaveLength(6);
    const lies: [string, Uint8Array][] = [];
    const add = (told: string, lie: (event: RunEvent, forgery: Forgery) => void): void => {
      for (const at of acts)
        lies.push([
          `${told} of event ${at + 1}`,
          made((forgery) => {
            const event = forgery.events[at];
            if (event) lie(event, forgery);
          }),
        ]);
    };
    const withBytes = (event: RunEvent, forgery: Forgery, change: (bytes: Uint8Array) => Uint8Array): void => {
      const part = forgery.artifacts.get(signatureIn(event));
      if (part) part.bytes = change(part.bytes);
    };
    const places = draws(8);
    for (let place = 0; place < places; place++)
      add(`byte ${place}/${places}`, (event, forgery) =>
        withBytes(event, forgery, (bytes) => {
          const at = Math.floor((place * bytes.length) / places);
          return bytes.with(at, (bytes[at] ?? 0) ^ (1 << (place % 8)));
        }),
      );
    add("the name", ({ actor }) => Object.assign(actor ?? {}, { name: "anne" }));
    add("the issuer", ({ actor }) => Object.assign(actor ?? {}, { issuer: "https://a" }));
    add("what", ({ event }) => {
      if (event.case === "itemsDecided")
        for (const item of event.value.items) item.itemId = item.itemId.replace(/.$/u, "x");
      if (event.case === "runFinalised" && event.value.draft) event.value.draft.digest = "0".repeat(64);
    });
    add("the decision", ({ event }) => {
      if (event.case === "itemsDecided") for (const item of event.value.items) item.decision = ItemDecision.REJECT;
      if (event.case === "runFinalised" && event.value.ledger) event.value.ledger.digest = "0".repeat(64);
    });
    add("the statement", (event, forgery) =>
      withBytes(event, forgery, (bytes) => {
        const signature = fromBinary(ActSignatureSchema, bytes);
        const act = fromBinary(SignedActSchema, signature.act);
        act.name = "anne";
        return toBinary(ActSignatureSchema, { ...signature, act: toBinary(SignedActSchema, act) });
      }),
    );
    add("the key", (event, forgery) =>
      withBytes(event, forgery, (bytes) => {
        const { act } = fromBinary(ActSignatureSchema, bytes);
        return toBinary(ActSignatureSchema, signatureOf("nobody", act.with(-1, (act.at(-1) ?? 0) ^ 1)));
      }),
    );
    add("the namespace", (event, forgery) =>
      withBytes(event, forgery, (bytes) => {
        const { act } = fromBinary(ActSignatureSchema, bytes);
        return toBinary(ActSignatureSchema, signatureOf("anna", act, "pincite-act2"));
      }),
    );
    add("the signature of another act", (event, forgery) =>
      withBytes(event, forgery, (own) => {
        const others = acts.flatMap((at) => {
          const other = forgery.events[at];
          const bytes =
            other && other !== event ? takenApart(honest).artifacts.get(signatureIn(other))?.bytes : undefined;
          return bytes ? [bytes] : [];
        });
        return others[0] ?? own;
      }),
    );
    add("a word too many", (event, forgery) =>
      withBytes(event, forgery, (bytes) => Uint8Array.of(...bytes, 0x18, 0x01)),
    );
    add("half of it", (event, forgery) => withBytes(event, forgery, (bytes) => bytes.slice(0, -32)));
    expect(lies).toHaveLength(acts.length * (places + 10));
    const taken: string[] = [];
    for (const [told, bytes] of lies) if ((await broken(bytes)) === undefined) taken.push(told);
    expect(taken).toEqual([]);
    if (!hasPython) return;
    const many = join(folder, "lies");
    mkdirSync(many);
    for (const [at, [, bytes]] of lies.entries()) writeFileSync(join(many, String(at).padStart(4, "0")), bytes);
    writeFileSync(
      join(many, "honest"),
      made(() => undefined),
    );
    const said = spawnSync("python3", [join(projectRoot, "docs/verify-proof.py"), "--many", many]).stdout.toString();
    const verdicts = said.trim().split("\n");
    expect(verdicts).toHaveLength(lies.length + 1);
    expect(verdicts.filter((one) => one.endsWith("holds"))).toEqual(["honest holds"]);
  });

  it("is missed where a finalising bears none, though the kind of memo wants it", async () => {
    const key = openReceiptKeys(join(folder, "data"), "2026-01-01T00:00:00.000Z").signer;
    const forgery = takenApart(honest);
    const last = forgery.events.findLast(isSigned);
    if (last) last.artifacts = last.artifacts.filter(({ role }) => role !== "act_signature");
    const bytes = putTogether(forgery, honest, key);
    const { checks } = await verifyProof(bytes, undefined);
    expect(checks.find(({ passed }) => !passed)?.detail).toContain("without the signature that was wanted");
    writeFileSync(join(folder, "unsigned.pincite"), bytes);
    if (hasPython) expect(second("unsigned.pincite")).toMatch(/BROKEN\s+CONFIRMATIONS/u);
  });
});
