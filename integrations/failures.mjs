// A reporter for node's tests that writes each failed one as a line of JSON: {"file", "name"}; the name is missing if
// the file failed as a whole. scripts/lib.sh runs these once more.
export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type !== "test:fail" || data.nesting > 0) continue;
    const whole = data.file === undefined || data.name === data.file || data.file.endsWith(data.name);
    yield `${JSON.stringify({ file: data.file ?? data.name, ...(whole ? {} : { name: data.name }) })}\n`;
  }
}
