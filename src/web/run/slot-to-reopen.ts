/** The slot whose passages a person goes back for: a page's own note, which the stage that she comes to takes once. */
let wanted = "";

/** Notes the slot, before the way back. */
export const reopenSlot = (slotId: string): void => {
  wanted = slotId;
};

/** Whether this slot was gone back for; asked once. */
export const takeSlotToReopen = (slotId: string): boolean => {
  const isWanted = slotId !== "" && wanted === slotId;
  if (isWanted) wanted = "";
  return isWanted;
};
