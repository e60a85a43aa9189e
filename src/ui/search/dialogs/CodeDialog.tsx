import { useSelector } from '@xstate/react';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { codeOf, CODES, TOKEN_PLACE, type CodeKind } from '../../../machines/search/searchCode.rules.ts';
import { requestedCondition } from '../../../machines/search/results/results.selectors.ts';
import { isCodeShown, serviceAddress } from '../../../machines/search/searchCode.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Dialog } from '../../shared/kit/overlays/Dialog.tsx';
import { Tabs } from '../../shared/kit/navigation/Tabs.tsx';
import './codeDialog.css';

const NAMES: Record<CodeKind, string> = { curl: 'curl', python: 'Python', javascript: 'JavaScript' };

/** The shown search as curl, Python and JavaScript, without the token. */
export function CodeDialog() {
  return useSelector(useActorOf('searchCode'), isCodeShown) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const dialog = useActorOf('searchCode');
  const condition = useSelector(useActorOf('results'), requestedCondition);
  const address = useSelector(dialog, serviceAddress);
  const [kind, setKind] = useState<CodeKind>('curl');
  if (condition === null) return null;
  const code = codeOf(kind, address, condition);
  return (
    <Dialog
      bare
      width={600}
      title={t('results.copyAsCode')}
      subtitle={t('code.token', { place: TOKEN_PLACE })}
      onClose={() => dialog.send({ type: 'code.closed' })}
      footer={
        <Button
          variant="primary"
          icon={<Copy size={16} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => dialog.send({ type: 'code.copied', text: code })}
        >
          {t('code.copy')}
        </Button>
      }
    >
      <Tabs
        label={t('code.languages')}
        tabs={CODES.map((id) => ({ id, label: NAMES[id] }))}
        selected={kind}
        onSelect={setKind}
      >
        {/* a read-only field: its text can be selected and scrolled by keyboard */}
        <textarea
          className="gt-code"
          readOnly
          wrap="off"
          rows={16}
          spellCheck={false}
          aria-label={NAMES[kind]}
          value={code}
        />
      </Tabs>
    </Dialog>
  );
}
