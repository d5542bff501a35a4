import { createContext, useContext } from "react";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Clients } from "./clients.ts";
import type { Trouble } from "./trouble-of.ts";

/** What a person typed and nobody has sent yet; sending it is a call of its own, before the one that the server names. */
export type Unsent = (context: RunContext) => Promise<RunContext>;

/** A deed on the run as it was shown: it returns the run as it is afterwards. */
export type Deed = (context: RunContext) => Promise<RunContext | undefined>;

/** A letter that is ticked. */
export interface Ticked {
  readonly title: string;
  /** Takes it as the letter that is answered, and has it read. */
  readonly answer: Unsent;
}

/** The run that the page shows, and how a person acts on it. */
export interface RunStore {
  readonly clients: Clients;
  /** The run with its words, as it is shown. */
  readonly view: RunView;
  /** True while a deed is done or a newer state is on its way: nothing may be pressed then. */
  readonly isBusy: boolean;
  /** What the guide or an upload is doing, for a person; empty: nothing. */
  readonly progress: string;
  readonly trouble: Trouble | undefined;
  readonly unsent: Unsent | undefined;
  /** The letter that is ticked and not answered yet; undefined: none is. */
  readonly ticked: Ticked | undefined;
  /** Does something; what fails is told as a sentence, and what was typed stays. True: it was done. */
  act(deed: Deed): Promise<boolean>;
  /** Has the guide take a turn, and tells of it as it happens. */
  guide(context: RunContext, words?: string): Promise<RunContext>;
  /** Says what was typed in a part of the page and not sent; undefined: nothing any more. */
  setUnsent(part: string, unsent: Unsent | undefined): void;
  setTicked(letter: Ticked | undefined): void;
  setProgress(text: string): void;
  dismissTrouble(): void;
}

export const RunStoreContext = createContext<RunStore | undefined>(undefined);

/** The run that is shown. */
export const useRun = (): RunStore => {
  const store = useContext(RunStoreContext);
  if (store === undefined) throw new Error("no run is shown here");
  return store;
};

/** A key that no call had before. */
export const newKey = (): string => crypto.randomUUID();

/** The context that the protocol promises. */
export const contextOf = ({ runContext }: { readonly runContext?: RunContext | undefined }): RunContext => {
  if (runContext === undefined) throw new Error("the server answered without telling where the run stands");
  return runContext;
};
