import { useSelector } from '@xstate/react';
import { Bell, Ellipsis, Languages, Link2, LogOut, Moon, Sparkles } from 'lucide-react';
import { LANGUAGE_CODES, LANGUAGES } from '../../../../contract/languages.ts';
import { THEMES } from '../../../machines/shared/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../../machines/shared/preferences.selectors.ts';
import { useSeenImagery } from '../../imagery/useSeenImagery.ts';
import { isAnalyticsEnabled } from '../../../machines/session/shell.selectors.ts';
import { hasBell } from '../../../machines/saved/watches/news.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { BAR_ITEMS } from './barItems.ts';
import { THEME_WORDS } from '../../shared/preferenceWords.ts';
import type { PanelName } from '../../../machines/shared/panels.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The next value, cyclically. */
function after<V>(values: readonly V[], value: V): V {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

/** The items that don't fit into the phone's navigation. */
export function BarMore({ onChoose }: { onChoose: (panel: PanelName) => void }) {
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
          icon: <Icon {...ICON} />,
        })),
        {
          id: 'analytics',
          label: t('bar.analytics'),
          icon: <Sparkles {...ICON} />,
          disabled: !isAnalyst,
          note: isAnalyst ? undefined : t('bar.analyticsClosed'),
        },
        ...(isBell ? [{ id: 'news', label: t('news.title'), icon: <Bell {...ICON} /> }] : []),
        { id: 'link', label: t('bar.copyLink'), icon: <Link2 {...ICON} /> },
        {
          id: 'language',
          label: t('bar.language'),
          icon: <Languages {...ICON} />,
          // the value that a press changes it to
          note: `→ ${LANGUAGES[language].name}`,
        },
        { id: 'theme', label: t('bar.theme'), icon: <Moon {...ICON} />, note: `→ ${t(THEME_WORDS[theme])}` },
        { id: 'logout', label: t('bar.logout'), icon: <LogOut {...ICON} /> },
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
