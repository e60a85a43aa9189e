import { useSelector } from '@xstate/react';
import { Images, Pencil, RotateCcw, Trash2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Watch, WatchTry } from '../../../contract/watches/watches.ts';
import { hasTriesFailed, isLoadingTries, openWatchId } from '../../machines/saved/watches.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import type { SavedListActor } from './SavedItems.tsx';
import { PauseButton } from './WatchList.tsx';
import { causeWords, conditionWords, dayAndTime, tookWords } from './watchWords.ts';
import './watches.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The open watch, on the right: what it found, its settings and the log of its deliveries. */
export function WatchDrawer() {
  const list = useSelector(useActorOf('watches'), ({ children }) => children.list);
  return list === undefined ? null : <WithList list={list} />;
}

function WithList({ list }: { list: SavedListActor<Watch> }) {
  const id = useSelector(useActorOf('watches'), openWatchId);
  const watch = useSelector(list, ({ context }) => context.list.find((item) => item.id === id));
  return watch === undefined ? null : <OpenWatch key={watch.id} watch={watch} list={list} />;
}

const focusDrawer = (drawer: HTMLElement | null) => drawer?.focus({ preventScroll: true });

function OpenWatch({ watch, list }: { watch: Watch; list: SavedListActor<Watch> }) {
  const t = useT();
  const watches = useActorOf('watches');
  const close = () => {
    flushSync(() => watches.send({ type: 'watch.closed' }));
    document.querySelector<HTMLElement>(`[data-item="${watch.id}"] [data-act="open"]`)?.focus();
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  const edit = () =>
    watches.send({
      type: 'watchForm.requested',
      form: { source: { id: watch.id }, name: watch.name, watch },
    });
  const remove = () => {
    flushSync(() => list.send({ type: 'deletion.requested', id: watch.id }));
    // focus Undo for the user who pressed Delete
    document.getElementById('saved-undo')?.focus();
  };
  return (
    <div role="presentation" onKeyDown={keyed}>
      <aside
        className="gt-drawer gt-round-panel gt-no-outline gt-stack gt-clip gt-float"
        ref={focusDrawer}
        tabIndex={-1}
        aria-label={watch.name}
      >
        <header className="gt-watch__head gt-across gt-gap-8 gt-keep gt-between">
          <h2 className="gt-shrink gt-anywhere gt-strong">{watch.name}</h2>
          <IconButton
            label={t('watches.close')}
            icon={<X size={18} strokeWidth={1.75} aria-hidden="true" />}
            onPress={close}
          />
        </header>
        <div className="gt-watch__middle gt-grow gt-scroll gt-low">
          {watch.kind === 'scenes' && <ShowScenes watch={watch} />}
          <WatchFacts watch={watch} />
          <h3>{t('watches.deliveries')}</h3>
          <Tries watchId={watch.id} />
        </div>
        <footer className="gt-watch__foot gt-across gt-gap-8 gt-keep gt-between gt-edge-above">
          <Button icon={<Pencil {...ICON} />} onPress={edit}>
            {t('watches.edit')}
          </Button>
          <PauseButton watch={watch} />
          <Button variant="danger" icon={<Trash2 {...ICON} />} onPress={remove}>
            {t('watches.delete')}
          </Button>
        </footer>
      </aside>
    </div>
  );
}

function ShowScenes({ watch: { id, newCount } }: { watch: Watch }) {
  const t = useT();
  const watches = useActorOf('watches');
  const isComing = useSelector(watches, ({ context }) => context.recallingId) === id;
  return (
    <Button
      variant={newCount > 0 ? 'primary' : 'secondary'}
      wide
      icon={<Images {...ICON} />}
      busy={isComing}
      onPress={() => watches.send({ type: 'finds.requested', id })}
    >
      {newCount > 0 ? t('watches.show', { count: newCount }) : t('watches.showAll')}
    </Button>
  );
}

function WatchFacts({ watch }: { watch: Watch }) {
  const t = useT();
  const { email } = useSelector(useActorOf('watches'), ({ context }) => context);
  const { quiet } = watch;
  const hour = (value: number) => t('watches.form.hour', { hour: String(value).padStart(2, '0') });
  const facts = [
    [t('watches.condition'), conditionWords(t, watch)],
    [t('watches.atMost'), t(`watches.form.${watch.pace}`)],
    [t('watches.mail'), watch.mail ? email : t('watches.none')],
    ...(quiet === null ? [] : [[t('watches.quiet'), `${hour(quiet.from)} – ${hour(quiet.to)}`]]),
    [t('watches.webhook'), watch.webhookUrl ?? t('watches.none')],
  ] as const;
  return (
    <dl>
      {facts.map(([term, value]) => (
        <div className="gt-pad-6-0 gt-flex gt-between gt-gap-12 gt-edge-below" key={term}>
          <dt className="gt-keep gt-muted">{term}</dt>
          <dd className="gt-shrink gt-anywhere gt-bold gt-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tries({ watchId }: { watchId: number }) {
  const t = useT();
  const watches = useActorOf('watches');
  const tries = useSelector(watches, ({ context }) => context.tries);
  const isLoading = useSelector(watches, isLoadingTries);
  const hasFailed = useSelector(watches, hasTriesFailed);
  const reload = () => watches.send({ type: 'watch.opened', id: watchId });
  if (isLoading && tries.length === 0) return <Loading label={t('saved.loading')} />;
  if (hasFailed)
    return (
      <p className="gt-quiet">
        {t('watches.deliveriesFailed')}{' '}
        <Button variant="text" size="small" onPress={reload}>
          {t('watches.reload')}
        </Button>
      </p>
    );
  if (tries.length === 0) return <p className="gt-quiet">{t('watches.deliveriesNone')}</p>;
  return (
    <ul>
      {tries.map((one) => (
        <TryRow key={`${one.deliveryId} ${one.number}`} one={one} />
      ))}
    </ul>
  );
}

function TryBadge({ one: { outcome, channel, status, cause, ms } }: { one: WatchTry }) {
  const t = useT();
  if (outcome === 'waiting') return <Badge icon="clock">{t('watches.waiting')}</Badge>;
  if (outcome === 'sent')
    return (
      <Badge tone="ok" icon="tick">
        {channel === 'mail' || status === null
          ? t('watches.sent')
          : t('watches.answered', { status: String(status), time: tookWords(ms) })}
      </Badge>
    );
  const reason = status === null ? causeWords(t, cause) : String(status);
  return outcome === 'retrying' ? (
    <Badge tone="warn" icon="clock">
      {t('watches.again', { reason })}
    </Badge>
  ) : (
    <Badge tone="err" icon="triangle">
      {channel === 'mail' ? t('watches.notSent') : reason}
    </Badge>
  );
}

function TryRow({ one }: { one: WatchTry }) {
  const t = useT();
  const watches = useActorOf('watches');
  const channel = t(one.channel === 'mail' ? 'watches.byMail' : 'watches.byHook');
  const at = dayAndTime(one.at);
  return (
    <li className="gt-pad-6-0 gt-flex gt-between gt-gap-8 gt-edge-below">
      <div>
        <p>
          <time dateTime={one.at}>{at}</time>
        </p>
        <p className="gt-quiet">
          {one.kind === 'order'
            ? t('watches.channelOrder', { channel })
            : t('watches.channelScenes', { channel, count: one.scenes })}
        </p>
      </div>
      <div className="gt-watch__outcome gt-stack gt-end">
        <TryBadge one={one} />
        {one.channel === 'webhook' && one.number > 0 && (
          <p className="gt-quiet">
            {t('watches.try', { number: one.number })}
            <TooltipButton
              tip={t('watches.sendAgain')}
              label={t('watches.sendAgainOf', { at })}
              size="small"
              icon={<RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => watches.send({ type: 'change.requested', change: { replayId: one.deliveryId } })}
            />
          </p>
        )}
      </div>
    </li>
  );
}
