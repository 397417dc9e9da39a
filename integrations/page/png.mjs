// Pictures as small as a page needs them: a screenshot becomes a PNG with a palette.
// The colours that occur most often stay as they are; the rest become the nearest of them.

import { deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
});

/** The same picture with at most so many colours. Takes what Chromium writes: 8 bits a channel, not interlaced. */
export function withPalette(png, most = 16) {
    const { width, height, pixels } = read(png);
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const palette = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most).map(([pixel]) => pixel);
    const index = new Map([...counts.keys()].map((pixel) => [pixel, nearest(palette, pixel)]));
    const bits = palette.length > 16 ? 8 : palette.length > 4 ? 4 : palette.length > 2 ? 2 : 1;
    const stride = 1 + Math.ceil((width * bits) / 8);
    const rows = Buffer.alloc(stride * height);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const at = x * bits;
            rows[y * stride + 1 + (at >> 3)] |= index.get(pixels[y * width + x]) << (8 - bits - (at & 7));
        }
    }
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([bits, 3, 0, 0, 0], 8);
    const colours = Buffer.from(palette.flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 255, pixel & 255]));
    const data = deflateSync(rows, { level: 9, memLevel: 9 });
    return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", colours), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function nearest(palette, pixel) {
    const exact = palette.indexOf(pixel);
    if (exact >= 0) return exact;
    const far = (other) => [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 255) - ((pixel >> shift) & 255)) ** 2, 0);
    return palette.reduce((best, colour, at) => (far(colour) < far(palette[best]) ? at : best), 0);
}

function read(png) {
    const parts = [];
    let head;
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
        const name = png.toString("latin1", at + 4, at + 8);
        if (name === "IHDR") head = data;
        if (name === "IDAT") parts.push(data);
    }
    const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    const channels = { 2: 3, 6: 4 }[head[9]];
    if (head[8] !== 8 || !channels || head[12] !== 0) throw new Error(`a PNG of another kind: ${[...head.subarray(8)]}`);
    const raw = inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const pixels = new Uint32Array(width * height);
    let before = new Uint8Array(stride);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (stride + 1)];
        const line = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
        for (let x = 0; x < stride; x++) {
            const left = x < channels ? 0 : line[x - channels];
            if (filter === 1) line[x] += left;
            else if (filter === 2) line[x] += before[x];
            else if (filter === 3) line[x] += (left + before[x]) >> 1;
            else if (filter === 4) line[x] += paeth(left, before[x], x < channels ? 0 : before[x - channels]);
        }
        for (let x = 0; x < width; x++) {
            const at = x * channels;
            pixels[y * width + x] = (line[at] << 16) | (line[at + 1] << 8) | line[at + 2];
        }
        before = line;
    }
    return { width, height, pixels };
}

function paeth(left, up, corner) {
    const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    if (a <= b && a <= c) return left;
    return b <= c ? up : corner;
}

function chunk(name, data) {
    const all = Buffer.alloc(12 + data.length);
    all.writeUInt32BE(data.length, 0);
    all.write(name, 4, "latin1");
    data.copy(all, 8);
    let sum = 0xffffffff;
    for (const byte of all.subarray(4, 8 + data.length)) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
    all.writeUInt32BE((sum ^ 0xffffffff) >>> 0, 8 + data.length);
    return all;
}
