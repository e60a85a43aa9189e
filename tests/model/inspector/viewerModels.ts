import { model } from '../paths/explore.ts';
import { chartOf } from '../../../src/machines/inspector/chart.ts';
import type { Fact, InspectionLog } from '../../../src/machines/inspector/log.ts';
import { portalMachine } from '../../../src/machines/session/portal.machine.ts';
import { shellMachine } from '../../../src/machines/session/shell.machine.ts';
import { viewerMachine } from '../../../src/machines/inspector/viewer.machine.ts';
import { playerMachine } from '../../../src/machines/inspector/player.machine.ts';
import { after, broke } from '../shared/outcomes.ts';

const running = (key: string, machine: string | null, page = 'p'): Fact => ({
  kind: 'started',
  at: 0,
  actor: {
    key,
    page,
    id: key,
    parent: null,
    machine,
    snapshot: { status: 'active', value: 'open', tags: [], context: null },
  },
});
const layout = { width: 1, height: 1, boxes: [], lines: [] };

/** Invalid events. */
const REFUSED = [
  '{"type":',
  'null',
  '5',
  '"panel.toggled"',
  '{"panel":"order"}',
  '{"type":5}',
  '{"type":""}',
  '{"type":"xstate.stop"}',
];
interface Told {
  log: InspectionLog;
  machine: string;
  actor: string | null;
  isUntouched: boolean;
  layouts: object;
  pinned: { at: number; end: number } | null;
  filter: string | null;
  draft: { text: string; isRefused: boolean } | null;
}
/** Distinguishes refused texts only while nothing else has changed. */
function draftIn({ draft, layouts, pinned }: Told): Told['draft'] {
  const isAlone = pinned === null && Object.keys(layouts).length === 0;
  return draft !== null && !isAlone && REFUSED.includes(draft.text) ? { ...draft, text: REFUSED[0]! } : draft;
}

const viewer = model<Told>(
  {
    name: 'viewer',
    machine: viewerMachine,
    variants: {
      'two machines': {
        machines: {
          portal: { chart: chartOf(portalMachine), json: '{}' },
          shell: { chart: chartOf(shellMachine), json: '{}' },
        },
        examples: { shell: { 'panel.chosen': { type: 'panel.chosen', panel: 'order' } } },
        preferences: { language: 'en', theme: 'system', footprints: 'auto', hasToolKeys: true },
      },
    },
    events: [
      {
        type: 'facts.came',
        facts: [running('q/1', 'shell', 'q'), running('p/1', 'shell'), running('p/2', null)],
      },
      { type: 'messages.came', page: 'p', messages: [{ type: '@statelyai.disconnected' }] },
      { type: 'actor.chosen', key: 'p/1' },
      { type: 'actor.chosen', key: 'p/2' },
      { type: 'machine.chosen', machine: 'shell' },
      { type: 'machine.chosen', machine: 'unknown' },
      { type: 'layout.retried' },
      { type: 'log.pinned' },
      { type: 'log.resumed' },
      { type: 'log.cleared' },
      { type: 'log.filtered', key: 'p/1' },
      { type: 'entry.chosen', number: 1 },
      { type: 'fact.chosen', event: 'panel.toggled' },
      { type: 'fact.chosen', event: 'panel.chosen' },
      { type: 'draft.changed', text: '{"type":"panel.chosen"}' },
      ...REFUSED.map((text) => ({ type: 'draft.changed', text })),
      { type: 'draft.submitted' },
      { type: 'draft.closed' },
      { type: 'copy.requested' },
      { type: 'session.requested' },
      { type: 'xstate.done.actor.saveSession', output: 'groundtrack-session-20261120-080000.json' },
      broke('saveSession'),
      after('ANSWER_LIMIT', 'viewer.saving.saving'),
      { type: 'xstate.done.actor.layOut', output: layout },
      broke('layOut'),
      { type: 'xstate.done.actor.copyMachine' },
      broke('copyMachine'),
      broke('preferences'),
      broke('watchPortals'),
      broke('player'),
    ],
    meets: (context: Told, { type }) => (type === 'draft.submitted' ? draftIn(context) : null),
  },
  // earlier history has no effect; one entry behaves like many
  (context) => [
    Object.keys(context.log.now),
    context.machine,
    context.actor,
    Object.keys(context.layouts),
    context.pinned !== null,
    draftIn(context),
  ],
);

const moment = (changed: object = {}, more: object = {}) => ({
  value: 'open',
  tags: [],
  changed,
  notified: [],
  sent: [],
  called: [],
  did: [],
  ...more,
});
/** A path file of two paths, as `npm run paths` writes it. */
const pathFile = JSON.stringify({
  schema: 'groundtrack.path/1',
  machine: 'shell',
  paths: [
    {
      id: 'shell-0001',
      title: 'panel.chosen',
      variant: 'a guest',
      start: moment(),
      steps: [
        { says: 'a panel is chosen', event: { type: 'panel.chosen' }, expect: moment({ panel: 'order' }) },
        {
          says: 'the orders have come',
          event: { type: 'xstate.done.actor.load' },
          outcome: { actor: 'load', ending: 'done' },
          expect: moment(),
        },
      ],
    },
    { id: 'shell-0002', title: 'it starts', variant: 'a guest', start: moment(), steps: [] },
  ],
});

const player = model<{ file: object | null; path: number; moment: number; speed: number }>(
  {
    name: 'player',
    machine: playerMachine,
    variants: { 'no file yet': undefined },
    events: [
      { type: 'file.read', text: pathFile },
      { type: 'file.read', text: '{"schema":"groundtrack.path/1","machine":"shell","paths":[]}' },
      { type: 'file.read', text: '{' },
      { type: 'file.closed' },
      { type: 'path.chosen', path: 1 },
      { type: 'path.chosen', path: 2 },
      { type: 'speed.chosen', speed: 4 },
      { type: 'play.pressed' },
      { type: 'pause.pressed' },
      { type: 'step.pressed' },
      after('STEP', 'player.open.playing'),
    ],
  },
  ({ file, path, moment: at, speed }) => [file !== null, path, at, speed],
);

export const viewerModels = [viewer, player];
