import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type Container,
  type ContainerPart,
  ContainerPartSchema,
  ContainerReadSchema,
  ContainerSchema,
} from "../../../gen/pincite/vault/v1/container_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import { namedBlob } from "../../store/named-blob.ts";
import type { NewEvent, RecordChange, Store } from "../../store/store.ts";

/** What containers add to a commit: parts of their lists with bytes that are no documents, and those read to their end. */
export interface Lists {
  readonly blobs: readonly Uint8Array[];
  readonly containers: readonly Container[];
}

/** Type of the event that tells of a container. */
export const readType = "ContainerRead";
/** Where its records stand. */
export const containerSpace = "vault-container";
const rowsAtOnce = 100;

/**
 * The mailboxes and archives that were read into a strand: an event of its journal for each, and a record by its digest. The
 * lists themselves are blobs.
 */
export class StrandContainers {
  readonly #store: Store;
  readonly #owner: string;
  readonly #strandId: string;

  constructor(store: Store, owner: string, strandId: string) {
    this.#store = store;
    this.#owner = owner;
    this.#strandId = strandId;
  }

  /** Every container of the strand, in order of digest. */
  async all(): Promise<Container[]> {
    const found: Container[] = [];
    const prefix = this.#key("");
    for (let after: string | undefined; ; ) {
      const range = { prefix, limit: rowsAtOnce, ...(after === undefined ? {} : { after }) };
      const rows = await this.#store.list(this.#owner, containerSpace, range);
      found.push(...rows.map(({ value }) => fromBinary(ContainerSchema, value)));
      if (rows.length < rowsAtOnce) return found;
      after = rows.at(-1)?.key;
    }
  }

  /** What the strand knows of a container by its digest, 64 hex. */
  async find(digest: string): Promise<Container | undefined> {
    const bytes = await this.#store.record(this.#owner, containerSpace, this.#key(digest));
    return bytes === undefined ? undefined : fromBinary(ContainerSchema, bytes);
  }

  /** One part of a list. Errors: `DATA_LOSS`. */
  async part(digest: string): Promise<ContainerPart> {
    return fromBinary(ContainerPartSchema, await namedBlob(this.#store, this.#owner, digest));
  }

  /** The bytes of a member that are kept. Errors: `DATA_LOSS`. */
  bytes(digest: string): Promise<Uint8Array> {
    return namedBlob(this.#store, this.#owner, digest);
  }

  /** What is new of it: the same container a second time changes nothing. */
  async news({ blobs = [], containers = [] }: Partial<Lists>): Promise<Lists> {
    // Members without bytes, and such as stand there often, are one artifact.
    const each = [...new Map(blobs.map((bytes) => [sha256Hex(bytes), bytes] as const))];
    const isHeld = await Promise.all(each.map(([digest]) => this.#has(digest)));
    const known = await Promise.all(containers.map(({ digest }) => this.find(digest)));
    return {
      blobs: each.filter((_, i) => !isHeld[i]).map(([, bytes]) => bytes),
      containers: containers.filter((one, i) => known[i]?.lastPartDigest !== one.lastPartDigest),
    };
  }

  events(containers: readonly Container[]): NewEvent[] {
    return containers.map((container) => ({
      type: readType,
      body: toBinary(ContainerReadSchema, create(ContainerReadSchema, { strandId: this.#strandId, container })),
    }));
  }

  /** For the journal that has their events: a name that somebody gave a file is as much its owner's as what stands in it, and goes with that journal. */
  records(containers: readonly Container[], scope: string): RecordChange[] {
    return containers.map((container) => ({
      space: containerSpace,
      key: this.#key(container.digest),
      value: toBinary(ContainerSchema, container),
      scope,
    }));
  }

  /** Bytes that only an erased journal had are no longer there. */
  async #has(digest: string): Promise<boolean> {
    try {
      return (await this.#store.blobSize(this.#owner, digest)) !== undefined;
    } catch (error) {
      if (error instanceof DomainError && error.reason === "ERASED") return false;
      throw error;
    }
  }

  #key(digest: string): string {
    return `${this.#strandId}\n${digest}`;
  }
}

/** The strand that a record's key is of. */
export const strandOfContainer = (key: string): string => key.split("\n")[0] ?? "";
