// The text of a lesson: sections with figures in turn.
import { OWN_COUNT, SHARED_COUNT, transport } from "../transport";
import { html } from "../dom";
import { brief } from "../numbers";
import type { Answer } from "./ask";
import { Figure } from "./figure";
import { lessonOf } from "./lessons";
import type { Lesson } from "./lessons/lesson";
import { rich } from "./rich";
import type { State } from "./state";

export class Article {
  readonly lead = html("div", { class: "lead-text" });
  readonly element = html("div", { class: "article" });
  private lesson: Lesson | undefined;
  private figures: Figure[] = [];

  constructor(
    private readonly change: (state: State) => void,
    private readonly drawn: () => void,
  ) {}

  close(): void {
    for (const figure of this.figures) figure.close();
    this.figures = [];
  }

  show(state: State): void {
    const lesson = lessonOf(state);
    if (lesson !== this.lesson) this.open(lesson);
    for (const figure of this.figures) figure.show(state);
  }

  answer(state: State, answer: Answer | undefined): void {
    for (const figure of this.figures) figure.answer(state, answer);
    for (const output of this.element.querySelectorAll<HTMLElement>("[data-value]")) {
      const value = answer?.steps.values[output.dataset["value"]!];
      output.textContent = value === undefined ? "–" : Number.isInteger(value) ? String(value) : brief(value);
    }
  }

  private open(lesson: Lesson): void {
    this.close();
    this.lesson = lesson;
    this.lead.replaceChildren(
      html("h1", {}, lesson.title),
      html("p", { class: "idea", id: "idea" }, ...rich(lesson.idea, lesson.terms)),
    );
    this.element.replaceChildren(
      ...lesson.sections.map((section) => {
        const parts: Node[] = [
          html("h2", {}, section.title),
          ...section.text.map((text) => html("p", {}, ...rich(text, lesson.terms))),
        ];
        if (section.figure) {
          const figure = new Figure(
            section.figure,
            { main: false, label: section.figure.label },
            this.change,
            this.drawn,
          );
          this.figures.push(figure);
          parts.push(html("figure", {}, figure.element, html("figcaption", {}, section.figure.label)));
        }
        return html("section", {}, ...parts);
      }),
    );
    if (lesson.name === "circles") this.element.lastElementChild!.append(toArena());
  }
}

/** The link into the arena, with a player to steer. */
function toArena(): HTMLElement {
  const count = transport.isShared ? SHARED_COUNT : OWN_COUNT;
  return html(
    "p",
    {},
    html(
      "a",
      { class: "to-arena", id: "to-arena", href: `#/arena?scene=uniform&count=${count}&player=1` },
      `Now with ${count.toLocaleString("en")} →`,
    ),
  );
}
