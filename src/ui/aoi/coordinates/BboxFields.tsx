import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { DegreesField } from './DegreesField.tsx';
import type { TabProps } from './entries.ts';

/** §2: max/min latitude and longitude. A pasted pair fills both fields of its corner. */
export function BboxFields({ entry, refusal, onEdit }: TabProps<'BBOX'>) {
  const t = useT();
  const field = (name: 'minLatitude' | 'maxLatitude' | 'minLongitude' | 'maxLongitude') => (
    <DegreesField
      label={t(`coordinates.${name}`)}
      axis={name.endsWith('Latitude') ? 'latitude' : 'longitude'}
      value={entry[name]}
      onChange={(value) => onEdit({ [name]: value })}
      onPair={({ latitude, longitude }) =>
        onEdit(
          name.startsWith('min')
            ? { minLatitude: latitude, minLongitude: longitude }
            : { maxLatitude: latitude, maxLongitude: longitude },
        )
      }
    />
  );
  return (
    <>
      <div className="gt-coordinates__grid">
        {field('minLatitude')}
        {field('maxLatitude')}
        {field('minLongitude')}
        {field('maxLongitude')}
      </div>
      <p className="gt-coordinates__hint">{t('coordinates.bboxHint')}</p>
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} />}
    </>
  );
}
