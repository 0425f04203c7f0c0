// How much of the machine the tests have to themselves.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const SPIN_MS = 400;

/** The share of all processors that as many busy threads are given: 1 where nobody else is at work. */
export async function freeShare() {
  const code = `const until = Date.now() + ${SPIN_MS}; while (Date.now() < until);`;
  const threads = availableParallelism();
  const before = process.cpuUsage();
  const spin = () => new Promise((done) => new Worker(code, { eval: true }).on("exit", done));
  await Promise.all(Array.from({ length: threads }, spin));
  const { user, system } = process.cpuUsage(before);
  return Math.min(1, (user + system) / 1000 / (SPIN_MS * threads));
}
