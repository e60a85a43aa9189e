import { runOperator } from './operator.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
});
// what a library may have left open must not keep a command line waiting
setTimeout(() => process.exit(), 1_000).unref();
