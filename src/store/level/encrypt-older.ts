import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../error.ts";
import type { CheckedReads } from "./checked-reads.ts";
import type { Committer } from "./committer.ts";
import { artifactKey, keysOfKind, locatorKey, longDigest, parseKey, successor } from "./keys.ts";
import { decodeLocator, isInFile } from "./locator.ts";
import type { OpenedParts } from "./opened-parts.ts";
import type { OlderScopes } from "./options.ts";
import { preparePacks } from "./pack-scope.ts";
import type { PlainArtifact, PreparedEncryption } from "./plan/encrypt-plan.ts";
import { sealOf } from "./seal.ts";
import type { Secret } from "./secrets/cipher.ts";

const keysAtOnce = 256;
/** Scopes that are given their keys and encrypted before the next ones. */
const scopesAtOnce = 64;

/** Has so many keys made ahead. */
type ReachKeys = (count: number) => Promise<void>;

/**
 * Encrypts what was written before scopes had keys: records, artifacts and files, scope by scope, and then has LevelDB write anew what it
 * keeps of them. May be stopped and begun again at any time. A scope that is damaged stays as it is.
 */
export class EncryptOlder {
  readonly #parts: OpenedParts;
  readonly #reads: CheckedReads;
  readonly #committer: Pick<Committer, "submit">;
  readonly #reach: ReachKeys;
  #isStopped = false;

  constructor(parts: OpenedParts, reads: CheckedReads, committer: Pick<Committer, "submit">, reach: ReachKeys) {
    this.#parts = parts;
    this.#reads = reads;
    this.#committer = committer;
    this.#reach = reach;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<OlderScopes> {
    let [encrypted, damaged] = [0, 0];
    for (const owner of await this.#reads.owners()) {
      const done: string[] = [];
      let some: string[] = [];
      const finish = async (): Promise<void> => {
        await this.#reach(some.length);
        for (const scope of some) {
          if (this.#isStopped) return;
          if (await this.#encrypt(owner, scope)) done.push(scope);
          else damaged += 1;
        }
        some = [];
      };
      for await (const scope of this.#plainScopes(owner)) if (some.push(scope) === scopesAtOnce) await finish();
      await finish();
      if (done.length === 0 || this.#isStopped) continue;
      await this.#writtenAnew(owner);
      await this.#committer.submit((batch) => {
        for (const scope of done) batch.keys.noPlain(owner, scope);
      });
      encrypted += done.length;
    }
    return { encrypted, damaged };
  }

  /** Scopes that have records and no key, or were given one later. */
  async *#plainScopes(owner: string): AsyncGenerator<string> {
    const { map, present } = this.#parts;
    for (const kind of ["h", "s"])
      for await (const [key] of entriesOf(map, keysOfKind(owner, kind))) {
        const scope = parseKey(key)?.rest[0] ?? "";
        if (scope === "" || present.erased(owner, scope)) continue;
        const known = present.secret(owner, scope);
        if (!known || known.hasPlain) yield scope;
      }
  }

  /** False where it cannot be read. */
  async #encrypt(owner: string, scope: string): Promise<boolean> {
    const { present, keys, files } = this.#parts;
    try {
      await this.#committer.submit((batch) => batch.giveKey(owner, scope));
      const known = present.secret(owner, scope);
      if (!known) return false;
      const secret = keys.secret(known.number);
      for (const digest of await this.#filesOf(owner, scope)) await files.seal(owner, scope, digest, secret);
      for (;;) {
        const prepared = await this.#prepared(owner, scope, secret);
        if (await this.#committer.submit((batch) => batch.encrypt(owner, scope, prepared))) return true;
      }
    } catch (error) {
      if (error instanceof DomainError && (error.reason === "DATA_LOSS" || error.reason === "ERASED")) return false;
      throw error;
    }
  }

  async #prepared(owner: string, scope: string, secret: Secret): Promise<PreparedEncryption> {
    const { map, keys } = this.#parts;
    const last = this.#reads.lastRecord(owner, scope);
    const all = { last, table: undefined, secret, secrets: keys, encryptsAll: true };
    const packs = await preparePacks(map, owner, scope, all);
    const artifacts: PlainArtifact[] = [];
    for await (const [at] of entriesOf(map, artifactKey(owner, "", scope))) {
      const locatorAt = locatorKey(owner, longDigest(parseKey(at)?.rest[1] ?? ""), scope);
      const value = map.get(locatorAt);
      const locator = value && decodeLocator(locatorAt, value);
      if (!locator || locator.keyId) continue;
      artifacts.push({ at, locatorAt, locator, seal: sealOf(value) });
    }
    return { packs, artifacts, secret };
  }

  async #filesOf(owner: string, scope: string): Promise<string[]> {
    const digests = await this.#reads.artifactsOf(owner, scope);
    return digests.filter((digest) => {
      const locator = this.#parts.present.locator(owner, digest, scope);
      return locator !== undefined && isInFile(locator);
    });
  }

  /** LevelDB keeps what was overwritten, in its tables and its log. */
  async #writtenAnew(owner: string): Promise<void> {
    const { map, options } = this.#parts;
    await map.compact(
      ["b", "c"].map((kind) => ({ gte: keysOfKind(owner, kind), lt: successor(keysOfKind(owner, kind))! })),
    );
    await rm(join(options.dir, "log-copy"), { recursive: true, force: true });
  }
}

async function* entriesOf(map: OpenedParts["map"], prefix: string): AsyncGenerator<readonly [string, Uint8Array]> {
  for (let gte = prefix; ; ) {
    const page = await map.entries({ gte, lt: successor(prefix)!, limit: keysAtOnce });
    yield* page;
    const [last] = page.at(-1) ?? [];
    if (page.length < keysAtOnce || last === undefined) return;
    gte = `${last}\0`;
  }
}
