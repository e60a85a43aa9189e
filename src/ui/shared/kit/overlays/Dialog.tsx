import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import './popovers.css';
import './Dialog.css';

export interface DialogProps {
  title: string;
  subtitle?: string | undefined;
  /** §9 Dialog widths: 480, 600, 1080 px. Full screen below 640 px. */
  width?: 480 | 600 | 1080 | undefined;
  onClose: () => void;
  /** Only its own buttons close it, not Escape or a press outside. */
  persistent?: boolean | undefined;
  /** Nothing closes it for a while: something is being sent. */
  isHeld?: boolean | undefined;
  /** The actions; they stay visible while the rest scrolls. */
  footer?: ReactNode;
  /** The side column of 400 px (tasking); the actions are then below it. */
  aside?: ReactNode;
  /** A question that must be answered: a press outside doesn't close it. */
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Without padding, for content that has its own (tabs). */
  bare?: boolean | undefined;
  children: ReactNode;
}

/** A dialog, open while it is rendered. It traps the focus and restores it on closing. */
export function Dialog(props: DialogProps) {
  const {
    title,
    subtitle,
    width = 480,
    onClose,
    persistent = false,
    isHeld = false,
    footer,
    aside,
    role = 'dialog',
    bare,
    children,
  } = props;
  const t = useT();
  return (
    <ModalOverlay
      className="gt-scrim gt-centre"
      isOpen
      isDismissable={!persistent && !isHeld && role === 'dialog'}
      isKeyboardDismissDisabled={persistent || isHeld}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal
        className={`gt-modal gt-flex gt-wide gt-surface gt-round-panel gt-low gt-modal--${width}`}
        data-question={role === 'alertdialog' || undefined}
      >
        <AriaDialog
          className="gt-dialog gt-no-outline gt-stack gt-rest gt-clip gt-round-panel"
          role={role}
          data-aside={aside !== undefined || undefined}
        >
          <header className="gt-dialog__head gt-across gt-between gt-gap-12 gt-keep">
            <div className="gt-shrink">
              <Heading slot="title" className="gt-dialog__title">
                {title}
              </Heading>
              {subtitle !== undefined && <p className="gt-quiet">{subtitle}</p>}
            </div>
            <IconButton
              label={t('kit.closeDialog')}
              icon={<X size={18} strokeWidth={1.75} />}
              closed={isHeld}
              onPress={onClose}
            />
          </header>
          <div className="gt-dialog__middle gt-scroll gt-low">
            <div className="gt-dialog__body gt-gap-form gt-stack gt-shrink" data-bare={bare || undefined}>
              {children}
            </div>
            {aside !== undefined && <div className="gt-dialog__aside gt-sunken">{aside}</div>}
          </div>
          {footer !== undefined && (
            <footer className="gt-dialog__foot gt-foot gt-items-centre gt-wrap">{footer}</footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
