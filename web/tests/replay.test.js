// Recorded runs: one of the desktop in the page, one of the page on the desktop; and what the page shows of a crash.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { hurry, newStage, onlyChromium, steady, unseen } from "./support/browser.js";
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

// Plays half a minute: runs, jumps, selects and sends units. Each path of the mouse takes a third of a second.
async function playHalfAMinute(game) {
    const { keyboard, mouse } = game.page;
    for (let round = 0; round < 10; round++) {
        await keyboard.down(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][round % 4]);
        await game.frames(50);
        await game.key(" ");
        await game.frames(38);
        await keyboard.up(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][round % 4]);
        for (let step = 1; step <= 20; step++) {
            await mouse.move(100 + 7 * round + step * step / 5, 90 - 3 * round + 2 * step);
            if (step === 5) await mouse.down();
            await game.frames(1);
        }
        await mouse.up();
        await game.frames(68);
        await game.click([200 - 9 * round, 60 + 5 * round], "right");
    }
}

// The link to a recording, whose bytes a page takes as a text.
const linkTo = async bytes => (await stage.begin("?phase=main_menu")).page.evaluate(async text => {
    await loadScript("runs.js");
    return linkOf(bytesOf(text));
}, bytes.toString("latin1"));

// Opens the run of a link in a browser of its own.
const openLink = (link, options) =>
    stage.open("?trace=1&trace_machines=1&seed=1" + link.slice(link.indexOf("#")), { ...SMALL, ...options });

test("a link that is copied at a crash plays the same run in another browser, once", onlyChromium, async t => {
    const context = await stage.context({ ...SMALL, permissions: ["clipboard-read", "clipboard-write"] });
    const query = "?trace=1&trace_machines=1&phase=in_game&level=2";
    const game = await stage.begin(query, { context, before: [steady, unseen] });
    await game.untilOn("in_game");
    await playHalfAMinute(game);
    await game.page.evaluate(() => { gl.clear = () => wasm_exports.frame(); });
    await game.untilState("stopped");
    await game.page.click("text=Copy a link to the run");
    const link = await game.page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${stage.server.url}#run=`), link);
    assert.match(await game.page.inputValue("#report textarea"), /already .*borrowed/);
    const [bytes, trace] = [await recorded(game), await game.read("trace")];

    const other = await openLink(link, { before: [hurry, unseen] });
    await other.untilOver();
    // Only this browser was made to panic.
    assert.match(await other.curtain(), /The run has stopped:\n.*the recorded run panicked here/);
    assert.deepEqual(withoutLoading(await other.read("trace")), withoutLoading(trace));
    await other.untilRestartable();
    await other.key("Enter");
    await other.untilState("waiting");
    assert.equal(new URL(other.page.url()).hash, "");

    const seconds = Math.round(parsed(trace).at(-1).tick / 60);
    figure(t, `a link to ${seconds} s of play: ${link.length} characters for ${bytes.length} bytes`);
    assert.ok(link.length <= 4000, `${link.length} characters`);
});

test("a link that was cut is refused in one line", async () => {
    const link = await linkTo(readFileSync(join(places.replay(), "play.recording")));
    for (const cut of [link.slice(0, -20), link.slice(0, link.indexOf("=") + 1), link + "wxyz", "#run=~"]) {
        const game = await openLink(cut);
        await game.untilState("over");
        assert.match(await game.curtain(), /^Cannot read the recording:\n.*the link is not whole: copy it again/, cut);
    }
});

test("a link to a run of another version is refused in one line", async () => {
    const bytes = readFileSync(join(places.replay(), "play.recording")).toString("latin1");
    const { version } = JSON.parse(bytes.slice(bytes.indexOf("{"), bytes.indexOf("\n")));
    const made = { version: [version, "99.0.0"], format: ['"format":1', '"format":99'] };
    const says = {
        version: `version 99.0.0 of the game made it, and this page has version ${version}`,
        format: "the recording has format 99; this program reads format 1",
    };
    for (const what of ["version", "format"]) {
        const game = await openLink(await linkTo(Buffer.from(bytes.replace(...made[what]), "latin1")));
        await game.untilState("over");
        assert.ok((await game.curtain()).startsWith(`Cannot replay the recording:\n${says[what]}`), await game.curtain());
    }
});

test("a link to a run that goes another way says where", async () => {
    const bytes = readFileSync(join(places.replay(), "play.recording")).toString("latin1");
    const game = await openLink(await linkTo(Buffer.from(bytes.replace('"level","2"', '"level","1"'), "latin1")), { before: unseen });
    await game.untilOver();
    assert.match(await game.curtain(), /The run has stopped:\nthe replay departs from the recording at tick \d+: /);
});

test("a recording that is dropped on the page is replayed", async () => {
    const folder = places.replay();
    const game = await stage.open("?trace=1", { ...SMALL, before: [hurry, unseen] });
    await game.untilState("waiting");
    await game.page.evaluate(text => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytesOf(text)], "play.recording"));
        window.isOld = true;
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, readFileSync(join(folder, "play.recording"), "latin1"));
    await game.until("it is a new page", () => !window.isOld);
    await game.untilOver(20);
    const withoutMachines = parsed(readFileSync(join(folder, "recorded.jsonl"), "utf8").trim().split("\n"))
        .filter(({ kind }) => kind !== "machine").map(line => JSON.stringify(line));
    assert.deepEqual(withoutLoading(await game.read("trace")), withoutLoading(withoutMachines));
    assert.deepEqual(game.problems, []);
});

test("a file that is no recording is refused with the reason", async () => {
    const game = await replay("no recording");
    await game.untilState("over");
    assert.match(await game.curtain(), /Cannot replay the recording:\s+this is not a recording/);
});

test("a crash shows its report, which can be copied, and offers the recording", onlyChromium, async () => {
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
