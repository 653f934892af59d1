// The page of a path in a browser. The page is the one that ACGD_PATH_REPORT names.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const file = process.env.ACGD_PATH_REPORT;
if (!file) throw new Error("ACGD_PATH_REPORT must name the page to test");
const address = pathToFileURL(path.resolve(file)).href;

let browser;
before(async () => {
  const executablePath = process.env.ACGD_CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** Opens the page, calls back with it, and checks that it was quiet and asked for nothing. */
async function visit(options, callback) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const noise = [];
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(error.stack));
  page.on("request", (request) => {
    const { href, protocol } = new URL(request.url());
    if (href !== address && protocol !== "data:") noise.push(`request of ${href}`);
  });
  await page.goto(address);
  await callback(page);
  assert.deepEqual(noise, []);
  await context.close();
}

for (const [width, shown, hidden] of [[1400, ".wide", ".narrow"], [390, ".narrow", ".wide"]]) {
  test(`fits into ${width} pixels, with the pictures for that`, () =>
    visit({ viewport: { width, height: 900 } }, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      for (const picture of await page.locator(`figure ${shown} > svg`).all()) {
        const { x, width: wide } = await picture.boundingBox();
        assert.ok(wide > 300 && x >= 0 && x + wide <= width);
      }
      assert.equal(await page.locator(`figure ${shown} > svg`).count(), 4);
      assert.equal(await page.locator(`figure ${hidden} > svg`).first().isVisible(), false);
    }));

  test(`letters of pictures can be read at ${width} pixels, and none is cut off`, () =>
    visit({ viewport: { width, height: 900 } }, async (page) => {
      const outside = await page.locator(`figure ${shown} > svg`).evaluateAll((pictures) =>
        pictures.flatMap((picture) => {
          const frame = picture.getBoundingClientRect();
          return [...picture.querySelectorAll("text")].filter((text) => {
            const box = text.getBoundingClientRect();
            const tall = parseFloat(getComputedStyle(text).fontSize) * (frame.width / picture.viewBox.baseVal.width);
            return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || tall < 10;
          }).map((text) => text.textContent);
        }));
      assert.deepEqual(outside, []);
    }));
}

test("lines have other colours in the dark", async () => {
  const colours = [];
  for (const colorScheme of ["light", "dark"]) {
    await visit({ colorScheme }, async (page) => {
      colours.push(await page.locator(".wide .ink-0").first().evaluate((line) => getComputedStyle(line).stroke));
    });
  }
  assert.notEqual(colours[0], colours[1]);
});

test("the button switches the theme", () =>
  visit({ colorScheme: "light" }, async (page) => {
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  }));

test("a radius is lit up everywhere, and a coefficient among the bars", () =>
  visit({}, async (page) => {
    await page.locator("tbody tr[data-fit='2']").hover();
    assert.equal(await page.locator(".column.here[data-fit='2']").count(), 6);
    await page.locator(".wide .bar[data-name='age']").hover();
    assert.equal(await page.locator(".wide .line.here[data-name='age']").count(), 1);
    assert.equal(await page.locator(".column.here").count(), 0);
  }));

test("tells everything without scripts", () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    assert.ok(await page.locator(".answer").isVisible());
    assert.equal(await page.locator("figure .wide > svg").count(), 4);
    assert.ok(await page.locator("tbody tr[data-fit='0']").isVisible());
  }));
