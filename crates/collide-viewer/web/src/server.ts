// Notifies listeners whether the server answers.

type Listener = (reached: boolean) => void;

const listeners: Listener[] = [];
let state: boolean | undefined;

/** Adds a listener, which is called at each change. */
export function onServerState(listener: Listener): void {
  listeners.push(listener);
  if (state !== undefined) listener(state);
}

/** Sets whether the server has answered. */
export function serverIs(reached: boolean): void {
  if (state === reached) return;
  state = reached;
  for (const listener of listeners) listener(reached);
}
