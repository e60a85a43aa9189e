import {
  type AriaLabelConfig,
  Background,
  BaseEdge,
  ControlButton,
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useStore,
} from '@xyflow/react';
import { Check, Copy, CornerDownRight, Flag, LocateFixed } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { type Chart, type ChartTransition, labelOf } from '../../machines/inspector/chart.ts';
import {
  type Box,
  type ChartLayout,
  headNote,
  isFolded,
  type Line,
  rowText,
} from '../../machines/inspector/layout.ts';
import { type ChartViewport, innermost, openingView, viewOf } from '../../machines/inspector/view.ts';
import {
  canSend,
  chosenActor,
  chosenMachine,
  isCopied,
  isUncopied,
  isUndrawn,
  litStates,
  pinnedEntry,
  shownActor,
  shownChart,
  shownLayout,
} from '../../machines/inspector/viewer.machine.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Tag } from '../shared/kit/figures/Tag.tsx';
import { useOverflowFade } from '../shared/kit/actions/Segments.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { useViewer, useViewerValue } from './viewerActor.tsx';
import '@xyflow/react/dist/base.css';
import './viewer.css';

const NODE_TYPES = { state: StateBox };
const EDGE_TYPES = { transition: TransitionLine };
const WHOLE = { padding: 0.04, maxZoom: 1 };

function nodesOf(chart: Chart, { boxes }: ChartLayout): StateNode[] {
  return boxes.map((box) => ({
    id: box.id,
    type: 'state',
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    ...(box.parent === null ? {} : { parentId: box.parent }),
    data: { box, chart },
  }));
}

function edgesOf(chart: Chart, { lines }: ChartLayout): TransitionEdge[] {
  return lines.map((line) => ({
    id: line.id,
    type: 'transition',
    source: line.from,
    target: line.to,
    zIndex: 1000,
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--ink-3)', width: 16, height: 16 },
    data: { line, chart },
  }));
}

/**
 * A statechart: nested states and their transitions. Active states are highlighted and stay in view until the
 * user moves the chart.
 */
function ChartView(props: { chart: Chart; layout: ChartLayout }) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  );
}

function Drawn({ chart, layout }: { chart: Chart; layout: ChartLayout }) {
  const t = useT();
  const lit = useViewerValue(litStates);
  const width = useStore((flow) => flow.width);
  const height = useStore((flow) => flow.height);
  // the viewport set by the user, or the state brought into view; null follows the active states
  const [moved, setMoved] = useState<ChartViewport | string | null>(null);
  const brought = typeof moved === 'string' ? moved : null;
  const viewport = useMemo(() => {
    const frame = { width, height };
    if (typeof moved === 'string') return viewOf(layout, moved, frame);
    return moved ?? openingView(layout, lit, frame);
  }, [moved, layout, lit, width, height]);
  const on = useMemo(() => innermost(layout, lit), [layout, lit]);
  const nodes = useMemo(() => nodesOf(chart, layout), [chart, layout]);
  const edges = useMemo(() => edgesOf(chart, layout), [chart, layout]);
  const labels = useMemo<Partial<AriaLabelConfig>>(
    () => ({
      'controls.ariaLabel': t('viewer.chartView'),
      'controls.zoomIn.ariaLabel': t('map.zoomIn'),
      'controls.zoomOut.ariaLabel': t('map.zoomOut'),
      'controls.fitView.ariaLabel': t('viewer.chartWhole'),
    }),
    [t],
  );
  return (
    <div className="gt-stack gt-low">
      {on.length > 0 && <LitStates machine={chart.name} states={on} brought={brought} onBring={setMoved} />}
      <ReactFlow
        className="gt-chart__canvas gt-low gt-grow"
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        viewport={viewport}
        onViewportChange={setMoved}
        minZoom={0.08}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        deleteKeyCode={null}
        ariaLabelConfig={labels}
      >
        <Background gap={24} color="var(--line)" />
        <Controls showInteractive={false} fitViewOptions={WHOLE}>
          <FollowButton isOn={moved === null} onPress={() => setMoved(null)} />
        </Controls>
      </ReactFlow>
    </div>
  );
}

