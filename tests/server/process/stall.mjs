// Loaded before a server (`--import`): a body with "stallMs" holds the loop, as a mistake in the program would, for so long of
// the processor's time: on a busy machine that is longer.
const { parse } = JSON;
const usedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
JSON.parse = (text, ...more) => {
  const value = parse(text, ...more);
  const { stallMs } = value ?? {};
  if (stallMs === undefined) return value;
  const until = usedMs() + stallMs;
  function holdTheLoop() {
    for (let count = 0; usedMs() < until; count++) Math.sqrt(count);
  }
  holdTheLoop();
  return value;
};
