import { useSelector } from '@xstate/react';
import { FolderOpen, Pause, Play, SkipForward } from 'lucide-react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  isPathEnded,
  isPathOpen,
  isPathRefused,
  isPlaying,
  playedPath,
  playedPaths,
  type playerMachine,
  SPEEDS,
} from '../../machines/inspector/player.machine.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { NativeSelect } from '../shared/kit/fields/NativeSelect.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { useViewerValue } from './viewerActor.tsx';
import './viewer.css';

type Player = ActorRefFrom<typeof playerMachine>;
const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Plays a path of a file in the viewer. */
export function PathPlayer() {
  const player = useViewerValue(({ children }) => children.player);
  return player === undefined ? null : <Opened player={player} />;
}

function Opened({ player }: { player: Player }) {
  const t = useT();
  const isOpen = useSelector(player, isPathOpen);
  const isRefused = useSelector(player, isPathRefused);
  return (
    <div className="gt-pad-16 gt-grid gt-gap-12">
      <p className="gt-quiet">{t('viewer.path.hint')}</p>
      <div className="gt-across gt-wrap gt-gap-8">
        <FileButton player={player} />
        {isOpen && (
          <Button size="small" onPress={() => player.send({ type: 'file.closed' })}>
            {t('viewer.path.close')}
          </Button>
        )}
      </div>
      {isRefused && <Note tone="err">{t('viewer.path.refused')}</Note>}
      {isOpen && (
        <>
          <Choice player={player} />
          <Controls player={player} />
          <Steps player={player} />
        </>
      )}
    </div>
  );
}

function FileButton({ player }: { player: Player }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('viewer.path.open')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // an unreadable file is refused like one with another content
          file?.text().then(
            (text) => player.send({ type: 'file.read', text }),
            () => player.send({ type: 'file.read', text: '' }),
          );
          // the same file may be opened again
          currentTarget.value = '';
        }}
      />
      <Button size="small" icon={<FolderOpen {...ICON} />} onPress={() => input.current?.click()}>
        {t('viewer.path.open')}
      </Button>
    </>
  );
}

function Choice({ player }: { player: Player }) {
  const t = useT();
  const paths = useSelector(player, playedPaths);
  const path = useSelector(player, playedPath);
  const speed = useSelector(player, ({ context }) => context.speed);
  return (
    <>
      <NativeSelect
        label={t('viewer.path.which')}
        placeholder={t('viewer.path.none')}
        value={String(path)}
        onChange={(chosen) => {
          if (chosen !== '') player.send({ type: 'path.chosen', path: Number(chosen) });
        }}
        options={paths.map(({ title }, at) => ({ value: String(at), label: `${at + 1}. ${title}` }))}
      />
      <Segments
        label={t('viewer.path.speed')}
        value={String(speed)}
        onChange={(chosen) => player.send({ type: 'speed.chosen', speed: Number(chosen) })}
        options={SPEEDS.map((one) => ({ value: String(one), label: String(one) }))}
      />
    </>
  );
}

function Controls({ player }: { player: Player }) {
  const t = useT();
  const playing = useSelector(player, isPlaying);
  const ended = useSelector(player, isPathEnded);
  return (
    <div className="gt-across gt-wrap gt-gap-8">
      <Button
        size="small"
        icon={playing ? <Pause {...ICON} /> : <Play {...ICON} />}
        onPress={() => player.send({ type: playing ? 'pause.pressed' : 'play.pressed' })}
      >
        {t(playing ? 'viewer.path.pause' : 'viewer.path.play')}
      </Button>
      {!ended && (
        <Button
          size="small"
          icon={<SkipForward {...ICON} />}
          onPress={() => player.send({ type: 'step.pressed' })}
        >
          {t('viewer.path.step')}
        </Button>
      )}
      <span role="status" className="gt-quiet">
        {ended && t('viewer.path.done')}
      </span>
    </div>
  );
}

function Steps({ player }: { player: Player }) {
  const t = useT();
  const paths = useSelector(player, playedPaths);
  const path = paths[useSelector(player, playedPath)];
  const moment = useSelector(player, ({ context }) => context.moment);
  if (path === undefined) return null;
  const says = [t('viewer.path.start', { variant: path.variant }), ...path.steps.map((step) => step.says)];
  return (
    <ol className="gt-player__steps" aria-label={t('viewer.path.steps')}>
      {says.map((one, at) => (
        <li
          className="gt-chooses gt-anywhere gt-round-tag"
          key={`${at} ${one}`}
          aria-current={at === moment ? 'step' : undefined}
        >
          {one}
        </li>
      ))}
    </ol>
  );
}
