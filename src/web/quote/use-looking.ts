import { createContext, useContext, useLayoutEffect } from "react";

/** Told 1 when something begins to be looked up in a source, and -1 when that has ended, found or not. */
export const LookingContext = createContext<(change: 1 | -1) => void>(() => undefined);

/** Tells whoever waits for it that something is being looked up, as long as the component is there. */
export const useLooking = (): void => {
  const onLooking = useContext(LookingContext);
  // Before it is painted: nobody is to press what waits for it.
  useLayoutEffect(() => {
    onLooking(1);
    return () => onLooking(-1);
  }, [onLooking]);
};
