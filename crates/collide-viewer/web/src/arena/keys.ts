// The keys of the arena, listed for the reader.
import { html } from "../dom";

const KEYS: [string, string][] = [
  ["Space", "pause and play"],
  ["P", "join in with an entity of your own, and leave"],
  ["arrows, WASD", "steer it, or walk in the duel"],
  ["J K L", "in the duel: gun, rocket, sword; the pointer aims, a press attacks"],
  ["1 to 5", "in the duel: shots, view, slide, cost of a tick, attackers"],
  ["arrows", "without an entity of your own: move the view, faster with Shift"],
  ["+ −", "zoom"],
  ["0", "show everything"],
  ["1 to 7", "in other scenes: look, move, add, ray, sweep, nearest, sector"],
  ["Enter", "in the middle of the view: what a click does, or press and release the tool"],
  ["Esc", "back to looking"],
];

export function keyList(): HTMLElement {
  return html(
    "details",
    { class: "key-list", id: "keys", open: true },
    html("summary", {}, "Keys"),
    html(
      "dl",
      { class: "facts" },
      ...KEYS.flatMap(([key, words]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, words)]),
    ),
  );
}
