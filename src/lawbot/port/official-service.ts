import type { FetchedFile, FetchStep_Kind } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import type { ImportItem } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { RulingsPort } from "./rulings-port.ts";

/** A step to be told to the caller, about the target at hand. */
export interface Step {
  readonly kind: FetchStep_Kind;
  readonly message: string;
  readonly fileName?: string;
  readonly doneBytes?: number;
  readonly totalBytes?: number;
}

/** What a fetch tells on its way: steps, and each file once it is settled. */
export type Telling = Step | FetchedFile;

/** One file to get. `url` is the official address, https, on a host of the service. */
export interface Wanted {
  readonly url: string;
  /** "" for an answer that is no file of its own. */
  readonly fileName: string;
  /** Where a person finds it, or what tells them; absent: at `url`. */
  readonly byHand?: string;
  /** Bytes it may have at most, as sent and expanded. */
  readonly bytesMax: number;
  /** Names of the root elements it may begin with; anything else is not what was asked for. */
  readonly roots: readonly string[];
}

/** The days a version is chosen by: in force on, and as known on ("": as is known last). */
export interface AskedDays {
  readonly day: string;
  readonly knownOn: string;
}

/** What a service is given to do its work with. It has no other way to the network or the store. */
export interface FetchTools {
  /** Gets one file, whole. Errors: those of download.ts; NOT_FOUND is told by `undefined`. */
  download(wanted: Wanted): AsyncGenerator<Step, Uint8Array | undefined>;
  /** The ordinary import of one file about statutes. */
  importLaw(path: string, bytes: Uint8Array): Promise<ImportItem>;
  /** The loaded versions of a law, none where it is not loaded. */
  loaded(lawId: string): readonly LawVersion[];
  /** Whether names (WTI) of the law are loaded. */
  isNamed(lawId: string): boolean;
  /** Case law; absent where it is switched off. */
  readonly rulings?: RulingsPort;
}

/** What became of one target: what it is now loaded as. Everything else is an error. */
export interface Loaded {
  readonly docUid: string;
  readonly message: string;
  /** False when all of it was there before. */
  readonly isNew: boolean;
}

/** One official service and the way it is asked. */
export interface OfficialService {
  /** Name for people. */
  readonly name: string;
  /** Hosts it is spoken to on; no other ever is, whatever an answer says. */
  readonly hosts: readonly string[];
  /** Shortest time between the starts of two requests, in milliseconds. */
  readonly requestGapMs: number;
  /** The id in its canonical spelling, when it is exactly one of this service's; undefined otherwise. Nothing else reaches an address. */
  idOf(target: string): string | undefined;
  /** Gets one target and has it imported. Errors: those of LawFetchService.FetchLaw. */
  fetch(id: string, asked: AskedDays, tools: FetchTools): AsyncGenerator<Telling, Loaded>;
}

/** Who publishes the law of a legal system and can be asked for it, on a person's command. */
export interface OfficialServices {
  /** Absent: no service is known. */
  readonly services?: readonly OfficialService[];
}
