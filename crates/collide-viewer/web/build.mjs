// Builds the page into dist/ or another folder: `node build.mjs [FOLDER]`.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "dist");
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/app.ts", worker: "src/transport/worker.ts", style: "src/style.css" },
  outdir: out,
  bundle: true,
  // Built from `collide-page`, for a folder without a server.
  external: ["./engine.js"],
  minify: true,
  charset: "utf8",
  target: "es2022",
  format: "esm",
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) await copyFile(join(here, "src", file), join(out, file));
