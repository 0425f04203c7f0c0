// The way to the engine: a server, or a worker of this page. Both carry the same messages.

/** A reply to a question: an answer as JSON, or the reason of a rejection. */
export type Reply = { answer: string } | { refused: string };

/** Called by a connection to an arena. */
export interface ChannelEvents {
  opened(): void;
  message(data: ArrayBuffer | string): void;
  /** The connection has ended; `full` has the reason if there was no place or the page was too slow. */
  closed(full: string | undefined): void;
}

/** A connection to an arena. After `close` it calls nothing. */
export interface Channel {
  send(message: string): void;
  close(): void;
}

export interface Transport {
  /** What answers, and how the page says that it does or does not. */
  readonly words: { engine: string; reached: string; lost: string };
  /** Whether there is an arena that all viewers share; others have at most `OWN_COUNT` entities. */
  readonly isShared: boolean;
  /** Sends a question. Undefined if the engine is not reachable. */
  ask(question: string): Promise<Reply | undefined>;
  /** Connects to the shared arena, or to one's own. */
  connect(shared: boolean, events: ChannelEvents): Channel;
}

/** The limit of entities in an arena of one's own. */
export const OWN_COUNT = 20_000;
/** The limit of entities in the shared arena. */
export const SHARED_COUNT = 100_000;
