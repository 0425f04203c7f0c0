// The page around the views: navigation, title and server state.
import { arena } from "./arena/arena";
import { byId, html } from "./dom";
import { playground } from "./playground/playground";
import { transport } from "./transport";
import { onReached } from "./transport/reached";

/** A view: fills the page until another view is opened. */
export interface View {
  readonly element: HTMLElement;
  /** Called with the rest of the page address after the view's name, whenever the address changes from outside. */
  open(rest: string): void;
  close(): void;
}

/** The title of the arena view, if the server shows something else. The server sets `data-shows` in the page. */
const SHOWN: Record<string, string> = { world: "Live world", recording: "Recording" };
const shows = SHOWN[document.documentElement.dataset["shows"] ?? ""];

const VIEWS: Record<string, { title: string; make: () => View }> = {
  ...(shows ? {} : { duel: { title: "Duel", make: () => arena(true) } }),
  playground: { title: "Playground", make: playground },
  arena: { title: shows ?? "Arena", make: () => arena(false) },
};
/** The first view: the attached world or the recording, if there is one. */
const FIRST = shows ? "arena" : "duel";

let shown: { name: string; view: View } | undefined;

function follow(): void {
  const [path = "", rest = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const name = path in VIEWS ? path : FIRST;
  if (shown?.name !== name) {
    shown?.view.close();
    const view = VIEWS[name]!.make();
    byId("view").replaceChildren(view.element);
    shown = { name, view };
    document.title = `${VIEWS[name]!.title} · collide`;
    // Browsers keep the scroll position for a fragment that names no element.
    scrollTo(0, 0);
    for (const link of byId("views").querySelectorAll("a")) {
      if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
  shown.view.open(rest);
}

for (const [name, { title }] of Object.entries(VIEWS)) {
  byId("views").append(html("a", { href: `#/${name}` }, title));
}
onReached((reached) => {
  const label = byId("server");
  label.className = `server ${reached ? "is-reached" : "is-lost"}`;
  const word = (text: string): HTMLElement => html("span", { class: "long" }, text);
  const { engine, reached: fine, lost } = transport.words;
  if (reached) label.replaceChildren(html("span", {}, word(`${engine} `), fine));
  else label.replaceChildren(html("span", {}, word(`${engine} `), lost, word(", retrying")));
});
// The fragment of the address is the view, so this link cannot be one.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("view").focus();
});
addEventListener("hashchange", follow);
follow();
