import { useSelector } from '@xstate/react';
import { Crosshair, FileUp, Pentagon, Square, X } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { analysisAoi, areaRefusal, drawMode } from '../../machines/analytics/analytics.selectors.ts';
import { isUploadOpen } from '../../machines/aoi/upload/upload.selectors.ts';
import { UploadDialog } from '../aoi/upload/UploadDialog.tsx';
import { formatArea } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { FieldFrame, describedBy } from '../shared/kit/fields/Field.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { usePage, usePageValue } from '../map/analysis/page.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const WAYS = [
  { way: 'Box', Icon: Square },
  { way: 'Polygon', Icon: Pentagon },
] as const;

/** The area: the portal's AOI, a drawn one, or one pasted as WKT. */
export function AreaFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  return (
    <section className="gt-analytics__area" aria-label={t('search.aoi')}>
      <h3 className="gt-field__label">{t('search.aoi')}</h3>
      <AreaCard disabled={disabled} />
      <div className="gt-analytics__draw">
        {WAYS.map(({ way, Icon }) => (
          <Button
            key={way}
            icon={<Icon {...ICON} />}
            disabled={disabled}
            chosen={mode === way}
            onPress={() =>
              actor.send(mode === way ? { type: 'mode.left' } : { type: 'draw.chosen', mode: way })
            }
          >
            {t(`analytics.draw${way}`)}
          </Button>
        ))}
      </div>
      <UploadArea disabled={disabled} />
      <WktField disabled={disabled} />
    </section>
  );
}

/** A file with the AOI, read as in the portal. */
function UploadArea({ disabled }: { disabled: boolean }) {
  const t = useT();
  const upload = useSelector(usePage().actor, ({ children }) => children.upload);
  const isOpen = useSelector(upload, (one) => one !== undefined && isUploadOpen(one));
  const hasAoi = usePageValue(analysisAoi) !== null;
  if (upload === undefined) return null;
  return (
    <>
      <Button
        icon={<FileUp {...ICON} />}
        disabled={disabled}
        onPress={() => upload.send({ type: 'upload.opened' })}
      >
        {t('search.upload')}
      </Button>
      {isOpen && <UploadDialog upload={upload} isOver={false} hasAoi={hasAoi} />}
    </>
  );
}

function AreaCard({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const aoi = usePageValue(analysisAoi);
  if (aoi === null) return <p className="gt-analytics__fact">{t('search.aoiNone')}</p>;
  return (
    <div className="gt-analytics__card">
      <span className="gt-analytics__facts">
        {t('search.aoiFacts', { area: formatArea(aoi.areaKm2), count: aoi.vertices })}
      </span>
      <TooltipButton
        placement="top"
        size="small"
        label={t('analytics.goToArea')}
        icon={<Crosshair {...ICON} />}
        onPress={() => actor.send({ type: 'area.sought' })}
      />
      <TooltipButton
        placement="top"
        size="small"
        label={t('analytics.clearArea')}
        icon={<X {...ICON} />}
        disabled={disabled}
        onPress={() => actor.send({ type: 'area.cleared' })}
      />
    </div>
  );
}

function WktField({ disabled }: { disabled: boolean }) {
  const t = useT();
  const id = useId();
  const { actor } = usePage();
  const refusal = usePageValue(areaRefusal);
  const [text, setText] = useState('');
  const error = refusal === null ? null : messageText(t, refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actor.send({ type: 'wkt.submitted', text });
  };
  return (
    <form className="gt-analytics__wkt" onSubmit={submit}>
      <FieldFrame id={id} label={t('coordinates.wktLabel')} error={error}>
        <textarea
          id={id}
          className="gt-analytics__text"
          rows={2}
          value={text}
          placeholder={t('coordinates.wktExample')}
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          aria-invalid={error !== null || undefined}
          aria-describedby={describedBy(id, error, null)}
          onChange={(event) => setText(event.target.value)}
        />
      </FieldFrame>
      <Button type="submit" size="small" disabled={disabled || text.trim() === ''}>
        {t('analytics.useWkt')}
      </Button>
    </form>
  );
}
