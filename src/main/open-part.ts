import type { ConnectRouter } from "@connectrpc/connect";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";
import type { PaperQuota } from "../vault/strand/paper-quota.ts";
import type { SeenStrands } from "../vault/strand/seen-strands.ts";

/** What a Vault or a LawBot is opened with: its own store, whose it is, and the key of its page tokens. */
export interface PartAt {
  readonly store: Store;
  readonly owner: string;
  readonly tokenKey: Uint8Array;
  readonly config: Config;
  /** What callers may see of strands. Default: everything. */
  readonly seen?: SeenStrands | undefined;
  /** What bounds hold for papers. Default: none. */
  readonly quota?: PaperQuota | undefined;
  /** Who signed in for the call that is worked for. Default: nobody signs in. */
  readonly takenInBy?: (() => Principal | undefined) | undefined;
}

/** A Vault or a LawBot that is open: what it serves, which of its calls may take long, and how it is closed. */
export interface OpenPart {
  readonly routes: (router: ConnectRouter) => void;
  readonly longMethods: readonly string[];
  close(): void | Promise<void>;
}
