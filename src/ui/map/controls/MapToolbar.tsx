import { useSelector } from '@xstate/react';
import { Ellipsis, Minus, Plus, type LucideIcon } from 'lucide-react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { useActorOf } from '../../shared/actors.tsx';
import { LayerSelector } from '../tools/selector/LayerSelector.tsx';
import './mapToolbar.css';
import { usePortalMap, useWindowSize } from '../kernel/mapStores.ts';
import { toolsShown } from '../tools.ts';
import { useIsDrawerOpen } from '../layers/besideMap.ts';
import { useToolKeys, useTools, type ToolState } from './useTools.ts';
import { useId, type ReactNode } from 'react';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Map toolbar, with the zoom buttons below. On small windows the other tools are in the "more" menu. */
export function MapToolbar() {
  const t = useT();
  const size = useWindowSize();
  const isDrawerOpen = useIsDrawerOpen();
  const isReady = useSelector(useActorOf('map'), (map) => !map.matches('waiting'));
  const stateOf = useTools();
  useToolKeys();
  const mapHandle = usePortalMap();
  const { shown, more } = toolsShown(size);
  const isPhone = size.width < 640;
  const zoom = [
    { id: 'zoomIn', label: t('map.zoomIn'), icon: <Plus {...ICON} />, step: 1 },
    { id: 'zoomOut', label: t('map.zoomOut'), icon: <Minus {...ICON} />, step: -1 },
  ];
  const inMore = [
    ...more.map((tool) => {
      const { label, reason } = stateOf(tool);
      return {
        id: tool.id,
        label,
        icon: iconOf(tool.icon),
        note: reason ?? undefined,
        disabled: reason !== null,
      };
    }),
    // on the phone, users pinch; a single pointer needs buttons
    ...(isPhone ? zoom.map(({ id, label, icon }) => ({ id, label, icon })) : []),
  ];
  const choose = (id: string) => {
    const step = zoom.find((one) => one.id === id)?.step;
    if (step !== undefined) mapHandle?.zoomBy(step);
    const tool = more.find((one) => one.id === id);
    if (tool !== undefined) stateOf(tool).press();
  };
  return (
    <div
      className="gt-toolbar gt-map-layer gt-grid"
      data-beside={(isDrawerOpen && size.width >= 1280) || undefined}
    >
      <Toolbar
        orientation="vertical"
        aria-label={t('map.tools')}
        className="gt-toolbar__tools gt-pad-4 gt-grid gt-float gt-round-toolbar"
      >
        {shown
          .filter((group) => group.length > 0)
          .map((group) => (
            <div key={group[0]?.id} className="gt-toolbar__group gt-grid" role="presentation">
              {group.map((tool) => (
                <ToolButton
                  key={tool.id}
                  name={tool.id}
                  tool={stateOf(tool)}
                  icon={iconOf(tool.icon)}
                  isWaiting={!isReady}
                />
              ))}
            </div>
          ))}
        {more.length > 0 && (
          <div className="gt-toolbar__group gt-grid" role="presentation">
            <Menu
              look="icon"
              label={t('map.moreTools')}
              icon={iconOf(Ellipsis)}
              items={inMore}
              onChoose={choose}
              placement="bottom end"
            />
          </div>
        )}
      </Toolbar>
      <LayerSelector />
      {!isPhone && (
        <div
          className="gt-toolbar__tools gt-pad-4 gt-grid gt-float gt-round-toolbar"
          role="group"
          aria-label={t('map.zoom')}
        >
          {zoom.map(({ id, label, icon, step }) => (
            <ToolButton
              key={id}
              name={id}
              tool={{
                label,
                shortcut: null,
                reason: null,
                warning: null,
                isOn: null,
                press: () => mapHandle?.zoomBy(step),
              }}
              icon={icon}
              isWaiting={mapHandle === null}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const iconOf = (Icon: LucideIcon) => <Icon {...ICON} />;

/** A tool's button. If disabled it stays focusable, so that tooltip and description can give the reason. */
function ToolButton(props: { name: string; tool: ToolState; icon: ReactNode; isWaiting: boolean }) {
  const { name, tool, icon, isWaiting } = props;
  const reasonId = useId();
  const { label, shortcut, reason, warning, isOn, press } = tool;
  const note = reason ?? warning;
  const isClosed = reason !== null || isWaiting;
  return (
    <>
      <TooltipButton
        tip={note === null ? label : `${label} · ${note}`}
        shortcut={reason === null && shortcut !== null ? shortcut : undefined}
        placement="left"
        label={label}
        icon={icon}
        data-tool={name}
        chosen={isOn ?? undefined}
        aria-disabled={isClosed || undefined}
        aria-describedby={note === null ? undefined : reasonId}
        data-warned={(reason === null && warning !== null) || undefined}
        aria-keyshortcuts={shortcut ?? undefined}
        onPress={() => {
          if (!isClosed) press();
        }}
      />
      {note !== null && (
        <span id={reasonId} hidden>
          {note}
        </span>
      )}
    </>
  );
}
