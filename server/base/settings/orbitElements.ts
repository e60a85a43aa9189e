import { readFileSync } from 'node:fs';
import type { Satellite } from '../../../contract/settings.ts';
import { SettingError } from './settingReaders.ts';

/** Two-line elements by the satellite's name or code, in upper case. */
export type OrbitElements = ReadonlyMap<string, { line1: string; line2: string }>;

/** Line checksum: the sum of the other digits (a minus sign counts as 1), modulo 10. */
function isElementLine(line: string, number: 1 | 2): boolean {
  if (!new RegExp(`^${number} .{66}\\d$`).test(line)) return false;
  let sum = 0;
  for (const mark of line.slice(0, 68)) sum += mark === '-' ? 1 : /\d/.test(mark) ? Number(mark) : 0;
  return sum % 10 === Number(line[68]);
}

/**
 * Reads the elements of real satellites in the catalogues' three-line format: the satellite's name or code as
 * in the settings, then the two element lines.
 * @throws SettingError naming the first invalid line
 */
export function elementsIn(text: string): OrbitElements {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const elements = new Map<string, { line1: string; line2: string }>();
  for (let at = 0; at < lines.length; at += 3) {
    const [name = '', line1 = '', line2 = ''] = lines.slice(at, at + 3);
    if (!isElementLine(line1, 1) || !isElementLine(line2, 2))
      throw new SettingError(
        `must name a file of two-line elements; those of "${name.trim()}" are not valid`,
      );
    elements.set(name.replace(/^0 /, '').trim().toUpperCase(), { line1, line2 });
  }
  return elements;
}

/** The setting: a file name or ''. @throws SettingError if the file is unreadable or has the wrong format */
export function elementsFile(name: string): OrbitElements {
  if (name === '') return new Map();
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch {
    throw new SettingError('must name a file that can be read');
  }
  return elementsIn(text);
}

/** The satellites, with the operator's elements replacing the simulated ones. */
export function withElements(satellites: readonly Satellite[], elements: OrbitElements): Satellite[] {
  return satellites.map((satellite) => {
    const tle = elements.get(satellite.name.toUpperCase()) ?? elements.get(satellite.code.toUpperCase());
    return tle === undefined ? satellite : { ...satellite, tle, simulated: false };
  });
}
