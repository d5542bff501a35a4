import type { ProofReport } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import type { PersonSignature } from "../proof/person-note.ts";
/** Options for starting a server, as far as a command line decides them. The composition root knows the rest. */
export interface StartOptions {
  /** Folder of the store; undefined: everything stays in memory and is gone when the server stops. */
  readonly dataDir: string | undefined;
  /** Address of the database that all is kept in instead; "": none, whatever the environment says; absent: what that says. */
  readonly store?: string;
  /** Refuses every write and leaves the folder untouched. Default: where the folder cannot be written to. */
  readonly readOnly?: boolean;
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Name in the record of whoever has the token; absent: the configured one. */
  readonly user?: string;
  /** File that says who else may call, and as what; absent: that of the environment, or nobody. */
  readonly signIn?: string;
  /** File of OpenSSH's allowed_signers that says whose keys are whose; absent: that of the environment, or nobody's is known. */
  readonly signers?: string;
  /** File that says what models cost and from which day; absent: that of the environment, or no price is known. */
  readonly prices?: string;
  /** Allows the JSON codec, for debugging with plain curl. Default false. */
  readonly allowJson?: boolean;
  /** Folders of workflow profiles; absent: those of the data folder and the environment. */
  readonly profileLayers?: readonly { readonly name: "user" | "project"; readonly dir: string }[];
  /** Default "info". */
  readonly log?: "silent" | "info";
  /** Model for a variant of each built-in profile: `provider/id`, or an id alone beside an endpoint. */
  readonly model?: string;
  /** Address of a server that speaks chat completions; takes the place of `PINCITE_OPENAI_URL`. */
  readonly endpoint?: string;
  /** Aborted by whoever wants it to stop while it still starts: it ends before its next step, with CANCELLED and everything closed. */
  readonly stop?: AbortSignal;
}

/** A server that takes connections. */
export interface RunningPincite {
  readonly url: string;
  readonly port: number;
  /** Present where it refuses every write. */
  readonly onlyReads?: true;
  /** Drains and closes the store; resolves once both are done. */
  stop(): Promise<void>;
}

/** Starts a whole server in this process. Handed in, so that the command line knows no implementation. */
export type StartPincite = (options: StartOptions) => Promise<RunningPincite>;

/** The run to derive again, and the folder to derive it from. */
export interface ReplayOptions {
  /** Data folder of a server; it is copied, and the copy is read. */
  readonly dataDir: string;
  /** The run's id, or `latest`. */
  readonly run: string;
  /** Name of the user to whom the run belongs; absent: the configured user. */
  readonly user?: string;
}

/** Result of a replay. */
export interface ReplayOutcome {
  readonly runId: string;
  /** Number of events in the record; `derived` is the number of them that came out byte for byte. */
  readonly events: number;
  readonly derived: number;
  readonly artifacts: number;
  /** Events that could not be derived, and were taken as recorded. */
  readonly taken: readonly { readonly seq: number; readonly event: string; readonly why: string }[];
  /** The first difference from the record; undefined where nothing differs. It names places, never their contents. */
  readonly difference:
    | {
        readonly seq: number;
        readonly event: string;
        readonly role: string;
        readonly path: string;
        readonly what: string;
      }
    | undefined;
  readonly receiptsSignedAgain: number;
  readonly receiptsFromRecord: number;
}

/** Derives a run again from a copy of its folder, with nothing that could reach a model, a source or the network. */
export type ReplayRun = (options: ReplayOptions) => Promise<ReplayOutcome>;

/** Functions of the command line for the example that runs on it. */
export interface DemoShell {
  readonly start: StartPincite;
  /** Prints one line of the example's narration. */
  say(line?: string): void;
  /** A fresh idempotency key. */
  newKey(): string;
}

/** Plays the example from end to end and leaves its results in the folder `out`; an empty `profileId` stands for the usual profile. */
export type RunDemo = (shell: DemoShell, out: string, profileId: string, address?: string) => Promise<void>;

/** Stream to which a command writes. Node's streams fit. */
export interface Output {
  /** True where a person is watching: progress is then shown as it happens. */
  readonly isTTY?: boolean;
  write(content: string | Uint8Array): unknown;
}

/** The keys of receipts in the data folder of a server that is not running. Handed in, as a server is. */
export interface KeyFiles {
  /** The encoded manifest of public keys. */
  manifest(dataDir: string): Promise<Uint8Array>;
  /** Lets a new key take over, and returns the manifest after the change. Errors: STORE_FAILED while a server has the folder. */
  rotate(dataDir: string): Promise<Uint8Array>;
  /**
   * Replaces the key that wraps the keys of scopes in the database that the settings name, and destroys the old one in the folder; undefined:
   * they name none. Tells how many keys were wrapped anew, and how many erased scopes waited for it. Errors: STORE_UNAVAILABLE, DATA_LOSS.
   */
  rewrap(dataDir: string): Promise<{ readonly rewrapped: number; readonly erased: number } | undefined>;
}

/** A store that a person accepted although it is behind. */
export interface AcceptedRestore {
  readonly store: string;
  /** Number of the checkpoint that was kept outside it, and of the one it stands at; 0: the store is gone. */
  readonly kept: number;
  readonly standing: number;
}

