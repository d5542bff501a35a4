import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allDocs } from "../../src/client/doc-ids.ts";
import { importFiles, importLaw, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { seededRandom } from "./hostile/random.ts";
import { type Dossier, lawFolder, walkedDossiers } from "./walks/dossiers.ts";
import { type Ground, type Pace, Walk, type WalkEnd } from "./walks/walk.ts";

/** What walks came to, each by the seed that repeats it. */
export interface WalksReport {
  readonly ends: readonly (WalkEnd & { readonly seed: number; readonly dossier: string })[];
}

const pace: Pace = { randomMax: 20, diligentMax: 60 };

/** Walks of random presses over dossiers, on one server; `first` is the seed of the first, and the next has the next one. */
export const runWalks = async (
  dossiers: readonly Dossier[],
  count: number,
  first: number,
  told: (line: string) => void = () => {},
): Promise<WalksReport> => {
  const server = await startTestServer();
  try {
    const [law = ""] = readdirSync(lawFolder).filter((name) => name.endsWith("uittreksel.xml"));
    await importLaw(server, { path: law, bytes: readFileSync(join(lawFolder, law)) });
    const grounds: Ground[] = [];
    for (const dossier of dossiers) grounds.push(await imported(server, dossier));
    const ends = [];
    for (let seed = first; seed < first + count; seed++) {
      const ground = grounds[seed % grounds.length] as Ground;
      const end = await new Walk(server, ground, seededRandom(seed)).whole(pace);
      ends.push({ ...end, seed, dossier: ground.name });
      told(`seed ${seed} ${ground.name}: ${end.end} after ${end.path.length} presses`);
      if (end.end === "fault" || count === 1)
        told(`seed ${seed} ${ground.name}: ${end.why}\n  ${end.path.join("\n  ")}\n${end.screen}`);
    }
    return { ends };
  } finally {
    await server.stop();
  }
};

const imported = async (server: TestServer, dossier: Dossier): Promise<Ground> => {
  const { name, profileId, day, letterFile, files, words } = dossier;
  const items = await importFiles(server, files, name);
  const letter = items.find(({ path }) => path === letterFile)?.docUid ?? "";
  if (letter === "") throw new Error(`the letter ${letterFile} of ${name} was not taken in`);
  const documentIds: string[] = [];
  for await (const { docUid } of allDocs(server.docs, { strandId: name, docTypes: [], includeSuperseded: false }))
    documentIds.push(`vault:${docUid}`);
  return { name, profileId, day, letterId: `vault:${letter}`, documentIds, words };
};

/** The campaign as a command: `walks [count] [seed]`. */
export const simulateWalks = async ([count = "500", seed = "1"]: string[]): Promise<boolean> => {
  const { ends } = await runWalks(await walkedDossiers(), Number(count), Number(seed), console.log);
  for (const name of new Set(ends.map(({ dossier }) => dossier)))
    for (const end of ["letter", "missing", "fault"] as const) {
      const mine = ends.filter((one) => one.dossier === name && one.end === end);
      const presses = mine.reduce((sum, { path }) => sum + path.length, 0);
      console.log(`${name}: ${mine.length} ended in ${end}, ${presses} presses`);
    }
  const missing = Map.groupBy(
    ends.filter(({ end }) => end === "missing"),
    ({ why }) => why,
  );
  for (const [why, all] of missing) console.log(`missing in ${all.length} (${all[0]?.seed}): ${why}`);
  return ends.every(({ end }) => end !== "fault");
};
