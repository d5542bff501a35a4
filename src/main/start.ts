import type { RunningPincite, StartOptions } from "../cli/types.ts";
import { onlyReads } from "../wire/only-reads.ts";
import { isClosedToWriting, mirrorOf } from "./mirror.ts";
import { startWhole } from "./server.ts";

/**
 * Starts a server. On a folder that cannot be written to, or where it is asked for, one that only reads: it works on a copy of what
 * LevelDB must be able to write to, and refuses every call that would change something.
 */
export const startPincite = async (options: StartOptions): Promise<RunningPincite> => {
  const { dataDir, readOnly = isClosedToWriting(dataDir) } = options;
  if (dataDir === undefined || !readOnly) return startWhole(options);
  const mirror = await mirrorOf(dataDir);
  try {
    const server = await startWhole({ ...options, dataDir: mirror.dir }, [onlyReads]);
    const stop = async (): Promise<void> => {
      await server.stop();
      await mirror.remove();
    };
    let stopping: Promise<void> | undefined;
    return { ...server, onlyReads: true, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await mirror.remove();
    throw error;
  }
};
