import type { LucideIcon } from 'lucide-react';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { PHONE, useMatches } from '../../shared/useMatches.ts';
import { useMapPadding } from './mapPadding.ts';
import './pointing.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MapHandle } from './mapHandle.ts';

/** An action in a mode's bar, with its key. */
interface ModeAction {
  label: string;
  icon: LucideIcon;
  /** What the button says on a phone, where an action without words is an icon. */
  word?: string | undefined;
  /** Whether it completes what the mode is for. */
  isMain?: boolean | undefined;
  disabled?: boolean | undefined;
  press: () => void;
}

interface ModeBarProps {
  label: string;
  how: string;
  /** Reason why the last action was refused. */
  problem?: string | null | undefined;
  /** The mode's tool, and its figure: shown on a phone, where neither is beside the pointer. */
  icon?: LucideIcon | undefined;
  figure?: string | null | undefined;
  actions: ModeAction[];
}

/** The bar on the map that explains the current mode, with buttons for its keys. */
export function ModeBar(props: ModeBarProps) {
  const isPhone = useMatches(PHONE);
  // the mode's session begins with the effects of this render: who sees the bar, in the next frame, may press
  const [isBegun, setBegun] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setBegun(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  if (!isBegun) return null;
  return isPhone ? <PhoneMode {...props} /> : <OneBar {...props} />;
}

/** Icons come first. */
const byWord = (a: ModeAction, b: ModeAction) => Number(a.word !== undefined) - Number(b.word !== undefined);

/** On a phone the explanation is at the top, and the actions are in the thumb's reach. */
function PhoneMode({ label, how, problem = null, icon: Icon, figure = null, actions }: ModeBarProps) {
  return (
    <div role="group" aria-label={label}>
      <p className="gt-mode-hint gt-map-layer gt-across gt-gap-12 gt-float gt-round-panel gt-body gt-ink">
        {Icon && (
          <Icon className="gt-mode-hint__icon gt-keep" size={20} strokeWidth={1.75} aria-hidden="true" />
        )}
        {problem === null ? (
          <span className="gt-rest">{how}</span>
        ) : (
          <span className="gt-rest gt-err" role="alert">
            {problem}
          </span>
        )}
        {figure !== null && <strong className="gt-strong gt-nowrap">{figure}</strong>}
      </p>
      <div className="gt-mode-foot gt-map-layer gt-flex gt-gap-8 gt-surface">
        {actions.toSorted(byWord).map(({ label: name, icon: Action, word, isMain, disabled, press }) => {
          const icon = <Action size={18} strokeWidth={1.75} aria-hidden={true} />;
          return word === undefined ? (
            <IconButton
              key={name}
              variant="outlined"
              label={name}
              icon={icon}
              closed={disabled}
              onPress={press}
            />
          ) : (
            <Button
              key={name}
              variant={isMain ? 'primary' : 'secondary'}
              icon={icon}
              closed={disabled}
              onPress={press}
            >
              {word}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

function OneBar({ label, how, problem = null, actions }: ModeBarProps) {
  const { left, right } = useMapPadding();
  return (
    <div
      className="gt-pointing__place gt-map-layer gt-flex gt-middle gt-through"
      style={{ left, right }}
      role="group"
      aria-label={label}
    >
      <div className="gt-pointing__bar gt-reachable gt-across gt-gap-4 gt-label gt-ink gt-float gt-round-toolbar">
        {problem === null ? (
          <span>{how}</span>
        ) : (
          <span className="gt-err" role="alert">
            {problem}
          </span>
        )}
        {actions.map(({ label: name, icon: Icon, disabled, press }) => (
          <IconButton
            key={name}
            size="small"
            label={name}
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden={true} />}
            // a button disabled by its own press keeps the focus, so that keyboard users stay in the bar
            closed={disabled}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}

/** Marks the position of the keyboard's next vertex: the middle of the free map. */
export function Reticle({ symbol = 'aoi' }: { symbol?: 'aoi' | 'measured' | undefined }) {
  const { left, right, top, bottom } = useMapPadding();
  return (
    <div className="gt-placed gt-centre gt-through" style={{ left, right, top, bottom }} aria-hidden="true">
      <svg
        className={`gt-pointing__reticle gt-pointing__reticle--${symbol}`}
        width="48"
        height="48"
        viewBox="-24 -24 48 48"
      >
        <path className="gt-pointing__casing" d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
        <path d="M-22 0h15M22 0h-15M0-22v15M0 22v-15" />
        <circle r="1.75" />
      </svg>
    </div>
  );
}

/** The figure next to the pointer; `useModeSession` updates and moves it. */
export function LiveTag({
  tag,
  className = '',
}: {
  tag: RefObject<HTMLDivElement | null>;
  className?: string;
}) {
  return (
    <div ref={tag} className="gt-map__anchor gt-placed gt-through" hidden aria-hidden="true">
      <div className={`gt-map__tag gt-placed gt-note-title gt-nowrap gt-map__tag--live ${className}`} />
    </div>
  );
}

/** A running mode of the map: it handles pointer and keys, and shows its shape on the map. */
interface ModeSession<State> {
  state(): State;
  end(): void;
}

/** The figure next to the pointer; map pixels. */
interface LiveFigure {
  text: string;
  at: { x: number; y: number };
}

interface SessionOptions<Session, State, News> {
  /** Rendered until the session reports its state. */
  start: State;
  /** Whether rendering can be skipped, because pointer moves change only the figure. */
  isSame: (known: State, next: State) => boolean;
  figureOf: (state: State) => LiveFigure | null;
  /** @returns null if there is nothing to work on */
  make: (report: {
    isByKeyboard: boolean;
    changed: () => void;
    /** Sets the text for screen readers; null removes it. */
    message: (news: News | null) => void;
  }) => Session | null;
}

function writeFigure(tag: HTMLDivElement | null, figure: LiveFigure | null): void {
  if (tag === null) return;
  tag.hidden = figure === null;
  if (figure === null) return;
  tag.style.transform = `translate(${Math.round(figure.at.x)}px, ${Math.round(figure.at.y)}px)`;
  if (tag.firstElementChild !== null) tag.firstElementChild.textContent = figure.text;
}

/**
 * Runs a mode's session while the component is mounted. Infrequent changes are rendered by React; the figure
 * next to the pointer is written directly to the DOM.
 */
export function useModeSession<Session extends ModeSession<State>, State, News>(
  mapHandle: MapHandle,
  options: SessionOptions<Session, State, News>,
): {
  tag: RefObject<HTMLDivElement | null>;
  session: RefObject<Session | null>;
  state: State;
  news: { kind: News; at: State } | null;
} {
  const [first] = useState(options);
  const tag = useRef<HTMLDivElement>(null);
  const session = useRef<Session | null>(null);
  const [state, setState] = useState(first.start);
  const [news, setNews] = useState<{ kind: News; at: State } | null>(null);
  useEffect(() => {
    const { start, isSame, figureOf, make } = first;
    const canvas = mapHandle.map.getCanvas();
    canvas.focus({ preventScroll: true });
    const now = () => session.current?.state() ?? start;
    const changed = () => {
      const next = now();
      writeFigure(tag.current, figureOf(next));
      setState((known) => (isSame(known, next) ? known : next));
    };
    const made = make({
      isByKeyboard: canvas.matches(':focus-visible'),
      changed,
      message: (kind) => setNews(kind === null ? null : { kind, at: now() }),
    });
    if (made === null) return undefined;
    session.current = made;
    changed();
    return () => {
      session.current = null;
      made.end();
    };
  }, [mapHandle, first]);
  return { tag, session, state, news };
}
