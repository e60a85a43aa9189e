import { useSelector } from '@xstate/react';
import { Check, Copy, Download, FileArchive } from 'lucide-react';
import type { OrderDetails, OrderFile } from '../../../../../contract/orders/orderDetails.ts';
import { isOrderEnded } from '../../../../machines/orders/page/orderPage.rules.ts';
import { copiedFile } from '../../../../machines/orders/page/orderPage.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatBytes, formatGsd } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { IconButton } from '../../../shared/kit/actions/IconButton.tsx';
import { shortSha } from '../OrderPriceLines.tsx';
import './orderFiles.css';

/** The delivered files with size and checksum, or when they are expected. */
export function OrderFiles({ order: { files, status } }: { order: OrderDetails }) {
  const t = useT();
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  return (
    <section className="gt-order-block" aria-label={t('orders.filesTitle')}>
      <header className="gt-order-block__head">
        <h3>{t('orders.filesTitle')}</h3>
        {files.length > 0 && <span>{formatBytes(bytes)}</span>}
      </header>
      {files.length === 0 ? (
        <p className="gt-order-block__note">
          {t(isOrderEnded(status) ? 'orders.filesNone' : 'orders.filesLater')}
        </p>
      ) : (
        <table className="gt-order-block__box gt-order-files">
          <thead>
            <tr>
              <th scope="col">{t('orders.fileName')}</th>
              <th scope="col">{t('orders.fileSize')}</th>
              <th scope="col">SHA-256</th>
              <th scope="col">
                <span className="gt-visually-hidden">{t('orders.fileActs')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow key={file.name} file={file} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function FileRow({ file }: { file: OrderFile }) {
  const t = useT();
  const page = useActorOf('orderPage');
  const isCopied = useSelector(page, copiedFile) === file.name;
  const Icon = isCopied ? Check : Copy;
  return (
    <tr>
      <th scope="row">
        <span className="gt-order-files__name">
          <FileArchive size={16} strokeWidth={1.75} aria-hidden="true" />
          {/* plain links, so that the browser downloads the file */}
          <a className="gt-link" href={file.url} download>
            {file.name}
          </a>
        </span>
      </th>
      <td>
        {file.bytes === null ? t('common.none') : formatBytes(file.bytes)}
        {typeof file.pixelMetres === 'number' && (
          <span className="gt-order-files__pixels">
            {t('orders.pixels', { size: formatGsd(file.pixelMetres) })}
          </span>
        )}
      </td>
      <td className="gt-order-files__sha">
        {file.sha256 === null ? t('common.none') : shortSha(file.sha256)}
      </td>
      <td className="gt-order-files__acts">
        {file.sha256 !== null && (
          <IconButton
            size="small"
            label={t('orders.copySha', { file: file.name })}
            icon={<Icon size={16} strokeWidth={1.75} />}
            onPress={() => page.send({ type: 'checksum.requested', name: file.name })}
          />
        )}
        <a
          className="gt-icon-button gt-icon-button--plain gt-icon-button--small"
          href={file.url}
          download
          aria-label={t('orders.download', { file: file.name })}
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
        <span className="gt-visually-hidden" role="status">
          {isCopied && t('orders.shaCopied')}
        </span>
      </td>
    </tr>
  );
}