/** Scrolls to the active states and follows them. */
function FollowButton({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  const t = useT();
  return (
    <ControlButton
      className="gt-chart__follow"
      aria-label={t('viewer.chartOn')}
      title={t('viewer.chartOn')}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <LocateFixed strokeWidth={1.75} aria-hidden />
    </ControlButton>
  );
}

/** The selected chart, with its actor and moment. */
export function ChartPanel() {
  const t = useT();
  const machine = useViewerValue(chosenMachine);
  return (
    <section className="gt-chart gt-tall gt-grid" aria-label={t('viewer.chart', { machine })}>
      <div className="gt-chart__head gt-edge-below gt-across gt-wrap">
        <h2>{machine}</h2>
        <Moment />
        <CopyButton />
      </div>
      <Drawing />
    </section>
  );
}

/** The shown actor and moment. */
function Moment() {
  const t = useT();
  const isChosen = useViewerValue(chosenActor) !== null;
  const actor = useViewerValue(shownActor);
  const at = useViewerValue(pinnedEntry);
  return (
    <p className="gt-across gt-gap-8 gt-quiet">
      {at !== null && <Tag>{t('viewer.moment', { number: at })}</Tag>}
      {!isChosen && t('viewer.chartOnly')}
      {isChosen && actor === null && t('viewer.ended')}
      {actor !== null && actor.id !== actor.machine && actor.id}
    </p>
  );
}

function CopyButton() {
  const t = useT();
  const viewer = useViewer();
  const copied = useViewerValue(isCopied);
  const failed = useViewerValue(isUncopied);
  const Icon = copied ? Check : Copy;
  return (
    <div className="gt-push gt-across gt-gap-8">
      <span role="status" className="gt-tone-ink gt-secondary" data-tone={failed ? 'err' : 'ok'}>
        {copied && t('viewer.copied')}
        {failed && t('viewer.notCopied')}
      </span>
      <Button
        size="small"
        icon={<Icon size={14} strokeWidth={1.75} aria-hidden />}
        onPress={() => viewer.send({ type: 'copy.requested' })}
      >
        {t('viewer.copy')}
      </Button>
    </div>
  );
}

function Drawing() {
  const t = useT();
  const viewer = useViewer();
  const chart = useViewerValue(shownChart);
  const layout = useViewerValue(shownLayout);
  const failed = useViewerValue(isUndrawn);
  if (failed)
    return (
      <FailedState title={t('viewer.chartFailed')} onRetry={() => viewer.send({ type: 'layout.retried' })} />
    );
  if (chart === null || layout === null)
    return (
      <p className="gt-chart__placing gt-muted" role="status">
        {t('viewer.chartPlacing')}
      </p>
    );
  return <ChartView key={chart.name} chart={chart} layout={layout} />;
}

/** A state: its name, what it invokes, and the transitions within it. */
function StateBox({ data: { box, chart } }: NodeProps<StateNode>) {
  const state = chart.states.find(({ id }) => id === box.id);
  const isLit = useViewerValue((viewer) => litStates(viewer).has(box.id));
  if (state === undefined) return null;
  const note = headNote(state);
  return (
    <div
      className="gt-state gt-tall gt-clip gt-wide gt-ink gt-surface gt-round-field gt-outlined"
      data-type={state.type}
      data-state={box.id}
      data-lit={isLit || undefined}
    >
      {/* required by React Flow; the layout positions the lines */}
      <Handle type="source" position={Position.Right} isConnectable={false} className="gt-state__handle" />
      <Handle type="target" position={Position.Left} isConnectable={false} className="gt-state__handle" />
      <div className="gt-state__head gt-across gt-gap-6 gt-nowrap">
        {state.isFirst && <CornerDownRight size={13} strokeWidth={2} aria-hidden />}
        {state.type === 'final' && <Flag size={13} strokeWidth={2} aria-hidden />}
        <span className="gt-heading">{state.key}</span>
        {note !== '' && (
          <span className="gt-state__note gt-ellipsis gt-clip gt-caption gt-faint" title={note}>
            {note}
          </span>
        )}
      </div>
      {isFolded(box) ? (
        <Folded box={box} chart={chart} />
      ) : (
        box.rows.length > 0 && <Rows box={box} chart={chart} />
      )}
    </div>
  );
}

function Rows({ box, chart }: StateNode['data']) {
  return (
    <div className="gt-state__rows">
      {box.rows.map((id) => {
        const row = chart.transitions.find((one) => one.id === id);
        return row === undefined ? null : (
          <TransitionButton key={id} transition={row} text={rowText(chart, row)} />
        );
      })}
    </div>
  );
}

/** Many transitions, listed on demand over what is below. */
function Folded(data: StateNode['data']) {
  const t = useT();
  return (
    <details className="gt-state__folded gt-anchor nodrag nopan nowheel">
      <summary>{t('viewer.folded', { count: data.box.rows.length })}</summary>
      <Rows {...data} />
    </details>
  );
}

interface LitStatesProps {
  /** The machine's id, the prefix of its states' ids, except of those with an id of their own. */
  machine: string;
  /** The innermost active states: one for each region. */
  states: readonly string[];
  brought: string | null;
  onBring: (state: string) => void;
}

/** The active states by name: a wide chart can't show all at once, so a press brings one into view. */
function LitStates({ machine, states, brought, onBring }: LitStatesProps) {
  const t = useT();
  const track = useRef<HTMLUListElement>(null);
  useOverflowFade(track);
  return (
    <div className="gt-chart__lit gt-edge-below gt-across gt-gap-12">
      <span className="gt-desk-only gt-keep gt-label gt-muted" aria-hidden>
        {t('viewer.on')}
      </span>
      <ul
        className="gt-fading gt-scroll-across gt-flex gt-gap-8 gt-shrink"
        ref={track}
        aria-label={t('viewer.on')}
      >
        {states.map((state) => {
          const name = state.startsWith(`${machine}.`) ? state.slice(machine.length + 1) : state;
          return (
            <li className="gt-keep" key={state}>
              <Button
                size="small"
                chosen={state === brought}
                aria-label={t('viewer.bring', { state: name })}
                onPress={() => onBring(state)}
              >
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The transitions between two states: a line with labels. */
function TransitionLine({ data, markerEnd }: EdgeProps<TransitionEdge>) {
  const isLit = useViewerValue((viewer) => data !== undefined && litStates(viewer).has(data.line.from));
  if (data === undefined || data.line.points.length === 0) return null;
  const { line, chart } = data;
  const path = line.points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  const { x, y, width, height } = line.label;
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        className={isLit ? 'gt-line gt-drawn-line gt-line--lit' : 'gt-line gt-drawn-line'}
      />
      <EdgeLabelRenderer>
        <div
          className="gt-line__words gt-placed gt-through"
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        >
          {line.transitions.map((id) => {
            const transition = chart.transitions.find((one) => one.id === id);
            return transition === undefined ? null : (
              <TransitionButton key={id} transition={transition} text={labelOf(transition)} />
            );
          })}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

/** A transition's label; if it can be taken now, a press sends its event to the live actor. */
function TransitionButton({ transition, text }: { transition: ChartTransition; text: string }) {
  const viewer = useViewer();
  const isLit = useViewerValue((snapshot) => litStates(snapshot).has(transition.from));
  const isOpen = useViewerValue(canSend) && isLit && transition.isFact;
  if (!isOpen)
    return (
      <span
        className="gt-transition gt-within gt-block gt-truncate gt-muted gt-round-tag"
        data-lit={isLit || undefined}
        title={text}
      >
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className="gt-transition gt-within gt-block gt-truncate gt-round-tag gt-transition--open gt-accent gt-surface nodrag nopan"
      title={text}
      onClick={() => viewer.send({ type: 'fact.chosen', event: transition.event })}
    >
      {text}
    </button>
  );
}

type StateNode = Node<{ box: Box; chart: Chart }, 'state'>;

type TransitionEdge = Edge<{ line: Line; chart: Chart }, 'transition'>;
