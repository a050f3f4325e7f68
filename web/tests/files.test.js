// Missing, truncated, stalled and slow files and packs: the failure screen and its retry.
import assert from "node:assert/strict";
import { test } from "node:test";

import { newStage, steady } from "./support/browser.js";
import { project } from "./support/places.js";
import { parsed, stacks } from "./support/trace.js";

const stage = newStage({ isSeen: false });

// A download without data for three seconds is aborted: less than the usual time, and more than a busy machine takes.
const impatient = { before: () => { window.pageSettings = { patience: 3 }; } };

// The same, from single files.
const unpacked = { before: () => { window.pageSettings = { patience: 3, packs: false }; } };

test("each pack is requested once, and nothing else of the assets but the letters", async () => {
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    await game.key("Enter");
    await game.untilOn("in_game");
    const paths = game.requests.map(url => new URL(url).pathname).filter(path => path.startsWith("/assets/"));
    assert.deepEqual(paths.sort(), [
        "/assets/common.pack", "/assets/fonts/glyphs.hex", "/assets/in_game.pack", "/assets/level_1.pack",
        "/assets/main_menu.pack", "/assets/menus.pack", "/assets/shared.pack",
    ]);
    assert.deepEqual(game.problems, []);
});

// The log for each failure of a pack.
const PACK_FAILURES = {
    missing: /logo\.png: there is no such file/,
    refused: /logo\.png.*status 503 for assets\/logo\.pack/,
    cut: /logo\.png.*/,
    stalled: /logo\.png.*no data for 3 s/,
    changed: /logo\.png: logo\.pack has another `textures\/logo\.png`/,
    short: /logo\.png: logo\.pack is cut/,
};

for (const [failure, log] of Object.entries(PACK_FAILURES)) {
    test(`a pack that is ${failure} leads to the failure screen, and a retry succeeds`, async () => {
        const pack = "assets/logo.pack";
        const bytes = Buffer.from(await stage.server.read(pack));
        if (failure === "changed") bytes[bytes.length >> 1] ^= 1;
        if (failure === "changed") stage.server.put(pack, bytes);
        else if (failure === "short") stage.server.put(pack, bytes.subarray(0, bytes.length >> 1));
        else stage.server.treat(pack, failure);
        const game = await stage.begin("?trace=1&phase=logo", impatient);
        await game.untilOn("failure");
        assert.match(game.problems.join("\n"), log);
        stage.server.heal();
        await game.key("Enter");
        await game.untilOn("logo");
    });
}

// What the page cannot do without: a click loads it again.
const NEEDED = {
    "gl.js": /^Cannot load the game:\ngl\.js/,
    "packs.js": /^Cannot load the game:\n.*packs\.js/,
    "assets/shared.pack": /^Cannot read the letters of the texts:\n/,
    "assets/fonts/glyphs.hex": /^Cannot read the letters of the texts:\n.*glyphs\.hex/,
};
for (const [file, message] of Object.entries(NEEDED)) {
    test(`a page without ${file} says so, and a click loads it again`, async () => {
        stage.server.treat(file, "missing");
        const game = await stage.open("?script=scripts/tour.txt&trace=1");
        await game.untilRestartable();
        assert.match(await game.curtain(), message);
        stage.server.heal();
        await game.page.mouse.click(320, 60);
        await game.untilState("playing");
    });
}

test("a slow but steady pack succeeds", async () => {
    stage.server.treat("assets/in_game.pack", "slow");
    const game = await stage.begin("?trace=1&phase=in_game", impatient);
    await game.untilOn("in_game");
    assert.deepEqual(stacks(await game.read("trace")), ["in_game"]);
    assert.deepEqual(game.problems, []);
});

// The log for each failure.
const FAILURES = {
    missing: /tiles\.png.*(not found|no such|does not exist)/,
    refused: /tiles\.png.*status 503/,
    cut: /tiles\.png.*/,
    stalled: /tiles\.png.*no data for 3 s/,
};

