// Images, which the browser decodes in a worker: their pixels to the byte, and the frames meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PNG } from "pngjs";

import { newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { traced } from "./support/places.js";
import { FORMS, png as formed, random } from "./support/png.js";
import { loadingFrames } from "./support/trace.js";

const stage = newStage({ folder: traced() });

// The texture of the smallest game.
const FILE = "assets/textures/logo.png";

// A frame that takes longer is late at 60 a second; one that takes three times as long is felt. On a machine that does
// other work some frames are; of a load that decodes in the page itself, those that decode are.
const LATE_MS = 16.7;
const LONG_MS = 50;
const ALLOWED = 0.1;

// A PNG file in which `byte` gives each byte of the pixels.
function png(width, height, byte) {
    const image = new PNG({ width, height });
    for (let at = 0; at < image.data.length; at += 1) image.data[at] = byte(at);
    return { bytes: PNG.sync.write(image, { deflateLevel: 1 }), pixels: image.data };
}

// Runs ahead of the worker's script: what WebGL returns is noise, as in a browser that hides what it runs on.
const NOISE = `{
    const { readPixels } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.readPixels = function (...all) {
        readPixels.apply(this, all);
        all[6].forEach((byte, at, pixels) => { pixels[at] = byte ^ at * 37; });
    };
}`;

async function putBeforeWorker(script) {
    stage.server.put("images.js", script + await stage.server.read("images.js"));
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

// Where the uploaded pixels differ from the file's, and how many of them.
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

test("an image with any alpha keeps the pixels of its file, as on a desktop", async () => {
    assert.equal(await differences(301, 217, "?trace=1"), 0);
    assert.equal(await differences(3, 2, "?trace=1"), 0);
});

test("so does a large image, which comes in slices", async () => {
    assert.equal(await differences(1100, 1024, "?trace=1&pace=8"), 0);
});

test("the frames go on while an image of 4096 by 4096 pixels loads", async t => {
    const SIDE = 4096;
    // Soft gradients, with some noise on them.
    const next = random(3);
    const { bytes } = png(SIDE, SIDE, at => (((at >> 14) + (at & 0x3fff)) >> 5 & 0xf8) | (next() & 1));
    stage.server.put(FILE, bytes);
    const game = await stage.begin("?trace=1&pace=8");
    await game.untilOn("title");
    const { trace, frames } = await game.page.evaluate(() => window.page);
    assert.ok(trace.some(line => line.includes('"loaded"')), trace.join("\n"));
    const durations = loadingFrames({ trace, frames });
    const [late, long] = [LATE_MS, LONG_MS].map(most => durations.filter(duration => duration > most).length);
    figure(t, `${late} of ${durations.length} frames took more than ${LATE_MS} ms while a PNG of ${SIDE}² and `
        + `${(bytes.length / 1e6).toFixed(1)} MB was loaded, the longest ${Math.max(...durations).toFixed(0)} ms`);
    assert.ok(durations.length > 20, "the page did not draw meanwhile");
    assert.ok(long <= ALLOWED * durations.length, `${long} frames took more than ${LONG_MS} ms`);
});

// Browsers that do not give a worker the pixels of an image.
const UNFIT = { "that gives false pixels": NOISE, "without WebGL 2 in workers": "delete self.OffscreenCanvas;" };
for (const [which, script] of Object.entries(UNFIT)) {
    test(`a PNG file keeps its pixels in a browser ${which}`, async () => {
        await putBeforeWorker(script);
        assert.equal(await differences(301, 217, "?trace=1"), 0);
    });
}

test("each form of PNG has the same pixels without the browser's decoder", async () => {
    const next = random(7);
    const files = FORMS.map(form => formed(form, next).toString("base64"));
    const game = await stage.open("");
    const apart = await game.page.evaluate(files => new Promise((done, fail) => {
        // Gives the largest difference in a byte of each file.
        const compare = async ({ data: files }) => postMessage(await Promise.all(files.map(async file => {
            const bytes = Uint8Array.from(atob(file), character => character.charCodeAt(0));
            try {
                const one = await decodeInBrowser(bytes, 100), other = await decodePng(bytes, 100);
                if (one.pixels.length !== other.pixels.length) return "another size";
                return one.pixels.reduce((most, byte, at) => Math.max(most, Math.abs(byte - other.pixels[at])), 0);
            } catch (error) {
                return error.message;
            }
        })));
        const scripts = JSON.stringify(["images.js", "png.js"].map(name => new URL(name, location).href));
        const worker = new Worker(URL.createObjectURL(new Blob([`importScripts(...${scripts}); onmessage = ${compare};`])));
        worker.onmessage = ({ data }) => Array.isArray(data) && done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
        worker.postMessage(files);
    }), files);
    // Samples of 16 bits are rounded, as on a desktop; the browser cuts them.
    const wrong = FORMS.filter(({ depth }, at) => !(apart[at] <= (depth === 16 ? 1 : 0)));
    assert.deepEqual(wrong, []);
});

// What a browser may not have, and what the log says then.
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const MISSING = {
    "workers": [{ before: () => { delete window.Worker; } }, /this browser has no workers, which decode images/],
    "WebGL 2 in workers": [{ script: "delete self.OffscreenCanvas;", file: GIF },
        /logo\.png: this browser has no WebGL 2 in workers, which decodes images: save the image as PNG/],
    "true pixels": [{ script: NOISE, file: GIF },
        /logo\.png: this browser gives false pixels to a page that may not read its canvas: save the image as PNG/],
    "the worker's script": [{ isMissing: true }, /images\.js cannot be used/],
};
for (const [what, [{ before, script, file, isMissing }, error]] of Object.entries(MISSING)) {
    test(`a page without ${what} says so`, async () => {
        if (script) await putBeforeWorker(script);
        if (file) stage.server.put(FILE, file);
        if (isMissing) stage.server.treat("images.js", "missing");
        const game = await stage.open("?trace=1", { before });
        const log = [];
        game.page.on("console", message => log.push(message.text()));
        await game.untilState("waiting");
        await game.key("x");
        await game.untilOn("title");
        assert.match(log.join("\n"), error);
        assert.ok((await game.read("trace")).some(line => line.includes("stand_in")));
    });
}

test("a file that is no image says so", async () => {
    stage.server.put(FILE, "no image");
    const game = await stage.open("?trace=1");
    const log = [];
    game.page.on("console", message => log.push(message.text()));
    await game.untilState("waiting");
    await game.key("x");
    await game.untilOn("title");
    assert.match(log.join("\n"), /logo\.png: the browser cannot decode it/);
});
