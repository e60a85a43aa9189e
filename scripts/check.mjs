// `npm run check`: format, lint, imports, types, generated pages and tables. Exits with 1 if a check fails.
import { runChecks } from './checks.mjs';

process.exitCode = (await runChecks()).every(Boolean) ? 0 : 1;
