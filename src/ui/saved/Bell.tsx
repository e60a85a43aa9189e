import { useSelector } from '@xstate/react';
import { Bell as BellIcon, ReceiptText, Webhook } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import { NEWS_DAYS, type NewsItem } from '../../../contract/watches/watches.ts';
import { hasBell, isBellOpen, newsItems, unreadCount } from '../../machines/saved/news.machine.ts';
import { useMapKeys } from '../map/kernel/useMapKeys.ts';
import { Picture } from '../search/SceneParts.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { formatDayOfYear } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { dayAndTime } from './watchWords.ts';
import './watches.css';

/** What is new since the last visit: a count in the bar, and the list behind it. N opens it. */
export function Bell() {
  const news = useActorOf('news');
  return useSelector(news, hasBell) ? <OpenableBell /> : null;
}

function OpenableBell() {
  const t = useT();
  const news = useActorOf('news');
  const count = useSelector(news, unreadCount);
  const isOpen = useSelector(news, isBellOpen);
  const isPhone = useMatches(PHONE);
  const button = useRef<HTMLSpanElement>(null);
  const set = (open: boolean) => news.send({ type: open ? 'bell.opened' : 'bell.closed' });
  useMapKeys((key) => {
    if (key !== 'N') return false;
    set(true);
    return true;
  });
  return (
    <>
      <span ref={button} className="gt-bell gt-anchor">
        <TooltipButton
          placement="right"
          shortcut="N"
          label={count === 0 ? t('news.label') : t('news.count', { count })}
          tip={t('news.label')}
          icon={<BellIcon size={20} strokeWidth={1.6} aria-hidden="true" />}
          chosen={isOpen}
          onPress={() => set(!isOpen)}
        />
        {count > 0 && (
          <span
            className="gt-bell__count gt-placed gt-filled gt-bold gt-text-centre gt-through"
            aria-hidden="true"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <p className="gt-visually-hidden" role="status">
        {count > 0 && t('news.count', { count })}
      </p>
      {isPhone && isOpen && (
        <Dialog title={t('news.title')} onClose={() => set(false)} bare>
          <NewsList />
        </Dialog>
      )}
      {!isPhone && (
        <Popover
          className="gt-popover gt-news"
          triggerRef={button}
          isOpen={isOpen}
          onOpenChange={set}
          placement="right bottom"
          offset={12}
          style={{ zIndex: 'var(--z-popover)' }}
        >
          <AriaDialog
            className="gt-news__dialog gt-tallest gt-no-outline gt-stack"
            aria-label={t('news.title')}
          >
            <h2 className="gt-news__title gt-strong">{t('news.title')}</h2>
            <NewsList />
          </AriaDialog>
        </Popover>
      )}
    </>
  );
}

function NewsList() {
  const t = useT();
  const news = useActorOf('news');
  const portal = usePortal();
  const watches = useActorOf('watches');
  const items = useSelector(news, newsItems);
  const hasFailed = useSelector(news, ({ context }) => context.refusal) !== null;
  const groups = [
    ['notRead', items.filter(({ isRead }) => !isRead)],
    ['read', items.filter(({ isRead }) => isRead)],
  ] as const;
  const showWatches = () => {
    news.send({ type: 'bell.closed' });
    portal.send({ type: 'panel.requested', panel: 'mysearch' });
    watches.send({ type: 'tab.chosen', tab: 'watches' });
  };
  return (
    <div className="gt-anchor gt-scroll gt-low">
      {groups[0][1].length > 0 && (
        <div className="gt-news__all">
          <Button variant="text" size="small" onPress={() => news.send({ type: 'news.read' })}>
            {t('news.markAll')}
          </Button>
        </div>
      )}
      {hasFailed && <p className="gt-pad-16 gt-muted">{t('news.offline')}</p>}
      {items.length === 0 && !hasFailed && (
        <EmptyList words="news.nothing" step={t('news.goWatches')} onStep={showWatches} />
      )}
      {groups.map(
        ([group, list]) =>
          list.length > 0 && (
            <section key={group} aria-label={t(`news.${group}`)}>
              <h3 className="gt-news__group gt-blank gt-quiet">{t(`news.${group}`)}</h3>
              <ul>
                {list.map((item) => (
                  <li key={item.id}>
                    <NewsRow item={item} onWatches={showWatches} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <footer className="gt-news__foot gt-across gt-between">
        {items.length > 0 && (
          <Button variant="text" size="small" onPress={showWatches}>
            {t('news.allWatches')}
          </Button>
        )}
        <span className="gt-quiet">{t('news.kept', { days: NEWS_DAYS })}</span>
      </footer>
    </div>
  );
}

/** One item as a link: its scenes, its watch or its order. */
function NewsRow({ item, onWatches }: { item: NewsItem; onWatches: () => void }) {
  const t = useT();
  const news = useActorOf('news');
  const watches = useActorOf('watches');
  const portal = usePortal();
  const { kind, name, count, watchId, order } = item;
  const follow = () => {
    if (!item.isRead) news.send({ type: 'news.read', ids: [item.id] });
    news.send({ type: 'bell.closed' });
    if (kind === 'scenes' && watchId !== null) watches.send({ type: 'finds.requested', id: watchId });
    else if (kind === 'order' && order !== null)
      portal.send({ type: 'order.requested', order: { orderNum: order.num } });
    else if (watchId !== null) {
      onWatches();
      watches.send({ type: 'watch.opened', id: watchId });
    }
  };
  const [title, text, picture]: [string, string, ReactNode] =
    kind === 'scenes'
      ? [
          t('news.scenes', { name, count }),
          dayAndTime(item.at),
          <Picture key="p" src={item.quicklookUrl} alt="" />,
        ]
      : kind === 'webhookFailed'
        ? [
            t('news.webhookFailed', { name }),
            t('news.webhookFailedText', { count }),
            <span key="w" className="gt-toned gt-centre" data-tone="err">
              <Webhook size={18} strokeWidth={1.75} aria-hidden="true" />
            </span>,
          ]
        : [
            t('news.order', {
              name,
              status: t(`orders.status.${order?.status ?? 0}`, {
                defaultValue: orderStatusRow(order?.status ?? 0).label,
              }),
            }),
            t('news.orderText', { num: order?.num ?? '' }),
            <span key="o" className="gt-toned gt-centre" data-tone="ok">
              <ReceiptText size={18} strokeWidth={1.75} aria-hidden="true" />
            </span>,
          ];
  return (
    <button
      type="button"
      className="gt-news__item gt-hovers gt-ring-inside gt-text-start gt-edge-below gt-flex gt-start gt-gap-12 gt-wide"
      data-unread={!item.isRead || undefined}
      onClick={follow}
    >
      <span className="gt-news__dot gt-above-6 gt-keep gt-round" aria-hidden="true" />
      <span className="gt-news__picture">{picture}</span>
      <span className="gt-stack gt-rest gt-anywhere">
        <strong className="gt-strong">{title}</strong>
        <span className="gt-quiet">{text}</span>
      </span>
      <time className="gt-quiet" dateTime={item.at}>
        {formatDayOfYear(item.at)}
      </time>
    </button>
  );
}
