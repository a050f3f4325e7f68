// Recorded runs: one of the desktop in the page, one of the page on the desktop; and what the page shows of a crash.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { hurry, newStage, steady, unseen } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { headless } from "./support/headless.js";
import * as places from "./support/places.js";
import { parsed, withoutLoading } from "./support/trace.js";

const stage = newStage();
const SMALL = { viewport: { width: 320, height: 180 } };

// Opens the page with the bytes of a recording among its assets.
async function replay(recording, query = "") {
    const context = await stage.context(SMALL);
    await context.route("**/assets/run.recording", route => route.fulfill({ body: recording }));
    return stage.open("?replay=run.recording&trace=1" + query, { context, before: [hurry, unseen] });
}

// The bytes that the page has recorded.
async function recorded(game) {
    return Buffer.from(await game.page.evaluate(() => window.page.recording.flatMap(part => [...part])));
}

test("a recorded run of the desktop leaves its trace in the page", async t => {
    const folder = places.replay();
    const game = await replay(readFileSync(join(folder, "play.recording")), "&trace_machines=1");
    await game.untilOver(20);
    const expected = readFileSync(join(folder, "recorded.jsonl"), "utf8").trim().split("\n");
    const trace = await game.read("trace");
    assert.deepEqual(withoutLoading(trace), withoutLoading(expected));
    assert.deepEqual(game.problems, []);
    figure(t, `${trace.length} lines of the trace are equal, up to tick ${parsed(trace).at(-1).tick}`);
});

test("a run that is played in the page leaves its trace on the desktop", async t => {
    const game = await stage.begin("?trace=1&phase=main_menu&seed=4", { ...SMALL, before: steady });
    await game.untilOn("main_menu");
    for (const key of ["ArrowDown", "Enter"]) await game.key(key);
    await game.untilOn("main_menu", "settings");
    for (const key of ["ArrowRight", "Escape"]) await game.key(key);
    await game.untilOn("main_menu", "settings", "question");
    await game.key("Enter");
    await game.untilOn("main_menu");
    for (const key of ["ArrowUp", "Enter"]) await game.key(key);
    await game.untilOn("in_game");
    await game.page.mouse.move(100, 90);
    await game.page.mouse.down();
    await game.page.mouse.move(200, 120, { steps: 5 });
    await game.page.mouse.up();
    await game.key("ArrowRight");
    await game.frames(60);
    await game.key("Escape");
    await game.untilOn("in_game", "pause");
    const [bytes, trace] = [await recorded(game), await game.read("trace")];
    assert.deepEqual(game.problems, []);

    const folder = mkdtempSync(join(tmpdir(), "proscenium-replay-"));
    writeFileSync(join(folder, "page.recording"), bytes);
    const replayed = withoutLoading(headless("--replay", join(folder, "page.recording")));
    rmSync(folder, { recursive: true });
    // The page goes on for some ticks between the two.
    assert.ok(replayed.length > 60, `${replayed.length} lines`);
    assert.deepEqual(replayed, withoutLoading(trace).slice(0, replayed.length));
    assert.ok(replayed.some(line => line.stack?.includes("pause")), "the replay ends too early");
    figure(t, `${replayed.length} lines, ${bytes.length} bytes`);
});

test("a file that is no recording is refused with the reason", async () => {
    const game = await replay("no recording");
    await game.untilState("over");
    assert.match(await game.curtain(), /Cannot replay the recording:\s+this is not a recording/);
});

test("a crash shows its report, which can be copied, and offers the recording", async () => {
    const context = await stage.context({ permissions: ["clipboard-read", "clipboard-write"] });
    const game = await stage.begin("?phase=main_menu&trace=1", { context });
    await game.untilOn("main_menu");
    await game.key("ArrowDown");
    // A frame within a frame is a panic.
    await game.page.evaluate(() => { gl.clear = () => wasm_exports.frame(); });
    await game.untilState("stopped");
    const report = await game.page.inputValue("#report textarea");
    assert.match(report, /already .*borrowed.*\n\(.*\.rs:\d+:\d+\)\n\n.*, proscenium /);
    assert.ok(report.includes(`\n\n${places.name} `));
    for (const part of ["system: page", "screens: main_menu", "changes:\n{", '"kind":"stack"']) {
        assert.ok(report.includes(part), `${part} is not in\n${report}`);
    }
    await game.page.click("#report button");
    assert.equal(await game.page.evaluate(() => navigator.clipboard.readText()), report);
    const saving = game.page.waitForEvent("download");
    await game.page.click("#report a");
    const saved = readFileSync(await (await saving).path());
    assert.deepEqual(saved, await recorded(game));
    assert.ok(saved.subarray(0, 40).toString().startsWith('proscenium recording {"format":1'), "no recording");
    if (process.env.SHOT) await game.page.screenshot({ path: process.env.SHOT });
});
