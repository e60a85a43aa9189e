import { useSelector } from '@xstate/react';
import { Languages, Link2, LogOut, Monitor, Moon, PanelLeftClose, PanelLeftOpen, Sun } from 'lucide-react';
import { THEMES } from '../../../machines/shared/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../../machines/shared/preferences.selectors.ts';
import { openPanel } from '../../../machines/session/shell.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { LANGUAGE_ITEMS, THEME_WORDS } from '../../shared/preferenceWords.ts';

const ICON = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;
const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };

/** The foot of the bar: panel toggle, link, language, theme, log-out. */
export function BarFoot() {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const link = useActorOf('pageLink');
  const preferences = useActorOf('preferences');
  const isOpen = useSelector(shell, openPanel) !== null;
  const language = useSelector(preferences, preferredLanguage);
  const theme = useSelector(preferences, preferredTheme);
  // the icon of the other theme, as in the design
  const isDark = useShownTheme() === 'dark';
  const toggle = t(isOpen ? 'bar.hidePanel' : 'bar.showPanel');
  return (
    <div className="gt-bar__foot">
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
      <Menu
        look="icon"
        placement="right bottom"
        label={t('bar.language')}
        icon={<Languages {...ICON} />}
        items={LANGUAGE_ITEMS}
        selected={language}
        onChoose={(chosen) => preferences.send({ type: 'language.chosen', language: chosen })}
      />
      <Menu
        look="icon"
        placement="right bottom"
        label={t('bar.theme')}
        icon={isDark ? <Sun {...ICON} /> : <Moon {...ICON} />}
        items={THEMES.map((id) => {
          const Icon = THEME_ICONS[id];
          return { id, label: t(THEME_WORDS[id]), icon: <Icon size={16} strokeWidth={1.75} /> };
        })}
        selected={theme}
        onChoose={(chosen) => preferences.send({ type: 'theme.chosen', theme: chosen })}
      />
      <span className="gt-bar__line" />
      <TooltipButton
        placement="right"
        label={t('bar.logout')}
        icon={<LogOut {...ICON} />}
        onPress={() => portal.send({ type: 'logout.pressed' })}
      />
    </div>
  );
}
