// One sentence for each overlay of the duel: what its marks and numbers mean.
import { html } from "../dom";

/** A mark as the picture has it; `style.css` draws it. */
const mark = (name: string): HTMLElement => html("i", { class: `mark mark-${name}`, "aria-hidden": "true" });

const NOTES = {
  shots: () => [
    "Your last shot: ",
    mark("seen"),
    " dashed circle: where you saw the target, ",
    mark("decided"),
    " square: where the server saw it when it decided, ",
    mark("arrived"),
    " dotted circle: where it was when the shot arrived.",
  ],
  view: () => [
    "What comes inside the ",
    mark("entered"),
    " solid circle enters your view, and what goes outside the ",
    mark("left"),
    " dashed circle or is removed leaves it; a ring of the same kind flashes there. Entered − left = in view.",
  ],
  slide: () => [
    "Your last step was compared with the entity in each ",
    mark("tested"),
    " dashed box; each ",
    mark("normal"),
    " thick line points away from what stopped it.",
  ],
  cost: () => [
    "Each ",
    mark("bar"),
    " bar is a stage of the rules in the last tick, in milliseconds; the sum must be below 16.7 ms, the time between two ticks.",
  ],
  crowd: () => [
    "Each arrow leads from the median of 60 ticks without attackers to that of the last 60 ticks. Your view and the pairs have a limited number of entities from each place.",
  ],
};

/** The sentence of an overlay, for the page beside its switch. */
export function note(name: keyof typeof NOTES): HTMLElement {
  return html("p", { class: "note", id: `${name}-note` }, ...NOTES[name]());
}
