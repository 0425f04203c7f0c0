// Compares screenshots with the stored ones, by the mean brightness of tiles, because fonts differ.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("shots/", import.meta.url));

/** The difference of the mean brightness of a tile, of 255, above which the tile counts as different. */
const TILE_DIFFERS = 12;

/** The share of the tiles of a picture that differ. With SHOTS=write, stores the picture as the one to compare with. */
export async function differs(browser, name, png, mayKeep = true) {
  const path = `${folder}${name}.png`;
  if (process.env.SHOTS === "write" && mayKeep) {
    await mkdir(folder, { recursive: true });
    await writeFile(path, await small(browser, png));
  }
  const kept = await readFile(path).catch(() => undefined);
  if (!kept) throw new Error(`there is no ${path}: create it with SHOTS=write, and review it`);
  const page = await browser.newPage();
  try {
    return await page.evaluate(tilesThatDiffer, [[kept, png].map((bytes) => bytes.toString("base64")), TILE_DIFFERS]);
  } finally {
    await page.close();
  }
}

/** The picture at a quarter of its width. */
async function small(browser, png) {
  const page = await browser.newPage();
  const scaled = await page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const full = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [full.width / 4, full.height / 4];
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(full, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png").split(",")[1];
  }, png.toString("base64"));
  await page.close();
  return Buffer.from(scaled, "base64");
}

/** Runs in the browser, which reads pictures and scales them. */
async function tilesThatDiffer([pictures, most]) {
  const [width, height] = [32, 24];
  const tiles = async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(width * 8, height * 8);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const sums = new Float64Array(width * height * 3);
    for (let i = 0; i < data.length; i += 4) {
      const [x, y] = [(i / 4) % canvas.width >> 3, Math.floor(i / 4 / canvas.width) >> 3];
      for (let c = 0; c < 3; c++) sums[(y * width + x) * 3 + c] += data[i + c] / 64;
    }
    return sums;
  };
  const [kept, now] = await Promise.all(pictures.map(tiles));
  let count = 0;
  for (let tile = 0; tile < width * height; tile++) {
    const off = [0, 1, 2].map((c) => Math.abs(kept[tile * 3 + c] - now[tile * 3 + c]));
    if (Math.max(...off) > most) count++;
  }
  return count / (width * height);
}
