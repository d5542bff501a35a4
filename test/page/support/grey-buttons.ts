import type { Page } from "playwright-core";

/** Keeps each moment of a main button that is off and whose description says nothing, over all pages of a tab: a script for before the first. */
export const watchButtons = (): void => {
  const look = (): void => {
    for (const button of document.querySelectorAll<HTMLElement>("[data-cta]")) {
      const isOff = button.matches(":disabled, [aria-disabled=true]");
      const describing = document.getElementById(button.getAttribute("aria-describedby") ?? "");
      if (!isOff || (describing?.textContent ?? "").trim() !== "") continue;
      const stage = document.querySelector(".run")?.getAttribute("data-stage") ?? "beginning";
      const met = new Set(JSON.parse(sessionStorage.getItem("unexplained") ?? "[]"));
      sessionStorage.setItem("unexplained", JSON.stringify([...met.add(`${stage}: ${button.textContent}`)]));
    }
  };
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, options);
};

/** Where a main button was off and said nothing, stage by stage. */
export const unexplainedOn = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("unexplained") ?? "[]"));
