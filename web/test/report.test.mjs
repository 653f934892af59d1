// A report in a browser. The page is the one that ACGD_REPORT names; the browser is Debian's
// chromium, or the one that ACGD_CHROMIUM names.

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const file = process.env.ACGD_REPORT;
if (!file) throw new Error("ACGD_REPORT must name the page to test");
const address = pathToFileURL(path.resolve(file)).href;

let browser;
before(async () => {
  const executablePath = process.env.ACGD_CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** Opens the page with all its charts drawn, calls back with it, and checks that it was quiet. */
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
  for (const section of await page.locator("main > section").all()) {
    await section.scrollIntoViewIfNeeded();
    await section.locator(".readout table").waitFor();
  }
  await page.waitForFunction(() => [...document.querySelectorAll("figure")].every((f) => f.chart?.status === 1));
  await callback(page);
  assert.deepEqual(noise, []);
  await context.close();
}

/** Waits until what is asserted holds: pages draw when they find the time, which on a busy machine may be late. */
async function eventually(assertion, patience = 20_000) {
  for (const end = Date.now() + patience; ; ) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** For each curve of a figure, how many pixels between the axes have its colour. */
const inked = (figure) =>
  figure.evaluate(({ chart }) => {
    const { left, top, width, height } = chart.bbox;
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(chart.ctx.canvas, -left, -top);
    const { data } = copy.getImageData(0, 0, width, height);
    return chart.series.slice(1).map((series) => {
      const colour = [1, 3, 5].map((at) => parseInt(series.stroke().slice(at, at + 2), 16));
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] > 200 && colour.every((part, k) => Math.abs(part - data[i + k]) < 12)) ++count;
      }
      return count;
    });
  });

/** Curves may lie under others, but not most of them. */
async function assertDrawn(figure) {
  const drawable = await figure.evaluate(({ chart }) =>
    chart.data.slice(1).filter((ys) => ys.filter((y) => Number.isFinite(y)).length > 1).length);
  const visible = (await inked(figure)).filter((pixels) => pixels > 20).length;
  assert.ok(2 * visible > drawable || drawable === 0, await figure.getAttribute("aria-label"));
}

const xRange = (figure) => figure.evaluate(({ chart }) => [chart.scales.x.min, chart.scales.x.max]);
const distribution = (figure) => figure.evaluate(({ chart }) => chart.scales.y.distr);

async function drag(page, figure, from, to) {
  const over = figure.locator(".u-over");
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 8 });
  await page.mouse.up();
}

for (const colorScheme of ["light", "dark"]) {
  test(`draws every chart, ${colorScheme}`, () =>
    visit({ colorScheme }, async (page) => {
      const sections = await page.locator("main > section").count();
      const figures = await page.locator("figure").all();
      assert.equal(figures.length, 3 * sections);
      for (const figure of figures) await assertDrawn(figure);
      const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const [red] = background.match(/\d+/g).map(Number);
      assert.equal(red > 128, colorScheme === "light");
    }));
}

test("switches the theme, and the curves with it", () =>
  visit({ colorScheme: "light" }, async (page) => {
    const colour = () => page.locator("figure").first().evaluate(({ chart }) => chart.series[1].stroke());
    const before = await colour();
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    await eventually(async () => assert.notEqual(await colour(), before));
    await page.getByRole("button", { name: "Light", exact: true }).click();
    await eventually(async () => assert.equal(await colour(), before));
  }));

test("hides a curve in all panels of its section only", () =>
  visit({}, async (page) => {
    const sections = await page.locator("main > section").all();
    const figures = await sections[0].locator("figure").all();
    const before = await Promise.all(figures.map(inked));
    const button = sections[0].locator(".readout button").last();
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    const shown = (figure) => figure.evaluate(({ chart }) => chart.series.at(-1).show);
    for (const figure of figures) assert.equal(await shown(figure), false);
    if (sections[1]) assert.equal(await shown(sections[1].locator("figure").first()), true);
    assert.ok(before[0].at(-1) > 20);
    await eventually(async () => {
      for (const ink of await Promise.all(figures.map(inked))) assert.ok(ink.at(-1) < 5, `${ink.at(-1)} pixels are left`);
    });
    await button.click();
    await eventually(async () => assert.deepEqual(await Promise.all(figures.map(inked)), before));
  }));

