import { useSelector } from '@xstate/react';
import { Download, Images } from 'lucide-react';
import type { ItemAsset, ItemAssets } from '../../../contract/search.ts';
import { areAssetsOpen, assetsFailure, foundAssets } from '../../machines/search/itemAssets.machine.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatBytes } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import { sceneName } from './SceneParts.tsx';
import './details.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The files of a scene from another archive: the open ones to download and to open on the map. */
export function ItemAssetsDialog() {
  return useSelector(useActorOf('itemAssets'), areAssetsOpen) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const dialog = useActorOf('itemAssets');
  const found = useSelector(dialog, foundAssets);
  const failure = useSelector(dialog, assetsFailure);
  return (
    <Dialog
      title={t('assets.title')}
      {...(found === null ? {} : { subtitle: sceneName(found.scene) })}
      width={600}
      onClose={() => dialog.send({ type: 'assets.closed' })}
    >
      {failure !== null ? (
        <FailedState
          title={messageText(t, failure)}
          onRetry={() => dialog.send({ type: 'assets.retried' })}
        />
      ) : found === null ? (
        <Loading label={t('assets.loading')} rowHeight={56} />
      ) : (
        <Files found={found} />
      )}
    </Dialog>
  );
}

function Files({ found: { assets } }: { found: ItemAssets }) {
  const t = useT();
  const areAllOpen = assets.length > 0 && assets.every(({ href }) => href !== null);
  return (
    <>
      {!areAllOpen && (
        <Note tone="info">
          {t(assets.some(({ href }) => href !== null) ? 'assets.someClosed' : 'assets.allClosed')}
        </Note>
      )}
      <ul className="gt-above-8">
        {assets.map((asset) => (
          <File key={asset.key} asset={asset} />
        ))}
      </ul>
    </>
  );
}

/** 'GeoTIFF' and other short names of media types; an unknown type as it is. */
function kindOf({ type }: ItemAsset): string | null {
  if (type === null) return null;
  const [name = ''] = type.toLowerCase().split(';');
  if (name === 'image/tiff') return /profile=["']?cloud-optimized/.test(type) ? 'COG' : 'GeoTIFF';
  const known: Record<string, string> = {
    'image/jp2': 'JPEG 2000',
    'image/png': 'PNG',
    'image/jpeg': 'JPEG',
    'image/webp': 'WebP',
    'application/json': 'JSON',
    'application/geo+json': 'GeoJSON',
    'application/xml': 'XML',
    'text/xml': 'XML',
    'text/html': 'HTML',
    'application/zip': 'ZIP',
    'application/pdf': 'PDF',
  };
  return known[name] ?? type;
}

function File({ asset }: { asset: ItemAsset }) {
  const t = useT();
  const dialog = useActorOf('itemAssets');
  const { key, title, href, imageUrl, bytes } = asset;
  const name = title ?? key;
  const about = [kindOf(asset), bytes !== null && formatBytes(bytes), href === null && t('assets.toOrder')];
  return (
    <li className="gt-assets__file gt-across gt-gap-12 gt-edge-below" data-open={href !== null}>
      <div className="gt-rest">
        <p className="gt-anywhere">{name}</p>
        <p className="gt-quiet">{about.filter(Boolean).join(' · ')}</p>
      </div>
      {imageUrl !== null && (
        <TooltipButton
          size="small"
          tip={t('delivered.open')}
          label={t('delivered.openOf', { name })}
          icon={<Images {...ICON} />}
          onPress={() => dialog.send({ type: 'asset.opened', key })}
        />
      )}
      {href !== null && (
        <a
          className="gt-link gt-assets__link gt-inline gt-gap-6 gt-keep"
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={t('assets.downloadOf', { name })}
        >
          <Download {...ICON} />
          {t('delivered.download')}
        </a>
      )}
    </li>
  );
}
