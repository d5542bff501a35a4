import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const beside = join(dirname(fileURLToPath(import.meta.url)), "../../../shared");
const root = join(beside, "data");

/** The folder of cases that strangers wrote, beside the checkout, or undefined where it is absent. */
export const sharedCases = (): string | undefined => {
  const full = join(beside, "cases");
  return existsSync(full) ? full : undefined;
};

/** The path of a file or folder of the shared data beside the checkout, or undefined where it is absent. */
export const sharedData = (path: string): string | undefined => {
  const full = join(root, path);
  return existsSync(full) ? full : undefined;
};

/** A describe block over a folder of the shared data; without the folder it is skipped, and says so on the console. */
export const describeWithData = (name: string, folder: string, body: (path: string) => void): void => {
  const path = sharedData(folder);
  if (path) return void describe(name, () => body(path));
  console.warn(`SKIPPED: "${name}" needs ../shared/data/${folder}, which is not beside this checkout`);
  // The body is not run: it may read the folder while tests are being collected.
  describe.skip(name, () => it(`needs ../shared/data/${folder}`, () => undefined));
};
