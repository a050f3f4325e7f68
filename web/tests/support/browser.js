// A browser with the page, and helpers for tests.
import { after, afterEach, before } from "node:test";
import { chromium, firefox } from "playwright-core";

import * as places from "./places.js";
import { freePort, serve } from "./server.js";

// How long anything may take on a machine that has other things to do. Goals are asserted apart.
const PATIENCE = 180_000;
const MINUTE = 60_000;

// WebGL in software, and nothing that a new browser does on its own.
const FLAGS = [
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

// The tests run in Chromium, or with BROWSER=firefox in Firefox, which `web/tests/run` starts on a display of its own:
// without a window Firefox has no WebGL.
export const isFirefox = process.env.BROWSER === "firefox";

// The options of a test that needs what only the driver of Chromium has.
export const onlyChromium = { skip: isFirefox && "Firefox's driver cannot do it" };

// The options of a test that needs a running sound.
export const withSound = { skip: isFirefox && "Firefox's sound does not run without a device" };

// What Playwright adds so that pages go on behind others.
const ALWAYS_IN_FRONT = [
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
];

// Starts the browser. Firefox has preferences of a test in addition, Chromium has flags, and a port where its tabs hide.
function launch({ isHeard, port, preferences, flags }) {
    if (!isFirefox) {
        return chromium.launch({
            executablePath: places.chromium(), headless: true, timeout: PATIENCE,
            args: [...FLAGS, ...flags, ...port ? [`--remote-debugging-port=${port}`] : []],
            ignoreDefaultArgs: [...isHeard ? ["--mute-audio"] : [], ...port ? ALWAYS_IN_FRONT : []],
        });
    }
    return firefox.launch({
        channel: "moz-firefox", executablePath: places.firefox(), headless: false, timeout: PATIENCE,
        env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: "1" },
        firefoxUserPrefs: { "webgl.force-enabled": true, ...preferences },
    });
}

// The game's virtual screen.
const VIRTUAL = { width: 640, height: 360 };
// The window of the desktop.
export const WINDOW = { width: 1280, height: 720 };

// A browser and a server of the page, for the tests of a file. Each test opens pages with
// `stage.open`; they are closed, and the server's files are whole again, when it is over.
// The browser is muted unless its sound is to be recorded, and draws unless the tests look at traces alone. Pages of
// `stage.tabs` are hidden behind others, if `hidesTabs`.
export function newStage({
    folder = places.site(), isHeard = false, isSeen = true, hidesTabs = false, preferences = {}, flags = [],
} = {}) {
    const stage = { browser: null, server: null, tabs: null, contexts: [] };
    before(async () => {
        stage.server = await serve(folder);
        const port = hidesTabs && !isFirefox ? await freePort() : null;
        stage.browser = await launch({ isHeard, port, preferences, flags });
        // Playwright lets a page believe that it is in front, unless it finds the browser.
        if (port) {
            const found = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true, timeout: PATIENCE });
            [stage.tabs] = found.contexts();
        }
    });
    afterEach(async () => {
        for (const context of stage.contexts.splice(0)) await context.close();
        stage.server.heal();
    });
    after(async () => {
        await stage.browser?.close();
        await stage.server?.close();
    });
    // A context is a separate browser: nothing in its cache, nothing kept. Its window is as large
    // as the game's virtual screen, because drawing in software takes its time for each pixel.
    stage.context = async options => {
        const context = await stage.browser.newContext({ viewport: VIRTUAL, ...options });
        context.setDefaultTimeout(PATIENCE);
        stage.contexts.push(context);
        return context;
    };
    // Opens the page with a query string. `before`, a function or some, runs in the page ahead of its scripts,
    // with `argument`; a page in `context` shares what that one keeps.
    stage.open = async (query, { context, before, argument, ...options } = {}) => {
        const page = await (context ?? await stage.context(options)).newPage();
        for (const script of [isSeen ? [] : unseen, before ?? []].flat()) await page.addInitScript(script, argument);
        // Without a seed each run would be another one.
        const seed = query.includes("seed=") ? "" : (query.includes("?") ? "&" : "?") + "seed=0";
        return Game.open(page, stage.server.url + query + seed);
    };
    // Opens the page and begins the game with a key that means nothing in it.
    stage.begin = async (query, options) => {
        const game = await stage.open(query, options);
        await game.untilState("waiting");
        await game.key("x");
        await game.untilState("playing");
        return game;
    };
    return stage;
}

// For a page that a test lets sleep: runs ahead of its scripts. The frames that it requests
// between `sleep()` and `wake()` run when it wakes up.
export function canSleep() {
    const request = window.requestAnimationFrame.bind(window);
    let held = null;
    window.requestAnimationFrame = callback => request(now => held ? held.push(callback) : callback(now));
    window.sleep = () => { held = []; };
    window.wake = () => {
        const callbacks = held;
        held = null;
        callbacks.forEach(callback => callback(performance.now()));
    };
}

// Runs ahead of the page's scripts: time passes four times as fast in it, so that a frame has four ticks.
export function hurry() {
    const now = performance.now.bind(performance);
    performance.now = () => now() * 4;
}

// Runs ahead of the page's scripts: WebGL draws nothing. In software that takes most of a frame.
export function unseen() {
    const { getExtension } = WebGLRenderingContext.prototype;
    WebGLRenderingContext.prototype.getExtension = function (name) {
        const extension = getExtension.call(this, name);
        // miniquad draws with this alone.
        if (name === "ANGLE_instanced_arrays") extension.drawElementsInstancedANGLE = () => {};
        return extension;
    };
}

