import { describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback, setup, type AnyActorRef } from 'xstate';
import { drawnPair } from '../../../src/geo/area/areaDrawing.ts';
import { aoiKind, aoiMachine, aoiName, shownAoi } from '../../../src/machines/aoi/aoi.machine.ts';
import { chosenArea } from '../../../src/machines/aoi/aoi.rules.ts';
import {
  askedFile,
  isUploadOpen,
  needsConsent,
  type ReaderEvent,
  reviewedReading,
  shownNotes,
  uploadMachine,
  uploadRefusal,
} from '../../../src/machines/aoi/upload.machine.ts';
import * as sample from '../../model/shared/samples.ts';
import type { Change } from '../../../src/geo/check/areaChange.ts';
import type { AreaQuestion, FileReading } from '../../../src/geo/check/areaReview.ts';

const plain: FileReading = { aoi: sample.smallAoi, notes: [{ kind: 'wgs84Assumed' }], review: null };

const repaired: FileReading = {
  ...plain,
  review: {
    isProposal: false,
    changes: [{ kind: 'ringsParted', count: 1 }],
    areaBefore: sample.smallAoi.areaKm2,
    areaAfter: sample.smallAoi.areaKm2,
    verticesBefore: 4,
    ...drawnPair(sample.smallArea, sample.smallArea),
  },
};

/** The upload machine and the AOI machine, under a parent that forwards events as the portal does. */
function portalWith(events: readonly ReaderEvent[]) {
  const stopped = vi.fn();
  const read = fromCallback<{ type: 'ignored' }, { file: { name: string } }>(({ sendBack }) => {
    for (const event of events) sendBack(event);
    return stopped;
  });
  const parent = setup({
    actors: { upload: uploadMachine.provide({ actors: { readFile: read as never } }), aoi: aoiMachine },
  }).createMachine({
    invoke: [
      { id: 'upload', src: 'upload' },
      { id: 'aoi', src: 'aoi' },
    ],
    on: { 'area.read': { actions: ({ event, self }) => child(self, 'aoi').send(event) } },
  });
  const actor = createActor(parent).start();
  const { upload, aoi } = actor.getSnapshot().children;
  if (upload === undefined || aoi === undefined) throw new Error('no children');
  return { upload, aoi, stopped };
}
const child = (self: AnyActorRef, name: string): AnyActorRef => self.getSnapshot().children[name];
const harbour = { name: 'harbour.kml', size: 3 };

