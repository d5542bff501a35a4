import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
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
import { startChild } from "./server-child.ts";
import { seeded } from "./store-seed.ts";

/** How a folder was left: by a server that stopped, by one that was killed, by one that was killed twice before it had caught up. */
const states = ["stopped", "killed", "killed twice"] as const;
type State = (typeof states)[number];

/** What became of a flipped bit. Those from the fifth on must not be. */
const verdicts = [
  "same",
  "refused in words",
  "told by a call",
  "told by the count of damages",
  "aborted without a word",
  "hung",
  "NOT_FOUND",
  "shorter list",
  "other bytes or answers",
] as const;
type Verdict = (typeof verdicts)[number];

/** What is put back as it was a day before, while the rest of the folder and what is kept outside of it stays; and a Vault that is gone. */
const rollbacks: Readonly<Record<string, readonly string[]>> = {
  "the whole folder of the day before": ["."],
  "the runs of the day before": ["runs"],
  "the Vault of the day before": ["vault"],
  "no Vault any more": [],
};

/** A verdict, and what it rests on where it must not be. */
interface Judged {
  readonly verdict: Verdict;
  readonly why?: string;
}
const mustNotBe: readonly Verdict[] = verdicts.slice(4);

/** What was asked, and the answer or the reason of the refusal. */
type Answers = readonly (readonly [question: string, answer: Answer])[];
type Answer = { readonly text: string; readonly count: number } | { readonly reason: string };

/** What a folder is asked, by whom it was filled. */
export interface Asked {
  readonly runId: string;
  readonly digests: readonly string[];
  readonly uids: readonly string[];
}

/** What a process that starts servers is told, and what it answers; it says "ready" first. */
export interface Round {
  readonly dir: string;
  readonly asked: Asked;
  readonly waitsForScrub: boolean;
}
export type Found = { readonly answers: Answers; readonly damages: number } | { readonly refused: string };

interface Folder extends Asked {
  readonly state: State;
  readonly dir: string;
  /** As it was a day before, in the first letter's time. */
  readonly earlier: string;
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

const memory = "/dev/shm";

/** Flips one bit each time in any file of a server's folder, in turn as it was left; starts it, and asks everything. Rounds are counted from 0: those before `from` are passed over. */
export const damageFolders = async (
  flips: number,
  seed: number,
  onRound: (line: string) => void = () => undefined,
  from = 0,
) => {
  // In memory, where there is such a place: what a disk takes to say that it synced was most of the time of a round.
  const base = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), "pincite-damage-"));
  const home = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(base, "state");
  const report = {
    counts: Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>,
    falseAlarms: 0,
    whole: 0,
    rolledBack: 0,
    /** Rounds that were done a second time, since the first took too long. */
    again: 0,
    /** The control: a bit flipped in one of the letters as a plain file, which has no digest; those of which nobody is told. */
    missedInPlain: 0,
    bad: [] as string[],
  };
  try {
    const folders: Folder[] = [];
    for (const state of states) folders.push(await fill(join(base, state.replace(" ", "-")), state));
    const rounds = Math.ceil((flips * 100) / flipsIn100);
    let next = from;
    // One folder is asked while another is copied; more of them would be in each other's way.
    const judge = async (): Promise<void> => {
      const starts = new Starts();
      for (let round = next++; round < rounds; round = next++) {
        const folder = folders[round % folders.length]!;
        const dir = join(base, `round-${round}`);
        const attempt = async () => {
          // Each has numbers of its own, whichever comes first.
          const random = seeded(seed * 1_000_003 + round);
          await cp(folder.dir, dir, { recursive: true });
          const { kind, what } = await change(round, dir, folder, random);
          const judged = await starts.verdictOf(dir, folder, kind === "whole");
          await rm(dir, { recursive: true });
          const isMissed = kind === "flip" && (await isMissedInPlain(join(base, `plain-${round}`), random));
          return { kind, what, judged, isMissed };
        };
        let made = await attempt();
        // What was too slow on a machine that does other things too is done once more; only what hangs twice hangs.
        if (made.judged.verdict === "hung") {
          report.again += 1;
          made = await attempt();
        }
        const { kind, what, isMissed } = made;
        const { verdict, why = "" } = made.judged;
        onRound(`${round} ${folder.state}: ${what}: ${verdict}`);
        const isBad =
          kind === "flip" ? mustNotBe.includes(verdict) : verdict !== (kind === "whole" ? "same" : "refused in words");
        if (isBad) report.bad.push(`${folder.state}: ${what}: ${verdict}: ${why}`);
        if (kind === "flip") report.counts[verdict] += 1;
        else report[kind] += 1;
        if (kind === "whole" && isBad) report.falseAlarms += 1;
        if (isMissed) report.missedInPlain += 1;
        if (round % 100 === 99) onRound(JSON.stringify(report));
      }
      starts.end();
    };
    await Promise.all([judge(), judge()]);
    return report;
  } finally {
    if (home === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = home;
    await rm(base, { recursive: true, force: true });
  }
};