test("zooms by dragging, both panels over iterations at once, and back by a double click", () =>
  visit({}, async (page) => {
    const [gap, lipschitz, time] = await page.locator("main > section").first().locator("figure").all();
    const [low, high] = await xRange(gap);
    const seconds = await xRange(time);
    await drag(page, gap, 0.25, 0.5);
    await eventually(async () => {
      const [from, to] = await xRange(gap);
      assert.ok(Math.abs(from - (low + 0.25 * (high - low))) < 0.02 * (high - low), `${from}`);
      assert.ok(Math.abs(to - (low + 0.5 * (high - low))) < 0.02 * (high - low), `${to}`);
      assert.deepEqual(await xRange(lipschitz), [from, to]);
    });
    assert.deepEqual(await xRange(time), seconds);
    await gap.locator(".u-over").dblclick();
    await eventually(async () => {
      assert.deepEqual(await xRange(gap), [low, high]);
      assert.deepEqual(await xRange(lipschitz), [low, high]);
    });
    await drag(page, time, 0.1, 0.3);
    await eventually(async () => assert.notDeepEqual(await xRange(time), seconds));
    await page.getByRole("button", { name: "Reset zoom" }).first().click();
    await eventually(async () => assert.deepEqual(await xRange(time), seconds));
  }));

test("switches between logarithmic and linear, and keeps the zoom", () =>
  visit({}, async (page) => {
    const section = page.locator("main > section").first();
    const figures = await section.locator("figure").all();
    const whole = await xRange(figures[0]);
    await drag(page, figures[0], 0.2, 0.6);
    await eventually(async () => assert.notDeepEqual(await xRange(figures[0]), whole));
    const zoom = await xRange(figures[0]);
    const button = section.getByRole("button", { name: "Log scale" });
    for (const distr of [1, 3]) {
      await button.click();
      await eventually(async () => {
        for (const figure of figures) {
          assert.equal(await distribution(figure), distr);
          assert.ok((await inked(figure)).some((pixels) => pixels > 100));
        }
      });
      assert.deepEqual(await xRange(figures[0]), zoom);
      assert.equal(await button.getAttribute("aria-pressed"), String(distr === 3));
    }
  }));

test("reads out the records at the cursor, by mouse and by keys", () =>
  visit({}, async (page) => {
    const section = page.locator("main > section").first();
    const figure = section.locator("figure").first();
    const caption = section.locator(".readout caption");
    assert.equal(await caption.textContent(), "At the end of each run");
    const over = figure.locator(".u-over");
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => assert.match(await caption.textContent(), /^At iteration \d+$/));
    const [iteration] = (await caption.textContent()).match(/\d+/);
    const [, high] = await xRange(figure);
    assert.ok(Math.abs(iteration - high / 2) < 0.02 * high + 1);
    const cells = await section.locator(".readout tbody tr").first().locator("td").allTextContents();
    assert.equal(cells[0], iteration);
    await page.mouse.move(0, 0);
    await eventually(async () => assert.equal(await caption.textContent(), "At the end of each run"));
    await figure.focus();
    await page.keyboard.press("ArrowRight");
    await eventually(async () => assert.match(await caption.textContent(), /^At iteration/));
  }));

test("copies commands", () =>
  visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const command = page.locator(".command").last();
    await command.getByRole("button").click();
    await command.getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await command.locator("code").textContent());
  }));

test("fits a phone, where fingers zoom", () =>
  visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.equal(window, 360);
    assert.ok(content <= window, `${content} pixels wide`);
    const lefts = await page.locator("figure").evaluateAll((all) => all.map((f) => f.getBoundingClientRect().left));
    assert.equal(new Set(lefts).size, 1);
    const figure = page.locator("figure").first();
    const before = await xRange(figure);
    await figure.locator(".u-over").evaluate((over) => {
      const { left, top, width, height } = over.getBoundingClientRect();
      const touch = (type, part) =>
        over.dispatchEvent(
          new PointerEvent(type, {
            pointerType: "touch", clientX: left + part * width, clientY: top + height / 2, bubbles: true,
          }),
        );
      touch("pointerdown", 0.2);
      touch("pointermove", 0.5);
      touch("pointermove", 0.7);
      touch("pointerup", 0.7);
    });
    await eventually(async () => {
      const after = await xRange(figure);
      assert.ok(after[0] > before[0] && after[1] < before[1], `${after}`);
    });
  }));

test("prints pictures, light, without buttons", () =>
  visit({ colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["button", ".chart", ".readout"]) {
      for (const found of await page.locator(hidden).all()) assert.equal(await found.isVisible(), false, hidden);
    }
    for (const picture of await page.locator(".picture svg").all()) assert.ok(await picture.isVisible());
    const colour = await page.evaluate(() => getComputedStyle(document.body).color);
    assert.ok(colour.match(/\d+/g).every((part) => Number(part) < 100), colour);
  }));

test("shows pictures where scripts do not run", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  for (const picture of await page.locator(".picture svg").all()) assert.ok(await picture.isVisible());
  await context.close();
});
