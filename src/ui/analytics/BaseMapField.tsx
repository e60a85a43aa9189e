import { pageBaseMap, pageSettings } from '../../machines/analytics/analytics.selectors.ts';
import { usePage, usePageValue } from '../map/analysis/page.tsx';
import { baseLayers, isToBeHad } from '../map/layers/tiles/mapLayers.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Select } from '../shared/kit/fields/choice/Select.tsx';

/** The base map below the layers; without tiles the built-in map is seen. */
export function BaseMapField({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const settings = usePageValue(pageSettings);
  const baseMap = usePageValue(pageBaseMap);
  if (settings === null) return null;
  const options = baseLayers(settings.basemaps).map((layer) => ({
    value: layer.id === 'GMAP' ? ('GMAP' as const) : ('OSM' as const),
    label: layer.title,
    note: isToBeHad(layer) ? undefined : t('layers.noTiles'),
  }));
  return (
    <Select
      label={t('analytics.baseMap')}
      value={baseMap}
      options={options}
      disabled={disabled}
      onChange={(value) => {
        if (value !== null) actor.send({ type: 'baseMap.chosen', baseMap: value });
      }}
    />
  );
}
