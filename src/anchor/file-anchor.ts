import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { AnchorPlace } from "./port.ts";

/** Anchors as files of one folder, for its owner alone: `runs.pb`, `vault.pb`, `law.pb`. The folder is made when it is needed. */
export const fileAnchor = (folder: string): AnchorPlace => ({
  read: (store) =>
    readFile(join(folder, `${store}.pb`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }),
  write: async (store, entry) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${store}.pb`);
    const half = `${path}.half`;
    const file = await open(half, "w", 0o600);
    try {
      await file.writeFile(entry);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
    const whole = await open(folder, "r");
    await whole.sync().finally(() => whole.close());
  },
});
