// Loaded before a server (`--import`): a body with "stallMs" holds the loop, as a mistake in the program would.
const { parse } = JSON;
JSON.parse = (text, ...more) => {
  const value = parse(text, ...more);
  const until = Date.now() + (value?.stallMs ?? 0);
  function holdTheLoop() {
    for (let count = 0; Date.now() < until; count++) Math.sqrt(count);
  }
  holdTheLoop();
  return value;
};
