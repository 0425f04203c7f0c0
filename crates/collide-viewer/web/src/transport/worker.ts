// Runs the engine in a worker: answers questions, and runs an arena at its own rate.
import start, { answer, BrowserArena } from "./engine.js";

/** A message of the page. A connection has a number, so that messages of an earlier one are ignored. */
export type ToWorker =
  | { id: number; question: string }
  | { connect: number }
  | { send: string; connection: number }
  | { disconnect: number };

/** A message to the page. */
export type FromWorker =
  | { id: number; answer: string }
  | { id: number; refused: string }
  | { opened: number }
  | { data: string | ArrayBuffer; connection: number }
  | { closed: number; why: string };

let arena: BrowserArena | undefined;
let connection = 0;
let due = 0;
let next: ReturnType<typeof setTimeout> | undefined;

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => postMessage(message, { transfer });

function reply(id: number, question: string): void {
  try {
    post({ id, answer: answer(question) });
  } catch (error) {
    if (typeof error !== "string") throw error;
    post({ id, refused: error });
  }
}

function connect(number: number): void {
  connection = number;
  arena ??= new BrowserArena();
  arena.connect();
  post({ opened: number });
  due = performance.now();
  round();
}

function disconnect(): void {
  clearTimeout(next);
  arena?.disconnect();
}

function receive(message: string): void {
  try {
    arena?.receive(message);
  } catch (error) {
    if (typeof error !== "string") throw error;
    post({ closed: connection, why: error });
  }
}

/** Runs a round of the arena, sends its messages, and waits for the next one. */
function round(): void {
  clearTimeout(next);
  if (!arena) return;
  arena.round();
  for (let data = arena.next(); data !== undefined; data = arena.next()) {
    if (typeof data === "string") post({ data, connection });
    else post({ data: data.buffer, connection }, [data.buffer]);
  }
  if (!arena.is_connected) return post({ closed: connection, why: "too slow" });
  // Lost time is dropped, so that a late tick does not make the next ones late.
  due = Math.max(due + arena.tick_ms, performance.now() + 1);
  next = setTimeout(round, due - performance.now());
}

const started = start({ module_or_path: new URL("engine_bg.wasm", import.meta.url) });
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  const handle = (): void => {
    if ("question" in data) reply(data.id, data.question);
    else if ("connect" in data) connect(data.connect);
    else if ("send" in data && data.connection === connection) receive(data.send);
    else if ("disconnect" in data && data.disconnect === connection) disconnect();
  };
  // The page hears of errors, not of rejected promises.
  started.then(handle).catch(reportError);
});
