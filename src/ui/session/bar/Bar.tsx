import { useSelector } from '@xstate/react';
import { Sparkles } from 'lucide-react';
import { useSeenImagery } from '../../imagery/useSeenImagery.ts';
import { isAnalyticsEnabled, isOrderEnabled, openPanel } from '../../../machines/session/shell.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Logo } from '../../shared/kit/layout/Logo.tsx';
import { BarFoot } from './BarFoot.tsx';
import { BarItem } from './BarItem.tsx';
import { BAR_ITEMS } from './barItems.ts';
import { BarMore } from './BarMore.tsx';
import { OfflineBadge } from './OfflineBadge.tsx';
import { BAR_OF_ICONS, PHONE, useMatches } from '../../shared/useMatches.ts';
import type { PanelName } from '../../../machines/shared/panels.ts';
import './bar.css';

const ICON = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** §2 Main layout: the panels, AI analytics, panel toggle, language, theme, log-out. Phones: at the bottom. */
export function Bar({ onChosen }: { onChosen: () => void }) {
  const t = useT();
  const shell = useActorOf('shell');
  const open = useSelector(shell, openPanel);
  const isOrderOpen = useSelector(shell, isOrderEnabled);
  const isAnalyst = useSelector(shell, isAnalyticsEnabled);
  const seen = useSeenImagery();
  const isPhone = useMatches(PHONE);
  const isIcon = useMatches(BAR_OF_ICONS) && !isPhone;
  const choose = (panel: PanelName) => {
    shell.send({ type: 'panel.chosen', panel });
    onChosen();
  };
  return (
    <nav className="gt-bar" aria-label={t('bar.label')}>
      <span className="gt-bar__logo">
        <Logo />
      </span>
      <div className="gt-bar__items" role="list">
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
        <span className="gt-bar__line" role="presentation" />
        <BarItem
          label={t('bar.analytics')}
          icon={<Sparkles {...ICON} />}
          isIcon={isIcon}
          place="more"
          closed={isAnalyst ? null : t('bar.analyticsClosed')}
          onPress={() => shell.send({ type: 'analytics.requested', seen })}
        />
        {isPhone && (
          <div role="listitem" className="gt-bar__entry">
            <BarMore onChoose={choose} />
          </div>
        )}
      </div>
      <OfflineBadge />
      <BarFoot />
    </nav>
  );
}
