import { type NoticeRaised, noticeOf } from '../../machines/shared/notice.ts';
import { listen, saveBlob } from '../../services/browser/browser.ts';
import { sessionRecorder } from './recordSession.ts';

/** A name by the time: `groundtrack-session-20261120-080000.json`. */
const fileName = (now: Date) =>
  `groundtrack-session-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.json`;

/** Downloads a session. @returns its file's name */
export function saveSession(text: string): string {
  const name = fileName(new Date());
  saveBlob(name, new Blob([text], { type: 'application/json' }));
  return name;
}

/** Keeps what the machines did last; with `say`, Ctrl+Shift+S saves it. */
export function savedSessions(say: ((notice: NoticeRaised) => void) | null) {
  const recorder = sessionRecorder();
  if (say !== null)
    listen(['keydown'], (event) => {
      const { ctrlKey, shiftKey, altKey, key, repeat } = event as KeyboardEvent;
      if (!ctrlKey || !shiftKey || altKey || repeat || key.toLowerCase() !== 's') return;
      event.preventDefault();
      const file = saveSession(recorder.text());
      say(noticeOf('session', 'success', { key: 'notice.sessionSaved', params: { file } }));
    });
  return recorder;
}
