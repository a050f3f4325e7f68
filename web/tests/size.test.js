// How many bytes travel before a visitor is in the main menu, from a server that packs what is worth it.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { newStage, steady } from "./support/browser.js";
import { figure } from "./support/figures.js";
import * as places from "./support/places.js";

const stage = newStage();

// The functions of a program have the compiler's order. One by likeness packs them 9 % (5 % of the smallest game) smaller, for
// 160 lines of code and two packages that read and write programs.
const GOALS = { program: 1_260_000, minimal: 430_000, menu: 3_000_000 };

const packed = bytes => gzipSync(bytes, { level: 9 }).length;
const megabytes = bytes => `${(bytes / 1e6).toFixed(2)} MB`;

test("the packed program is small", async t => {
    const size = (await stage.server.read("game.wasm.gz")).length;
    figure(t, `program, packed: ${megabytes(size)}`);
    assert.ok(size <= GOALS.program, `it has ${size} bytes`);
});

test("a small game has a small program", t => {
    const { size } = statSync(join(places.minimal(), "game.wasm.gz"));
    figure(t, `program of the smallest game, packed: ${megabytes(size)}`);
    assert.ok(size <= GOALS.minimal, `it has ${size} bytes`);
});

test("little travels before a visitor is in the main menu", async t => {
    const game = await stage.begin("?trace=1", { before: steady });
    for (const screen of ["logo", "trailer"]) {
        await game.untilOn(screen);
        await game.key("Enter");
    }
    await game.untilOn("main_menu");
    // The browser asks for the icon when it likes.
    const paths = game.requests.map(url => decodeURIComponent(new URL(url).pathname).slice(1) || "index.html")
        .filter(path => path !== "icon.png");
    assert.deepEqual(paths.filter((path, at) => paths.indexOf(path) !== at), [], "asked for more than once");
    const sizes = await Promise.all(paths.map(async path => {
        const bytes = await stage.server.read(path);
        assert.ok(bytes, `there is no ${path}`);
        // Pictures are packed already, and sounds hardly get smaller.
        return /\.(gz|png|wav)$/.test(path) ? bytes.length : packed(bytes);
    }));
    const sum = sizes.reduce((sum, size) => sum + size, 0);
    figure(t, `${paths.length} files until the main menu: ${megabytes(sum)}`);
    assert.ok(sum <= GOALS.menu, `they have ${sum} bytes`);
});
