import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

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

/** Everything that ships: the production dependencies and theirs, on all platforms, by package-lock.json. */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([folder, { dev, license, version }]) => {
    if (folder === '' || dev) return [];
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, version, licence: license ?? KNOWN[name] ?? declaredBy(folder) }];
  });
}
