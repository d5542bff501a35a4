/**
 * Makes a function keep with a message what it last made of it. A message never changes once it is built, so the same
 * message with the same of everything else gives the same again; what is kept goes when the message goes. `rest` is
 * compared one by one, with `===`: name there whatever the answer depends on besides the message.
 */
export const keptWith = <M extends object, R extends readonly unknown[], A>(
  make: (message: M, ...rest: R) => A,
): ((message: M, ...rest: R) => A) => {
  const kept = new WeakMap<M, { readonly rest: R; readonly made: A }>();
  return (message, ...rest) => {
    const last = kept.get(message);
    if (last && last.rest.length === rest.length && rest.every((one, at) => one === last.rest[at])) return last.made;
    const made = make(message, ...rest);
    kept.set(message, { rest, made });
    return made;
  };
};
