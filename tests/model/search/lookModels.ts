import type { SnapshotFrom } from 'xstate';
import { flippedScene, isLookingSideBySide, lookMachine } from '../../../src/machines/search/look.machine.ts';
import { model, type Model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

const pictured = (id: string, acquisitionDate: string) => {
  const one = sample.scene(id, 'one');
  return { ...one, properties: { ...one.properties, acquisitionDate, quicklookUrl: `/quicklook?id=${id}` } };
};
const [a, b, c] = [
  pictured('A', '2026-11-14T03:00:00Z'),
  pictured('B', '2026-11-05T03:00:00Z'),
  pictured('C', '2026-10-16T03:00:00Z'),
];
type Look = SnapshotFrom<typeof lookMachine>;

const look = model<Look['context']>(
  {
    name: 'look',
    machine: lookMachine,
    variants: { 'nothing looked at': undefined },
    queries: {
      isSideBySide: isLookingSideBySide,
      flipped: (snapshot: Look) => flippedScene(snapshot)?.id ?? null,
    },
    events: [
      { type: 'sceneComparison.requested', scenes: [a, b, c], aoi: sample.smallAoi },
      { type: 'sceneComparison.requested', scenes: [b, c], aoi: sample.smallAoi },
      { type: 'sceneFlip.requested', scenes: [a, b, c], scene: a, aoi: sample.smallAoi },
      { type: 'panes.dragged', by: [0.25, -0.5] },
      { type: 'panes.zoomed', factor: 0.5, at: [0.1, 0.2] },
      { type: 'panes.zoomed', factor: 1000, at: [0, 0] },
      { type: 'panes.fitted' },
      { type: 'pane.closed', id: 'A' },
      { type: 'scene.stepped', by: 1 },
      { type: 'scene.stepped', by: -1 },
      { type: 'results.shown', condition: null },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: 'search' },
      { type: 'panel.shown', panel: null },
      { type: 'look.closed' },
    ],
  },
  ({ scenes, at }) => [scenes.length, at],
);

/** Quicklooks side by side, and one after another on the map. */
export const lookModels: readonly Model[] = [look];
