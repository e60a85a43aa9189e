// `npm run check`: format, lint, imports, types, generated pages and tables. Exits with 1 if a check fails.
import { runChecks } from './checks.mjs';
import { checkNode, ensurePackages, root } from './packages.mjs';

checkNode();
process.chdir(root);
await ensurePackages({ development: true });
process.exitCode = (await runChecks()).every(Boolean) ? 0 : 1;
