import { useEffect, useId } from "react";
import { type Unsent, useRun } from "./run-store.ts";

/** Has the next press send what was typed; undefined: nothing was. A part of the page that goes away takes it along. */
export const useUnsent = (send: Unsent | undefined): void => {
  const { setUnsent } = useRun();
  const part = useId();
  useEffect(() => setUnsent(part, send), [setUnsent, part, send]);
  useEffect(() => () => setUnsent(part, undefined), [setUnsent, part]);
};
