import { useSelector } from '@xstate/react';
import { Minus, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { useActorOf } from '../../shared/actors.tsx';
import { GO_TO_AOI_KEY, useGoToAoi } from '../../aoi/useGoToAoi.ts';
import { LayerSelector } from '../layerSelector/LayerSelector.tsx';
import './mapToolbar.css';
import { useStage } from '../canvas/stageStore.ts';
import { ToolButton } from './ToolButton.tsx';
import { MORE_ICON, TOOL_GROUPS, TOOL_ICONS, toolsShown, type ToolName } from './tools.ts';
import { useIsDrawerOpen } from '../canvas/useMapPadding.ts';
import { useToolKeys } from './useToolKeys.ts';
import { useTools } from './useTools.ts';
import { useWindowSize } from '../canvas/useWindowSize.ts';

const ZOOM_ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The tools of the map (§2 Map toolbar), and the zoom buttons beneath them. On small windows the rest is in "more". */
export function MapToolbar() {
  const t = useT();
  const size = useWindowSize();
  const isDrawerOpen = useIsDrawerOpen();
  const isReady = useSelector(useActorOf('map'), (map) => !map.matches('waiting'));
  const tools = useTools();
  const bar = useRef<HTMLDivElement>(null);
  const goToAoi = useGoToAoi();
  useToolKeys(bar, {
    ...tools,
    goToAoi: {
      shortcut: GO_TO_AOI_KEY,
      reason: goToAoi === null ? t('errors.aoiNotFound') : null,
      press: () => goToAoi?.(),
    },
  });
  const stage = useStage();
  const { shown, more } = toolsShown(size);
  const isPhone = size.width < 640;
  const zoom = [
    { id: 'zoomIn', label: t('map.zoomIn'), icon: <Plus {...ZOOM_ICON} />, step: 1 },
    { id: 'zoomOut', label: t('map.zoomOut'), icon: <Minus {...ZOOM_ICON} />, step: -1 },
  ];
  const inMore = [
    ...more.map((name) => ({
      id: name as string,
      label: tools[name].label,
      icon: toolIcon(name),
      note: tools[name].reason ?? undefined,
      disabled: tools[name].reason !== null,
    })),
    // fingers pinch; a single pointer needs a button
    ...(isPhone ? zoom.map(({ id, label, icon }) => ({ id, label, icon })) : []),
  ];
  const choose = (id: string) => {
    const step = zoom.find((one) => one.id === id)?.step;
    if (step !== undefined) stage?.zoomBy(step);
    const name = more.find((one) => one === id);
    if (name !== undefined) tools[name].press();
  };
  return (
    <div className="gt-toolbar" data-beside={(isDrawerOpen && size.width >= 1280) || undefined} ref={bar}>
      <Toolbar orientation="vertical" aria-label={t('map.tools')} className="gt-toolbar__tools">
        {TOOL_GROUPS.map((group) => group.filter((name) => shown.includes(name)))
          .filter((group) => group.length > 0)
          .map((group) => (
            <div key={group[0]} className="gt-toolbar__group" role="presentation">
              {group.map((name) => (
                <ToolButton
                  key={name}
                  name={name}
                  tool={tools[name]}
                  icon={toolIcon(name)}
                  isWaiting={!isReady}
                />
              ))}
            </div>
          ))}
        {more.length > 0 && (
          <div className="gt-toolbar__group" role="presentation">
            <Menu
              look="icon"
              label={t('map.moreTools')}
              icon={toolIcon('more')}
              items={inMore}
              onChoose={choose}
              placement="bottom end"
            />
          </div>
        )}
      </Toolbar>
      <LayerSelector />
      {!isPhone && (
        <div className="gt-toolbar__tools" role="group" aria-label={t('map.zoom')}>
          {zoom.map(({ id, label, icon, step }) => (
            <ToolButton
              key={id}
              name={id}
              tool={{ label, shortcut: null, reason: null, isOn: null, press: () => stage?.zoomBy(step) }}
              icon={icon}
              isWaiting={stage === null}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function toolIcon(name: ToolName | 'more') {
  const Icon = name === 'more' ? MORE_ICON : TOOL_ICONS[name];
  return <Icon {...ZOOM_ICON} />;
}
