import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import { saidText } from '../i18n/said.ts';
import { useT } from '../i18n/useT.ts';
import { Note } from '../kit/Note.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import type { TabProps } from './entries.ts';

/** §2: max/min latitude and longitude. */
export function BboxFields({ entry, refusal, onEdit }: TabProps<'BBOX'>) {
  const t = useT();
  const field = (name: 'minLatitude' | 'maxLatitude' | 'minLongitude' | 'maxLongitude') => {
    const limit = name.endsWith('Latitude') ? LATITUDE_MAX : LONGITUDE_MAX;
    return (
      <NumberField
        label={t(`coordinates.${name}`)}
        value={entry[name]}
        onChange={(value) => onEdit({ [name]: value })}
        unit="°"
        min={-limit}
        max={limit}
      />
    );
  };
  return (
    <>
      <div className="gt-coordinates__grid">
        {field('minLatitude')}
        {field('maxLatitude')}
        {field('minLongitude')}
        {field('maxLongitude')}
      </div>
      <p className="gt-coordinates__hint">{t('coordinates.bboxHint')}</p>
      {refusal !== null && <Note tone="err" title={saidText(t, refusal)} />}
    </>
  );
}
