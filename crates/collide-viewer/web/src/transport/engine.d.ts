// The engine as WebAssembly: `cargo xtask site` builds `engine.js` from `collide-page`.

/** Loads and starts the engine. */
export default function start(from: { module_or_path: URL }): Promise<unknown>;

/** The answer to a question, both as JSON. Throws the reason of a rejection as a string. */
export function answer(question: string): string;

export class BrowserArena {
  readonly tick_ms: number;
  readonly is_connected: boolean;
  connect(): void;
  disconnect(): void;
  /** Throws the fault of a message as a string. */
  receive(message: string): void;
  round(): void;
  next(): string | (Uint8Array & { buffer: ArrayBuffer }) | undefined;
}
