// The playground: holds the state, sends it to the engine, and writes it into the page address.
import type { View } from "../app";
import { html } from "../dom";
import { Asker } from "./ask";
import { Controls, Lessons } from "./controls";
import { Readout } from "./readout";
import { Stage } from "./stage";
import { fromLink, lessonOf, questionOf, started, toLink, type State } from "./state";

/** The delay before the page address is written: browsers limit the rate of changes. */
const LINK_AFTER_MS = 250;

export function playground(): View {
  let state: State = fromLink("");
  let pending: ReturnType<typeof setTimeout> | undefined;
  const current = (): State => state;
  const stage = new Stage(change);
  const readout = new Readout(change);
  const lessons = new Lessons(current, change);
  const controls = new Controls(current, change);
  const idea = html("p", { class: "idea", id: "idea" });
  const asker = new Asker<State>((of, outcome) => {
    if ("refused" in outcome) return readout.refuse(outcome.refused);
    stage.answer(of, outcome.answer);
    readout.show(of, outcome.answer);
    // The state of the last answer, for tests.
    stage.element.dataset["answered"] = toLink(of);
  });

  function show(next: State): void {
    state = next;
    idea.textContent = lessonOf(state).idea;
    lessons.show(state);
    controls.show(state);
    stage.show(state);
    asker.ask(questionOf(state), state);
  }

  function change(next: State): void {
    show(next);
    clearTimeout(pending);
    pending = setTimeout(() => history.replaceState(null, "", `#/playground?${toLink(state)}`), LINK_AFTER_MS);
  }

  const again = html("button", { type: "button", class: "quiet", id: "reset" }, "Start again");
  again.addEventListener("click", () => change(started(lessonOf(state), state.touching)));
  const help = html(
    "p",
    { class: "help" },
    "Drag a shape, or click to place the circle. Or use Tab and the arrow keys: with Shift by one unit, with Alt by one float. The page address is a link to this exact state.",
  );
  const side = html("div", { class: "side" }, readout.verdict, controls.element, readout.element, html("div", { class: "foot" }, again, help));
  const element = html(
    "div",
    { class: "playground" },
    html("div", { class: "lead" }, lessons.element, idea),
    html("div", { class: "board" }, stage.element, readout.answers),
    side,
  );
  return {
    element,
    open: (rest) => show(fromLink(rest)),
    close: () => {
      clearTimeout(pending);
      asker.close();
      stage.close();
    },
  };
}
