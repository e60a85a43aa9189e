import { CLOUD } from '../../../contract/limits.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { OfferedSample } from '../../../contract/settings.ts';
import { aoiOf } from '../../geo/aoi.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { AoiRecalled } from '../aoi/aoi.events.ts';
import type { SearchDraft } from './search.rules.ts';

/** The area and the form's fields of the search that finds a real sample, whatever the form had. */
export interface SampleSearch {
  area: AoiRecalled;
  patch: Partial<SearchDraft>;
}

/**
 * The search that finds a sample: its outline, the days on which it was taken, and any resolution, because the samples
 * are coarser than the slider's 2 m.
 * @param place the name of its area
 * @throws GeometryError if its outline is invalid
 */
export function searchOfSample(sample: OfferedSample, place: string): SampleSearch {
  const aoi = aoiOf(readAreaWkt(sample.aoiWkt, ['POLYGON', 'MULTIPOLYGON']));
  return {
    area: { type: 'aoi.recalled', aoi, source: { kind: 'saved', name: place } },
    patch: {
      dateFrom: sample.acquisitionDateFrom,
      dateTo: sample.acquisitionDateTo,
      maxCloudCover: CLOUD.searchDefault,
      maxOffNadirAngle: SENSORS[sample.sensorType].offNadirDefault,
      sensorType: sample.sensorType,
      gsd: null,
      satList: [],
      productMode: null,
    },
  };
}
