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

// Each file that the page requests until a level is played, and the phase that needs it.
const FILES = {
    "gl.js": "logo", "page.js": "logo", "packs.js": "logo", "images.js": "logo", "game.wasm.gz": "logo",
    "assets/shared.pack": "logo", "assets/fonts/glyphs.hex": "logo", "assets/common.pack": "logo",
    "assets/logo.pack": "logo", "assets/trailer.pack": "trailer", "assets/menus.pack": "main_menu",
    "assets/main_menu.pack": "main_menu", "assets/in_game.pack": "in_game", "assets/level_1.pack": "in_game",
};

test("each of the files is requested once, and no other", async () => {
    const game = await stage.begin("?trace=1", { before: steady });
    for (const screen of ["logo", "trailer", "main_menu"]) {
        await game.untilOn(screen);
        await game.key("Enter");
    }
    await game.untilOn("in_game");
    // The browser asks for the icon when it likes.
    const paths = game.requests.map(url => new URL(url).pathname.slice(1)).filter(path => !["", "icon.png"].includes(path));
    assert.deepEqual(paths.sort(), Object.keys(FILES).sort());
    assert.deepEqual(game.problems, []);
});

// Begins the game, and returns where it gets: to the screen, or to a message about a file that does not come, which is on the
// page or in the log behind the failure screen.
async function outcome(game, screen) {
    const find = screen => {
        if (window.isOld) return false;
        const late = document.getElementById("late");
        if (!window.page) return late && getComputedStyle(late).visibility === "visible" && "late";
        if (document.querySelector("#curtain.waits")) return page.state === "waiting" ? "waiting" : "curtain";
        const last = kind => page.trace.map(line => JSON.parse(line)).findLast(line => line.kind === kind);
        if ((last("transition")?.step ?? "done") !== "done") return false;
        return [screen, "failure"].find(name => last("stack")?.stack.join(" ") === name);
    };
    await game.until(`there is ${screen} or a message`, find, screen);
    const found = await game.page.evaluate(find, screen);
    if (found === "waiting") {
        await game.key("x");
        return outcome(game, screen);
    }
    const said = ["late", "curtain"].includes(found) ? await game.curtain() : game.problems.splice(0).join("\n");
    return { found, said };
}

// What helps.
const RETRIES = {
    late: game => game.page.click("#late"),
    curtain: game => game.page.mouse.click(320, 60),
    failure: game => game.key("Enter"),
};

// The long form, in which everything happens to each file: `PROSCENIUM_FILES=all web/tests/run files`.
const TROUBLES = ["missing", "cut", "refused", "stalled", "slow"];
Object.entries(FILES).forEach(([file, phase], at) => {
    const troubles = process.env.PROSCENIUM_FILES === "all" ? TROUBLES : [TROUBLES[at % TROUBLES.length]];
    for (const trouble of troubles) {
        const end = trouble === "slow" ? "the game begins" : "the page says so, and a retry succeeds";
        test(`where ${file} is ${trouble}, ${end}`, async () => {
            stage.server.treat(file, trouble);
            // A slow script has 5 s.
            const patience = trouble === "slow" && file.endsWith(".js") ? 20 : 6;
            const game = await stage.open(`?trace=1&phase=${phase}`, {
                before: patience => { window.pageSettings = { patience }; }, argument: patience,
            });
            const { found, said } = await outcome(game, phase);
            if (trouble === "slow") {
                assert.deepEqual({ found, said }, { found: phase, said: "" });
                return;
            }
            assert.ok(found in RETRIES && said.includes(file.replace("assets/", "")), `${found}: ${said}`);
            stage.server.heal();
            // Where the failure screen is not there, the page loads again.
            await game.page.evaluate(found => { window.isOld = found !== "failure"; }, found);
            await RETRIES[found](game);
            await game.until("the failure is gone", () => !window.page?.trace.at(-1)?.includes("failure"));
            assert.equal((await outcome(game, phase)).found, phase);
        });
    }
});

// The log for each other failure of a pack.
const PACK_FAILURES = {
    changed: /logo\.png: logo\.pack has another `textures\/logo\.png`/,
    short: /logo\.png: logo\.pack is cut/,
};

for (const [failure, log] of Object.entries(PACK_FAILURES)) {
    test(`a pack that is ${failure} leads to the failure screen, and a retry succeeds`, async () => {
        const pack = "assets/logo.pack";
        const bytes = Buffer.from(await stage.server.read(pack));
        if (failure === "changed") bytes[bytes.length >> 1] ^= 1;
        stage.server.put(pack, failure === "changed" ? bytes : bytes.subarray(0, bytes.length >> 1));
        const game = await stage.begin("?trace=1&phase=logo", impatient);
        await game.untilOn("failure");
        assert.match(game.problems.join("\n"), log);
        stage.server.heal();
        await game.key("Enter");
        await game.untilOn("logo");
    });
}

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
