import { useSelector } from '@xstate/react';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type CodeKind, codeOf, CODES, KEY_VARIABLE } from '../../machines/search/searchCode.rules.ts';
import { isCodeShown, serviceAddress } from '../../machines/search/searchCode.machine.ts';
import {
  requestedAoi,
  requestedCondition,
  shownViewOptions,
} from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import './details.css';

const NAMES: Record<CodeKind, string> = {
  pystac: 'pystac-client',
  python: 'Python',
  curl: 'curl',
  javascript: 'JavaScript',
  qgis: 'QGIS',
};

/** The shown search as programs, and as steps in QGIS, without the key. */
export function CodeDialog() {
  return useSelector(useActorOf('searchCode'), isCodeShown) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const t = useT();
  const dialog = useActorOf('searchCode');
  const condition = useSelector(useActorOf('results'), requestedCondition);
  const aoi = useSelector(useActorOf('results'), requestedAoi);
  const list = useSelector(useActorOf('results'), shownViewOptions);
  const address = useSelector(dialog, serviceAddress);
  const [kind, setKind] = useState<CodeKind>('pystac');
  if (condition === null || aoi === null) return null;
  const code = codeOf(kind, address, { condition, area: aoi.geometry, list });
  return (
    <Dialog
      bare
      width={600}
      title={t('results.copyAsCode')}
      subtitle={t('code.key', { variable: KEY_VARIABLE })}
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
          className="gt-code-text gt-block gt-scroll-both gt-ink gt-sunken gt-round-note"
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
