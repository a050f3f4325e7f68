// The first level, three minutes of play until it is won: in a browser every unit makes the same decisions as
// without a window, in the same tick.
import assert from "node:assert/strict";
import { test } from "node:test";

import { hurry, newStage } from "./support/browser.js";
import { figure } from "./support/figures.js";
import { headless } from "./support/headless.js";
import { parsed, withoutLoading } from "./support/trace.js";

const stage = newStage({ isSeen: false });

test("a session that wins the first level leaves the same trace as without a window", async t => {
    const query = "?script=scripts/win.txt&phase=main_menu&trace=1&trace_machines=1";
    const game = await stage.open(query, { before: hurry });
    await game.untilOver(10);
    const trace = await game.read("trace");
    const win = ["--script", "assets/scripts/win.txt", "--phase", "main_menu", "--trace-machines"];
    assert.deepEqual(withoutLoading(trace), withoutLoading(headless(...win)));
    const lines = parsed(trace);
    const changes = lines.filter(line => line.kind === "machine");
    figure(t, `${lines.length} lines of the trace are equal, ${changes.length} of them changes of machines`);
    assert.ok(changes.length > 500, "too few changes of machines");
    assert.ok(lines.some(line => line.kind === "stack" && line.stack.includes("won")), "the level was not won");
    assert.deepEqual(game.problems, []);
});
