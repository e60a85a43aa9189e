import { model } from '../paths/explore.ts';
import { chartOf } from '../../../src/machines/inspector/chart.ts';
import type { Fact } from '../../../src/machines/inspector/fact.ts';
import type { InspectionLog } from '../../../src/machines/inspector/log.ts';
import { portalMachine } from '../../../src/machines/session/portal/portal.machine.ts';
import { shellMachine } from '../../../src/machines/session/shell.machine.ts';
import { viewerMachine } from '../../../src/machines/inspector/viewer.machine.ts';
import { broke } from '../shared/outcomes.ts';

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
        charts: { portal: chartOf(portalMachine), shell: chartOf(shellMachine) },
        examples: { shell: { 'panel.chosen': { type: 'panel.chosen', panel: 'order' } } },
        preferences: { language: 'en', theme: 'system', footprints: 'auto', hasToolKeys: true },
      },
    },
    events: [
      {
        type: 'facts.came',
        facts: [running('q/1', 'shell', 'q'), running('p/1', 'shell'), running('p/2', null)],
      },
      { type: 'facts.came', facts: [{ kind: 'gone', at: 1, page: 'p' }] },
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
      { type: 'xstate.done.actor.layOut', output: layout },
      broke('layOut'),
      { type: 'xstate.done.actor.copyMachine' },
      broke('copyMachine'),
      broke('preferences'),
      broke('watchPortals'),
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

export const viewerModels = [viewer];
