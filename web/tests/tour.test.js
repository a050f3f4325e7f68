// The tour through all screens: a browser gives the trace and the screenshots of the desktop.
import assert from "node:assert/strict";
import { test } from "node:test";

import { canSleep, hurry, isFirefox, newStage, unseen, WINDOW } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { headless } from "./support/headless.js";
import * as images from "./support/images.js";
import { parsed, withoutTicks } from "./support/trace.js";

const stage = newStage();

const SHOTS = [
    "logo", "trailer", "loading_menu", "main_menu", "settings", "question", "credits", "loading_game", "in_game", "pause",
    "loading_level", "next_level",
];

// How far a load is when its picture is taken depends on the network, and which frame of the film is shown on how soon
// the browser decodes it: here the film plays four times as fast.
const COMPARED = SHOTS.filter(name => !name.startsWith("loading") && name !== "trailer");

// The lower end of the main menu, and the panel of the pause menu, in pixels of the screenshot: on a page neither
// offers to quit.
const LEFT_OUT = {
    main_menu: { x: 48, y: 500, width: 432, height: 100 },
    pause: { x: 396, y: 52, width: 488, height: 616 },
};

const percent = part => `${(part * 100).toFixed(3)} %`;

// What the page has when the tour is over.
async function played(query, options) {
    const game = await stage.open(`?script=scripts/tour.txt&trace=1${query}`, options);
    await game.untilOver();
    const { trace, report, shots } = await game.page.evaluate(() => window.page);
    return { trace, report, shots, problems: game.problems, curtain: await game.curtain() };
}

function assertSameTrace(page, desktop) {
    assert.deepEqual(withoutTicks(page), withoutTicks(desktop));
    const ticks = parsed(page).map(line => line.tick);
    assert.deepEqual(ticks, ticks.toSorted((a, b) => a - b), "the ticks of the trace go backwards");
}

// Kept for the test of the screenshots of the same run.
let shots;

test("the tour leaves the same trace as without a window", async () => {
    const tour = await played("", { before: hurry, viewport: WINDOW });
    shots = tour.shots;
    assertSameTrace(tour.trace, headless());
    assert.match(tour.curtain, /The curtain has fallen/);
    assert.deepEqual(tour.problems, []);
    assert.deepEqual(tour.report.leaks, []);
    assert.equal(tour.report.textures_at_end, 0);
});

test("the tour leaves the same trace when loads have eight milliseconds of each frame", async () => {
    const tour = await played("&pace=8", { before: [hurry, unseen] });
    assertSameTrace(tour.trace, headless("--pace", "8"));
    assert.deepEqual(tour.problems, []);
});

test("the screenshots of the tour look as in a window on the desktop", async t => {
    assert.deepEqual(Object.keys(shots ?? {}), SHOTS);
    const desktop = images.ofDesktop(COMPARED);
    const parts = COMPARED.map(name => {
        // One driver of OpenGL rounds a blended colour up where the other rounds it down.
        return [name, images.difference(images.ofPage(shots[name]), desktop[name], 1, LEFT_OUT[name])];
    });
    figure(t, `pixels that differ: ${parts.map(([name, part]) => `${name} ${percent(part)}`).join(", ")}`);
    for (const [name, part] of parts) assert.ok(part < 0.0005, `${percent(part)} of the screenshot ${name} differ`);
});

// Firefox's ways to hide what it runs on: what a page reads from a canvas is noise.
const HIDDEN = {
    "resists fingerprinting": { "privacy.resistFingerprinting": true },
    "makes noise of what is read from a canvas": {
        "privacy.fingerprintingProtection": true,
        "privacy.fingerprintingProtection.overrides": "-AllTargets,+CanvasImageExtractionPrompt,+CanvasExtractionBeforeUserInputIsBlocked",
    },
};

// Runs ahead of the page's scripts: the frames rest at each `shot`, for a screenshot of the browser's own.
function restAtShots() {
    HTMLCanvasElement.prototype.toDataURL = () => {
        window.sleep();
        window.isResting = true;
    };
}

async function screenshots(stage) {
    const game = await stage.open("?script=scripts/tour.txt&trace=1", { before: [canSleep, restAtShots] });
    const shots = {};
    for (const name of SHOTS) {
        await game.until(`the tour is at the shot ${name}`, () => window.isResting);
        shots[name] = images.ofBytes(await game.page.screenshot());
        await game.page.evaluate(() => {
            window.isResting = false;
            window.wake();
        });
    }
    await game.untilOver();
    assert.deepEqual(game.problems, []);
    return shots;
}

if (isFirefox) {
    let usual;
    for (const [what, preferences] of Object.entries(HIDDEN)) {
        const hidden = newStage({ preferences });
        test(`the screenshots of the tour are the same in a browser that ${what}`, async () => {
            usual ??= await screenshots(stage);
            const shots = await screenshots(hidden);
            for (const name of COMPARED) {
                const part = images.difference(usual[name], shots[name], 1);
                assert.ok(part < 0.0005, `${percent(part)} of the screenshot ${name} differ`);
            }
        });
    }
}
