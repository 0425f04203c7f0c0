// What the page says of the duel: how to play, and what the marks and numbers of each overlay mean.
import { html, isTouch } from "../dom";

export const HINT =
  "A small game, whose server decides everything with this engine. You are the ringed figure; figures of your color are your team. " +
  (isTouch
    ? "The circle at the bottom left walks, a tap beside it attacks there. "
    : "WASD or arrows walk, the pointer aims, a click or J, K, L attacks. ") +
  "The enemy before you does not shoot: hit it. A green circle gives a rocket. Other bots aim at you after your first attack.";

export const SHOOT = isTouch ? "Shoot: tap" : "Shoot: click, or J, K, L";

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
    "Your view is what a server would send you: actors and pickups. What comes inside the ",
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
    "The processor time of each stage of the rules in the last tick, in milliseconds, and its share of the tick. The sum must be below 16.7 ms, the time between two ticks. Work is counted without a clock, for walking, separating and pairs: a unit stands for about a nanosecond.",
  ],
  crowd: () => [
    "The duel goes on among the attackers, and the engine limits what they cost: your view has at most the nearest 64 entities, and each entity in a dense crowd a limited number of pairs. Each arrow leads from the median of 60 ticks without attackers to that of the last 60 ticks.",
  ],
};

/** The sentence of an overlay, for the page beside its switch. */
export function note(name: keyof typeof NOTES): HTMLElement {
  return html("p", { class: "note", id: `${name}-note` }, ...NOTES[name]());
}

/** A row for each stage: its milliseconds, and its share of the tick. */
export function costs(stages: readonly string[], times: ArrayLike<number>): HTMLElement[] {
  const total = stages.reduce((sum, _, i) => sum + times[i]!, 0);
  return stages.map((name, i) => {
    const share = html("meter", { min: 0, max: Math.max(total, 0.01), value: times[i]! });
    return html("li", {}, html("span", {}, name), share, times[i]!.toFixed(2));
  });
}
