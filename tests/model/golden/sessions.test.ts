import { expect, test } from 'vitest';
import { readPathFile } from '../paths/pathFile.ts';
import { findingInWords, findingsOf } from '../paths/replay/session.ts';
import { acceptedSessions } from './sessions.ts';

test('accepted sessions: machines do what was seen, and no longer what was marked as wrong', async () => {
  const said: string[] = [];
  for (const file of acceptedSessions())
    for (const finding of await findingsOf(readPathFile(file)))
      said.push(`${file}: ${findingInWords(finding)}`);
  expect(said).toEqual([]);
});
