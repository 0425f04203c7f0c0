// Whether the server answers, for its listeners.

type Listener = (reached: boolean) => void;

const listeners: Listener[] = [];
let state: boolean | undefined;

/** Calls back at each change. */
export function onServerState(listener: Listener): void {
  listeners.push(listener);
  if (state !== undefined) listener(state);
}

/** Notes that the server has answered, or has not. */
export function serverIs(reached: boolean): void {
  if (state === reached) return;
  state = reached;
  for (const listener of listeners) listener(reached);
}
