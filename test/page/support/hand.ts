import type { Locator, Page } from "playwright-core";

/** How somebody works a page. Each call is one thing done, whatever it takes. */
export interface Hand {
  press(button: Locator): Promise<void>;
  tick(choice: Locator): Promise<void>;
  choose(list: Locator, label: string): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  put(field: Locator, files: readonly string[]): Promise<void>;
}

export const mouse: Hand = {
  press: (button) => button.click(),
  tick: (choice) => choice.check(),
  choose: async (list, label) => void (await list.selectOption({ label })),
  write: (field, text) => field.fill(text),
  put: (field, files) => field.setInputFiles([...files]),
};

/** A hand on the keys alone, with what it met on its way. */
export interface Keys extends Hand {
  /** Keys pressed, letters of a text aside. */
  readonly presses: () => number;
  /** Stops of the Tab key where nothing on the screen showed the focus, each once. */
  readonly unseen: ReadonlySet<string>;
}

/** Presses of one key before it is said that something cannot be reached. */
const pressesMax = 400;

/** Works a page with Tab, the arrows, the space bar and Enter; nothing is focused or clicked by a script. */
export const keysOn = (page: Page): Keys => {
  // Somebody listens from the beginning: a browser that is told only at the key opens its own dialogue if it is slow to hear.
  page.on("filechooser", () => undefined);
  let presses = 0;
  const unseen = new Set<string>();
  const key = async (name: string): Promise<void> => {
    presses++;
    await page.keyboard.press(name);
  };
  const until = async (name: string, isThere: () => Promise<boolean>): Promise<void> => {
    for (let pressed = 0; pressed <= pressesMax; pressed++) {
      if (await isThere()) return;
      await key(name);
    }
    throw new Error(`${pressesMax} presses of ${name} do not lead there`);
  };
  const hasFocus = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => element === document.activeElement);
  /** A group of choices is one stop of the Tab key. */
  const hasFocusInGroup = (choice: Locator): Promise<boolean> =>
    choice.evaluate(
      (element) =>
        element instanceof HTMLInputElement &&
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.type === "radio" &&
        document.activeElement.name === element.name,
    );
  const reach = (isThere: () => Promise<boolean>): Promise<void> =>
    until("Tab", async () => {
      const hidden = await page.evaluate(stopWithoutSign);
      if (hidden !== "") unseen.add(hidden);
      return isThere();
    });
  return {
    presses: () => presses,
    unseen,
    async press(button) {
      await reach(() => hasFocus(button));
      await key("Enter");
    },
    async tick(choice) {
      await reach(() => hasFocusInGroup(choice));
      if (await choice.isChecked()) return;
      if (await hasFocus(choice)) await key("Space");
      await until("ArrowDown", () => choice.isChecked());
    },
    async choose(list, label) {
      await reach(() => hasFocus(list));
      const shown = () => list.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.textContent ?? "");
      await until("ArrowDown", async () => (await shown()) === label);
    },
    async write(field, text) {
      await reach(() => hasFocus(field));
      await page.keyboard.type(text);
    },
    async put(field, files) {
      await reach(() => hasFocus(field));
      const chooser = page.waitForEvent("filechooser");
      await key("Enter");
      await (await chooser).setFiles([...files]);
    },
  };
};

/** What has the focus where nothing shows it; empty: it can be seen, or nothing has it. */
const stopWithoutSign = (): string => {
  const active = document.activeElement;
  if (active === null || active === document.body || active.tagName === "HTML") return "";
  // The field for files is drawn by its label, which has a border of its own while the field has the focus.
  const drop = active.closest(".drop");
  const { outlineStyle, outlineWidth } = getComputedStyle(active);
  const isSeen = drop ? drop.matches(":focus-within") : outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  return isSeen || active.tagName === "H1" ? "" : active.outerHTML.slice(0, 120);
};
