// The engine of the server that the page comes from.
import type { Channel, ChannelEvents, Reply, Transport } from "./transport";

/** The close code "try again later" of the WebSocket registry (RFC 6455). */
const FULL = 1013;

/** The name of this tab, which a reload keeps. */
function tabName(): string {
  const known = sessionStorage.getItem("arena");
  if (known) return known;
  const letters = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(letters, (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("arena", name);
  return name;
}

export const server: Transport = {
  words: { engine: "server", reached: "connected", lost: "not reachable" },
  isShared: true,

  async ask(question: string): Promise<Reply | undefined> {
    try {
      const headers = { "content-type": "application/json" };
      const response = await fetch("api/playground", { method: "POST", headers, body: question });
      if (response.ok) return { answer: await response.text() };
      if (response.headers.get("content-type") !== "application/json") return { refused: await response.text() };
      return { refused: ((await response.json()) as { error: string }).error };
    } catch {
      return undefined;
    }
  },

  connect(shared: boolean, events: ChannelEvents): Channel {
    const url = new URL(shared ? "api/arena" : `api/arena?own=${tabName()}`, location.href.split("#")[0]);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    let isOpen = true;
    socket.onopen = () => isOpen && events.opened();
    socket.onmessage = ({ data }) => isOpen && events.message(data as ArrayBuffer | string);
    socket.onclose = ({ code, reason }) => isOpen && events.closed(code === FULL ? reason : undefined);
    return {
      send: (message) => socket.readyState === WebSocket.OPEN && socket.send(message),
      close: () => {
        isOpen = false;
        socket.close();
      },
    };
  },
};
