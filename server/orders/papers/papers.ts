import type { Language } from '../../../contract/languages.ts';
import { openThread } from '../../base/thread.ts';
import type { BillContent } from '../receipt.ts';

/** A PDF to write. */
export type PaperTask = {
  kind: 'receipt';
  language: Language;
  of: BillContent;
  /** Fingerprint of the key that signs it. */
  key: string;
};
/** Writes a PDF: the same task gives the same file. */
export type WritePaper = (task: PaperTask) => Promise<Uint8Array>;

/** A thread that starts with its first PDF, which takes 100 ms or more, and doesn't keep the process alive while idle. */
export function openPapers(): WritePaper {
  const thread = openThread<PaperTask>(new URL('papers.worker.ts', import.meta.url), 'papers', true);
  return (task) => thread.ask(task);
}
