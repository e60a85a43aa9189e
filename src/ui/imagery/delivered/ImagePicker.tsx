import { useSelector } from '@xstate/react';
import { deliveries, shownDelivery } from '../../../machines/imagery/delivered/delivered.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Select } from '../../shared/kit/fields/choice/Select.tsx';

/** Which of the order's images is shown; nothing to choose with one alone. */
export function ImagePicker() {
  const t = useT();
  const delivered = useActorOf('delivered');
  const list = useSelector(delivered, deliveries);
  const shown = useSelector(delivered, shownDelivery);
  if (list.length < 2 || shown === null) return null;
  return (
    <Select
      label={t('delivered.image')}
      value={shown.key}
      options={list.map(({ key, acquired, productId, image }) => ({
        value: key,
        label: `${formatDate(acquired)} · ${image.level} · ${productId}`,
      }))}
      onChange={(key) => {
        if (key !== null) delivered.send({ type: 'delivery.chosen', key });
      }}
    />
  );
}
