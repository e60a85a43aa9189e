import { useSelector } from '@xstate/react';
import { Link2, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { openPanel } from '../../../machines/session/shell.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Bell } from '../../saved/watches/Bell.tsx';
import { PreferenceMenus } from '../../shared/PreferenceMenus.tsx';

const ICON = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The foot of the bar: panel toggle, link, language, theme, log-out. */
export function BarFoot() {
  const t = useT();
  const portal = usePortal();
  const shell = useActorOf('shell');
  const link = useActorOf('pageLink');
  const isOpen = useSelector(shell, openPanel) !== null;
  const toggle = t(isOpen ? 'bar.hidePanel' : 'bar.showPanel');
  return (
    <div className="gt-bar__foot">
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
