import { runOperator } from './operator.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
});
// exit even if a library left something open
setTimeout(() => process.exit(), 1_000).unref();
