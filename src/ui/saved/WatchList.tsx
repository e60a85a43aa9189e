import { useSelector } from '@xstate/react';
import { Clock, Mail, Pause, Play, Radar, Webhook } from 'lucide-react';
import { type Watch, WATCHES_MAX } from '../../../contract/watches/watches.ts';
import { itemsTotal } from '../../machines/saved/saved.selectors.ts';
import { daysOfWatch, isHookFailed, openWatchId } from '../../machines/saved/watches.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { SavedFoot, SavedItems, type SavedListActor } from './SavedItems.tsx';
import { conditionWords, dayAndTime } from './watchWords.ts';
import './watches.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const SMALL = { size: 14, strokeWidth: 1.75 } as const;

/** The watches of the user. */
export function WatchList({ list }: { list: SavedListActor<Watch> }) {
  return <SavedItems list={list} label={useT()('watches.list')} empty={<NoWatches />} row={WatchRow} />;
}

/** Undo and pages, the number of watches, and the watch of orders. */
export function WatchesFoot({ list }: { list: SavedListActor<Watch> }) {
  const t = useT();
  const watches = useActorOf('watches');
  const count = useSelector(list, itemsTotal);
  const watchOrders = () =>
    watches.send({
      type: 'watchForm.requested',
      form: { source: { orders: true }, name: t('watches.ordersName'), watch: null },
    });
  return (
    <>
      <SavedFoot list={list} />
      <div className="gt-across gt-between gt-gap-8 gt-muted">
        <p>{t('watches.count', { count, most: WATCHES_MAX })}</p>
        <Button
          size="small"
          icon={<Webhook {...SMALL} aria-hidden="true" />}
          disabled={count >= WATCHES_MAX}
          reason={count >= WATCHES_MAX ? t('watches.full', { most: WATCHES_MAX }) : undefined}
          onPress={watchOrders}
        >
          {t('watches.orders')}
        </Button>
      </div>
    </>
  );
}

/** What a watch is doing: when it found something, that it is paused, or how long it has waited. */
function useLastWords(watch: Watch): string {
  const t = useT();
  const days = useSelector(useActorOf('watches'), daysOfWatch(watch));
  if (watch.pausedAt !== null) return t('watches.pausedOn', { day: formatDate(watch.pausedAt) });
  const { lastFound } = watch;
  if (lastFound !== null) return t('watches.found', { at: dayAndTime(lastFound.at), count: lastFound.count });
  return watch.kind === 'orders' ? '' : t('watches.nothing', { count: days });
}

function LastIcon({ watch }: { watch: Watch }) {
  if (watch.pausedAt !== null) return <Pause {...SMALL} aria-hidden="true" />;
  return watch.lastFound === null ? (
    <Clock {...SMALL} aria-hidden="true" />
  ) : (
    <Radar {...SMALL} aria-hidden="true" />
  );
}

/** What needs attention: new scenes, a webhook that fails, or a pause. */
function WatchBadge({ watch }: { watch: Watch }) {
  const t = useT();
  if (isHookFailed(watch))
    return (
      <Badge tone="err" icon="triangle">
        {t('watches.hookFailed')}
      </Badge>
    );
  if (watch.newCount > 0)
    return (
      <span className="gt-watches__new gt-filled gt-line-20 gt-bold gt-keep gt-secondary">
        {t('watches.new', { count: watch.newCount })}
      </span>
    );
  return watch.pausedAt === null ? null : <Badge>{t('watches.paused')}</Badge>;
}

/** Pauses a watch, or lets it go on. */
export function PauseButton({ watch: { id, name, pausedAt } }: { watch: Watch }) {
  const t = useT();
  const watches = useActorOf('watches');
  const isPaused = pausedAt !== null;
  return (
    <TooltipButton
      tip={t(isPaused ? 'watches.goOn' : 'watches.pause')}
      label={t(isPaused ? 'watches.goOnOf' : 'watches.pauseOf', { name })}
      icon={isPaused ? <Play {...ICON} /> : <Pause {...ICON} />}
      size="small"
      data-act="pause"
      onPress={() => watches.send({ type: 'change.requested', change: { pauseId: id, isPaused: !isPaused } })}
    />
  );
}

function WatchRow({ saved: watch }: { saved: Watch }) {
  const t = useT();
  const watches = useActorOf('watches');
  const isOpen = useSelector(watches, openWatchId) === watch.id;
  const lastWords = useLastWords(watch);
  return (
    <li
      className="gt-row gt-hovers gt-chooses gt-watches__row"
      data-item={watch.id}
      data-current={isOpen || undefined}
    >
      <div className="gt-row__line">
        <h3 className="gt-row__name">
          <button
            type="button"
            className="gt-watches__open gt-text-start"
            data-act="open"
            aria-label={t('watches.open', { name: watch.name })}
            onClick={() => watches.send({ type: 'watch.opened', id: watch.id })}
          >
            {watch.name}
          </button>
        </h3>
        <WatchBadge watch={watch} />
      </div>
      <p className="gt-row__facts gt-wrap">{conditionWords(t, watch)}</p>
      <div className="gt-row__line">
        <p className="gt-row__facts gt-items-centre">
          <LastIcon watch={watch} />
          <span>{lastWords}</span>
        </p>
        <div className="gt-row__acts gt-across gt-gap-8 gt-keep gt-muted">
          {watch.mail && <Mail {...SMALL} role="img" aria-label={t('watches.byMail')} />}
          {watch.webhookUrl !== null && <Webhook {...SMALL} role="img" aria-label={t('watches.byHook')} />}
          <PauseButton watch={watch} />
        </div>
      </div>
    </li>
  );
}

function NoWatches() {
  const t = useT();
  const watches = useActorOf('watches');
  return (
    <EmptyList
      words="watches.empty"
      step={t('watches.goSaved')}
      onStep={() => watches.send({ type: 'tab.chosen', tab: 'saved' })}
    />
  );
}
