import { createHash } from "node:crypto";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { BackupService, ReadStoresResponse } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Store, StoreMoment } from "../store/store.ts";
import { requireAccount } from "../wire/principal.ts";
import { encodeItem } from "./items.ts";

/** What a process holds that a backup has to have. */
export interface BackedUp {
  /** Its stores by name, those first that name what lies in the others. */
  readonly stores: ReadonlyMap<string, Store>;
  /** Keys and settings beside them, as they are now. */
  files(): readonly { readonly path: string; readonly content: Uint8Array }[];
  readonly serverVersion: string;
  nowMs(): number;
}

const pieceBytesMax = 256 * 1024;

type Part = { readonly part: PartFields };
type PartFields = Exclude<ReadStoresResponse["part"], { case: undefined } | { case: "head" | "file" }> | OwnFields;
type OwnFields =
  | { case: "head"; value: { createTime: ReturnType<typeof timestampFromMs>; serverVersion: string } }
  | { case: "file"; value: { path: string; content: Uint8Array } };

const notForPages = "a backup holds the keys of this server: it goes to whoever has the token, not to a page";

/** BackupService over the stores of this process. */
export const backupService = (all: BackedUp): ServiceImpl<typeof BackupService> => {
  let isBeingTaken = false;
  return {
    async *readStores(_request, { values }) {
      requireAccount(values, notForPages);
      if (isBeingTaken)
        throw new DomainError("LIMIT_EXCEEDED", worded("keeping-error.another-backup-is-being-taken-try-again-when"));
      isBeingTaken = true;
      // In one step of the loop, so that what a run cites is in the Vault of the same moment.
      const moments = [...all.stores].map(([name, store]) => [name, store.moment()] as const);
      try {
        yield* everything(all, moments);
      } finally {
        isBeingTaken = false;
        for (const [, moment] of moments) await moment.close();
      }
    },
    async *readBlobs({ store: name, owner, digests }, { values }) {
      requireAccount(values, notForPages);
      const store = all.stores.get(name);
      if (!store)
        throw new DomainError(
          "REQUEST_INVALID",
          worded("keeping-error.this-process-has-no-store-ask-the-server-that", { name }),
          { field: "store" },
        );
      for (const digest of digests) {
        const bytes = await store.getBlob(owner, digest);
        for (let at = 0; at === 0 || at < bytes.length; at += pieceBytesMax)
          yield { content: bytes.subarray(at, at + pieceBytesMax), isLast: at + pieceBytesMax >= bytes.length };
      }
    },
  };
};

async function* everything(
  { files, serverVersion, nowMs }: BackedUp,
  moments: readonly (readonly [string, StoreMoment])[],
): AsyncGenerator<Part> {
  yield { part: { case: "head", value: { createTime: timestampFromMs(nowMs()), serverVersion } } };
  for (const [name, moment] of moments) {
    yield { part: { case: "store", value: name } };
    const hash = createHash("sha256");
    for await (const items of joined(moment)) {
      hash.update(items);
      for (let at = 0; at < items.length; at += pieceBytesMax)
        yield { part: { case: "items", value: items.subarray(at, at + pieceBytesMax) } };
    }
    yield { part: { case: "itemsSha256", value: hash.digest("hex") } };
  }
  for (const file of files()) yield { part: { case: "file", value: file } };
}

/** Items together until they fill a piece: most have a few hundred bytes. */
async function* joined(moment: StoreMoment): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const content of moment.contents()) {
    const item = encodeItem(content);
    waiting.push(item);
    bytes += item.length;
    if (bytes < pieceBytesMax) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
