/** Not allowed in Windows file names, or able to reverse a name's direction on screen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;
/** Windows device names: not allowed as file names, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Turns user text in any script into a file name without extension that is safe on every system. */
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

/** A product id as part of a file name: ids of imported Items may contain any character. */
export function productFileStem(productId: string): string {
  return productId
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120);
}
