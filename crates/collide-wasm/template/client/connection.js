/**
 * Connects to the server. Calls `receive` with each message, and `end` with the reason when the connection ends. Returns
 * the function that sends. With `lag`, a message takes half of that many milliseconds each way, and up to half more.
 */
export function connect(room, lag, receive, end) {
  const address = new URL(`/play?room=${encodeURIComponent(room)}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  const [send, hear] = [delayed(lag, (bytes) => socket.readyState === WebSocket.OPEN && socket.send(bytes)), delayed(lag, receive)];
  socket.onmessage = ({ data }) => hear(new DataView(data));
  socket.onclose = ({ reason }) => end(reason);
  return send;
}

/** Calls `call` later, with the messages in their order. */
function delayed(lag, call) {
  if (!lag) return call;
  const waiting = [];
  return (message) => {
    waiting.push(message);
    setTimeout(() => call(waiting.shift()), (lag / 2) * (1 + Math.random() / 2));
  };
}
