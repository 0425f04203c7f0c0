// Numbers far outside of the picture: every lesson shows them without an error in the console.
import { after, before, test } from "node:test";
import { launch, servePage } from "./common.mjs";
import { answered, onPage } from "./lesson.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

const FIELDS = ["circle-x", "circle-radius", "motion-x", "rect-x", "rect-width", "rect-angle"];
const VALUES = ["0", "30", "1e30", "3.4e38"];

for (const lesson of ["centers", "regions", "rotated", "circles", "sweep", "slide", "points"]) {
  test(`${lesson}: extreme numbers are drawn without errors`, () =>
    onPage(browser, server, `lesson=${lesson}`, async (page) => {
      for (const field of FIELDS) {
        const input = page.locator(`#${field}`);
        if (!(await input.isVisible())) continue;
        const before = await input.inputValue();
        for (const value of VALUES) {
          const answer = page.waitForResponse((response) => response.url().endsWith("/api/playground"));
          await input.fill(value);
          await answer;
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        }
        await input.fill(before);
      }
      await page.click("#reset");
      await answered(page, `lesson=${lesson}`);
    }));
}
