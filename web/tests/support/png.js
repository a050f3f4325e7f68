// PNG files of all forms.
import { crc32, deflateSync } from "node:zlib";

// A number of 32 bits that looks random.
export function random(state) {
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state >>> 0;
    };
}

// The columns, the rows and their steps of the passes of a PNG file.
const WHOLE = [[0, 0, 1, 1]];
const INTERLACED = [
    [0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2],
];

// A PNG file of a form, with random pixels and filters.
export function png({ width, height, type, depth, isInterlaced, hasTransparency }, next) {
    const chunk = (name, data) => {
        const bytes = Buffer.alloc(12 + data.length);
        bytes.writeUInt32BE(data.length);
        bytes.write(name, 4);
        bytes.set(data, 8);
        bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), 8 + data.length);
        return bytes;
    };
    const noise = length => Buffer.from(Array.from({ length }, () => next() >>> 8 & 255));
    const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type];
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([depth, type, 0, 0, Number(isInterlaced)], 8);
    const rows = (isInterlaced ? INTERLACED : WHOLE).flatMap(([x, y, right, down]) => {
        const columns = Math.ceil((width - x) / right);
        const length = columns > 0 ? Math.max(0, Math.ceil((height - y) / down)) : 0;
        return Array.from({ length }, () => [Buffer.of(next() % 5), noise(Math.ceil(columns * samples * depth / 8))]);
    });
    const data = deflateSync(Buffer.concat(rows.flat()));
    const cut = next() % data.length;
    // Of a colour that is transparent, only the bits that a sample has.
    const transparency = type === 3 ? noise(2 ** depth - 1)
        : Buffer.from(Array.from({ length: samples }, () => [0, next() & 2 ** depth - 1 & 255]).flat());
    return Buffer.concat([
        Buffer.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", header),
        ...type === 3 ? [chunk("PLTE", noise(3 * 2 ** depth))] : [],
        ...hasTransparency ? [chunk("tRNS", transparency)] : [],
        chunk("IDAT", data.subarray(0, cut)), chunk("IDAT", data.subarray(cut)), chunk("IEND", Buffer.of()),
    ]);
}

// The depths of each type of colour.
const DEPTHS = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
export const FORMS = Object.entries(DEPTHS).flatMap(([type, depths]) => depths.flatMap(depth =>
    [false, true].flatMap(isInterlaced => (type < 4 ? [false, true] : [false]).flatMap(hasTransparency =>
        [[37, 23], [3, 5], [1, 1]].map(([width, height]) =>
            ({ width, height, type: Number(type), depth, isInterlaced, hasTransparency }))))));
