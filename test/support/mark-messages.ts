import dutch from "../../messages/nl.json" with { type: "json" };

/** The texts of Dutch as they are. */
export const spoken: Readonly<Record<string, string>> = { ...dutch };

/** Puts others in their place, before any module has read them: whoever calls this is imported first. */
export const putInDutch = (texts: Readonly<Record<string, string>>): void => void Object.assign(dutch, texts);
