// `npm run check`: formatter, linter with the import walls, type checker. Exits with 1 when one of them objects.
import { runChecks } from './checks.mjs';

process.exitCode = runChecks().every(Boolean) ? 0 : 1;
