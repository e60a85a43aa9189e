import { formatArea } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { useUndoKeys, useUndoNews } from './undo.ts';

/** Undo and redo keys, and announcements of their results to screen readers. */
export function UndoNews() {
  const t = useT();
  const news = useUndoNews();
  useUndoKeys();
  const area = news?.areaKm2 ?? null;
  return (
    <p className="gt-visually-hidden" role="status">
      {news !== null && (
        <span key={news.count}>
          {t(`map.edit.${news.kind}`)}{' '}
          {area === null ? t('map.edit.areaNone') : t('map.edit.areaNow', { area: formatArea(area) })}
        </span>
      )}
    </p>
  );
}
