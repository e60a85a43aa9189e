import { useSelector } from '@xstate/react';
import { Ellipsis, Minus, Plus, type LucideIcon } from 'lucide-react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { Tooltip } from '../../shared/kit/overlays/Tooltip.tsx';
import { isGlMissing } from '../kernel/graphics.ts';
import { usePortalMap, useWindowSize } from '../kernel/mapStores.ts';
import type { MapTool, ToolGroup } from '../kernel/tool.ts';
import { useFocusVisit } from '../kernel/useFocusVisit.ts';
import { useIsDrawerOpen } from '../layers/besideMap.ts';
import { compare } from '../tools/compare/tool.ts';
import { LayerSelector } from '../tools/selector/LayerSelector.tsx';
import { layers } from '../tools/selector/tool.ts';
import { IN_MORE, ON_PHONE, TOOL_GROUPS } from '../tools.ts';
import { FootprintsRow } from './MapLabel.tsx';
import './mapToolbar.css';
import { useUnfolded, type Unfolded } from './useUnfolded.ts';
import { useToolKeys, useTools, type ToolState } from './useTools.ts';
import { Keycap } from '../kernel/Keycap.tsx';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const iconOf = (Icon: LucideIcon) => <Icon {...ICON} />;

type Use = (tool: MapTool) => ToolState;