/** Each twentieth round is left whole: whoever tells a damage there cries wolf. Of each hundred four put back what is older. */
const flipsIn100 = 91;

/** Changes a copy of a folder. */
const change = async (round: number, dir: string, folder: Folder, random: () => number) => {
  if (round % 20 === 19) return { kind: "whole", what: "nothing was changed" } as const;
  if (round % 25 !== 12) return { kind: "flip", what: await flip(dir, random) } as const;
  const names = Object.keys(rollbacks);
  const what = names[Math.floor(round / 25) % names.length]!;
  await cp(outsideOf(folder.dir), outsideOf(dir), { recursive: true });
  if (rollbacks[what]!.length === 0) await rm(join(dir, "vault"), { recursive: true });
  for (const part of rollbacks[what]!) {
    await rm(join(dir, part), { recursive: true });
    await cp(join(folder.earlier, part), join(dir, part), { recursive: true });
  }
  return { kind: "rolledBack", what } as const;
};

/** What the account keeps of a folder outside of it, by its path. */
const outsideOf = (dir: string): string => {
  const name = createHash("sha256").update(realpathSync(dir)).digest("hex").slice(0, 32);
  return join(process.env.XDG_STATE_HOME!, "pincite", "anchors", name);
};

const fill = async (dir: string, state: State): Promise<Folder> => {
  let server = await startChild(dir);
  const [first] = await importFiles(server.clients, [note]);
  const docUid = first?.docUid ?? "";
  await RunDriver.create(server.clients);
  await wait(checkpointMs);
  await server.stop();
  const earlier = `${dir}-earlier`;
  await cp(dir, earlier, { recursive: true });
  server = await startChild(dir);
  const items = [first!, ...(await importFiles(server.clients, letters))];
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
  await wait(checkpointMs);
  const { answers } = await read(server.clients, asked);
  if (state === "stopped") await server.stop();
  else await server.kill();
  if (state === "killed twice") {
    server = await startChild(dir);
    await server.kill();
  }
  return { state, dir, earlier, ...asked, answers };
};

/** What is younger than the last checkpoint may be cut off unseen, a declared limit. */
const checkpointMs = 2_500;

/** What nobody reads: LevelDB's own diary, its lock, copies of logs for people, and marks of a server that is gone. */
const isRead = (path: string): boolean => !/(^|\/)(LOG|LOG\.old|LOCK)$|log-copy|\.half/.test(path);

