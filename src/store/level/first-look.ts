import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { dataLoss } from "../refusals.ts";

/** The source runs as it is under Node's type stripping; a published build has the same file as JavaScript. */
const childFile = new URL(
  import.meta.url.endsWith(".ts") ? "./first-look-child.ts" : "./first-look-child.js",
  import.meta.url,
);

/**
 * Lets another process open and read a database first: LevelDB ends the process on some damages, without a word and before anything
 * here could say which store it was. Errors: DATA_LOSS where that process was ended so.
 */
export const lookFirst = async (database: string, child: URL = childFile): Promise<void> => {
  const signal = await new Promise<string | undefined>((resolve) => {
    execFile(process.execPath, [fileURLToPath(child), database], (error) => resolve(error?.signal ?? undefined));
  });
  if (signal === undefined) return;
  throw dataLoss(`LevelDB ends any process that opens ${database} (${signal}): something in it is damaged`, {
    folder: database,
    signal,
  });
};
