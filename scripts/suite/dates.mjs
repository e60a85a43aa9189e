// `npm run test:dates`: all tests again on other days of the machine, and in other time zones, to prove that they depend on
// neither. Debian's `faketime` sets the clock of Node, the browser and PostgreSQL from outside. `-- DATE…` runs some only.
import { existsSync, readdirSync } from 'node:fs';
import { ensureClient, ensureServer } from '../bundle/builds.mjs';
import { printResult, runProgram } from '../checks.mjs';
import { checkNode, ensurePackages, root } from '../packages.mjs';
import { findBrowser } from './browser.mjs';
import { keepInMemory } from './memory.mjs';

const ZONES = ['America/St_Johns', 'Pacific/Auckland'];
/** The loader puts the machine's library folder in the place of $LIB. */
const LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1';

/** The next such instant, UTC. */
function nextOf(month, day, time) {
  const now = new Date();
  const instant = new Date(`${now.getUTCFullYear()}-${month}-${day}T${time}Z`);
  if (instant < now) instant.setUTCFullYear(instant.getUTCFullYear() + 1);
  return instant.toISOString();
}

/** Today, ends of months, a leap day, an hour in which summer time ends somewhere, and a midnight between two years. */
const datesOfNight = () => [
  new Date().toISOString(),
  nextOf('02', '28', '12:00:00'),
  '2028-02-29T12:00:00.000Z',
  nextOf('03', '31', '12:00:00'),
  nextOf('10', '26', '00:30:00'),
  nextOf('12', '31', '23:58:00'),
];

checkNode();
process.chdir(root);
await ensurePackages({ development: true });
if (!readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/faketime/libfaketime.so.1`))) {
  console.error('npm run test:dates needs faketime (Debian: apt-get install faketime)');
  process.exit(1);
}
await ensureClient();
await ensureServer();
keepInMemory();
const browser = findBrowser();
const given = process.argv.slice(2);
const ok = (given.length > 0 ? given : datesOfNight()).flatMap((date, index) => {
  const zone = ZONES[index % ZONES.length];
  // the same distance for every process of a run, however late it starts, and for the monotonic clock too: without it the
  // browser's waits end at once
  const passes = (name, program, options, more = {}) => {
    const seconds = Math.round((Date.parse(date) - Date.now()) / 1000);
    const env = { LD_PRELOAD: LIBRARY, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`, TZ: zone };
    return printResult(
      `${name} on ${date} in ${zone}`,
      runProgram(`node_modules/.bin/${program}`, options, { ...env, ...more }),
    );
  };
  return [
    passes('unit, model and server tests', 'vitest', ['run', '--reporter=dot']),
    browser !== null && passes('browser tests', 'playwright', ['test', '--fail-on-flaky-tests'], browser),
  ];
});
process.exitCode = ok.includes(false) ? 1 : 0;
