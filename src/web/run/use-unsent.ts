import { useEffect } from "react";
import { type Unsent, useRun } from "./run-store.ts";

/** Has the next press send what was typed; undefined: nothing was. A part of the page that goes away takes it along. */
export const useUnsent = (send: Unsent | undefined): void => {
  const { setUnsent } = useRun();
  useEffect(() => setUnsent(send), [setUnsent, send]);
  useEffect(() => () => setUnsent(undefined), [setUnsent]);
};
