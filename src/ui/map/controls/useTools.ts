import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { isSelectorShown } from '../../../machines/map/baseMap.machine.ts';
import { lossStatus, lostBase } from '../../../machines/map/baseTiles.machine.ts';
import { mapMode, shownMeasures } from '../../../machines/map/map.selectors.ts';
import { areToolKeysOn } from '../../../machines/shared/preferences.selectors.ts';
import { useActorOf, usePortal } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { useHasCoverage } from '../layers/coverage/CoverageLegend.tsx';
import { lossText } from '../layers/tiles/TileNotice.tsx';
import { isGlMissing } from '../kernel/graphics.ts';
import { eventOfTool, isToolOn, refusalOf, type MapFacts, type MapTool } from '../kernel/tool.ts';
import { ALL_TOOLS } from '../tools.ts';
import { useMapKeys } from '../kernel/useMapKeys.ts';

/** A tool's state for its button. */
export interface ToolState {
  label: string;
  /** Shortcut outside text fields; null if the keys are switched off. */
  shortcut: string | null;
  /** Why the tool is unusable now. */
  reason: string | null;
  /** A problem with the tool's panel; the tool stays usable. */
  warning: string | null;
  /** null for a one-off action. */
  isOn: boolean | null;
  press: () => void;
}

function useMapFacts(): MapFacts {
  const map = useActorOf('map');
  const aoi = useActorOf('aoi');
  const mode = useSelector(map, mapMode);
  const hasMeasures = useSelector(map, (snapshot) => shownMeasures(snapshot).length > 0);
  const hasAoi = useSelector(aoi, ({ context }) => context.aoi !== null);
  const canClearArea = useSelector(aoi, (snapshot) => snapshot.can({ type: 'aoi.cleared' }));
  const isSelectorOpen = useSelector(useActorOf('baseMap'), isSelectorShown);
  const isMapMissing = isGlMissing();
  const hasCoverage = useHasCoverage();
  return useMemo(
    () => ({ mode, hasMeasures, hasAoi, canClearArea, isMapMissing, isSelectorOpen, hasCoverage }),
    [mode, hasMeasures, hasAoi, canClearArea, isMapMissing, isSelectorOpen, hasCoverage],
  );
}

/** Returns the state of any toolbar tool. */
export function useTools(): (tool: MapTool) => ToolState {
  const t = useT();
  const portal = usePortal();
  const facts = useMapFacts();
  const tiles = useActorOf('baseTiles');
  const lost = useSelector(tiles, lostBase);
  const status = useSelector(tiles, lossStatus);
  const areKeysOn = useSelector(useActorOf('preferences'), areToolKeysOn);
  return (tool) => {
    const refusal = refusalOf(tool, facts);
    return {
      label: t(`map.tool.${tool.id}`),
      shortcut: areKeysOn ? tool.key : null,
      reason: refusal === null ? null : t(refusal),
      warning: tool.id === 'layers' && lost !== null ? lossText(t, lost, status) : null,
      isOn: isToolOn(tool, facts),
      press: () => portal.send(eventOfTool(tool, facts)),
    };
  };
}

/**
 * The tools' keyboard shortcuts.
 * @param onUsed called when one was pressed
 */
export function useToolKeys(onUsed: () => void): void {
  const portal = usePortal();
  const facts = useMapFacts();
  useMapKeys((key) => {
    const tool = ALL_TOOLS.find((one) => one.key === key);
    if (tool === undefined || refusalOf(tool, facts) !== null) return false;
    onUsed();
    portal.send(eventOfTool(tool, facts));
    return true;
  });
}
