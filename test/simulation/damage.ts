import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { toJson } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { ListArtifactsResponseSchema } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import {
  SearchResponseSchema as LawFound,
  LawSearchService,
} from "../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { ListLawsResponseSchema } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ListDocsResponseSchema } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { SearchResponseSchema, VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { type Clients, importFiles, importLaw } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { ownTransport } from "../support/own-transport.ts";
import { mail } from "../vault/vault-fixture.ts";
import { ServerEnded, startChild } from "./server-child.ts";
import { seeded } from "./store-seed.ts";

/** How a folder was left: by a server that stopped, by one that was killed, by one that was killed twice before it had caught up. */
const states = ["stopped", "killed", "killed twice"] as const;
type State = (typeof states)[number];

/** What became of a flipped bit. The last four must not be. */
const verdicts = [
  "same",
  "refused in words",
  "told by a call",
  "told by the count of damages",
  "aborted without a word",
  "NOT_FOUND",
  "shorter list",
  "other bytes or answers",
] as const;
type Verdict = (typeof verdicts)[number];
const mustNotBe: readonly Verdict[] = verdicts.slice(4);

/** Answers of a server by what was asked, or the reason of the refusal. */
type Answers = ReadonlyMap<string, { readonly text: string; readonly count: number } | { readonly reason: string }>;

interface Folder {
  readonly state: State;
  readonly dir: string;
  readonly runId: string;
  readonly digests: readonly string[];
  readonly uids: readonly string[];
  readonly answers: Answers;
}

const words = ["verslag", "bestuur", "werkgever", "report board", "niemandsland"];
const lawQueries = ["werkgever", "goed werkgever werknemer", "niemandsland"];
const lawFile = new URL("../../demo/law/BWBR0005290_2023-07-01_uittreksel.xml", import.meta.url);

const letters = Array.from({ length: 12 }, (_, number) => ({
  path: `brief-${number}.eml`,
  bytes: mail(
    { From: `p${number}@example.org`, Subject: `Verslag ${number}`, "Message-ID": `<m${number}@example.org>` },
    `Het bestuur vraagt werkgever ${number} om een verslag.\n`.repeat(20 + number * 10),
  ),
}));

/** Flips one bit each time in any file of a server's folder, in turn as it was left; starts it, and asks everything. */
export const damageFolders = async (flips: number, seed: number, onRound: (line: string) => void = () => undefined) => {
  const random = seeded(seed);
  const base = await mkdtemp(join(tmpdir(), "pincite-damage-"));
  const home = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(base, "state");
  const report = {
    counts: Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>,
    falseAlarms: 0,
    whole: 0,
    /** The control: a bit flipped in one of the letters as a plain file, which has no digest; those of which nobody is told. */
    missedInPlain: 0,
    bad: [] as string[],
  };
  try {
    const folders = [];
    for (const state of states) folders.push(await fill(join(base, state.replace(" ", "-")), state));
    for (let round = 0; round < flips; round += 1) {
      const folder = folders[round % folders.length]!;
      const dir = join(base, `round-${round}`);
      await cp(folder.dir, dir, { recursive: true });
      // Each twentieth is left whole: whoever tells a damage there cries wolf.
      const isWhole = round % 20 === 19;
      const what = isWhole ? "nothing" : await flip(dir, random);
      const verdict = await verdictOf(dir, folder, isWhole);
      await rm(dir, { recursive: true });
      onRound(`${round} ${folder.state}: ${what}: ${verdict}`);
      if (isWhole) {
        report.whole += 1;
        if (verdict !== "same") report.falseAlarms += 1;
        continue;
      }
      report.counts[verdict] += 1;
      if (await isMissedInPlain(join(base, "plain"), random)) report.missedInPlain += 1;
      if (mustNotBe.includes(verdict)) report.bad.push(`${folder.state}: ${what}: ${verdict}`);
    }
    return report;
  } finally {
    if (home === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = home;
    await rm(base, { recursive: true, force: true });
  }
};

const fill = async (dir: string, state: State): Promise<Folder> => {
  let server = await startChild(dir);
  const items = await importFiles(server.clients, [note, ...letters]);
  const docUid = items[0]?.docUid ?? "";
  await importLaw(server.clients, { path: "BWBR0005290_2023-07-01.xml", bytes: await readFile(lawFile) });
  const { runId } = await (await RunDriver.create(server.clients)).park(
    docUid,
    OrchestratorState.DRAFT,
    StagePhase.CONFIRMED,
  );
  const { artifacts } = await server.clients.artifacts.listArtifacts({ runId, pageSize: 1000 });
  const asked = {
    runId,
    digests: [...new Set(artifacts.map(({ ref }) => ref?.digest ?? ""))],
    uids: items.map((item) => item.docUid),
  };
  // What is younger than the last checkpoint may be cut off unseen, a declared limit.
  await wait(2_500);
  const { answers } = await read(server.clients, asked);
  if (state === "stopped") await server.stop();
  else await server.kill();
  if (state === "killed twice") {
    server = await startChild(dir);
    await server.kill();
  }
  return { state, dir, ...asked, answers };
};

/** What nobody reads: LevelDB's own diary, its lock, copies of logs for people, and marks of a server that is gone. */
const isRead = (path: string): boolean => !/(^|\/)(LOG|LOG\.old|LOCK)$|log-copy|\.half/.test(path);

/** The letters as plain files: one bit of one of them, and they are read. */
const isMissedInPlain = async (dir: string, random: () => number): Promise<boolean> => {
  await mkdir(dir, { recursive: true });
  for (const { path, bytes } of letters) await writeFile(join(dir, path), bytes);
  await flip(dir, random);
  for (const { path, bytes } of letters) if (!Buffer.from(bytes).equals(await readFile(join(dir, path)))) return true;
  return false;
};

/** One bit, in one file of all. */
const flip = async (dir: string, random: () => number): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isRead)
    .sort();
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const full = paths.filter((_, at) => sizes[at]! > 0);
  const path = full[Math.floor(random() * full.length)]!;
  const bytes = await readFile(path);
  const at = Math.floor(random() * bytes.length);
  bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
  await writeFile(path, bytes);
  return `${path.slice(dir.length + 1)} at ${at} of ${bytes.length}`;
};

