// A simulated network between the page and the engine: delay, jitter and loss, in both directions.

export interface Network {
  /** Milliseconds there and back. */
  ping: number;
  /** The delay of a message differs by at most this many milliseconds. */
  jitter: number;
  /** Per cent of messages that do not arrive. */
  loss: number;
}

/** One direction. A message that arrives after a later one is dropped, as datagrams with numbers are. */
export class Lag {
  private sent = 0;
  private arrived = 0;

  constructor(private readonly network: Network) {}

  /** Drops all messages that have not arrived. */
  forget(): void {
    this.arrived = this.sent + 1;
  }

  pass(deliver: () => void): void {
    const { ping, jitter, loss } = this.network;
    const number = ++this.sent;
    const arrive = (): void => {
      if (number < this.arrived) return;
      this.arrived = number;
      deliver();
    };
    if (ping === 0 && jitter === 0 && loss === 0) return arrive();
    if (Math.random() * 100 < loss) return;
    setTimeout(arrive, Math.max(0, ping / 2 + (2 * Math.random() - 1) * jitter));
  }
}
