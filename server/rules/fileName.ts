/** Not allowed in file names of Windows, or able to turn a name around where it is shown. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;
/** Devices of Windows: no file may be called so, whatever its ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A text of the user's as a file's name without its ending, in any script, safe on every system. */
export function safeFileStem(text: string): string {
  const stem = text
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_$&');
  return stem === '' ? 'export' : stem;
}

/** Content-Disposition of a download with a name in any script (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A product id as a part of a file's name: ids of imported Items may hold anything. */
export function productFileStem(productId: string): string {
  return productId
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120);
}