for (const [failure, log] of Object.entries(FAILURES)) {
    test(`a texture that is ${failure} leads to the failure screen, and a retry succeeds`, async () => {
        const texture = "assets/textures/tiles.png";
        stage.server.lay(project);
        stage.server.treat(texture, failure);
        const game = await stage.begin("?trace=1&phase=in_game", unpacked);
        await game.untilOn("failure");
        const trace = parsed(await game.read("trace"));
        const failed = trace.filter(line => line.step === "failed").map(line => [line.kind, line.id ?? line.phase]);
        assert.deepEqual(failed, [["resource", "tiles"], ["phase", "in_game"]]);
        // An interrupted download is tried three times, a missing file once. On a busy machine others are slow too.
        const retries = trace.filter(line => line.step === "retried" && line.id === "tiles").length;
        assert.equal(retries, failure === "missing" ? 0 : 2);
        assert.match(game.problems.join("\n"), log);

        // The file is still broken, so the retry fails.
        await game.key("Enter");
        await game.until("the second load has failed", () =>
            window.page.trace.filter(line => line.includes('"phase"') && line.includes('"failed"')).length >= 4);
        await game.untilOn("failure");
        stage.server.treat(texture, null);
        await game.key("Enter");
        await game.untilOn("in_game");
        assert.deepEqual(stacks(await game.read("trace")), ["failure", "failure", "in_game"]);
        // What the loads before have read is not kept.
        assert.equal(await game.page.evaluate(() => downloads.size), 0);
    });
}

test("the failure screen leads to the main menu", async () => {
    stage.server.lay(project);
    stage.server.treat("assets/levels/outpost.tmx", "missing");
    const game = await stage.begin("?trace=1&phase=in_game", { before: [steady, unpacked.before] });
    await game.untilOn("failure");
    await game.key("ArrowDown");
    await game.key("Enter");
    await game.untilOn("main_menu");
});

for (const failure of ["missing", "cut"]) {
    test(`a manifest that is ${failure} leads to the failure screen, and a retry succeeds`, async () => {
        const manifest = "assets/phases/in_game.ron";
        stage.server.lay(project);
        stage.server.treat(manifest, failure);
        const game = await stage.begin("?trace=1&phase=in_game", unpacked);
        await game.untilOn("failure");
        assert.match(game.problems.join("\n"), /the manifest of phase `in_game` cannot be used: .*in_game\.ron/);
        stage.server.treat(manifest, null);
        await game.key("Enter");
        await game.untilOn("in_game");
    });
}

test("a slow but steady download succeeds", async () => {
    stage.server.lay(project);
    stage.server.treat("assets/textures/tiles.png", "slow");
    const game = await stage.begin("?trace=1&phase=in_game", unpacked);
    await game.untilOn("in_game");
    assert.deepEqual(stacks(await game.read("trace")), ["in_game"]);
    assert.deepEqual(game.problems, []);
});

const PROGRAM_FAILURES = {
    missing: /status 404 for game\.wasm\.gz/,
    cut: /Cannot load the game:\n.+/,
    stalled: /no data for 3 s/,
};
for (const [failure, log] of Object.entries(PROGRAM_FAILURES)) {
    test(`a program that is ${failure} shows a message, and a click reloads the page`, async () => {
        stage.server.treat("game.wasm.gz", failure);
        const game = await stage.open("?script=scripts/tour.txt&trace=1", impatient);
        await game.untilState("stopped");
        assert.match(await game.curtain(), log);
        assert.match(await game.curtain(), /Cannot load the game[\s\S]*Click or press any key to restart/);
        stage.server.treat("game.wasm.gz", null);
        await game.untilRestartable();
        await game.page.mouse.click(320, 180);
        await game.untilState("playing");
    });
}

test("a sound that is unloaded while it is decoded is not kept", async () => {
    stage.server.lay(project);
    const game = await stage.begin("?trace=1&phase=main_menu");
    await game.untilOn("main_menu");
    const result = await game.page.evaluate(async () => {
        const bytes = new Uint8Array(await (await fetch("assets/sounds/horn.wav")).arrayBuffer());
        const loaded = loadSound("early", "0-0 " + String.fromCharCode(...bytes));
        unloadSound("early");
        const [answer] = await loaded;
        return { answer, isKept: sounds.has("early") };
    });
    assert.deepEqual(result, { answer: 0, isKept: false });
});
