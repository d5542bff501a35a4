import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { BackupManifestSchema } from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import { restoreBackup, startPincite, storeFolders } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { seeded } from "./store-seed.ts";

/** What became of flips, one each in a file of a backup in clear. */
export interface BackupFlips {
  /** The restore was refused in words, and there is no folder. */
  refused: number;
  /** The folder that came back has the files of the whole one, with the same settings and keys. */
  same: number;
  /** Another folder without a word, or one that a refused restore left. */
  readonly wrong: string[];
}

const run = (...argv: string[]) => cli(argv, { storeFolders, restoreBackup });

const filesIn = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

/** Keys and settings of a folder, with what is in them; a store's own files differ with each restore. */
const settingsOf = async (dir: string): Promise<string> => {
  const paths = (await filesIn(dir)).filter((path) => /^(keys\/[^/]+|tenant)$/.test(path.slice(dir.length + 1)));
  const contents = await Promise.all(paths.map((path) => readFile(path, "base64")));
  return paths.map((path, at) => `${path.slice(dir.length)} ${contents[at]}`).join("\n");
};

/** Flips one bit each time: half of them in what says what a backup holds, half in any of its files; and restores it. */
export const flipBackups = async (flips: number, random: () => number, hasDigest = true): Promise<BackupFlips> => {
  const scratch = await mkdtemp(join(tmpdir(), "pincite-backup-flips-"));
  const report: BackupFlips = { refused: 0, same: 0, wrong: [] };
  try {
    const [backup, whole, restored] = ["backup", "whole", "restored"].map((name) => join(scratch, name)) as [
      ...[string, string, string],
    ];
    const server = await startPincite({ dataDir: join(scratch, "data"), port: 0, log: "silent" });
    const letter = join(scratch, "brief.txt");
    await writeFile(letter, "Het bestuur vraagt om een verslag.");
    await run("vault", "import", letter, "--url", server.url);
    await run("run", "new", "--profile", "email-reply", "--title", "verslag", "--url", server.url);
    await run("backup", backup, "--url", server.url);
    await server.stop();
    const manifest = join(backup, "backup.pb");
    if (!hasDigest) {
      const told = fromBinary(BackupManifestSchema, await readFile(manifest));
      told.sha256 = new Uint8Array();
      await writeFile(manifest, toBinary(BackupManifestSchema, told));
    }
    await run("restore", backup, "--data", whole);
    const settings = await settingsOf(whole);
    const files = (await filesIn(backup)).filter((path) => statSync(path).size > 0);
    for (let flip = 0; flip < flips; flip++) {
      const path = flip % 2 === 0 ? manifest : files[Math.floor(random() * files.length)]!;
      const bytes = await readFile(path);
      const [at, bit] = [Math.floor(random() * bytes.length), Math.floor(random() * 8)];
      await writeFile(path, bytes.with(at, bytes[at]! ^ (1 << bit)));
      const { code, err } = await run("restore", backup, "--data", restored);
      const isLeft = code !== 0 && existsSync(restored);
      if (code !== 0 && !isLeft && err.trim() !== "") report.refused += 1;
      else if (code === 0 && (await settingsOf(restored)) === settings) report.same += 1;
      else
        report.wrong.push(
          `${basename(path)}, byte ${at}, bit ${bit}: ${isLeft ? "a folder is left" : "another folder"}`,
        );
      await writeFile(path, bytes);
      await rm(restored, { recursive: true, force: true });
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return report;
};

/** `npm run campaign -- backup [flips] [seed]`: false where another folder came back without a word, or where none does of manifests without a digest. */
export const simulateBackup = async ([flips = 300, seed = 1]: readonly number[]): Promise<boolean> => {
  const { wrong, ...counts } = await flipBackups(flips, seeded(seed));
  console.log(`${flips} flips in a backup in clear, seed ${seed}: ${JSON.stringify(counts)}, ${wrong.length} wrong`);
  for (const line of wrong) console.log(`  ${line}`);
  const control = await flipBackups(flips, seeded(seed), false);
  console.log(`the same without the digest of what says what it holds: ${control.wrong.length} wrong`);
  return wrong.length === 0 && control.wrong.length > 0;
};
