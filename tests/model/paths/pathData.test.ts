import { expect, test } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import { readEvent, writtenEvent } from './pathData.ts';

test('an event is read from a file as it was written: sets, numbers and errors too', () => {
  const event = {
    type: 'clear.known',
    pending: new Set([1, 2]),
    shares: Float64Array.of(1, Number.NaN),
    most: Infinity,
    error: new CallError('refused', 'The server says no.'),
  };
  const read = readEvent(JSON.parse(JSON.stringify(writtenEvent(event))));
  expect(read['pending']).toEqual(new Set([1, 2]));
  expect(read['most']).toBe(Infinity);
  expect(read['error']).toMatchObject({ kind: 'refused', serverMessage: 'The server says no.' });
});
