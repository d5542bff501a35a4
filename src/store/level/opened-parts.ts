import type { DurableMap } from "../ordered-map.ts";
import type { BlobFiles } from "./blob-files.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { OpenMarker } from "./open-marker.ts";
import type { LevelStoreOptions } from "./options.ts";
import type { Present } from "./present.ts";
import type { KeyFile } from "./secrets/key-file.ts";
import type { Totals } from "./totals.ts";

/** The parts that `openLevelStore` puts together. */
export interface OpenedParts {
  readonly map: DurableMap;
  readonly present: Present;
  readonly files: BlobFiles;
  readonly keys: KeyFile;
  readonly checkpoints: Checkpoints;
  readonly totals: Totals;
  readonly marker: OpenMarker;
  readonly options: LevelStoreOptions;
}
