// Notifies listeners whether the engine answers.

type Listener = (reached: boolean) => void;

const listeners: Listener[] = [];
let state: boolean | undefined;

/** Adds a listener, which is called at each change. */
export function onReached(listener: Listener): void {
  listeners.push(listener);
  if (state !== undefined) listener(state);
}

/** Sets whether the engine has answered. */
export function setReached(reached: boolean): void {
  if (state === reached) return;
  state = reached;
  for (const listener of listeners) listener(reached);
}