const verdictOf = async (dir: string, folder: Folder, isWhole: boolean): Promise<Verdict> => {
  try {
    const server = await startChild(dir);
    try {
      const { answers, damages } = await read(server.clients, folder, isWhole);
      return compared(folder.answers, answers, damages);
    } finally {
      await server.kill();
    }
  } catch (error) {
    if (!(error instanceof ServerEnded)) throw error;
    return error.signal === null && error.stderr.trim() !== "" ? "refused in words" : "aborted without a word";
  }
};

const compared = (before: Answers, after: Answers, damages: number): Verdict => {
  let told = false;
  for (const [question, was] of before) {
    const is = after.get(question)!;
    if ("reason" in was) continue;
    if ("reason" in is) {
      if (is.reason === "DATA_LOSS" || is.reason === "INDEX_STALE") told = true;
      else return is.reason.endsWith("NOT_FOUND") ? "NOT_FOUND" : "other bytes or answers";
    } else if (is.count < was.count) return "shorter list";
    else if (is.text !== was.text) return "other bytes or answers";
  }
  return told ? "told by a call" : damages > 0 ? "told by the count of damages" : "same";
};

const read = async (
  clients: Clients,
  { runId, digests, uids }: Pick<Folder, "runId" | "digests" | "uids">,
  waitsForScrub = false,
) => {
  const transport = ownTransport(clients.url);
  const [vaultSearch, lawSearch] = [
    createClient(VaultSearchService, transport),
    createClient(LawSearchService, transport),
  ];
  const answers = new Map<string, { text: string; count: number } | { reason: string }>();
  const ask = async (question: string, call: () => Promise<{ text: string; count: number }>): Promise<void> => {
    try {
      answers.set(question, await call());
    } catch (error) {
      answers.set(question, { reason: fromConnectError(error).reason || String(error) });
    }
  };
  const said = (json: unknown, count: number) => ({ text: JSON.stringify(json), count });
  await ask("run", async () => {
    const { runContext } = await clients.orchestrator.getRun({ runId });
    return said(runContext && toJson(RunContextSchema, runContext), 1);
  });
  await ask("artifacts", async () => {
    const page = await clients.artifacts.listArtifacts({ runId, pageSize: 1000 });
    return said(toJson(ListArtifactsResponseSchema, page), page.artifacts.length);
  });
  for (const digest of digests)
    await ask(`artifact ${digest}`, async () => {
      const { content } = await clients.artifacts.getArtifact({ digest });
      return said(Buffer.from(content).toString("base64"), 1);
    });
  await ask("docs", async () => {
    const page = await clients.docs.listDocs({ strandId: "default", pageSize: 100 });
    return said(toJson(ListDocsResponseSchema, page), page.docs.length);
  });
  for (const docUid of uids)
    await ask(`text ${docUid}`, async () => {
      const { canonicalText } = await clients.docs.getDocText({ docUid });
      return said(canonicalText?.text, 1);
    });
  await ask("laws", async () => {
    const page = await clients.laws.listLaws({ pageSize: 100 });
    return said(toJson(ListLawsResponseSchema, page), page.laws.length);
  });
  for (const query of words)
    await ask(`vault ${query}`, async () => {
      const found = await vaultSearch.search({ strandId: "default", query, pageSize: 50 });
      return said(toJson(SearchResponseSchema, found), found.result?.candidates.length ?? 0);
    });
  for (const query of lawQueries)
    await ask(`law ${query}`, async () => {
      const found = await lawSearch.search({ query, inForceOn: "2024-01-01", pageSize: 50 });
      return said(toJson(LawFound, found), found.result?.candidates.length ?? 0);
    });
  // The scrub begins a second after the start.
  if (waitsForScrub) await wait(2_500);
  const { stores } = await clients.orchestrator.getCapabilities({});
  const damages = stores.reduce((sum, { damageCount }) => sum + damageCount, 0);
  transport.close();
  return { answers, damages };
};

/** `npm run campaign -- damage [flips] [seed]`: false where a flip was not told, or a whole folder was said to be damaged. */
export const simulateDamage = async ([flips = 1_000, seed = 1]: readonly number[]): Promise<boolean> => {
  const { counts, bad, ...rest } = await damageFolders(flips, seed, (line) => console.log(line));
  console.log(`damage, seed ${seed}: ${JSON.stringify({ ...counts, ...rest })}`);
  for (const sentence of bad) console.error(sentence);
  return bad.length === 0 && rest.falseAlarms === 0 && rest.missedInPlain > 0;
};
