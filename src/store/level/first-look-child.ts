import { LevelMap } from "./level-map.ts";

// A program of its own: opens the database in the folder given and reads all of it, so that where LevelDB ends the process, it ends this
// one. Errors that can be said in words are left to the real opening.
const [folder = ""] = process.argv.slice(2);
try {
  const map = await LevelMap.open(folder, false);
  const view = map.view();
  for await (const page of view.pages()) void page;
  await view.close();
  await map.close();
} catch {
  process.exitCode = 1;
}