describe('§2 Upload dialog', () => {
  test('a file that is dropped on the map opens the dialog, and its area becomes the AOI, named after the file', () => {
    const { upload, aoi } = portalWith([{ type: 'file.read', reading: plain }]);
    upload.send({ type: 'files.given', files: [harbour] });
    expect(isUploadOpen(upload.getSnapshot())).toBe(false);
    expect(shownAoi(aoi.getSnapshot())).toBe(sample.smallAoi);
    expect([aoiKind(aoi.getSnapshot()), aoiName(aoi.getSnapshot())]).toEqual(['file', 'harbour.kml']);
  });

  test('what only needs winding, closing or the cut at 180° is used at once, with a quiet note', () => {
    const changes = [
      { kind: 'ringsClosed', count: 1 },
      { kind: 'ringsTurned', count: 2 },
      { kind: 'partsCutAt180', count: 1 },
    ] as const;
    const turned: FileReading = { ...repaired, review: { ...repaired.review!, changes } };
    const { upload, aoi } = portalWith([{ type: 'file.read', reading: turned }]);
    upload.send({ type: 'files.given', files: [harbour] });
    expect(isUploadOpen(upload.getSnapshot())).toBe(false);
    expect(shownAoi(aoi.getSnapshot())).toBe(sample.smallAoi);
    expect(shownNotes(turned).map(({ key }) => key)).toEqual([
      'check.ringsClosed',
      'check.ringsTurned',
      'check.partsCutAt180',
    ]);
  });

  test('consent is for what changes the ground', () => {
    const withChange = (change: Change): FileReading => ({
      ...repaired,
      review: { ...repaired.review!, changes: [{ kind: 'ringsTurned', count: 1 }, change] },
    });
    for (const kind of ['ringsParted', 'partsMerged', 'sliversDropped'] as const)
      expect(needsConsent(withChange({ kind, count: 1 })), kind).toBe(true);
    expect(needsConsent(withChange({ kind: 'axesSwapped' }))).toBe(true);
    expect(needsConsent(withChange({ kind: 'simplified', from: 20_000, to: 9_000 }))).toBe(true);
    expect(needsConsent(withChange({ kind: 'duplicatesRemoved', count: 1 }))).toBe(false);
    // a closing edge that may cut off ground
    const { review, ...rest } = withChange({ kind: 'ringsClosed', count: 1 });
    expect(needsConsent({ ...rest, review })).toBe(false);
    expect(needsConsent({ ...rest, review: { ...review!, isProposal: true } })).toBe(true);
  });

  test('several files are refused with a message; none is read', () => {
    const { upload, stopped } = portalWith([]);
    upload.send({ type: 'files.given', files: [harbour, harbour] });
    expect(uploadRefusal(upload.getSnapshot())?.message).toEqual({
      key: 'upload.oneFile',
      params: { count: 2 },
    });
    expect(stopped).not.toHaveBeenCalled();
  });

  test('cancel ends the reading and leaves the dialog ready for another file', () => {
    const { upload, aoi, stopped } = portalWith([{ type: 'reading.progressed', share: 0.4 }]);
    upload.send({ type: 'files.given', files: [harbour] });
    upload.send({ type: 'reading.cancelled' });
    expect(stopped).toHaveBeenCalledOnce();
    expect(upload.getSnapshot().matches({ open: 'choosing' })).toBe(true);
    expect(shownAoi(aoi.getSnapshot())).toBeNull();
  });

  test('a refused file doesn’t change the AOI', () => {
    const refused: ReaderEvent = {
      type: 'file.refused',
      refusal: { message: { key: 'errors.file.noArea' }, drawing: null },
    };
    const { upload, aoi } = portalWith([refused]);
    aoi.send({ type: 'aoi.drawn', geometry: sample.largeArea });
    upload.send({ type: 'files.given', files: [harbour] });
    expect(uploadRefusal(upload.getSnapshot())?.message.key).toBe('errors.file.noArea');
    expect(shownAoi(aoi.getSnapshot())?.areaKm2).toBe(sample.largeAoi.areaKm2);
  });

  test('no repaired area is used before the user agrees; undo restores the old AOI', () => {
    const { upload, aoi } = portalWith([{ type: 'file.read', reading: repaired }]);
    aoi.send({ type: 'aoi.drawn', geometry: sample.largeArea });
    upload.send({ type: 'files.given', files: [harbour] });
    expect(reviewedReading(upload.getSnapshot())).toBe(repaired);
    expect(shownAoi(aoi.getSnapshot())?.areaKm2).toBe(sample.largeAoi.areaKm2);
    upload.send({ type: 'repair.accepted' });
    expect(shownAoi(aoi.getSnapshot())).toBe(repaired.aoi);
    aoi.send({ type: 'aoi.undone' });
    expect(shownAoi(aoi.getSnapshot())?.areaKm2).toBe(sample.largeAoi.areaKm2);
    expect(aoiKind(aoi.getSnapshot())).toBe('rectangle');
  });

  test('no area is used that the user did not choose; then undo restores the old AOI', () => {
    const drawing = { pole: 'north', fill: '', line: '', parallels: [] } as const;
    const question: AreaQuestion = {
      choices: [
        { kind: 'north', aoi: sample.smallAoi, changes: [], areaBefore: 1, drawing },
        { kind: 'written', aoi: sample.largeAoi, changes: [], areaBefore: 1, drawing },
      ],
    };
    const { upload, aoi } = portalWith([{ type: 'file.unclear', question, notes: [] }]);
    aoi.send({ type: 'aoi.drawn', geometry: sample.cornerArea });
    upload.send({ type: 'files.given', files: [harbour] });
    expect(askedFile(upload.getSnapshot())?.chosen).toBeNull();
    upload.send({ type: 'choice.accepted' });
    expect(isUploadOpen(upload.getSnapshot())).toBe(true);
    expect(shownAoi(aoi.getSnapshot())).toEqual(sample.cornerAoi);
    upload.send({ type: 'choice.made', index: 0 });
    upload.send({ type: 'choice.made', index: 1 });
    expect(chosenArea(askedFile(upload.getSnapshot()))?.kind).toBe('written');
    upload.send({ type: 'choice.accepted' });
    expect(isUploadOpen(upload.getSnapshot())).toBe(false);
    expect(shownAoi(aoi.getSnapshot())).toBe(sample.largeAoi);
    aoi.send({ type: 'aoi.undone' });
    expect(shownAoi(aoi.getSnapshot())).toEqual(sample.cornerAoi);
  });

  test('notes are shown, unless the review showed them', () => {
    const notes = [{ kind: 'wgs84Assumed' }, { kind: 'reprojected', name: 'GDA94' }] as const;
    expect(shownNotes({ ...plain, notes })).toEqual([
      { key: 'upload.note.reprojected', params: { name: 'GDA94' } },
    ]);
    expect(shownNotes({ ...plain, notes, review: repaired.review })).toEqual([]);
  });
});
