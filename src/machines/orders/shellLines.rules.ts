import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';

/** Programs that download files. */
export const SHELL_TOOLS = ['curl', 'rclone', 'aws'] as const;
export type ShellTool = (typeof SHELL_TOOLS)[number];

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * A line for each file of an order: into a folder that is named like the order, or for `aws` into a bucket of one's own, whose name
 * is in BUCKET. They run as pasted.
 */
export function shellLines(
  { orderNum, files }: Pick<OrderDetails, 'orderNum' | 'files'>,
  tool: ShellTool,
): string {
  const lines = files.map(({ name, url }) => {
    const [from, to] = [quoted(url), quoted(`${orderNum}/${name}`)];
    if (tool === 'curl') return `curl -fL --create-dirs -o ${to} ${from}`;
    if (tool === 'rclone') return `rclone copyurl ${from} ${to}`;
    return `curl -fsSL ${from} | aws s3 cp - "s3://\${BUCKET:?is not set}/"${to}`;
  });
  return lines.map((line) => `${line}\n`).join('');
}