/** The letters as plain files: one bit of one of them, and they are read. */
const isMissedInPlain = async (dir: string, random: () => number): Promise<boolean> => {
  await mkdir(dir, { recursive: true });
  for (const { path, bytes } of letters) await writeFile(join(dir, path), bytes);
  await flip(dir, random);
  const read = await Promise.all(letters.map(({ path }) => readFile(join(dir, path))));
  await rm(dir, { recursive: true });
  return letters.some(({ bytes }, at) => !Buffer.from(bytes).equals(read[at]!));
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

/**
 * One process that starts a server over each folder that it is given and asks it everything: many folders for one start of a program. What
 * ends it, as LevelDB does, is the verdict of the folder that it had then, and the next one gets a process of its own.
 */
class Starts {
  #child: ChildProcess | undefined;
  #said = "";

  async verdictOf(dir: string, folder: Folder, waitsForScrub: boolean): Promise<Judged> {
    const { runId, digests, uids, answers } = folder;
    this.#child ??= await this.#begin();
    const child = this.#child;
    this.#said = "";
    const over = new AbortController();
    const late = wait(hungMs, "hung" as const, { signal: over.signal }).catch(() => "hung" as const);
    const found = once(child, "message", { signal: over.signal }).then(([message]) => message as Found);
    const gone = once(child, "exit", { signal: over.signal });
    const round: Round = { dir, asked: { runId, digests, uids }, waitsForScrub };
    child.send(round);
    const first = await Promise.race([late, found, gone]);
    over.abort();
    await Promise.allSettled([found, gone]);
    if (typeof first === "object" && "answers" in first) return compared(answers, first.answers, first.damages);
    if (typeof first === "object" && "refused" in first) return { verdict: "refused in words", why: first.refused };
    this.end();
    if (first === "hung") return { verdict: "hung" };
    const [code, signal] = first as [number | null, NodeJS.Signals | null];
    const isTold = signal === null && this.#said.trim() !== "";
    return { verdict: isTold ? "refused in words" : "aborted without a word", why: `${signal ?? code} ${this.#said}` };
  }

  end(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  /** Given once it says "ready": what a loaded machine takes to load a program is no hanging. */
  async #begin(): Promise<ChildProcess> {
    const child = fork(starter, { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    child.stderr?.on("data", (piece: Buffer) => (this.#said += piece.toString()));
    await once(child, "message");
    return child;
  }
}

const starter = fileURLToPath(new URL("damage-starts.ts", import.meta.url));
/** On a machine that does other things too a start takes seconds. */
const hungMs = 120_000;

/** Judges what was answered over a damaged folder by what was answered before. */
export const compared = (before: Answers, answers: Answers, damages: number): Judged => {
  const after = new Map(answers);
  let told = false;
  for (const [question, was] of before) {
    const is = after.get(question)!;
    if ("reason" in was) continue;
    const why = `${question}: ${JSON.stringify(is).slice(0, 400)} was ${JSON.stringify(was).slice(0, 400)}`;
    if ("reason" in is) {
      if (is.reason === "DATA_LOSS" || is.reason === "INDEX_STALE") told = true;
      else return { verdict: is.reason.endsWith("NOT_FOUND") ? "NOT_FOUND" : "other bytes or answers", why };
    } else if (is.count < was.count) return { verdict: "shorter list", why };
    else if (is.text !== was.text) {
      if (!question.startsWith("vault ") || !saysProblems(was.text, is.text))
        return { verdict: "other bytes or answers", why };
      told = true;
    }
  }
  return { verdict: told ? "told by a call" : damages > 0 ? "told by the count of damages" : "same" };
};

interface SearchFound {
  readonly result?: { readonly candidates?: readonly { readonly evidenceId: string; readonly problem?: string }[] };
}

/** Whether two answers of a search differ in candidates alone that say in words that their text cannot be read any more. */
const saysProblems = (was: string, is: string): boolean => {
  const [before, after] = [JSON.parse(was) as SearchFound, JSON.parse(is) as SearchFound];
  const problems = new Set(
    after.result?.candidates?.flatMap(({ evidenceId, problem = "" }) => (problem === "" ? [] : [evidenceId])),
  );
  const unsaid = ({ result, ...rest }: SearchFound): string => {
    const candidates = result?.candidates?.map((one) => (problems.has(one.evidenceId) ? one.evidenceId : one));
    return JSON.stringify({ ...rest, result: { ...result, candidates } });
  };
  return problems.size > 0 && unsaid(before) === unsaid(after);
};

/** Everything that is asked of a server, in one order. */
export const read = async (
  clients: Clients,
  { runId, digests, uids }: Asked,
  waitsForScrub = false,
): Promise<{ answers: Answers; damages: number }> => {
  const transport = ownTransport(clients.url);
  const [vaultSearch, lawSearch] = [
    createClient(VaultSearchService, transport),
    createClient(LawSearchService, transport),
  ];
  const answers: [string, Answer][] = [];
  const ask = async (question: string, call: () => Promise<{ text: string; count: number }>): Promise<void> => {
    try {
      answers.push([question, await call()]);
    } catch (error) {
      answers.push([question, { reason: fromConnectError(error).reason || String(error) }]);
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
  const asking = digests.map((digest) =>
    ask(`artifact ${digest}`, async () => {
      const { content } = await clients.artifacts.getArtifact({ digest });
      return said(Buffer.from(content).toString("base64"), 1);
    }),
  );
  await Promise.all(asking);
  await ask("docs", async () => {
    const page = await clients.docs.listDocs({ strandId: "default", pageSize: 100 });
    return said(toJson(ListDocsResponseSchema, page), page.docs.length);
  });
  const texts = uids.map((docUid) =>
    ask(`text ${docUid}`, async () => {
      const { canonicalText } = await clients.docs.getDocText({ docUid });
      return said(canonicalText?.text, 1);
    }),
  );
  await Promise.all(texts);
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

/** `npm run campaign -- damage [flips] [seed] [from]`: false where a flip or a rollback was not told, or a whole folder was said to be damaged. */
export const simulateDamage = async ([flips = 1_000, seed = 1, from = 0]: readonly number[]): Promise<boolean> => {
  const { counts, bad, ...rest } = await damageFolders(flips, seed, (line) => console.log(line), from);
  console.log(`damage, seed ${seed}: ${JSON.stringify({ ...counts, ...rest })}`);
  for (const sentence of bad) console.error(sentence);
  return bad.length === 0 && rest.missedInPlain > 0;
};
