"use strict";
// Recorded runs as links. A recording (crates/dev/src/recording.rs) is in the address after `#run=`, packed and in base64: its
// header, the lengths of its entries, a zero, and their bytes. Random bytes do not pack, so an entry has no checksum there (the
// packing has one), and a check no values, except for the last one; a replay compares its tick.

// Servers refuse an address of more than about 8,190 characters, and a chat or a shortener may have a link as a part of one.
const LONGEST_LINK = 8000;

const CHECK = 2, SUM = 4;

const isMore = byte => byte > 127;

// A length and the place after it.
function readLength(bytes, at) {
    let length = 0, scale = 1;
    for (; isMore(bytes[at]); at++, scale *= 128) length += (bytes[at] & 127) * scale;
    return [length + bytes[at] * scale, at + 1];
}

function lengthOf(body) {
    const bytes = [];
    let rest = body.length;
    for (; isMore(rest); rest = Math.floor(rest / 128)) bytes.push(rest & 127 | 128);
    return Uint8Array.of(...bytes, rest);
}

// The place of each byte: of the inputs, which are long, by columns, and then of the others. Each byte is packed as its
// difference to the one before, so that a mouse that moves evenly makes the same bytes again.
function* placesOf(bodies) {
    const isInput = body => body.length > 32;
    let rest = bodies.filter(isInput);
    for (let at = 0; rest.length > 0; rest = rest.filter(body => body.length > at)) {
        for (const body of rest) yield [body, at];
        at++;
    }
    for (const body of bodies) if (!isInput(body)) for (const at of body.keys()) yield [body, at];
}

const joined = async parts => new Uint8Array(await new Blob(parts).arrayBuffer());

const through = async (bytes, stream) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// The CRC-32 of an entry, low byte first.
function sumOf(body) {
    let sum = ~0;
    for (const byte of body) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
    }
    return Uint8Array.of(~sum, ~sum >> 8, ~sum >> 16, ~sum >> 24);
}

// The link of a recording; `null` if it is too long for one.
async function linkOf(recording) {
    // A link has a tenth of the bytes; a longer recording is not worth the time.
    if (recording.length > 100 * LONGEST_LINK) return null;
    let at = recording.indexOf(10) + 1;
    const header = recording.subarray(0, at), bodies = [];
    while (at < recording.length) {
        const [length, from] = readLength(recording, at);
        at = from + SUM + length;
        // Its last entry may be incomplete.
        if (at <= recording.length) bodies.push(recording.subarray(from + SUM, at));
    }
    // Before the kind of an entry are its ticks.
    const kindOf = body => body.findIndex(byte => !isMore(byte)) + 1;
    const isCheck = body => body[kindOf(body)] === CHECK;
    const last = bodies.findLastIndex(isCheck);
    const short = bodies.map((body, i) =>
        isCheck(body) && i !== last ? Uint8Array.of(...body.subarray(0, kindOf(body) + 1), 0) : body);
    const differences = [];
    let before = 0;
    for (const [body, at] of placesOf(short)) {
        differences.push(body[at] - before);
        before = body[at];
    }
    const plain = await joined([header, ...short.map(lengthOf), Uint8Array.of(0), Uint8Array.from(differences)]);
    const packed = await through(plain, new CompressionStream("deflate"));
    if (packed.length > LONGEST_LINK) return null;
    const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const link = location.origin + location.pathname + "#run=" + letters;
    return link.length > LONGEST_LINK ? null : link;
}

// The recording whose letters these are.
async function runOf(letters) {
    try {
        // A short text of another hand may have gigabytes in it.
        if (letters.length > LONGEST_LINK) throw new Error("it is too long");
        const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
        const plain = await through(bytesOf(packed), new DecompressionStream("deflate"));
        let at = plain.indexOf(10) + 1, room = plain.length, before = 0, length;
        const header = plain.subarray(0, at), bodies = [];
        while (([length, at] = readLength(plain, at))[0] !== 0) {
            // Past the end it is no number.
            if (!((room -= length) >= 0)) throw new Error("an entry is longer than the run");
            bodies.push(new Uint8Array(length));
        }
        for (const [body, place] of placesOf(bodies)) before = body[place] = plain[at++] + before & 255;
        return await joined([header, ...bodies.flatMap(body => [lengthOf(body), sumOf(body), body])]);
    } catch (error) {
        console.info("the link's run: " + error);
        throw new Error("the link is not whole: copy it again, to its last letter");
    }
}
