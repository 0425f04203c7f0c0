// The transport of this page: `collide serve` answers it, or it comes from a folder of plain files.
import { browser } from "./browser";
import { server } from "./server";
import type { Transport } from "./transport";

export * from "./transport";

/** The page names its engine: `cargo xtask site` replaces the name in the folder of plain files. */
const named = document.querySelector<HTMLMetaElement>("meta[name=engine]")?.content;

export const transport: Transport = named === "browser" ? browser : server;
