// The chart of the arena, alone: frames that the test makes, for every height of its axis.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { launch } from "./common.mjs";

const source = (name) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

let browser, chart;
before(async () => {
  const options = { bundle: true, write: false, format: "iife", globalName: "bundle" };
  const built = await build({ ...options, entryPoints: [source("arena/chart.ts")] });
  chart = built.outputFiles[0].text;
  browser = await launch();
});
after(() => browser?.close());

for (const ratio of [1, 2]) {
  test(`the labels of the axis are not cut, at ${ratio} pixels for each of the page`, async () => {
    const page = await browser.newPage({ deviceScaleFactor: ratio });
    await page.setContent("<style>canvas { width: 420px; height: 150px }</style>");
    const shown = await page.evaluate((chart) => {
      const { Chart } = new Function(`${chart}; return bundle`)();
      return [0.1, 0.3, 0.6, 1.5, 3, 7, 30, 150].map((ms) => {
        const made = new Chart();
        document.body.replaceChildren(made.element);
        made.add({ tick: 1, count: 1, times: [ms], pairs: 1, rewound: false });
        made.draw();
        const canvas = made.element.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, 2, canvas.height);
        return { ms, max: Number(canvas.dataset.max), ink: data.some((byte) => byte > 0), words: made.element.textContent };
      });
    }, chart);
    assert.deepEqual(shown.map(({ max }) => max), [0.8, 0.8, 2, 4, 8, 20, 80, 400]);
    // What is cut has ink in the first columns.
    assert.deepEqual(shown.filter(({ ink }) => ink).map(({ max }) => max), []);
    assert.match(shown[0].words, /of 1 tick(?!s)/);
    await page.close();
  });
}
