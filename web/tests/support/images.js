// Screenshots of a run, and their differences.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";

import * as places from "./places.js";

// An image from a data URL.
export const ofPage = url => ofBytes(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));

export const ofBytes = bytes => PNG.sync.read(bytes);

export const ofFile = path => ofBytes(readFileSync(path));

// The part of the pixels in which a channel differs by more than `allowed`, of 255. Those within
// the rectangle `leftOut` are ignored.
export function difference(one, other, allowed, leftOut = { x: 0, y: 0, width: 0, height: 0 }) {
    if (one.width !== other.width || one.height !== other.height) return 1;
    const isLeftOut = (x, y) => x >= leftOut.x && x < leftOut.x + leftOut.width
        && y >= leftOut.y && y < leftOut.y + leftOut.height;
    let different = 0;
    for (let y = 0; y < one.height; y += 1) {
        for (let x = 0; x < one.width; x += 1) {
            const at = (y * one.width + x) * 4;
            const apart = channel => Math.abs(one.data[at + channel] - other.data[at + channel]);
            if (Math.max(apart(0), apart(1), apart(2)) > allowed && !isLeftOut(x, y)) different += 1;
        }
    }
    return different / (one.width * one.height);
}

// The screenshots of the tour in a window of the desktop, by name. They are taken here if there are none of
// this program.
export function ofDesktop(names) {
    const from = folder => Object.fromEntries(names.map(name => [name, ofFile(join(folder, `${name}.png`))]));
    const [kept, program] = [places.desktopShots(), places.program()];
    const last = join(kept, `${names.at(-1)}.png`);
    if (existsSync(last) && statSync(last).mtimeMs >= statSync(program).mtimeMs) return from(kept);
    const folder = mkdtempSync(join(tmpdir(), "proscenium-desktop-"));
    try {
        const play = [program, "--script", "assets/scripts/tour.txt", "--screenshots", folder];
        execFileSync(".ci/display", play, {
            cwd: places.project,
            stdio: ["ignore", "ignore", "pipe"],
            // A player's own settings must not count.
            env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_STATE_HOME: folder },
        });
        return from(folder);
    } catch (error) {
        throw new Error(`there are no screenshots of this program in ${kept}, and none can be taken here; `
            + `.ci/window makes them (${error.message})`);
    } finally {
        rmSync(folder, { recursive: true });
    }
}
