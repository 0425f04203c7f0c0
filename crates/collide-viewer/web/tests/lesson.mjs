// What the tests of the lessons share.
import assert from "node:assert/strict";
import { open } from "./common.mjs";

/** Runs on its own page of a server, which must have no errors. */
export async function onPage(browser, server, link, run, options) {
  const page = await open(browser, `${server.url}/#/playground?${link}`, options);
  try {
    await answered(page, "");
    await run(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
}

/** Waits until the engine has answered a state whose link contains `part`. */
export function answered(page, part) {
  return page.waitForFunction((part) => document.querySelector(".stage")?.dataset.answered?.includes(part), part);
}

/** The answer of a server's engine, requested without the page. */
export async function ask(server, question) {
  const response = await fetch(`${server.api}/api/playground`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ touching: "closed", motion: null, ...question }),
  });
  assert.equal(response.status, 200);
  return response.json();
}

/** The mapping from the plane to the page, computed from the size of the picture. */
export async function projection(page) {
  const [box, scale] = await page.evaluate(() => {
    const { left, top, width, height } = document.querySelector(".picture").getBoundingClientRect();
    return [{ left, top, width, height }, Math.min(width / 11.6, height / 9.4)];
  });
  return { scale, at: (x, y) => [box.left + box.width / 2 + x * scale, box.top + box.height / 2 - y * scale], box };
}

/** The place of a circle of the main figure, in the plane. */
export async function placeOf(page, selector) {
  const { box, scale } = await projection(page);
  const [cx, cy] = await page
    .locator(selector)
    .first()
    .evaluate((e) => [e.cx.baseVal.value, e.cy.baseVal.value]);
  return [(cx - box.width / 2) / scale, (box.height / 2 - cy) / scale];
}

/** Drags from one place of the plane to another. */
export async function drag(page, from, to) {
  const { at } = await projection(page);
  await page.mouse.move(...at(...from));
  await page.mouse.down();
  await page.mouse.move(...at(...to), { steps: 5 });
  await page.mouse.up();
}

export const text = (page, selector) => page.locator(selector).innerText();
export const near = (a, b, by = 0.51) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

/** The steps: id, formula, numbers and result of each. */
export function steps(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("#steps li")].map((row) => ({
      id: row.dataset.step,
      kind: row.className,
      formula: row.querySelector(".formula").textContent,
      numbers: row.querySelector(".numbers-of").textContent,
      result: row.querySelector(".result").textContent,
    })),
  );
}
