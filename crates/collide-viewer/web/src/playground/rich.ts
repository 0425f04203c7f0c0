// Text with terms in the colours of the figure: `[dx]` or `[dx|distance on x]`, live numbers `{dx}`, code in backticks.
import { html } from "../dom";
import type { Term } from "./lessons/lesson";

const MARKUP = /\[([^\]|]+)(?:\|([^\]]+))?\]|\{([^}]+)\}|`([^`]+)`/g;

/** The elements of a text. */
export function rich(text: string, terms: readonly Term[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, name, words, value, code] = match;
    if (name !== undefined) parts.push(term(name, words ?? name, terms, true));
    else if (value !== undefined) parts.push(html("output", { class: "value", "data-value": value }, "…"));
    else parts.push(html("code", {}, code!));
  }
  parts.push(text.slice(end));
  return parts;
}

/** A formula, with its terms in the colours of the figure. */
export function formula(text: string, terms: readonly Term[]): (Node | string)[] {
  const names = terms.map(({ name }) => name).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [text];
  const quoted = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${quoted})(?![\\p{L}\\p{N}′])`, "gu");
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), term(match[0], match[0], terms, false));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

function term(name: string, words: string, terms: readonly Term[], reachable: boolean): HTMLElement {
  const colour = terms.find((one) => one.name === name)?.colour;
  return html(
    "span",
    {
      class: `term${colour === undefined ? "" : ` colour-${colour}`}`,
      "data-term": name,
      tabindex: reachable ? 0 : undefined,
    },
    words,
  );
}
