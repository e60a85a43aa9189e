import { useSelector } from '@xstate/react';
import {
  Bell as BellIcon,
  Ellipsis,
  Languages,
  Link2,
  LogOut,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  Sparkles,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { LANGUAGE_CODES, LANGUAGES } from '../../../contract/languages.ts';
import { hasBell } from '../../machines/saved/news.machine.ts';
import { isOffline } from '../../machines/session/portal.machine.ts';
import { isAnalyticsEnabled, isOrderEnabled, openPanel } from '../../machines/session/shell.machine.ts';
import type { PanelName } from '../../machines/shared/panels.ts';
import { THEMES } from '../../machines/shared/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../machines/shared/preferences.selectors.ts';
import { useSeenImagery } from '../imagery/useSeenImagery.ts';
import { Bell } from '../saved/Bell.tsx';
import { PreferenceMenus } from '../shared/PreferenceMenus.tsx';
import { useActorOf, usePortal, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Logo } from '../shared/kit/layout/Logo.tsx';
import { Tooltip } from '../shared/kit/overlays/Tooltip.tsx';
import { THEME_WORDS } from '../shared/preferenceWords.ts';
import { BAR_OF_ICONS, PHONE, useMatches } from '../shared/useMatches.ts';
import { BAR_ITEMS } from './barItems.ts';
import './bar.css';

const MENU_ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The next value, cyclically. */
function after<V>(values: readonly V[], value: V): V {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

/** The items that don't fit into the phone's navigation. */
function BarMore({ onChoose }: { onChoose: (panel: PanelName) => void }) {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const link = useActorOf('pageLink');
  const news = useActorOf('news');
  const isBell = useSelector(news, hasBell);
  const preferences = useActorOf('preferences');
  const isAnalyst = useSelector(shell, isAnalyticsEnabled);
  const seen = useSeenImagery();
  const language = after(LANGUAGE_CODES, useSelector(preferences, preferredLanguage));
  const theme = after(THEMES, useSelector(preferences, preferredTheme));
  const panels = BAR_ITEMS.filter(({ place }) => place === 'more');
  return (
    <Menu
      look="bar"
      placement="top end"
      label={t('bar.more')}
      icon={<Ellipsis size={20} strokeWidth={1.6} aria-hidden="true" />}
      items={[
        ...panels.map(({ panel, icon: Icon }) => ({
          id: panel,
          label: t(`bar.${panel}`),
          icon: <Icon {...MENU_ICON} />,
        })),
        {
          id: 'analytics',
          label: t('bar.analytics'),
          icon: <Sparkles {...MENU_ICON} />,
          disabled: !isAnalyst,
          note: isAnalyst ? undefined : t('bar.analyticsClosed'),
        },
        ...(isBell ? [{ id: 'news', label: t('news.title'), icon: <BellIcon {...MENU_ICON} /> }] : []),
        { id: 'link', label: t('bar.copyLink'), icon: <Link2 {...MENU_ICON} /> },
        {
          id: 'language',
          label: t('bar.language'),
          icon: <Languages {...MENU_ICON} />,
          // the value that a press changes it to
          note: `→ ${LANGUAGES[language].name}`,
        },
        {
          id: 'theme',
          label: t('bar.theme'),
          icon: <Moon {...MENU_ICON} />,
          note: `→ ${t(THEME_WORDS[theme])}`,
        },
        { id: 'logout', label: t('bar.logout'), icon: <LogOut {...MENU_ICON} /> },
      ]}
      onChoose={(id) => {
        if (id === 'analytics') shell.send({ type: 'analytics.requested', seen });
        else if (id === 'news') news.send({ type: 'bell.opened' });
        else if (id === 'link') link.send({ type: 'link.requested' });
        else if (id === 'language') preferences.send({ type: 'language.chosen', language });
        else if (id === 'theme') preferences.send({ type: 'theme.chosen', theme });
        else if (id === 'logout') portal.send({ type: 'logout.pressed' });
        else for (const { panel } of panels) if (panel === id) onChoose(panel);
      }}
    />
  );
}

const ICON = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** §2 Main layout: the panels, AI analytics, panel toggle, language, theme, log-out. Phones: at the bottom. */
export function Bar() {
  const t = useT();
  const sheet = useActorOf('sheet');
  const shell = useActorOf('shell');
  const open = useSelector(shell, openPanel);
  const isOrderOpen = useSelector(shell, isOrderEnabled);
  const isAnalyst = useSelector(shell, isAnalyticsEnabled);
  const seen = useSeenImagery();
  const isPhone = useMatches(PHONE);
  const isIcon = useMatches(BAR_OF_ICONS) && !isPhone;
  const choose = (panel: PanelName) => {
    // the open panel comes up again
    if (panel === open) sheet.send({ type: 'sheet.moved', stop: 'middle' });
    else shell.send({ type: 'panel.chosen', panel });
  };
  return (
    <nav className="gt-bar gt-placed gt-stack gt-items-centre gt-float" aria-label={t('bar.label')}>
      <span className="gt-bar__logo gt-desk-only gt-keep">
        <Logo />
      </span>
      <div className="gt-bar__items gt-gap-2 gt-stack gt-items-centre gt-wide" role="list">
        {BAR_ITEMS.map(({ panel, icon: Icon, place }) => (
          <BarItem
            key={panel}
            label={t(`bar.${panel}`)}
            icon={<Icon {...ICON} />}
            isIcon={isIcon}
            place={place}
            isCurrent={open === panel}
            closed={panel === 'order' && !isOrderOpen ? t('bar.orderClosed') : null}
            onPress={() => choose(panel)}
          />
        ))}
        <span className="gt-bar__line gt-desk-only gt-keep" role="presentation" />
        <BarItem
          label={t('bar.analytics')}
          icon={<Sparkles {...ICON} />}
          isIcon={isIcon}
          place="more"
          closed={isAnalyst ? null : t('bar.analyticsClosed')}
          onPress={() => shell.send({ type: 'analytics.requested', seen })}
        />
        {isPhone && (
          <div role="listitem" className="gt-boxless">
            <BarMore onChoose={choose} />
          </div>
        )}
      </div>
      <OfflineBadge />
      <BarFoot />
    </nav>
  );
}

/** The foot of the bar: panel toggle, link, language, theme, log-out. */
function BarFoot() {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const link = useActorOf('pageLink');
  const isOpen = useSelector(shell, openPanel) !== null;
  const toggle = t(isOpen ? 'bar.hidePanel' : 'bar.showPanel');
  return (
    <div className="gt-bar__foot gt-desk-only gt-gap-2 gt-stack gt-items-centre">
      <Bell />
      <TooltipButton
        placement="right"
        label={toggle}
        icon={isOpen ? <PanelLeftClose {...ICON} /> : <PanelLeftOpen {...ICON} />}
        onPress={() => shell.send({ type: 'panel.toggled' })}
      />
      <TooltipButton
        placement="right"
        label={t('bar.copyLink')}
        icon={<Link2 {...ICON} />}
        onPress={() => link.send({ type: 'link.requested' })}
      />
      <PreferenceMenus preferences={useActorOf('preferences')} inBar />
      <span className="gt-bar__line gt-desk-only gt-keep" />
      <TooltipButton
        placement="right"
        label={t('bar.logout')}
        icon={<LogOut {...ICON} />}
        onPress={() => portal.send({ type: 'logout.pressed' })}
      />
    </div>
  );
}

interface BarItemProps {
  label: string;
  icon: ReactNode;
  onPress: () => void;
  /** Why the item is disabled. It stays focusable, so that keyboard users can read the reason. */
  closed?: string | null | undefined;
  isCurrent?: boolean | undefined;
  /** Icon only: the label shows as a tooltip. */
  isIcon: boolean;
  /** Position on phones: in the foot or behind 'More'. */
  place?: 'foot' | 'more' | undefined;
}

/** One item of the left bar: icon and label, 64 × 52. */
function BarItem({ label, icon, onPress, closed, isCurrent, isIcon, place = 'foot' }: BarItemProps) {
  const reasonId = useId();
  const isClosed = closed !== undefined && closed !== null;
  const item = (
    <button
      type="button"
      className="gt-bar__item gt-ring-inside"
      data-place={place}
      aria-label={label}
      aria-current={isCurrent || undefined}
      aria-disabled={isClosed || undefined}
      aria-describedby={isClosed ? reasonId : undefined}
      onClick={() => {
        if (!isClosed) onPress();
      }}
    >
      {icon}
      <span className="gt-bar__label gt-anywhere" aria-hidden="true">
        {label}
      </span>
    </button>
  );
  return (
    <div role="listitem" className="gt-boxless">
      {isIcon || isClosed ? (
        <Tooltip label={isClosed ? closed : label} placement="right">
          {item}
        </Tooltip>
      ) : (
        item
      )}
      {isClosed && (
        <span id={reasonId} hidden>
          {closed}
        </span>
      )}
    </div>
  );
}

/** Decision 23: a lost connection is shown in the bar and announced, never as a toast. */
function OfflineBadge() {
  const t = useT();
  const offline = usePortalValue(isOffline);
  return (
    <div className="gt-bar__offline" role="status" title={offline ? t('bar.offlineNote') : undefined}>
      {offline && (
        <>
          <Badge tone="warn" icon="offline">
            {t('bar.offline')}
          </Badge>
          <span className="gt-visually-hidden">{t('bar.offlineNote')}</span>
        </>
      )}
    </div>
  );
}
