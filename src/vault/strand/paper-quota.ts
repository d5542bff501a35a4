/** Lets papers in that are bounded, for whoever a call is worked for. */
export interface PaperQuota {
  /** Before an import begins, which is taken in whole. Errors: QUOTA_EXCEEDED. */
  begin(): Promise<void>;
  /** Counts bytes of papers that are on disk. Never throws. */
  took(bytes: bigint): Promise<void>;
}
