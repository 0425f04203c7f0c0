// A term under the pointer or with the focus lights up wherever it occurs: in the text, the steps and the figures.

export class Terms {
  private lit: string | undefined;

  constructor(private readonly root: HTMLElement) {
    const termOf = (element: Element | null): string | undefined =>
      element?.closest?.<HTMLElement>("[data-term]")?.dataset["term"];
    // Without a term under the pointer, the one with the focus stays lit.
    for (const kind of ["pointerover", "focusin", "pointerleave"]) {
      root.addEventListener(kind, (event) =>
        this.light(termOf(event.target as Element | null) ?? termOf(document.activeElement)),
      );
    }
    root.addEventListener("focusout", () => this.light(undefined));
  }

  private light(name: string | undefined): void {
    if (name === this.lit) return;
    this.lit = name;
    this.apply();
  }

  /** Marks the elements of the term; called again when figures are drawn. */
  apply(): void {
    this.root.classList.toggle("has-lit", this.lit !== undefined);
    for (const element of this.root.querySelectorAll(".is-lit")) element.classList.remove("is-lit");
    if (this.lit === undefined) return;
    for (const element of this.root.querySelectorAll<HTMLElement | SVGElement>("[data-term]")) {
      if (element.dataset["term"] === this.lit) element.classList.add("is-lit");
    }
  }
}
