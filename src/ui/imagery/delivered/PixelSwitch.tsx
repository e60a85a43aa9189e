import { useSelector } from '@xstate/react';
import { Crosshair } from 'lucide-react';
import { isInspecting } from '../../../machines/imagery/delivered/delivered.selectors.ts';
import { areToolKeysOn } from '../../../machines/shared/preferences.selectors.ts';
import { usePortalMap } from '../../map/kernel/mapStores.ts';
import { togglePixel } from '../../map/layers/delivered/panel.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

/**
 * Switches the pixel inspector on and off, as the key I does; nothing without a map.
 * @param onMap uncovers the map on a phone
 */
export function PixelSwitch({ onMap }: { onMap: () => void }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const isOn = useSelector(delivered, isInspecting);
  const hasKey = useSelector(useActorOf('preferences'), areToolKeysOn);
  const mapHandle = usePortalMap();
  if (mapHandle === null) return null;
  return (
    <Button
      wide
      chosen={isOn}
      icon={<Crosshair size={16} strokeWidth={1.75} aria-hidden="true" />}
      iconAfter={
        hasKey && (
          <kbd className="gt-delivered__key" aria-hidden="true">
            I
          </kbd>
        )
      }
      aria-keyshortcuts={hasKey ? 'I' : undefined}
      onPress={() => {
        if (!isOn) onMap();
        togglePixel(mapHandle, delivered);
      }}
    >
      {t('delivered.inspect')}
    </Button>
  );
}
