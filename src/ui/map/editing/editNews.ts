import { latOf, lonOf } from '../../../geo/area/areaGeometry.ts';
import { formatArea, formatCoordinates } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { messageText } from '../../shared/i18n/messageText.ts';
import type { Handle } from './picture/handles.ts';
import type { EditNews } from './editState.ts';
import type { EditShape } from './shape.ts';

const DONE = {
  move: 'map.edit.moved',
  add: 'map.edit.added',
  remove: 'map.edit.removed',
  shift: 'map.edit.shifted',
};

/** Wraps longitudes to ±180°. */
function placeText([lon = 0, lat = 0]: readonly number[]): string {
  return formatCoordinates(lon - 360 * Math.floor((lon + 180) / 360), lat);
}

/** Names the handle's ring, if there are several. */
function ringText(t: Translate, { ring }: Handle, shape: EditShape): string {
  const on = shape[ring];
  if (on === undefined || shape.length < 2) return '';
  const before = shape.slice(0, ring);
  const number = before.filter(({ isHole }) => isHole === on.isHole).length + 1;
  return `${t(on.isHole ? 'map.edit.hole' : 'map.edit.part', { number })} `;
}

function handleText(t: Translate, handle: Handle, shape: EditShape, isHeld: boolean): string {
  const { kind, ring, vertex, position } = handle;
  if (kind === 'whole') return t(isHeld ? 'map.edit.heldWhole' : 'map.edit.atWhole');
  if (isHeld) return t(kind === 'middle' ? 'map.edit.heldMiddle' : 'map.edit.heldVertex', { at: vertex + 1 });
  const all = shape[ring]?.positions.length ?? 0;
  const params = { at: vertex + 1, all, place: placeText([lonOf(position), latOf(position)]) };
  return (
    ringText(t, handle, shape) + t(kind === 'middle' ? 'map.edit.atMiddle' : 'map.edit.atVertex', params)
  );
}

/** The text for screen readers while the AOI is edited. */
export function newsText(t: Translate, news: EditNews): string {
  switch (news.kind) {
    case 'focused':
    case 'held':
      return handleText(t, news.handle, news.shape, news.kind === 'held');
    case 'nudged':
      return placeText(news.position);
    case 'done':
      return `${t(DONE[news.change])} ${t('map.edit.areaNow', { area: formatArea(news.areaKm2) })}`;
    case 'refused':
      return `${messageText(t, news.refusal)} ${t('map.edit.unchanged')}`;
    case 'letGo':
    case 'tooFew':
      return t(`map.edit.${news.kind}`);
  }
}