// Runs ahead of the page's scripts: keeps the textures that are alive in `textures`.
export function countTextures() {
    window.textures = new Set();
    const { createTexture, deleteTexture } = WebGLRenderingContext.prototype;
    WebGLRenderingContext.prototype.createTexture = function () {
        const texture = createTexture.call(this);
        textures.add(texture);
        return texture;
    };
    WebGLRenderingContext.prototype.deleteTexture = function (texture) {
        textures.delete(texture);
        deleteTexture.call(this, texture);
    };
}

// Runs ahead of the page's scripts: time passes only while a test waits for the game, a sixtieth of a second in each
// frame. So a machine that is slow to answer a test never holds a key for longer, or ends a screen sooner, than the test
// means.
export function steady() {
    const request = window.requestAnimationFrame.bind(window);
    let [passed, left] = [0, Infinity];
    const count = () => {
        if (left > 0) [passed, left] = [passed + 1, left - 1];
        request(count);
    };
    request(count);
    performance.now = () => passed * 1000 / 60;
    // Lets this many more frames pass, and then none.
    window.letPass = frames => { left = frames; };
}

// A page with the game.
export class Game {
    constructor(page) {
        this.page = page;
        // Errors in the console, and uncaught errors.
        this.problems = [];
        page.on("console", message => {
            if (message.type() === "error") this.problems.push(message.text());
        });
        // The addresses that it asked a server for.
        this.requests = [];
        page.on("request", request => {
            if (request.url().startsWith("http")) this.requests.push(request.url());
        });
        page.on("pageerror", error => this.problems.push(`uncaught: ${error.message}`));
    }

    static async open(page, url) {
        const game = new Game(page);
        await page.goto(url, { waitUntil: "commit" });
        return game;
    }

    // What the page says of itself: its state, its trace, its report, ...
    read(name) {
        return this.page.evaluate(name => window.page[name], name);
    }

    // What the curtain says; "" where the game is seen.
    curtain() {
        return this.page.evaluate(() => {
            const curtain = document.getElementById("curtain");
            return !curtain || curtain.hidden ? "" : curtain.textContent;
        });
    }

    // Waits until the function answers yes in the page. It is asked by a timer, because a page that
    // has stopped, or is hidden, draws no frames. From then on the time of a steady page stands still.
    async until(what, isSo, argument, timeout = PATIENCE) {
        const ask = new Function("argument", `
            const isSo = (${isSo})(argument);
            window.letPass?.(isSo ? 0 : Infinity);
            return isSo;
        `);
        try {
            await this.page.waitForFunction(ask, argument, { polling: 20, timeout });
        } catch (error) {
            const { state, trace } = await this.page.evaluate(() => window.page ?? { trace: [] });
            throw new Error([`waited in vain until ${what}: ${error.message}`, `the page is ${state}; it says:`,
                await this.curtain(), ...trace.slice(-12), ...this.problems].join("\n  "));
        }
    }

    // Waits for a state of the page: "waiting", "playing", "stopped", ...
    untilState(state) {
        return this.until(`the page is ${state}`, state => window.page?.state === state, state);
    }

    // Waits until input restarts a game that has ended.
    untilRestartable() {
        return this.until("input restarts the game", () => document.querySelector("#curtain.waits"));
    }

    // Waits until the script is over, which may be a long one.
    untilOver(minutes = 10) {
        return this.until("the script is over", () => window.page?.state === "over", null, minutes * MINUTE);
    }

    // Waits until these screens are on the stack, nothing moves and nothing loads: from now on the
    // topmost one takes input.
    untilOn(...stack) {
        return this.until(`the stack is ${stack.join(" ")}`, stack => {
            const last = {};
            for (let i = (window.page?.trace.length ?? 0) - 1; i >= 0; i--) {
                const line = JSON.parse(window.page.trace[i]);
                last[line.kind] ??= line;
                if (last.stack && last.transition) break;
            }
            return last.stack?.stack.join(" ") === stack && (last.transition?.step ?? "done") === "done";
        }, stack.join(" "));
    }

    // Waits for this many more frames. In a steady page each of them has a tick.
    frames(count) {
        return this.page.evaluate(async count => {
            window.letPass?.(count);
            for (let i = 0; i < count; i += 1) await new Promise(requestAnimationFrame);
        }, count);
    }

    // Presses a key, and lets it up at once and for at least a frame: on a slow machine a menu would take one that is
    // down for a while as one that repeats.
    async key(name) {
        await Promise.all([this.page.keyboard.down(name), this.page.keyboard.up(name)]);
        // A key that reloads the page leaves no frames to wait for.
        await this.frames(2).catch(() => {});
    }

    // Clicks with the mouse. The button is down for two frames, which even a page that is not steady sees.
    async click([x, y], button = "left") {
        const { mouse } = this.page;
        await mouse.move(x, y);
        await mouse.down({ button });
        await this.frames(2);
        await mouse.up({ button });
        await this.frames(2);
    }

    // A finger as the browser sees it: "touchStart", "touchMove", "touchEnd".
    async touch(type, points) {
        this.cdp ??= await this.page.context().newCDPSession(this.page);
        await this.cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    }
}
