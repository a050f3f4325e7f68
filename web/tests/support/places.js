// The paths of what is tested. Environment variables override them; an error about a missing one names the
// command that makes it.
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

export const project = resolve(import.meta.dirname, "../../..");

// The name of the demo's package.
export const [, name] = readFileSync(join(project, "demo/Cargo.toml"), "utf8").match(/^name = "(.*)"/m);

function place(variable, usual, made) {
    const path = resolve(process.env[variable] ?? join(project, usual));
    if (!existsSync(path)) throw new Error(`there is no ${path}; ${made} makes it`);
    return path;
}

// The page of the demo.
export const site = () => place("SITE", "target/web/site", "`cargo web`");
// A page with nothing in it but macroquad.
export const emptyPage = () =>
    place("EMPTY_PAGE", "target/web/examples/empty_page", "`cargo web --example empty_page`");
// The page of the smallest game.
export const minimal = () =>
    place("MINIMAL", "target/web/examples/minimal", "`cargo web --example minimal`");
// The same with what developers use: a script, a trace.
export const traced = () =>
    place("TRACED", "target/web/examples/traced", "`cargo web --features dev --example minimal target/web/examples/traced`");
// The page of the example that plays all kinds of sounds.
export const soundCheck = () =>
    place("SOUND_CHECK", "target/web/examples/sound_check", "`cargo web --example sound_check`");
// The same program for the desktop.
export const program = () => place("PROGRAM", `target/release/${name}`, "`cargo build --release`");
// A recorded run of the desktop, and its trace.
export const replay = () => place(
    "REPLAY", "target/replay", "`cargo test --test instrument replays`");
// The recorded hours, and their trace.
export const hours = () => place("HOURS", "target/hours", "`.ci/hours headless`");
// The screenshots of the tour in a window of the desktop.
export const desktopShots = () => resolve(process.env.DESKTOP_SHOTS ?? join(project, "target/window/shots"));

// A browser: one that is named, or the first that is installed.
function browser(variable, names) {
    if (process.env[variable]) return process.env[variable];
    const isProgram = path => {
        try {
            accessSync(path, constants.X_OK);
            return true;
        } catch {
            return false;
        }
    };
    const folders = (process.env.PATH ?? "").split(delimiter);
    const found = names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram);
    if (!found) throw new Error(`no browser found; install ${names.join(" or ")}, or set ${variable}`);
    return found;
}

export const chromium = () => browser("CHROMIUM", ["chromium", "google-chrome-stable", "google-chrome"]);
export const firefox = () => browser("FIREFOX", ["firefox-esr", "firefox"]);
