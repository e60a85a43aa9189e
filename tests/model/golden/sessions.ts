import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { sessionText, type SessionPath } from '../../../src/machines/inspector/sessionFile.ts';
import type { PathFile } from '../paths/pathFile.ts';

const FOLDER = 'tests/model/golden/sessions';

/** The accepted sessions, which `npm test` replays. */
export const acceptedSessions = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => name.endsWith('.json'))
        .map((name) => `${FOLDER}/${name}`)
    : [];

/** A session, or a part of it, as a file again. */
export const sessionFileText = ({ session, paths }: PathFile): string =>
  `${sessionText(session!, paths as unknown as SessionPath[])}\n`;

/** Puts a session among the accepted ones. @returns its file. @throws Error if its name is no file name */
export function acceptSession(name: string, file: PathFile): string {
  if (!/^[\w-]+$/.test(name))
    throw new Error(`--accept takes a name of letters, digits and -, not '${name}'`);
  mkdirSync(FOLDER, { recursive: true });
  const written = `${FOLDER}/${name}.json`;
  writeFileSync(written, sessionFileText(file));
  return written;
}
