import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { useElementSize } from '../layout/useElementSize.ts';
import './Toasts.css';

interface ToastNotice {
  id: number;
  tone: 'success' | 'error' | 'info';
  text: string;
}

interface ToastsProps {
  notices: readonly ToastNotice[];
  onClose: (id: number) => void;
}

/** Success messages close after 5 s, errors stay (docs/design.md, Toasts). */
const LEAVES_AFTER_MS = 5000;
const ICONS = { success: CircleCheck, error: CircleX, info: Info };
const TONES = { success: 'ok', error: 'err', info: 'accent' };

/**
 * Messages at the bottom centre of the map, on phones between sheet and navigation; at the top, above the dialog and
 * reachable, while one is open.
 */
export function Toasts({ notices, onClose }: ToastsProps) {
  const t = useT();
  const section = useRef<HTMLElement>(null);
  const { height } = useElementSize(section);
  // what is around them makes room
  useEffect(() => section.current?.parentElement?.style.setProperty('--gt-toasts', `${height}px`), [height]);
  return (
    <section
      ref={section}
      className="gt-toasts gt-stack gt-gap-8 gt-through"
      aria-label={t('kit.messages')}
      aria-live="polite"
      data-react-aria-top-layer="true"
    >
      {notices.map((notice) => (
        <Toast
          key={notice.id}
          notice={notice}
          onClose={() => onClose(notice.id)}
          // no two buttons have one name
          closeLabel={
            notices.length === 1 ? t('kit.closeMessage') : `${t('kit.closeMessage')}: ${notice.text}`
          }
        />
      ))}
    </section>
  );
}

interface ToastProps {
  notice: ToastNotice;
  onClose: () => void;
  closeLabel: string;
}

function Toast({ notice, onClose, closeLabel }: ToastProps) {
  // stays open while hovered or focused
  const [held, setHeld] = useState(false);
  const leaves = notice.tone !== 'error' && !held;
  // in a ref, so that a new function from the parent does not restart the timer
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!leaves) return undefined;
    const timer = setTimeout(() => close.current(), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [leaves]);
  const Icon = ICONS[notice.tone];
  return (
    <div
      className="gt-toast gt-reachable gt-across gt-gap-10 gt-float gt-round-note"
      role={notice.tone === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span
        className="gt-toast__tile gt-toned gt-centre gt-keep gt-round-tag"
        data-tone={TONES[notice.tone]}
        aria-hidden="true"
      >
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className="gt-rest gt-anywhere">{notice.text}</span>
      <IconButton
        label={closeLabel}
        size="small"
        icon={<X size={16} strokeWidth={1.75} />}
        onPress={onClose}
      />
    </div>
  );
}
