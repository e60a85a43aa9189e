// `npm run --silent sbom > sbom.json`: everything that ships, as a CycloneDX software bill of materials.
import { execFileSync } from 'node:child_process';
import { root } from './packages.mjs';
import { shippedPackages } from './shipped.mjs';

const ARGUMENTS = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];

// npm's own --omit dev also leaves out what production and development share, so that it lists all and is filtered here
const bom = JSON.parse(
  execFileSync('npm', ARGUMENTS, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
);
const licences = new Map(
  shippedPackages().map(({ name, version, licence }) => [`${name}@${version}`, licence]),
);
const own = bom.metadata.component;
// npm names it after the folder
[own.name] = own['bom-ref'].split('@');
bom.components = bom.components
  .filter((component) => licences.has(component['bom-ref']))
  .map((component) => {
    // npm lists no licence that a package's files alone declare
    const declared = [{ license: { name: licences.get(component['bom-ref']) } }];
    return { ...component, licenses: component.licenses?.length ? component.licenses : declared };
  });
bom.dependencies = bom.dependencies
  .filter(({ ref }) => ref === own['bom-ref'] || licences.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => licences.has(other)) }));
console.log(JSON.stringify(bom, null, 2));
