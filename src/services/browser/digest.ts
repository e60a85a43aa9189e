/** FNV-1a of a text, twice, as 16 hex digits. */
export function digest(text: string): string {
  return [0x811c9dc5, 0x050c5d1f]
    .map((start) => {
      let hash = start;
      for (let at = 0; at < text.length; at += 1)
        hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
      return hash.toString(16).padStart(8, '0');
    })
    .join('');
}
