import type { Store } from "../../store/store.ts";

/** What whoever a call is worked for may see of a Vault. */
export interface SeenStrands {
  /** Whether this call may not see this strand: then it is worked for as if nothing had been put into it. */
  hides(strandId: string): boolean;
  /** A store that holds nothing and that nobody else has. */
  nothing(): Promise<Store>;
  /** Which strands may be listed; undefined: all. */
  strands(): Promise<((strandId: string) => Promise<boolean>) | undefined>;
  /** Whether uploads to this strand may be seen and gone on with. */
  fills(strandId: string): Promise<boolean>;
}
