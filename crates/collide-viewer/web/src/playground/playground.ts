// The playground: holds the state, sends it to the engine, and writes it into the page address.
import type { View } from "../app";
import { html, isTouch } from "../dom";
import { Article } from "./article";
import { Asker } from "./ask";
import { Controls, Lessons } from "./controls";
import { Figure } from "./figure";
import { lessonOf } from "./lessons";
import { fromLink, toLink } from "./link";
import { Player } from "./player";
import { Readout } from "./readout";
import { questionOf, started, type State } from "./state";
import { StepList } from "./steps";
import { Terms } from "./terms";

/** The delay before the page address is written: browsers limit the rate of changes. */
const LINK_AFTER_MS = 250;

const HELP = isTouch
  ? "Drag shapes and knobs, or tap to place the circle."
  : "Drag shapes and knobs, or click to place the circle. Arrow keys move it, or what Tab has reached: Shift by one unit, " +
    "Alt by one float. + and − change the radius, ] raises the angle and [ lowers it.";

export function playground(): View {
  const screen = new Playground();
  return { element: screen.element, open: (rest) => screen.open(rest), close: () => screen.close() };
}

class Playground {
  readonly element: HTMLElement;
  private state: State = fromLink("").state;
  private pending: ReturnType<typeof setTimeout> | undefined;
  private lesson: State["lesson"] | undefined;
  private readonly figure: Figure;
  private readonly article: Article;
  private readonly readout: Readout;
  private readonly lessons: Lessons;
  private readonly controls: Controls;
  private readonly steps: StepList;
  private readonly player: Player;
  private readonly terms: Terms;
  private readonly legend = html("ul", { class: "keys", id: "legend", "aria-label": "Legend" });
  private readonly problems = html("p", { class: "problems", id: "problems", role: "alert", hidden: true });
  private readonly asker: Asker<State>;

  constructor() {
    const current = (): State => this.state;
    const change = (state: State): void => this.change(state);
    const drawn = (): void => this.terms?.apply();
    this.figure = new Figure({}, { main: true, label: "The plane" }, change, drawn);
    this.article = new Article(change, drawn);
    this.readout = new Readout(change);
    this.lessons = new Lessons((state) => this.enter(state));
    this.controls = new Controls(current, change);
    this.steps = new StepList(current, change);
    this.player = new Player(current, change);
    this.asker = new Asker<State>((of, outcome) => this.receive(of, outcome));
    this.element = this.layout();
    this.terms = new Terms(this.element);
    document.addEventListener("keydown", this.key);
  }

  open(rest: string): void {
    const { state, problems } = fromLink(rest);
    this.problems.hidden = problems.length === 0;
    this.problems.textContent = `This link is not valid: ${problems.join("; ")}. What is missing has its initial value.`;
    this.player.stop();
    this.show(state);
  }

  close(): void {
    clearTimeout(this.pending);
    this.asker.close();
    this.player.stop();
    this.figure.close();
    this.article.close();
    document.removeEventListener("keydown", this.key);
  }

  private show(next: State): void {
    this.state = next;
    if (this.lesson !== next.lesson) this.begin(next);
    this.lessons.show(next);
    this.controls.show(next);
    this.steps.show(next);
    this.player.show(next);
    this.article.show(next);
    this.figure.show(next);
    this.asker.ask(questionOf(next), next);
  }

  /** Another lesson. */
  private begin(state: State): void {
    this.lesson = state.lesson;
    const { main, legend } = lessonOf(state);
    this.figure.use(main);
    this.legend.replaceChildren(...legend.map(([kind, words]) => html("li", { class: kind }, words)));
  }

  private change(next: State): void {
    this.problems.hidden = true;
    this.show(next);
    clearTimeout(this.pending);
    this.pending = setTimeout(() => history.replaceState(null, "", address(this.state)), LINK_AFTER_MS);
  }

  /** A lesson that the reader has chosen: a new entry in the history, so that Back returns to the state before. */
  private enter(state: State): void {
    clearTimeout(this.pending);
    history.replaceState(null, "", address(this.state));
    if (address(state) !== address(this.state)) history.pushState(null, "", address(state));
    this.problems.hidden = true;
    this.player.stop();
    this.show(state);
  }

  private receive(of: State, outcome: Parameters<ConstructorParameters<typeof Asker<State>>[0]>[1]): void {
    const isUnanswered = outcome === "unanswered";
    const answer = !isUnanswered && "answer" in outcome ? outcome.answer : undefined;
    // A rejected shape has no picture of its numbers.
    this.figure.answer(of, answer);
    this.article.answer(of, answer);
    this.element.classList.toggle("is-unanswered", isUnanswered);
    if (isUnanswered) return this.readout.lose();
    if ("refused" in outcome) return this.readout.refuse(outcome.refused);
    this.steps.answer(of, outcome.answer);
    this.readout.show(of, outcome.answer);
    // The state of the last answer, for tests.
    this.figure.element.dataset["answered"] = toLink(of);
  }

  /** The keys of the figure, unless a field or a handle has the focus. */
  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (event.altKey && !target.closest("[data-hand]")) return; // the browser's own keys
    if (!target.closest("input, select, textarea, pre, [data-hand]")) this.figure.keyAnywhere(event);
  };

  private layout(): HTMLElement {
    const again = html("button", { type: "button", class: "quiet", id: "reset" }, "Start again");
    again.addEventListener("click", () => {
      this.player.stop();
      this.change(started(lessonOf(this.state)));
    });
    const help = html("p", { class: "help" }, `${HELP} The address is a link to this state.`);
    const foot = html("div", { class: "foot" }, again, help);
    const { verdict, answers, element } = this.readout;
    const { angle, element: fields } = this.controls;
    const { figure, player, legend } = this;
    const board = html("div", { class: "board" }, figure.element, angle, player.element, answers, legend, foot, fields);
    const { mistakes } = this.steps;
    const side = html("div", { class: "side" }, this.problems, this.article.lead, verdict, this.steps.element, mistakes);
    const bench = html("div", { class: "bench" }, board, side);
    const below = html("div", { class: "below" }, this.article.element, element);
    return html("div", { class: "playground" }, this.lessons.element, bench, below);
  }
}

const address = (state: State): string => `#/playground?${toLink(state)}`;