/** §2 Map toolbar: three groups that unfold, with the zoom buttons below; on the phone two buttons and a menu. */
export function MapToolbar() {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { width } = useWindowSize();
  const isDrawerOpen = useIsDrawerOpen();
  const isWaiting = useSelector(useActorOf('map'), (map) => map.matches('waiting'));
  const stateOf = useTools();
  const unfolded = useUnfolded(place);
  useToolKeys(() => flushSync(unfolded.closeOwn));
  // folded first, so that what the tool opens returns the focus to the group
  const use = (tool: MapTool) => {
    flushSync(unfolded.fold);
    stateOf(tool).press();
  };
  const mapHandle = usePortalMap();
  const isPhone = width < 640;
  const zoom = isGlMissing()
    ? []
    : [
        { id: 'zoomIn', label: t('map.zoomIn'), icon: iconOf(Plus), press: () => mapHandle?.zoomBy(1) },
        { id: 'zoomOut', label: t('map.zoomOut'), icon: iconOf(Minus), press: () => mapHandle?.zoomBy(-1) },
      ];
  return (
    <div
      ref={place}
      className="gt-toolbar gt-map-layer gt-grid"
      data-beside={(isDrawerOpen && width >= 1280) || undefined}
      onPointerLeave={unfolded.leave}
    >
      <Toolbar
        orientation="vertical"
        aria-label={t('map.tools')}
        className="gt-toolbar__tools gt-pad-4 gt-grid gt-float gt-round-toolbar"
      >
        {isPhone ? (
          <PhoneTools stateOf={stateOf} isWaiting={isWaiting} zoom={zoom} />
        ) : (
          TOOL_GROUPS.map(([group, tools]) => (
            <GroupButton key={group} group={group} tools={tools} stateOf={stateOf} unfolded={unfolded} />
          ))
        )}
      </Toolbar>
      {TOOL_GROUPS.map(
        ([group, tools]) =>
          group !== 'layers' &&
          group === unfolded.group && (
            <GroupPanel
              key={group}
              group={group}
              tools={tools}
              stateOf={stateOf}
              isWaiting={isWaiting}
              unfolded={unfolded}
              onUse={use}
            />
          ),
      )}
      <LayerSelector isHovered={unfolded.isHovered} refusal={stateOf(layers).reason}>
        {isPhone && <FootprintsRow />}
        <ToolRow
          icon={compare.icon}
          tool={stateOf(compare)}
          isWaiting={isWaiting}
          onPress={() => use(compare)}
        />
      </LayerSelector>
      {!isPhone && zoom.length > 0 && (
        <div
          className="gt-toolbar__tools gt-pad-4 gt-grid gt-float gt-round-toolbar"
          role="group"
          aria-label={t('map.zoom')}
        >
          {zoom.map(({ id, label, icon, press }) => (
            <TooltipButton
              key={id}
              label={label}
              icon={icon}
              placement="left"
              closed={mapHandle === null}
              onPress={press}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  group: ToolGroup;
  tools: readonly MapTool[];
  stateOf: Use;
  unfolded: Unfolded;
}

/** Unfolds a group of tools. It shows the icon of the tool that runs. */
function GroupButton({ group, tools, stateOf, unfolded }: GroupProps) {
  const t = useT();
  const noteId = useId();
  const isUnfolded = unfolded.group === group;
  const running = tools.find((tool) => tool.mode !== undefined && stateOf(tool).isOn === true);
  const first = group === 'draw' ? tools[1] : tools[0];
  const { warning } = stateOf(tools[0]!);
  const note = running === undefined ? warning : stateOf(running).label;
  const label = group === 'layers' ? t('map.tool.layers') : t(`map.group.${group}`);
  return (
    <>
      <Tooltip
        label={isUnfolded ? null : label}
        shortcut={group === 'layers' ? (stateOf(layers).shortcut ?? undefined) : undefined}
        placement="left"
      >
        <IconButton
          label={label}
          icon={iconOf((running ?? first)!.icon)}
          aria-expanded={isUnfolded}
          aria-describedby={note === null ? undefined : noteId}
          data-tools={tools.map(({ id }) => id).join(' ')}
          data-running={running?.id}
          data-warned={warning !== null || undefined}
          onPress={() => unfolded.press(group)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' && !isUnfolded) unfolded.press(group);
          }}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse') unfolded.rest(group);
          }}
          onPointerLeave={unfolded.leaveGroup}
        />
      </Tooltip>
      {note !== null && (
        <span id={noteId} hidden>
          {note}
        </span>
      )}
    </>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

interface GroupPanelProps extends GroupProps {
  isWaiting: boolean;
  onUse: (tool: MapTool) => void;
}

/** The tools of a group. Arrow keys move between them, left and right fold the group. */
function GroupPanel({ group, tools, stateOf, isWaiting, unfolded, onUse }: GroupPanelProps) {
  const t = useT();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const rows = () => [...(panel.current?.querySelectorAll('button') ?? [])];
  useFocusVisit(panel, () => (unfolded.isHovered ? null : rows()[0]), tools[0]!.id);
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') unfolded.fold();
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = rows();
    all.at((all.indexOf(event.target as HTMLButtonElement) + step) % all.length)?.focus();
  };
  return (
    <div
      ref={panel}
      className="gt-unfolded gt-placed gt-round-toolbar gt-float"
      data-group={group}
      role="toolbar"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-labelledby={titleId}
      onKeyDown={keyed}
    >
      <p id={titleId} className="gt-unfolded__title gt-label gt-muted">
        {t(`map.group.${group}`)}
      </p>
      {tools.map((tool) => (
        <ToolRow
          key={tool.id}
          icon={tool.icon}
          tool={stateOf(tool)}
          isWaiting={isWaiting}
          tabIndex={-1}
          onPress={() => onUse(tool)}
        />
      ))}
    </div>
  );
}

interface PhoneToolsProps {
  stateOf: Use;
  isWaiting: boolean;
  /** Users pinch on the phone; a single pointer needs buttons. */
  zoom: readonly { id: string; label: string; icon: ReactNode; press: () => void }[];
}

/** Draw and layers; the other tools are in the menu. */
function PhoneTools({ stateOf, isWaiting, zoom }: PhoneToolsProps) {
  const t = useT();
  const inMore = [
    ...IN_MORE.map((tool) => {
      const { label, reason, press } = stateOf(tool);
      return {
        id: tool.id,
        label,
        icon: iconOf(tool.icon),
        note: reason ?? undefined,
        disabled: reason !== null,
        press,
      };
    }),
    ...zoom,
  ];
  return (
    <>
      {ON_PHONE.map((tool) => (
        <ToolButton key={tool.id} tool={tool} state={stateOf(tool)} isWaiting={isWaiting} />
      ))}
      <Menu
        look="icon"
        label={t('map.moreTools')}
        icon={iconOf(Ellipsis)}
        items={inMore}
        onChoose={(id) => inMore.find((one) => one.id === id)?.press()}
        placement="bottom end"
      />
    </>
  );
}

/** A tool's button. If disabled it stays focusable, so that tooltip and description can give the reason. */
function ToolButton({ tool, state, isWaiting }: { tool: MapTool; state: ToolState; isWaiting: boolean }) {
  const reasonId = useId();
  const { label, reason, warning, isOn, press } = state;
  const note = reason ?? warning;
  return (
    <>
      <IconButton
        label={label}
        icon={iconOf(tool.icon)}
        data-tools={tool.id}
        chosen={isOn ?? undefined}
        closed={reason !== null || isWaiting}
        aria-describedby={note === null ? undefined : reasonId}
        data-warned={(reason === null && warning !== null) || undefined}
        onPress={press}
      />
      {note !== null && (
        <span id={reasonId} hidden>
          {note}
        </span>
      )}
    </>
  );
}

interface ToolRowProps {
  icon: LucideIcon;
  tool: ToolState;
  isWaiting: boolean;
  /** -1 where arrow keys move between the rows. */
  tabIndex?: number;
  onPress: () => void;
}

/** A tool of an unfolded group. A refused one stays focusable, with the reason as second line. */
function ToolRow({ icon: Icon, tool, isWaiting, tabIndex, onPress }: ToolRowProps) {
  const reasonId = useId();
  const { label, shortcut, reason, isOn } = tool;
  const isClosed = reason !== null || isWaiting;
  return (
    <div className="gt-tool-row__whole gt-anchor">
      <button
        type="button"
        className="gt-tool-row gt-across gt-gap-12 gt-text-start gt-round-field"
        aria-pressed={isOn ?? undefined}
        aria-disabled={isClosed || undefined}
        aria-describedby={reason === null ? undefined : reasonId}
        aria-keyshortcuts={shortcut ?? undefined}
        tabIndex={tabIndex}
        onClick={() => {
          if (!isClosed) onPress();
        }}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="gt-rest">{label}</span>
        <Keycap of={shortcut} />
      </button>
      {reason !== null && (
        <p id={reasonId} className="gt-tool-row__reason gt-caption gt-muted">
          {reason}
        </p>
      )}
    </div>
  );
}
