// The engine in a worker of this page. If it stops, the next question or connection starts it again.
import type { Channel, ChannelEvents, Reply, Transport } from "./transport";
import type { FromWorker, ToWorker } from "./worker";

let worker: Worker | undefined;
let numbers = 0;
const asked = new Map<number, (reply: Reply | undefined) => void>();
const channels = new Map<number, ChannelEvents>();

function post(message: ToWorker): void {
  if (!worker) {
    const started = new Worker("worker.js", { type: "module" });
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
    started.onerror = (event) => stopped(started, event);
    worker = started;
  }
  worker.postMessage(message);
}

function receive(message: FromWorker): void {
  if ("id" in message) {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  } else if ("opened" in message) channels.get(message.opened)?.opened();
  else if ("data" in message) channels.get(message.connection)?.message(message.data);
  else {
    channels.get(message.closed)?.closed(message.why);
    channels.delete(message.closed);
  }
}

/** The worker could not be loaded, or has stopped with an error. */
function stopped(by: Worker, event: ErrorEvent): void {
  if (worker !== by) return;
  console.error(`the engine has stopped: ${event.message}`);
  worker.terminate();
  worker = undefined;
  for (const done of asked.values()) done(undefined);
  asked.clear();
  for (const events of channels.values()) events.closed(undefined);
  channels.clear();
}

export const browser: Transport = {
  words: { engine: "engine", reached: "in this page", lost: "stopped" },
  isShared: false,

  ask(question: string): Promise<Reply | undefined> {
    const id = ++numbers;
    return new Promise((done) => {
      asked.set(id, done);
      post({ id, question });
    });
  },

  connect(_shared: boolean, events: ChannelEvents): Channel {
    const connection = ++numbers;
    channels.set(connection, events);
    post({ connect: connection });
    return {
      send: (message) => channels.has(connection) && post({ send: message, connection }),
      close: () => channels.delete(connection) && post({ disconnect: connection }),
    };
  },
};
