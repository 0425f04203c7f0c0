// Creates elements in one call.

/** Whether the visitor points with a finger, and may have no keyboard. */
export const isTouch = matchMedia("(pointer: coarse)").matches;

type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element. Attributes that are `false` or undefined are left out. */
export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return dressed(document.createElement(name), attributes, children);
}

/** Creates an SVG element. Attributes that are `false` or undefined are left out. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return dressed(document.createElementNS(SVG, name) as SVGElementTagNameMap[K], attributes, children);
}

/** Sets attributes. Those that are `false` or undefined are removed. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** The element with this id. Throws if the page has none. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

function dressed<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  set(element, attributes);
  element.append(...children);
  return element;
}
