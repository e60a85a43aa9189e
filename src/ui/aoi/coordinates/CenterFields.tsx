import { refusedField } from '../../../machines/aoi/aoi.selectors.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Note } from '../../shared/kit/figures/Note.tsx';
import { NumberField } from '../../shared/kit/fields/number/NumberField.tsx';
import { DegreesField } from './DegreesField.tsx';
import type { TabProps } from './entries.ts';

/** §2: longitude, latitude, width km, height km; errors are shown at their field. */
export function CenterFields({ entry, refusal, onEdit }: TabProps<'Center'>) {
  const t = useT();
  const refused = refusedField(refusal);
  const errorOf = (name: string) => (refusal !== null && refused === name ? messageText(t, refusal) : null);
  return (
    <>
      <div className="gt-coordinates__grid">
        <DegreesField
          label={t('coordinates.longitude')}
          axis="longitude"
          value={entry.longitude}
          onChange={(longitude) => onEdit({ longitude })}
          onPair={onEdit}
          error={errorOf('longitude')}
        />
        <DegreesField
          label={t('coordinates.latitude')}
          axis="latitude"
          value={entry.latitude}
          onChange={(latitude) => onEdit({ latitude })}
          onPair={onEdit}
          error={errorOf('latitude')}
        />
        <NumberField
          label={t('coordinates.widthKm')}
          value={entry.widthKm}
          onChange={(widthKm) => onEdit({ widthKm })}
          unit="km"
          min={1}
          error={errorOf('widthKm')}
        />
        <NumberField
          label={t('coordinates.heightKm')}
          value={entry.heightKm}
          onChange={(heightKm) => onEdit({ heightKm })}
          unit="km"
          min={1}
          error={errorOf('heightKm')}
        />
      </div>
      <p className="gt-coordinates__hint">{t('coordinates.centerHint')}</p>
      {refusal !== null && refused === null && <Note tone="err" title={messageText(t, refusal)} />}
    </>
  );
}
