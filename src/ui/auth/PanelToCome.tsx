import { ArrowLeft } from 'lucide-react';
import { useT } from '../i18n/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Note } from '../kit/Note.tsx';

interface PanelToComeProps {
  title: string;
  text: string;
  onBack: () => void;
}

/** §4 register and resetpass, as long as they cannot be used: says so, and leads back. */
export function PanelToCome({ title, text, onBack }: PanelToComeProps) {
  const t = useT();
  return (
    <section className="gt-auth__card" aria-labelledby="gt-auth-title">
      <div className="gt-auth__form">
        <h1 id="gt-auth-title" className="gt-auth__title">
          {title}
        </h1>
        <Note title={t('common.notYet')}>{text}</Note>
        <Button
          size="large"
          wide
          autoFocus
          icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />}
          onPress={onBack}
        >
          {t('auth.backToLogin')}
        </Button>
      </div>
    </section>
  );
}