/** What was found in a store that was read completely. */
export interface CheckedStore {
  readonly store: string;
  readonly events: number;
  readonly blobs: number;
  readonly records: number;
  /** A sentence for each. */
  readonly damages: readonly string[];
  /** Number of the last event that the server of the folder kept of a database, and of the one that this is at; absent for a folder. */
  readonly kept?: number;
  readonly standing?: number;
}

/** The stores of a data folder whose server is not running. Handed in, as a server is. */
export interface StoreFolders {
  /**
   * Reads and checks each store completely, or each of the database at an address; returns the counts of each store and a sentence for each damage. Errors: FENCED,
   * RUN_NOT_FOUND; with an address REQUEST_INVALID, STORE_UNAVAILABLE, UNSUPPORTED, DATA_LOSS.
   */
  check(dataDir: string, address?: string): Promise<readonly CheckedStore[]>;
  /** Takes each store as it lies in the folder, although it is older than what was kept outside it. Errors: FENCED, RUN_NOT_FOUND, DATA_LOSS. */
  acceptRestore(dataDir: string): Promise<readonly AcceptedRestore[]>;
  /** Tells the levels of the stores in a database, raised where that is asked. Errors: REQUEST_INVALID, STORE_UNAVAILABLE, UNSUPPORTED. */
  levels(address: string, isRaised: boolean): Promise<readonly LevelOfStore[]>;
  /** Packs every run that is finalised and not packed; gives how many, and how many records went into others. Errors: FENCED, RUN_NOT_FOUND, DATA_LOSS. */
  pack(dataDir: string): Promise<{ readonly runs: number; readonly records: number }>;
  /** Builds the index of the runs anew from their journal. Errors: FENCED, RUN_NOT_FOUND, DATA_LOSS. */
  rebuild(dataDir: string): Promise<{ readonly events: number; readonly removed: number; readonly written: number }>;
}

/** At which level a store in a database is, and which one this program knows. */
export interface LevelOfStore {
  readonly store: string;
  readonly known: number;
  readonly level: number;
  readonly minReader: number;
  readonly minWriter: number;
}

/** What was copied of a store. */
export interface CopiedStore {
  readonly store: string;
  /** SHA-256 of all that it holds, equal on both sides. */
  readonly sha256: string;
  readonly events: number;
}

/**
 * Copies the stores of a data folder, or of a database at an address, into the other kind, or one of its own; broken off, the same command goes
 * on. Handed in, as a server is. Errors: FENCED, RUN_NOT_FOUND, ALREADY_EXISTS where something else is there, DATA_LOSS, STORE_UNAVAILABLE.
 */
export type CopyStores = (from: string, to: string) => Promise<readonly CopiedStore[]>;

/** What a restored folder holds. */
export interface RestoredBackup {
  /** When the backup was taken, in milliseconds. */
  readonly takenMs: number;
  readonly stores: readonly {
    readonly store: string;
    readonly events: number;
    readonly blobs: number;
    readonly records: number;
  }[];
}

/**
 * Makes a data folder of a backup; `identity`: the text of an identity file, for one that is encrypted. Errors: DATA_LOSS for a
 * backup that is not whole, ALREADY_EXISTS where the folder holds something, REQUEST_INVALID where no identity opens it.
 */
export type RestoreBackup = (backupDir: string, dataDir: string, identity?: string) => Promise<RestoredBackup>;

/**
 * Checks the proof of a memo. `knownKey`: id of a key of the server that the caller knows; undefined: none. `person`: a signature by a
 * person's own key that came along.
 */
export type VerifyProof = (
  bytes: Uint8Array,
  knownKey: string | undefined,
  person?: PersonSignature,
) => Promise<ProofReport>;

/** Dependencies of the command line on the outside world. Everything but `start` defaults to the process's own. */
export interface CliDeps {
  readonly start: StartPincite;
  /** Absent where no data folder can be reached. */
  readonly keyFiles?: KeyFiles;
  readonly storeFolders?: StoreFolders;
  readonly restoreBackup?: RestoreBackup;
  readonly copyStores?: CopyStores;
  readonly replay?: ReplayRun;
  /** Absent where there is no engine to derive a run again with. */
  readonly verifyProof?: VerifyProof;
  /** Absent where the example is not part of the program. */
  readonly demo?: RunDemo;
  readonly stdout?: Output;
  readonly stderr?: Output;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder to which paths on the command line are relative. */
  readonly cwd?: string;
  /**
   * Asks a person a question and returns the typed line; undefined where nobody can be asked. Default: on standard error and
   * input, where both are a terminal.
   */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** Lets a person edit a file and resolves when they are done. Default: the editor of VISUAL or EDITOR, at a terminal. */
  readonly edit?: (path: string) => Promise<void>;
  /** Opens an address in the person's browser; gives false where there is none. Default: the system's own browser. */
  readonly openInBrowser?: (url: string, env: Readonly<Record<string, string | undefined>>) => Promise<boolean>;
  /** Ends `serve` and `run watch`; default: SIGINT and SIGTERM. */
  readonly stop?: AbortSignal;
}
