// Images, which the browser decodes in a worker: their pixels to the byte, and the frames meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PNG } from "pngjs";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { minimal } from "./support/places.js";

const stage = newStage({ folder: minimal() });

// The texture of the smallest game.
const FILE = "assets/textures/logo.png";

// A frame that takes longer is late at 60 a second.
const LATE_MS = 16.7;

// A number of 32 bits that looks random.
function random(state) {
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state >>> 0;
    };
}

// A PNG file in which `byte` gives each byte of the pixels.
function png(width, height, byte) {
    const image = new PNG({ width, height });
    for (let at = 0; at < image.data.length; at += 1) image.data[at] = byte(at);
    return { bytes: PNG.sync.write(image, { deflateLevel: 1 }), pixels: image.data };
}

// Runs ahead of the page's scripts: keeps what is uploaded to textures of this size.
function keepUploads([width, height]) {
    const pixels = window.uploaded = new Uint8Array(width * height * 4);
    const { texSubImage2D } = WebGLRenderingContext.prototype;
    WebGLRenderingContext.prototype.texSubImage2D = function (...all) {
        const [, , x, y, columns, , , , bytes] = all;
        if (x === 0 && columns === width) pixels.set(bytes, y * width * 4);
        return texSubImage2D.apply(this, all);
    };
}

// Where the uploaded pixels differ from those of the file, and how many of them.
async function differences(width, height, query) {
    const { bytes, pixels } = png(width, height, random(7));
    stage.server.put(FILE, bytes);
    const game = await stage.begin(query, { before: keepUploads, argument: [width, height] });
    await game.untilOn("title");
    const uploaded = await game.page.evaluate(() => {
        let text = "";
        const CHUNK = 0x8000;
        for (let at = 0; at < window.uploaded.length; at += CHUNK) {
            text += String.fromCharCode(...window.uploaded.subarray(at, at + CHUNK));
        }
        return btoa(text);
    });
    assert.deepEqual(game.problems, []);
    const found = Buffer.from(uploaded, "base64");
    assert.equal(found.length, pixels.length);
    return found.reduce((count, byte, at) => count + (byte !== pixels[at]), 0);
}

test("the pixels of an image with any alpha are those of its file, as on a desktop", async () => {
    assert.equal(await differences(301, 217, "?trace=1"), 0);
});

test("so are those of a large image, which come in slices", async () => {
    assert.equal(await differences(1100, 1024, "?trace=1&pace=8"), 0);
});
